// SPDX-License-Identifier: Apache-2.0
// Races that another schedule can reverse, and what to run to reverse them.
//
// For a race between positions i and j of E, a *reversal* says: after E[0..i),
// run `body` (events that do not need E[i]), then the second event. All rules
// on what can be reversed and how live here and are shared by all explorers:
//
// * An operation that never waits races with what it depends on directly.
//   Body: notdep(i,E), the events after i that do not happen after it
//   [JACM, Algorithms 1 and 2]. Whether a compare-exchange or try-lock succeeds
//   is decided anew in the new place.
// * An operation that may wait (lock, await, semaphore, …), done or still
//   waiting at the end, races with E[i] iff it could happen before E[i] and
//   without it. The body is then a maximal happens-before prefix of notdep(i,E)
//   after which it is enabled [JACM, Algorithms 3 to 6; Await, Algorithm 1].
//   For a mutex this is: the last acquisition. If what enables it is not
//   totally ordered (commuting adds, readers) there can be several such
//   prefixes.
// * An operation with choices (signal with several waiters) has a reversal for
//   each choice not taken: itself, made otherwise.

#ifndef MAZURKA_EXPLORE_TRACE_RACE_H
#define MAZURKA_EXPLORE_TRACE_RACE_H

#include "explore/trace/trace.h"

struct reversal {
    uint32_t first;  // position of the event to be overtaken
    uint32_t second; // position of the overtaking one; trace length if waiting
    uint32_t thread; // whose event the second is
    struct op op;    // what the second is in its new place
    uint32_t count;
    const uint32_t *body;     // positions, ascending
    const uint32_t *clock;    // of the second in its new place
    const uint32_t *first_of; // of each thread: index in body, LAST or NOWHERE
};

// In first_of: the thread's first event is the second event of the race.
enum { LAST = UINT32_MAX - 1 };

// How far the body reaches: source-DPOR looks at what came before the second
// event only, optimal-DPOR at the whole execution.
enum reach { UP_TO_SECOND, WHOLE_EXECUTION };

struct races; // scratch space and settings

struct races *races_new(struct trace *trace, enum reach reach);
void races_free(struct races *races);

typedef void reversal_visitor(void *context, const struct reversal *reversal);

// Many a reversal is known to be of no use before its body is collected: when
// it begins with its second event (which then is an initial of it), and
// exploring that thread first after E[0..first) is done or planned already.
// `known` says so; NULL, the default: nothing is known. What is known once must
// stay known while E[0..first] stays as it is: it is not asked again.
typedef bool reversal_known(void *context, uint32_t first, uint32_t thread,
                            const struct op *op);
void races_skip(struct races *races, reversal_known *known, void *context);

// All reversals whose second event is at position `second`.
void races_of_event(struct races *races, uint32_t second,
                    reversal_visitor *visit, void *context);
// Of those with second events before `end`, the ones that depend on what comes
// later even if it is not to be in the body: when a compare-exchange that
// failed would succeed, and write. Needs accesses that overlap only in part.
void races_that_turn(struct races *races, uint32_t end, reversal_visitor *visit,
                     void *context);
// All reversals with operations that wait at the end of the trace.
void races_of_waiting(struct races *races, reversal_visitor *visit,
                      void *context);

// For searches that know what may happen later, but not how: with which events
// of the trace can `op` race, if `thread` does it some time after the end? All
// that is known to come before it is `seen`. `exact`: the reversal begins with
// events after `first` that do not need it; else some of those may have to be
// left out for `op` to be enabled, and it is not known which.
typedef void later_visitor(void *context, uint32_t first, bool exact);
void races_of_later(struct races *races, uint32_t thread, const struct op *op,
                    const uint32_t *seen, later_visitor *visit, void *context);

// Was an await met whose enabling sets were too many to enumerate?
enum limit races_given_up(const struct races *races);
// The most commuting updates seen at one await (a warning is due from 20 on).
unsigned races_most_commuting(const struct races *races);

// What the operation at `second` is after E[0..first) and then `body`: whether
// a compare-exchange or try-lock succeeds, whom a signal wakes.
struct op race_decided_anew(const struct trace *trace, uint32_t first,
                            uint32_t second, const uint32_t *body,
                            size_t count);

// ----- questions about the sequence v = body · second, after E[0..first)

// Initials [JACM, Definition 4.1(1), Lemma 4.2(1)]: can v begin with p?
bool reversal_has_initial(const struct trace *trace,
                          const struct reversal *reversal, uint32_t thread);
// Weak initials (Definition 4.1(2), Lemma 4.2(2)): could p come before v, be
// it in v or not? `op` is p's next operation after E[0..first), chosen as op
// says.
bool reversal_has_weak_initial(const struct trace *trace,
                               const struct reversal *reversal, uint32_t thread,
                               const struct op *op);

// The event that starts thread p in v (it must be in v): its operation.
const struct op *reversal_op(const struct trace *trace,
                             const struct reversal *reversal, uint32_t thread);

#endif
