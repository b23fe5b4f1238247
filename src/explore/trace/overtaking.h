// SPDX-License-Identifier: Apache-2.0
// Which events an operation that may wait can overtake: one rule for locks,
// wake-ups, semaphores, read-write locks and awaits, and for all algorithms.
//
// Done or still waiting at the end, it can come before E[i] if it depends on
// E[i], need not come after it, and is enabled there. To find such events, walk
// back along the chain of its object (trace.h), and carry the object's state:
//
//     E:   lock₁   unlock₁   lock₂   unlock₂   lock₃
//     0 ───┤       ├─ 0 ─────┤                       lock₃ is enabled before
//                                                    lock₂, and before lock₁
//
// What hides all earlier events ends the walk, if the operation has to come
// after it, or can come before it: of a mutex, the last acquisition.

#ifndef MAZURKA_EXPLORE_TRACE_OVERTAKING_H
#define MAZURKA_EXPLORE_TRACE_OVERTAKING_H

#include "explore/trace/trace.h"

// Who could come earlier: an event, or an operation pending at the end.
struct mover {
    uint32_t thread, at; // position, or the length of the trace
    const struct op *op;
    const uint32_t *above; // what must come before it in any case
};

// Does it depend on E[at] without having to come after it?
static inline bool mover_may_pass(const struct trace *t, const struct mover *m,
                                  uint32_t at) {
    const struct event *e = trace_event(t, at);
    return e->thread != m->thread && !clock_sees(m->above, e) &&
           op_depends(&e->op, m->op);
}

// An event that it depends on, and the state of its object before that. Can it
// come before it? `may_pass`: it need not come after it.
typedef bool overtaking_visitor(void *context, const struct mover *mover,
                                uint32_t at, uint64_t state, bool may_pass);
void overtaking_walk(const struct trace *trace, const struct mover *mover,
                     overtaking_visitor *visit, void *context);

// Each operation that waits at the end of the trace and may overtake something.
// Of its `above`, which is scratch, there must be as many entries as of a
// clock.
typedef void mover_visitor(void *context, const struct mover *mover);
void overtaking_at_end(struct trace *trace, uint32_t *above,
                       mover_visitor *visit, void *context);

#endif
