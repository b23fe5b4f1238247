// SPDX-License-Identifier: Apache-2.0

#include "explore/optimal/wakeup_tree.h"

#include "base/fault.h"
#include "explore/trace/sleep_set.h"

void wakeup_init(struct wakeup_pool *pool) {
    *pool = (struct wakeup_pool){.free = NO_NODE};
}

void wakeup_free(struct wakeup_pool *pool) {
    vec_free(&pool->nodes);
    vec_free(&pool->clocks);
    vec_free(&pool->path);
    vec_free(&pool->asleep);
    vec_free(&pool->stack);
}

// ------------------------------------------------------------------- nodes

uint32_t wakeup_leaf(struct wakeup_pool *pool, uint32_t thread,
                     const struct op *op) {
    uint32_t node = pool->free;
    if (node == NO_NODE) {
        node = (uint32_t)pool->nodes.count;
        vec_push(&pool->nodes, (struct wakeup_node){0});
    } else {
        pool->free = pool->nodes.at[node].sibling;
    }
    pool->nodes.at[node] = (struct wakeup_node){NO_NODE, NO_NODE, thread, *op};
    if (++pool->live > pool->most)
        pool->most = pool->live;
    return node;
}

static void release(struct wakeup_pool *pool, uint32_t node) {
    invariant(node < pool->nodes.count && pool->live > 0);
    pool->nodes.at[node].sibling = pool->free;
    pool->free = node;
    pool->live--;
}

uint32_t wakeup_drop_first(struct wakeup_pool *pool, uint32_t tree) {
    invariant(tree < pool->nodes.count);
    uint32_t rest = pool->nodes.at[tree].sibling;
    if (pool->nodes.at[tree].child == NO_NODE) { // most often
        release(pool, tree);
        return rest;
    }
    pool->nodes.at[tree].sibling = NO_NODE;
    pool->stack.count = 0;
    vec_push(&pool->stack, tree);
    while (pool->stack.count) {
        uint32_t node = pool->stack.at[--pool->stack.count];
        struct wakeup_node n = pool->nodes.at[node];
        if (n.child != NO_NODE)
            vec_push(&pool->stack, n.child);
        if (n.sibling != NO_NODE)
            vec_push(&pool->stack, n.sibling);
        release(pool, node);
    }
    expensive(wakeup_pool_is_sound(pool));
    return rest;
}

// --------------------------------------------------------------- insertion

// The sequence while it is being inserted. Its events are named by their index
// in the reversal's body, the second event of the race by LAST. Events are
// taken out of it on the way down, always the first one of a thread: `next`
// has, of each thread, the first one that is left, or NOWHERE; `frontier`
// counts all that come before the sequence, those included.
struct sequence {
    struct wakeup_pool *pool;
    const struct trace *trace;
    const struct reversal *reversal;
    uint32_t *next, *frontier;
    uint32_t left; // how many events
};

static const struct event *event_in(const struct sequence *s, uint32_t k) {
    expensive(k < s->reversal->count);
    return trace_event(s->trace, s->reversal->body[k]);
}

static const struct op *op_in(const struct sequence *s, uint32_t k) {
    return k == LAST ? &s->reversal->op : &event_in(s, k)->op;
}

static void begin(struct sequence *s) {
    struct wakeup_pool *pool = s->pool;
    unsigned width = s->trace->width;
    vec_reserve(&pool->clocks, 2 * width);
    s->next = pool->clocks.at;
    s->frontier = s->next + width;
    clock_copy(s->next, s->reversal->first_of, width);
    clock_copy(s->frontier, trace_frontier(s->trace, s->reversal->first),
               width);
    s->left = s->reversal->count + 1;
}

static bool is_minimal(const struct sequence *s, uint32_t thread, uint32_t k) {
    const uint32_t *clock = k == LAST
                                ? s->reversal->clock
                                : trace_clock(s->trace, s->reversal->body[k]);
    return clock_follows(clock, s->frontier, thread, s->trace->width);
}

static bool is_left(const struct sequence *s, uint32_t k) {
    return k >= s->next[event_in(s, k)->thread];
}

