// SPDX-License-Identifier: Apache-2.0

#include "machine/model/register_liveness.h"

#include "base/fault.h"

static uint64_t bit(int reg) {
    invariant(reg >= NO_REGISTER && reg < MODEL_MOST_REGISTERS);
    return reg == NO_REGISTER ? 0 : 1ull << reg;
}

static uint64_t looked_at(const struct model_program *p,
                          const struct instruction *i) {
    uint64_t set = expression_registers(&i->arg, &p->pool) |
                   expression_registers(&i->arg2, &p->pool);
    if (i->where.indexed)
        set |= expression_registers(&i->where.index, &p->pool);
    if (i->statement == DO_OPERATION && i->kind == OP_LEAVE)
        set |= bit(i->round);
    return set;
}

static uint64_t assigned(const struct instruction *i) {
    if (i->statement == DO_LET)
        return bit(i->reg);
    if (i->statement != DO_OPERATION)
        return 0;
    return bit(i->reg) | (i->kind == OP_ARRIVE ? bit(i->round) : 0);
}

static uint64_t live_after(const struct instruction *i, const uint64_t *live,
                           size_t at) {
    if (i->statement == DO_JUMP)
        return live[i->target];
    if (i->statement == DO_JUMP_UNLESS)
        return live[at + 1] | live[i->target];
    return live[at + 1];
}

// Which round of a barrier it was is nobody's result.
static uint64_t results(const struct model_thread *t) {
    uint64_t set = ~0ull;
    for (size_t i = 0; i < t->code.count; i++)
        if (t->code.at[i].statement == DO_OPERATION &&
            t->code.at[i].kind == OP_ARRIVE)
            set &= ~bit(t->code.at[i].round);
    return set;
}

uint64_t *liveness(const struct model_program *p,
                   const struct model_thread *t) {
    uint64_t *live = memory_new(t->code.count + 1, sizeof *live);
    invariant(t->registers.count <= MODEL_MOST_REGISTERS);
    live[t->code.count] = results(t);
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t at = t->code.count; at-- > 0;) {
            const struct instruction *i = &t->code.at[at];
            uint64_t now =
                looked_at(p, i) | (live_after(i, live, at) & ~assigned(i));
            changed |= now != live[at];
            live[at] = now;
        }
    }
    return live;
}
