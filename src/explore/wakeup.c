// SPDX-License-Identifier: Apache-2.0

#include "explore/wakeup.h"

#include "base/fault.h"
#include "explore/sleep.h"

#include <string.h>

void wakeup_init(struct wakeup_pool *pool) {
    *pool = (struct wakeup_pool){.free = NO_NODE};
}

void wakeup_free(struct wakeup_pool *pool) {
    vec_free(&pool->nodes);
    vec_free(&pool->rest);
    vec_free(&pool->order);
    vec_free(&pool->asleep);
    vec_free(&pool->cut);
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
    pool->nodes.at[node].sibling = pool->free;
    pool->free = node;
    pool->live--;
}

uint32_t wakeup_drop_first(struct wakeup_pool *pool, uint32_t tree) {
    uint32_t rest = pool->nodes.at[tree].sibling;
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
    return rest;
}

// --------------------------------------------------------------- insertion

// The sequence while it is being inserted: `rest` holds positions of the trace
// in order, LAST for the second event of the race. `cut` counts the events of
// each thread before it, which includes those taken out of it on the way down.
struct sequence {
    struct wakeup_pool *pool;
    const struct trace *trace;
    const struct reversal *reversal;
};

static uint32_t thread_in(const struct sequence *s, uint32_t at) {
    return at == LAST ? s->reversal->thread : trace_event(s->trace, at)->thread;
}

static const struct op *op_in(const struct sequence *s, uint32_t at) {
    return at == LAST ? &s->reversal->op : &trace_event(s->trace, at)->op;
}

static void begin(struct sequence *s) {
    struct wakeup_pool *pool = s->pool;
    const struct reversal *v = s->reversal;
    unsigned width = s->trace->width;
    vec_reserve(&pool->rest, v->count + 1u);
    if (v->count)
        memcpy(pool->rest.at, v->body, v->count * sizeof *pool->rest.at);
    pool->rest.at[v->count] = LAST;
    pool->rest.count = v->count + 1u;
    vec_reserve(&pool->cut, width);
    clock_copy(pool->cut.at, trace_cut(s->trace, v->first), width);
}

static bool is_minimal(const struct sequence *s, uint32_t at) {
    const uint32_t *clock =
        at == LAST ? s->reversal->clock : trace_clock(s->trace, at);
    return clock_follows(clock, s->pool->cut.at, thread_in(s, at),
                         s->trace->width);
}

static bool independent_of_rest(const struct sequence *s, const struct op *op) {
    for (size_t k = 0; k < s->pool->rest.count; k++)
        if (op_depends(op_in(s, s->pool->rest.at[k]), op))
            return false;
    return true;
}

static size_t find_in_rest(const struct sequence *s, uint32_t thread) {
    size_t k = 0;
    while (k < s->pool->rest.count &&
           thread_in(s, s->pool->rest.at[k]) != thread)
        k++;
    return k;
}

static void take_out(struct sequence *s, size_t k) {
    struct wakeup_pool *pool = s->pool;
    pool->cut.at[thread_in(s, pool->rest.at[k])]++;
    memmove(&pool->rest.at[k], &pool->rest.at[k + 1],
            (pool->rest.count - k - 1) * sizeof *pool->rest.at);
    pool->rest.count--;
}

enum relation_to_child { INCOMPATIBLE, GOES_BELOW, COVERED };

// How the sequence relates to a child: not a weak initial of it; a weak
// initial, then it is taken out; or all of the sequence is covered.
static enum relation_to_child relate(struct sequence *s, uint32_t node) {
    const struct wakeup_node *c = &s->pool->nodes.at[node];
    size_t k = find_in_rest(s, c->thread);
    if (k == s->pool->rest.count)
        return independent_of_rest(s, &c->op) ? COVERED : INCOMPATIBLE;
    uint32_t at = s->pool->rest.at[k];
    if (op_in(s, at)->choice != c->op.choice || !is_minimal(s, at))
        return INCOMPATIBLE;
    invariant(op_in(s, at)->kind == c->op.kind);
    take_out(s, k);
    if (s->pool->rest.count == 0 || c->child == NO_NODE)
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

// What the second event needs, and then the second event, before all others:
// they do not depend on it, else it would need them.
static void put_second_early(struct sequence *s) {
    struct wakeup_pool *pool = s->pool;
    size_t count = pool->rest.count;
    vec_reserve(&pool->order, count);
    pool->order.count = 0;
    for (int needed = 1; needed >= 0; needed--)
        for (size_t k = 0; k < count; k++) {
            uint32_t at = pool->rest.at[k];
            bool is = at == LAST ||
                      clock_sees(s->reversal->clock, trace_event(s->trace, at));
            if (is == needed)
                pool->order.at[pool->order.count++] = at;
        }
    memcpy(pool->rest.at, pool->order.at, count * sizeof *pool->rest.at);
}

// Keep no more of the sequence than it takes until nobody sleeps.
static void shorten(struct sequence *s) {
    struct wakeup_pool *pool = s->pool;
    put_second_early(s);
    size_t k = 0;
    while (pool->asleep.count && k < pool->rest.count) {
        uint32_t at = pool->rest.at[k++];
        wake(pool, thread_in(s, at), op_in(s, at));
    }
    invariant(k > 0 && pool->asleep.count == 0);
    pool->rest.count = k;
}

static void append_chain(struct sequence *s, uint32_t parent, uint32_t before,
                         uint32_t *tree) {
    struct wakeup_pool *pool = s->pool;
    for (size_t k = 0; k < pool->rest.count; k++) {
        uint32_t at = pool->rest.at[k];
        uint32_t node = wakeup_leaf(pool, thread_in(s, at), op_in(s, at));
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
    struct sequence s = {pool, trace, reversal};
    begin(&s);
    pool->asleep.count = 0;
    for (uint32_t i = 0; i < count; i++)
        sleeps(pool, sleepers[i].thread, &sleepers[i].op);
    uint32_t parent = NO_NODE, before = NO_NODE, node = *tree;
    while (node != NO_NODE) {
        const struct wakeup_node *n = &pool->nodes.at[node];
        switch (relate(&s, node)) {
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
    shorten(&s);
    append_chain(&s, parent, before, tree);
    return true;
}

// --------------------------------------------------------------- debugging

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