static bool last_is_left(const struct sequence *s) {
    return s->next[s->reversal->thread] != NOWHERE;
}

static bool independent_of_rest(const struct sequence *s, const struct op *op) {
    for (uint32_t k = 0; k < s->reversal->count; k++)
        if (op_depends(&event_in(s, k)->op, op) && is_left(s, k))
            return false;
    return !last_is_left(s) || !op_depends(&s->reversal->op, op);
}

static uint32_t after(const struct sequence *s, uint32_t thread, uint32_t k) {
    const struct reversal *v = s->reversal;
    if (k == LAST)
        return NOWHERE;
    while (++k < v->count)
        if (event_in(s, k)->thread == thread)
            return k;
    return thread == v->thread ? LAST : NOWHERE;
}

static void take_out_first(struct sequence *s, uint32_t thread) {
    invariant(s->left > 0 && s->next[thread] != NOWHERE);
    s->next[thread] = after(s, thread, s->next[thread]);
    s->frontier[thread]++;
    s->left--;
}

enum relation_to_child { INCOMPATIBLE, GOES_BELOW, COVERED };

// How the sequence relates to a child: not a weak initial of it; a weak
// initial, then it is taken out; or all of the sequence is covered.
static enum relation_to_child relate(struct sequence *s,
                                     const struct wakeup_node *c) {
    uint32_t k = s->next[c->thread];
    if (k == NOWHERE)
        return independent_of_rest(s, &c->op) ? COVERED : INCOMPATIBLE;
    if (op_in(s, k)->choice != c->op.choice || !is_minimal(s, c->thread, k))
        return INCOMPATIBLE;
    expensive(op_in(s, k)->kind == c->op.kind);
    take_out_first(s, c->thread);
    if (s->left == 0 || c->child == NO_NODE)
        return COVERED; // a promised run will cover it
    return GOES_BELOW;
}

// Who sleeps on when this happens.
static void wake(struct wakeup_pool *pool, uint32_t thread,
                 const struct op *op) {
    size_t kept = 0;
    for (size_t i = 0; i < pool->asleep.count; i++) {
        struct sleeping it = pool->asleep.at[i];
        if (it.thread != thread && !op_depends(it.op, op))
            pool->asleep.at[kept++] = it;
    }
    pool->asleep.count = kept;
}

// Promise one more event, the next on the path. True if nobody sleeps then.
static bool promise(struct sequence *s, uint32_t k) {
    uint32_t thread = k == LAST ? s->reversal->thread : event_in(s, k)->thread;
    vec_push(&s->pool->path, k);
    wake(s->pool, thread, op_in(s, k));
    return s->pool->asleep.count == 0;
}

static bool promise_all(struct sequence *s, bool needed) {
    for (uint32_t k = 0; k < s->reversal->count; k++)
        if (clock_sees(s->reversal->clock, event_in(s, k)) == needed &&
            is_left(s, k) && promise(s, k))
            return true;
    return false;
}

// No more of the sequence than it takes until nobody sleeps. What the second
// event needs, and then the second event, come before all others: they do not
// depend on it, else it would need them.
static void find_path(struct sequence *s) {
    s->pool->path.count = 0;
    bool done = promise_all(s, true) || (last_is_left(s) && promise(s, LAST)) ||
                promise_all(s, false);
    invariant(done);
}

static void append_path(struct sequence *s, uint32_t parent, uint32_t before,
                        uint32_t *tree) {
    struct wakeup_pool *pool = s->pool;
    invariant(pool->path.count > 0); // else a leaf had covered it
    for (size_t i = 0; i < pool->path.count; i++) {
        uint32_t k = pool->path.at[i];
        uint32_t thread =
            k == LAST ? s->reversal->thread : event_in(s, k)->thread;
        uint32_t node = wakeup_leaf(pool, thread, op_in(s, k));
        if (before != NO_NODE)
            pool->nodes.at[before].sibling = node;
        else if (parent != NO_NODE)
            pool->nodes.at[parent].child = node;
        else
            *tree = node;
        parent = node;
        before = NO_NODE;
    }
}

