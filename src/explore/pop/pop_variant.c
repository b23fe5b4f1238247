// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/pop_variant.h"

#include "base/fault.h"

void traits_free(struct traits *t) {
    accesses_free(&t->accesses);
}

// Most accesses are like one not long ago.
static bool is_new(struct traits *t, uint32_t thread, const struct op *op) {
    uint64_t shape = (uint64_t)op->size << 32 | (uint64_t)thread << 24 |
                     (uint64_t)op->kind << 16 | (uint64_t)op->mode << 8 |
                     op->flags;
    uint64_t hash = (op->addr + shape) * 0x9e3779b97f4a7c15ull;
    struct noticed *n = &t->recent[hash >> (64 - TRAITS_RECENT_BITS)];
    if (n->addr == op->addr && n->shape == shape)
        return false;
    *n = (struct noticed){op->addr, shape};
    return true;
}

static unsigned of_memory(struct traits *t, uint32_t thread,
                          const struct op *op) {
    if (!is_new(t, thread, op))
        return 0;
    unsigned traits = op->mode >= OP_COMMUTES ? COMMUTING : 0;
    if (op_is_await(op))
        traits |= AWAITS;
    if (op_varies(op) && !(op->flags & OP_FAILED_CAS_WRITES))
        traits |= READING_CAS;
    accesses_add(&t->accesses, thread, op);
    return traits | (t->accesses.overlap ? OVERLAPS : 0) |
           (t->accesses.tangled ? TANGLED : 0);
}

static unsigned traits_of(struct traits *t, uint32_t thread,
                          const struct op *op) {
    const struct op_row *row = &op_rows[op->kind];
    switch ((enum op_object)row->object) {
    case ON_MEMORY:
        return of_memory(t, thread, op);
    case ON_RWLOCK:
        return op->flags & OP_READERS_CONFLICT ? 0 : FREE_READERS;
    case ON_MUTEX:
        return (row->decided ? TRIES : 0) | (op->addr2 ? WAITS : 0) |
               (row->holds < 0 && op->old != 1ull + thread ? MISUSE : 0);
    case ON_SEMAPHORE:
        return op_varies(op) ? READING_TRY : 0;
    case ON_CONDITION:
    case ON_BARRIER:
    case ON_THREAD:
    case ON_NOTHING:
        break;
    }
    return 0;
}

bool traits_notice(struct traits *t, uint32_t thread, const struct op *op) {
    unsigned before = t->known;
    t->known |= traits_of(t, thread, op);
    return t->known != before;
}

static bool all_of(unsigned traits, unsigned wanted) {
    return (traits & wanted) == wanted;
}

// The characterisation tells schedules by what their heads conflict with: that
// must not depend on where they stand, nor be several things at once.
static bool characterisation_fits(unsigned traits) {
    return !(traits &
             (AWAITS | READING_CAS | READING_TRY | OVERLAPS | TANGLED)) &&
           !all_of(traits, WAITS | TRIES) && !all_of(traits, WAITS | MISUSE);
}

// Schedules need what enables an operation to be ordered, and an operation to
// conflict with the same ones wherever it stands.
static const struct {
    unsigned traits;  // all together
    unsigned shunned; // only if these are
    const char *words;
} misfits[] = {
    {FREE_READERS, 0, "read-write locks"},
    {AWAITS, AWAITS, "awaits"},
    {OVERLAPS, OVERLAPS, "accesses that overlap in part"},
    {TANGLED | OVERLAPS, 0, "accesses that overlap in part"},
    {AWAITS | COMMUTING, 0, "awaits and updates that commute"},
    {AWAITS | OVERLAPS, 0, "awaits and accesses that overlap in part"},
    {READING_CAS | OVERLAPS, 0,
     "compare-exchanges and accesses that overlap in part"},
};

const char *traits_blamed(const struct traits *t) {
    for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++)
        if (all_of(t->known, misfits[i].traits) &&
            all_of(t->shunned, misfits[i].shunned))
            return misfits[i].words;
    return NULL;
}

enum pop_variant traits_variant(const struct traits *t) {
    if (traits_blamed(t))
        return POP_NOT;
    return characterisation_fits(t->known) ? POP_CHARACTERISATION
                                           : POP_EXPLICIT;
}
