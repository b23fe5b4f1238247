// SPDX-License-Identifier: Apache-2.0

#include "explore/wait_for_graph.h"

#include "base/fault.h"

unsigned awaited_thread(const struct machine *m, const struct op *op) {
    enum op_object object = op_object((enum op_kind)op->kind);
    uint64_t owner = 0; // its number plus one
    if (object == ON_THREAD)
        return op->target;
    if (object == ON_MUTEX)
        owner = op->old;
    else if (object == ON_RWLOCK)
        owner = op->old >> 32;
    return owner && owner <= m->threads ? (unsigned)owner - 1 : NOBODY;
}

bool waits_in_cycle(struct machine *m, unsigned start) {
    invariant(start < m->threads);
    unsigned thread = start;
    for (unsigned i = 0; i <= m->threads; i++) {
        const struct op *op = machine_pending(m, thread);
        if (!op || machine_enabled(m, thread))
            return false;
        thread = awaited_thread(m, op);
        if (thread == NOBODY)
            return false;
        if (thread == start)
            return true;
    }
    return false;
}

// Whom to name first: an await or a loop, else a thread of a cycle, else
// anyone, but rather one who does not just wait for another to end.
static unsigned main_waiter(struct machine *m) {
    unsigned anyone = NOBODY, cycle = NOBODY, joins = NOBODY;
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) == THREAD_SPINS)
            return t;
        const struct op *op = machine_pending(m, t);
        if (!op)
            continue;
        if (op_is_await(op))
            return t;
        unsigned *kind = op->kind == OP_JOIN ? &joins : &anyone;
        if (*kind == NOBODY)
            *kind = t;
        if (cycle == NOBODY && waits_in_cycle(m, t))
            cycle = t;
    }
    if (cycle != NOBODY)
        return cycle;
    return anyone != NOBODY ? anyone : joins;
}

struct mishap waits_for_ever(struct machine *m) {
    unsigned first = main_waiter(m);
    invariant(first != NOBODY); // the execution has not ended: somebody waits
    const struct op *op = machine_pending(m, first);
    bool silent = !op && machine_repeated(m, first) == MACHINE_SILENT;
    return (struct mishap){
        .kind = silent                   ? FINDING_NO_PROGRESS
                : !op || op_is_await(op) ? FINDING_LIVELOCK
                                         : FINDING_DEADLOCK,
        .thread = first,
        .site = op ? op->site : machine_loop_at(m, first),
    };
}
