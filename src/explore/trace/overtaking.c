// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/overtaking.h"

#include "base/fault.h"

void overtaking_walk(const struct trace *t, const struct mover *m,
                     overtaking_visitor *visit, void *context) {
    expensive(m->at <= t->length && m->thread < t->width);
    expensive(op_blocking((enum op_kind)m->op->kind) == WAITS_CONTENDED);
    uint64_t state = m->op->old;
    uint32_t link = m->at < t->length
                        ? t->links.at[trace_event(t, m->at)->links].prev
                        : trace_chain(t, m->op->addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        uint32_t at = t->links.at[link].event;
        const struct event *e = trace_event(t, at);
        state = op_state_before(m->op, &e->op, e->thread, state);
        bool may_pass = e->thread != m->thread && !clock_sees(m->above, e);
        bool settled = !may_pass;
        if (op_depends(&e->op, m->op))
            settled |= visit(context, m, at, state, may_pass);
        if (settled && op_shadows(&e->op, m->op))
            return;
    }
}

void overtaking_at_end(struct trace *t, uint32_t *above, mover_visitor *visit,
                       void *context) {
    uint64_t alive = trace_standing(t)->alive;
    for (; alive; alive &= alive - 1) {
        uint32_t thread = (uint32_t)__builtin_ctzll(alive);
        const struct op *pending = machine_pending(t->machine, thread);
        invariant(pending); // it is alive
        if (op_blocking((enum op_kind)pending->kind) != WAITS_CONTENDED)
            continue;
        struct op op = *pending;
        struct mover m = {thread, t->length, &op, above};
        if (trace_above_next(t, thread, &op, above)) // else nobody has woken it
            visit(context, &m);
    }
}
