// SPDX-License-Identifier: Apache-2.0
// Source-DPOR [JACM, Algorithms 1, 3 and 5], and the classic algorithm of
// Flanagan and Godefroid, which differs from it in one test.
//
// Races are looked for when an execution is over instead of on the way; all of
// its new events are second events, and so are the operations that wait at its
// end, and the few old events whose reversals depend on the new ones.
// Executions that the sleep set cuts short count too: their races lead to
// others.
//
// For a race (i, j) with v = notdep(i, E[..j)) · E[j], some initial of v must
// be explored at i. Classic does not see that any initial would do: it insists
// on one whose event happens before E[j], and explores more.

#include "explore/basic/backtrack.h"

#include "base/fault.h"

struct source {
    struct explorer base;
    struct backtrack backtrack;
    struct races *races;
    bool classic;
};

static void add_backtrack(void *context, const struct reversal *v) {
    struct source *s = context;
    s->base.races_reversed +=
        backtrack_reverse(&s->backtrack, s->base.trace, v, s->classic);
}

static bool choose(struct explorer *x, struct step *step) {
    return backtrack_choose(&((struct source *)x)->backtrack, x, step);
}

static uint32_t end(struct explorer *x) {
    struct source *s = (struct source *)x;
    invariant(s->backtrack.fresh <= x->trace->length);
    for (uint32_t j = s->backtrack.fresh; j < x->trace->length; j++)
        races_of_event(s->races, j, add_backtrack, s);
    races_that_turn(s->races, s->backtrack.fresh, add_backtrack, s);
    races_of_waiting(s->races, add_backtrack, s);
    x->given_up = races_given_up(s->races);
    x->most_commuting = races_most_commuting(s->races);
    return backtrack_next(&s->backtrack, x->trace);
}

static void destroy(struct explorer *x) {
    struct source *s = (struct source *)x;
    backtrack_free(&s->backtrack);
    races_free(s->races);
    memory_free(s);
}

static const struct explorer_class source_class = {choose, end, destroy, NULL};

struct explorer *explorer_source(struct trace *trace) {
    struct source *s = memory_new(1, sizeof *s);
    s->base.class = &source_class;
    s->races = races_new(trace, UP_TO_SECOND);
    backtrack_init(&s->backtrack, true);
    return &s->base;
}

struct explorer *explorer_classic(struct trace *trace) {
    struct explorer *x = explorer_source(trace);
    ((struct source *)x)->classic = true;
    return x;
}
