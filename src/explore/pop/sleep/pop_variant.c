// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/pop_variant.h"

#include "base/fault.h"

void features_free(struct features *t) {
    accesses_free(&t->accesses);
}

static unsigned of_memory(struct features *t, uint32_t thread,
                          const struct op *op) {
    unsigned features = op->mode >= OP_COMMUTES ? COMMUTING : 0;
    if (op_is_await(op))
        features |= AWAITS;
    if (op_varies(op) && !(op->flags & OP_FAILED_CAS_WRITES))
        features |= READING_CAS;
    accesses_add(&t->accesses, thread, op);
    return features | (t->accesses.overlap ? OVERLAPS : 0) |
           (t->accesses.tangled ? TANGLED : 0);
}

static unsigned features_of(struct features *t, uint32_t thread,
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

static bool all_of(unsigned features, unsigned wanted) {
    return (features & wanted) == wanted;
}

// The characterisation tells schedules by what their heads conflict with: that
// must not depend on where they stand, nor be several things at once.
static bool characterisation_fits(unsigned features) {
    return !(features &
             (AWAITS | READING_CAS | READING_TRY | OVERLAPS | TANGLED)) &&
           !all_of(features, WAITS | TRIES) &&
           !all_of(features, WAITS | MISUSE);
}

// Schedules need what enables an operation to be ordered, and an operation to
// conflict with the same ones wherever it stands.
static const struct {
    unsigned features; // all together
    unsigned shunned;  // only if these are
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

const char *features_blamed(const struct features *t) {
    for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++)
        if (all_of(t->known, misfits[i].features) &&
            all_of(t->shunned, misfits[i].shunned))
            return misfits[i].words;
    return NULL;
}

static enum pop_variant variant_for(const struct features *t) {
    if (features_blamed(t))
        return POP_NOT;
    return characterisation_fits(t->known) ? POP_CHARACTERISATION
                                           : POP_EXPLICIT;
}

void features_notice_new(struct features *t, uint32_t thread,
                         const struct op *op) {
    unsigned before = t->known;
    enum pop_variant worse = t->variant;
    t->known |= features_of(t, thread, op);
    if (t->known != before)
        t->variant = variant_for(t);
    invariant(t->variant >= worse); // features never go away
}

void features_notice_pending(struct features *t, struct trace *trace) {
    for (uint64_t left = trace_standing(trace)->alive; left; left &= left - 1) {
        uint32_t thread = (uint32_t)__builtin_ctzll(left);
        invariant(machine_pending(trace->machine, thread)); // it is alive
        features_notice(t, thread, machine_pending(trace->machine, thread));
    }
}

// ------------------------------------------------------------- as plain data

enum { ALL_FEATURES = 2 * FREE_READERS - 1, MOST_MODE = UINT8_MAX };

void features_save(const struct features *t, struct bytes *b) {
    bytes_number(b, t->known);
    bytes_number(b, t->shunned);
    bytes_number(b, t->accesses.known.count);
    for (size_t i = 0; i < t->accesses.known.count; i++) {
        const struct access *a = &t->accesses.known.at[i];
        bytes_number(b, a->op.addr);
        bytes_number(b, a->op.size);
        bytes_number(b, a->op.mode);
        bytes_number(b, a->thread);
        bytes_number(b, a->by_several);
    }
}

// Kinds of accesses that are harmless by themselves may overlap others.
static bool unite_access(struct features *t, struct bytes_reader *r) {
    // One by one: initialisers may be read in any order.
    struct op op = {.addr = bytes_get_number(r)};
    op.size = bytes_get_below(r, UINT32_MAX);
    op.mode = (uint8_t)bytes_get_below(r, MOST_MODE);
    uint32_t thread = bytes_get_below(r, 63);
    bool by_several = bytes_get_below(r, 1);
    if (r->bad || !op.size || op.addr + op.size < op.addr)
        return false;
    accesses_add(&t->accesses, thread, &op);
    if (by_several)
        accesses_add(&t->accesses, thread ^ 1, &op);
    return true;
}

bool features_unite(struct features *t, struct bytes_reader *r) {
    t->known |= bytes_get_below(r, ALL_FEATURES);
    t->shunned |= bytes_get_below(r, ALL_FEATURES);
    for (size_t left = bytes_get_count(r); left; left--)
        if (!unite_access(t, r))
            return false;
    t->known |= (t->accesses.overlap ? OVERLAPS : 0) |
                (t->accesses.tangled ? TANGLED : 0);
    t->variant = variant_for(t);
    return !r->bad;
}
