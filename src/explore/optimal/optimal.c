// SPDX-License-Identifier: Apache-2.0
// Optimal-DPOR [JACM, Algorithms 2, 4, 6; with awaits Await, Algorithm 1]:
// each class of executions exactly once, and none is ever cut short.
//
// At each position k of the current execution stand a sleep set and a wakeup
// tree; the leftmost child of the tree is the step that the execution takes
// there, and its subtree has become the tree of position k+1:
//
//     tree of k:    E[k]   c   d …      to be explored when E[k] is done
//                    │
//     tree of k+1:  E[k+1] …
//
// Races are looked for in maximal executions only, and all of them each time:
// v = notdep(i, E) · E[j] depends on what comes after j.

#include "explore/explorer.h"
#include "explore/trace/race.h"
#include "explore/optimal/optimal_order.h"
#include "explore/trace/sleep_set.h"
#include "explore/optimal/wakeup_tree.h"

#include "base/fault.h"

struct optimal {
    struct explorer base;
    struct races *races;
    struct sleep sleep;
    struct wakeup_pool pool;
    VEC(uint32_t) trees; // of each position, the current one included
};

// Invariant (1) of wakeup trees: has the sleep set a weak initial of v?
static bool covered_by_sleep(const struct optimal *o,
                             const struct reversal *v) {
    uint32_t count;
    const struct sleeper *sleeper = sleep_at(&o->sleep, v->first, &count);
    for (uint32_t i = 0; i < count; i++)
        if (reversal_has_weak_initial(o->base.trace, v, sleeper[i].thread,
                                      &sleeper[i].op))
            return true;
    return false;
}

static void plan(void *context, const struct reversal *v) {
    struct optimal *o = context;
    // The overtaken event depends on the second one: it can never cover v.
    expensive(!reversal_has_weak_initial(
        o->base.trace, v, trace_event(o->base.trace, v->first)->thread,
        &trace_event(o->base.trace, v->first)->op));
    if (covered_by_sleep(o, v))
        return;
    uint32_t count;
    const struct sleeper *sleepers = sleep_at(&o->sleep, v->first, &count);
    if (wakeup_insert(&o->pool, &o->trees.at[v->first], o->base.trace, v,
                      sleepers, count))
        o->base.races_reversed++;
}

// A step that is an initial of a sequence covers it if it sleeps, or if it is
// the leftmost leaf that is still to be run.
static bool known(void *context, uint32_t first, uint32_t thread,
                  const struct op *op) {
    const struct optimal *o = context;
    if (sleep_has(&o->sleep, first, thread, op->choice))
        return true;
    uint32_t next = o->pool.nodes.at[o->trees.at[first]].sibling;
    if (next == NO_NODE)
        return false;
    const struct wakeup_node *n = &o->pool.nodes.at[next];
    return n->thread == thread && n->op.choice == op->choice &&
           n->child == NO_NODE;
}

static uint32_t random_thread(struct optimal *o) {
    struct machine *m = o->base.trace->machine;
    unsigned enabled = 0;
    for (uint32_t t = 0; t < m->threads; t++)
        enabled += machine_enabled(m, t);
    unsigned nth = explorer_pick(&o->base, enabled);
    for (uint32_t t = 0; t < m->threads; t++)
        if (machine_enabled(m, t) && nth-- == 0)
            return t;
    return NOWHERE;
}

static bool free_choice(struct optimal *o, struct step *step) {
    const struct trace *trace = o->base.trace;
    struct order *order = o->base.order;
    uint64_t rested = fairness_rested(&order->fairness, trace->machine);
    uint32_t t =
        o->base.random ? random_thread(o) : order_next(order, trace, rested);
    if (t == NOWHERE)
        return false;
    const struct op *op = machine_pending(trace->machine, t);
    unsigned choice = explorer_pick(&o->base, op_choices(op));
    *step = (struct step){t, op_choice(op, choice)};
    return true;
}

