// SPDX-License-Identifier: Apache-2.0
// One way down POP's tree at random, each branch with the same chance: a sample
// of how many executions there are (estimate.h). It shows all that there is.

#include "base/fault.h"
#include "explore/estimate.h"
#include "explore/pop/pop.h"

// Is it a branch of its own, or covered by what sleeps?
static bool branches_off(struct pop *p, const struct schedule *s) {
    suspended_move_to(&p->suspended, s->first);
    struct branch b = schedule_branch(&p->schedules, s, &p->suspended);
    return pop_sleep_follow(&p->sleep, &b);
}

// What an earlier one of the same prefix would have put to sleep.
static void take_as_explored(struct pop *p, const struct schedule *s) {
    suspended_move_to(&p->suspended, s->first);
    struct branch b = schedule_branch(&p->schedules, s, &p->suspended);
    pop_sleep_skip(&p->sleep, &b);
}

// The executions that branch off from one are known when it is over: POP's tree
// is one of executions, and what lies below one does not depend on the others.
static uint32_t descend(struct explorer *x, struct estimate_random *random) {
    struct pop *p = (struct pop *)x;
    pop_find_races(p);
    size_t first = pop_top(p)->found, count = p->schedules.found.count,
           kept = count;
    for (size_t i = count; i-- > first;)
        if (branches_off(p, &p->schedules.found.at[i]))
            p->schedules.found.at[--kept] = p->schedules.found.at[i];
    unsigned branches = (unsigned)(count - kept);
    x->weight *= branches;
    if (kept == count)
        return ALL_DONE;
    size_t chosen = kept + estimate_pick(random, branches);
    struct schedule s = p->schedules.found.at[chosen];
    for (size_t i = count; i-- > chosen + 1;)
        if (p->schedules.found.at[i].first == s.first)
            take_as_explored(p, &p->schedules.found.at[i]);
    p->schedules.found.count = first;
    bool reversed = pop_reverse(p, &s);
    invariant(reversed);
    return s.first;
}

static void restart(struct explorer *x) {
    struct pop *p = (struct pop *)x;
    pop_begin(p, p->variant);
    x->weight = 1;
}

const struct explorer_probing pop_probing = {restart, descend, NULL};
