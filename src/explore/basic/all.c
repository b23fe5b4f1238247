// SPDX-License-Identifier: Apache-2.0
// Every interleaving, without any reduction: the slow reference.

#include "explore/basic/backtrack.h"

#include "base/fault.h"

struct all {
    struct explorer base;
    struct backtrack backtrack;
    step_list enabled;
};

static bool choose(struct explorer *x, struct step *step) {
    struct all *all = (struct all *)x;
    uint32_t position = x->trace->length;
    bool new = position == all->backtrack.depth;
    if (!backtrack_choose(&all->backtrack, x, step))
        return false;
    if (new) {
        all->enabled.count = 0;
        enabled_steps(x->trace->machine, &all->enabled);
        invariant(all->enabled.count); // one of them was chosen
        for (size_t i = 0; i < all->enabled.count; i++)
            backtrack_add(&all->backtrack, position, all->enabled.at[i]);
    }
    return true;
}

static uint32_t end(struct explorer *x) {
    return backtrack_next(&((struct all *)x)->backtrack, x->trace);
}

static void destroy(struct explorer *x) {
    struct all *all = (struct all *)x;
    backtrack_free(&all->backtrack);
    vec_free(&all->enabled);
    memory_free(all);
}

static const struct explorer_class all_class = {choose, end, destroy, NULL};

struct explorer *explorer_all(struct trace *trace) {
    (void)trace;
    struct all *all = memory_new(1, sizeof *all);
    all->base.class = &all_class;
    backtrack_init(&all->backtrack, false);
    return &all->base;
}