static void sleeps(struct wakeup_pool *pool, uint32_t thread,
                   const struct op *op) {
    vec_push(&pool->asleep, (struct sleeping){thread, op});
}

bool wakeup_insert(struct wakeup_pool *pool, uint32_t *tree,
                   const struct trace *trace, const struct reversal *reversal,
                   const struct sleeper *sleepers, uint32_t count) {
    invariant(reversal->first < trace->length);
    struct sequence s = {.pool = pool, .trace = trace, .reversal = reversal};
    begin(&s);
    pool->asleep.count = 0;
    for (uint32_t i = 0; i < count; i++)
        sleeps(pool, sleepers[i].thread, &sleepers[i].op);
    uint32_t parent = NO_NODE, before = NO_NODE, node = *tree;
    while (node != NO_NODE) {
        const struct wakeup_node *n = &pool->nodes.at[node];
        switch (relate(&s, n)) {
        case COVERED:
            return false;
        case GOES_BELOW:
            wake(pool, n->thread, &n->op);
            parent = node;
            before = NO_NODE;
            node = n->child;
            break;
        case INCOMPATIBLE:
            sleeps(pool, n->thread, &n->op);
            before = node;
            node = n->sibling;
        }
    }
    find_path(&s);
    append_path(&s, parent, before, tree);
    expensive(wakeup_pool_is_sound(pool));
    return true;
}

// --------------------------------------------------------------- debugging

bool wakeup_pool_is_sound(const struct wakeup_pool *pool) {
    size_t free = 0;
    for (uint32_t node = pool->free; node != NO_NODE;
         node = pool->nodes.at[node].sibling)
        if (node >= pool->nodes.count || ++free > pool->nodes.count)
            return false;
    return free + pool->live == pool->nodes.count && pool->live <= pool->most;
}

enum { LONGEST_CHECKED = 64, MOST_CHECKED = 300 };

// A path through the tree, root first; nodes[i+1] is a child of nodes[i].
struct path {
    const struct wakeup_pool *pool;
    uint32_t node[LONGEST_CHECKED];
    unsigned length;
};

// Is a step a weak initial of the path from place `from` on? Labels suffice:
// who could come first was enabled before anything in the path happened.
static bool weak_initial(const struct path *path, unsigned from,
                         uint32_t thread, const struct op *op) {
    for (unsigned i = from; i < path->length; i++) {
        const struct wakeup_node *n = &path->pool->nodes.at[path->node[i]];
        if (n->thread == thread)
            return n->op.choice == op->choice;
        if (op_depends(&n->op, op))
            return false;
    }
    return true;
}

static bool leaf_is_valid(const struct path *path, uint32_t tree,
                          const struct sleeper *sleepers, uint32_t count) {
    const struct wakeup_pool *pool = path->pool;
    for (uint32_t i = 0; i < count; i++)
        if (weak_initial(path, 0, sleepers[i].thread, &sleepers[i].op))
            return false;
    uint32_t list = tree;
    for (unsigned i = 0; i < path->length; i++) {
        for (uint32_t c = list; c != path->node[i];
             c = pool->nodes.at[c].sibling)
            if (weak_initial(path, i, pool->nodes.at[c].thread,
                             &pool->nodes.at[c].op))
                return false;
        list = pool->nodes.at[path->node[i]].child;
    }
    return true;
}

bool wakeup_is_valid(const struct wakeup_pool *pool, uint32_t tree,
                     const struct sleeper *sleepers, uint32_t count) {
    struct path path = {.pool = pool};
    unsigned looked_at = 0;
    uint32_t node = tree;
    while (node != NO_NODE && path.length < LONGEST_CHECKED &&
           looked_at++ < MOST_CHECKED) {
        path.node[path.length++] = node;
        uint32_t next = pool->nodes.at[node].child;
        if (next == NO_NODE && !leaf_is_valid(&path, tree, sleepers, count))
            return false;
        while (next == NO_NODE && path.length)
            next = pool->nodes.at[path.node[--path.length]].sibling;
        node = next;
    }
    return true;
}