// A new position: its sleep set follows from the last event, its tree is what
// stands below the child that was executed.
static void push_position(struct optimal *o) {
    const struct trace *trace = o->base.trace;
    uint32_t length = trace->length;
    sleep_push(&o->sleep, length ? trace_event(trace, length - 1) : NULL);
    uint32_t tree = NO_NODE;
    if (length) {
        struct wakeup_node *parent = &o->pool.nodes.at[o->trees.at[length - 1]];
        tree = parent->child;
        parent->child = NO_NODE;
    }
    vec_push(&o->trees, tree);
}

static bool choose(struct explorer *x, struct step *step) {
    struct optimal *o = (struct optimal *)x;
    uint32_t length = x->trace->length;
    expensive(o->trees.count == length || o->trees.count == length + 1);
    if (o->trees.count == length)
        push_position(o);
    uint32_t *tree = &o->trees.at[length];
    if (*tree != NO_NODE) {
        const struct wakeup_node *next = &o->pool.nodes.at[*tree];
        *step = (struct step){next->thread, next->op.choice};
        x->expected = &next->op;
        return true;
    }
    x->expected = NULL;
    if (!free_choice(o, step))
        return false;
    uint32_t asleep;
    sleep_at(&o->sleep, length, &asleep);
    expensive(asleep == 0); // nothing is left to be run: nobody sleeps
    struct op op = *machine_pending(x->trace->machine, step->thread);
    op.choice = step->choice;
    *tree = wakeup_leaf(&o->pool, step->thread, &op);
    return true;
}

// Invariants (1) and (2) of wakeup trees, at one position.
static bool tree_is_valid(const struct optimal *o, uint32_t position) {
    uint32_t count;
    const struct sleeper *sleepers = sleep_at(&o->sleep, position, &count);
    return wakeup_is_valid(&o->pool, o->trees.at[position], sleepers, count);
}

// Positions whose last child is done are done; at the first other one, the
// executed child goes to sleep and the next one's turn comes.
static uint32_t next_branch(struct optimal *o) {
    const struct trace *trace = o->base.trace;
    for (uint32_t k = trace->length; k-- > 0;) {
        o->trees.count = k + 1;
        uint32_t *tree = &o->trees.at[k];
        expensive(*tree != NO_NODE); // the step that was taken there
        *tree = wakeup_drop_first(&o->pool, *tree);
        if (*tree == NO_NODE)
            continue;
        const struct event *done = trace_event(trace, k);
        sleep_back(&o->sleep, k);
        sleep_add(&o->sleep, done->thread, &done->op);
        expensive(tree_is_valid(o, k));
        return k;
    }
    return ALL_DONE;
}

// Once more, in the order that the first execution suggests?
static struct explorer *again(struct explorer *x, bool first) {
    struct optimal *o = (struct optimal *)x;
    if (!first || x->reordered || x->random || !optimal_order_pays(x->trace))
        return NULL;
    wakeup_free(&o->pool);
    wakeup_init(&o->pool);
    o->trees.count = 0;
    sleep_free(&o->sleep);
    explorer_reorder(x, optimal_order());
    return x;
}

static uint32_t end(struct explorer *x) {
    struct optimal *o = (struct optimal *)x;
    invariant(o->trees.count >= x->trace->length);
    for (size_t i = 0; i < x->trace->reversible.count; i++)
        races_of_event(o->races, x->trace->reversible.at[i], plan, o);
    races_of_waiting(o->races, plan, o);
    x->wakeup_nodes_most = o->pool.most;
    x->given_up = races_given_up(o->races);
    x->most_commuting = races_most_commuting(o->races);
    return next_branch(o);
}

static void destroy(struct explorer *x) {
    struct optimal *o = (struct optimal *)x;
    races_free(o->races);
    sleep_free(&o->sleep);
    wakeup_free(&o->pool);
    vec_free(&o->trees);
    memory_free(o);
}

static const struct explorer_class optimal_class = {choose, end, destroy,
                                                    again};

struct explorer *explorer_optimal(struct trace *trace) {
    struct optimal *o = memory_new(1, sizeof *o);
    o->base.class = &optimal_class;
    o->base.order = order_by_number();
    o->races = races_new(trace, WHOLE_EXECUTION);
    races_skip(o->races, known, o);
    wakeup_init(&o->pool);
    return &o->base;
}
