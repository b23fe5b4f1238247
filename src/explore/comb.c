// SPDX-License-Identifier: Apache-2.0

#include "explore/comb.h"

#include <stdlib.h>

void comb_free(struct comb *c) {
    for (uint32_t i = 0; i < c->room; i++)
        vec_free(&c->spikes[i].events);
    memory_free(c->spikes);
    vec_free(&c->last);
    vec_free(&c->added);
    vec_free(&c->more);
}

static const struct unfolding_event *at(const struct comb *c, uint32_t id) {
    return unfolding_at(c->configuration->unfolding, id);
}

// ---------------------------------------------------------------- conflicts

// Do [u] and C ∪ J have the same events of a thread, as far as both go?
static bool agree(const struct comb *c, uint32_t u, uint32_t thread) {
    const struct unfolding *all = c->configuration->unfolding;
    uint32_t a = thread < c->last.count ? c->last.at[thread] : NO_EVENT;
    uint32_t b = unfolding_last(all, u, thread);
    if (a == b || a == NO_EVENT || b == NO_EVENT)
        return true;
    uint32_t i = at(c, a)->index, k = at(c, b)->index;
    return i < k ? unfolding_ancestor(all, b, i) == a
                 : unfolding_ancestor(all, a, k) == b;
}

// The events of [u] that C ∪ J does not have.
static void collect_more(struct comb *c, uint32_t u) {
    const struct unfolding *all = c->configuration->unfolding;
    c->more.count = 0;
    for (uint32_t t = 0; t < c->last.count; t++) {
        uint32_t have = at(c, c->last.at[t])->index;
        uint32_t id = unfolding_last(all, u, t);
        for (; at(c, id)->index > have; id = at(c, id)->before)
            vec_push(&c->more, id);
    }
}

// Is `x`, an event of [u], in conflict with an event of J?
static bool excluded(const struct comb *c, uint32_t u, uint32_t x) {
    const struct unfolding *all = c->configuration->unfolding;
    for (size_t i = 0; i < c->added.count; i++) {
        const struct unfolding_event *j = at(c, c->added.at[i]);
        uint32_t last = unfolding_last(all, u, j->thread);
        if (j->index > at(c, last)->index && j->thread != at(c, x)->thread &&
            op_depends(&j->op, &at(c, x)->op))
            return true;
    }
    return false;
}

// Is C ∪ J ∪ [u] conflict-free? Leaves the new events in `more`.
static bool fits(struct comb *c, uint32_t u, bool without_c) {
    for (uint32_t t = 0; t < c->last.count; t++)
        if (!agree(c, u, t))
            return false;
    collect_more(c, u);
    for (size_t i = 0; i < c->more.count; i++) {
        uint32_t x = c->more.at[i];
        if (excluded(c, u, x) ||
            (!without_c && !configuration_allows(c->configuration, x, u)))
            return false;
    }
    return true;
}

// ------------------------------------------------------------------- spikes

static bool has_sleeper(const struct comb *c, uint32_t u,
                        const uint32_t *sleepers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (unfolding_contains(c->configuration->unfolding, u, sleepers[i]))
            return true;
    return false;
}

static bool make_spike(struct comb *c, struct comb_spike *s,
                       const uint32_t *sleepers, uint32_t count) {
    unfolding_find_rivals(c->configuration->unfolding, s->sleeper, &s->events);
    size_t kept = 0;
    for (size_t i = 0; i < s->events.count; i++) {
        uint32_t u = s->events.at[i];
        if (!has_sleeper(c, u, sleepers, count) && fits(c, u, false))
            s->events.at[kept++] = u;
    }
    s->events.count = kept;
    return kept > 0;
}

static void start(struct comb *c) {
    const struct configuration *of = c->configuration;
    c->added.count = c->last.count = 0;
    for (uint32_t t = 0; t < of->width; t++)
        vec_push(&c->last, configuration_last(of, t));
}

static bool make_comb(struct comb *c, const uint32_t *sleepers, uint32_t count,
                      uint32_t wanted) {
    if (c->room < wanted) {
        c->spikes = memory_resize(c->spikes, wanted, sizeof *c->spikes);
        for (uint32_t i = c->room; i < wanted; i++)
            c->spikes[i] = (struct comb_spike){0};
        c->room = wanted;
    }
    c->count = wanted;
    for (uint32_t i = 0; i < wanted; i++) {
        // The last one has never had an alternative: always look at it.
        c->spikes[i].sleeper = sleepers[count - 1 - i];
        if (!make_spike(c, &c->spikes[i], sleepers, count))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------- the search

static void enter(struct comb *c, struct comb_spike *s) {
    s->next = 0;
    s->added = c->added.count;
    s->answered = false;
    for (size_t i = 0; i < c->added.count && !s->answered; i++)
        s->answered = unfolding_rivals(c->configuration->unfolding,
                                       c->added.at[i], s->sleeper);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void add_more(struct comb *c) {
    qsort(c->more.at, c->more.count, sizeof *c->more.at, by_number);
    for (size_t i = 0; i < c->more.count; i++) {
        vec_push(&c->added, c->more.at[i]);
        c->last.at[at(c, c->more.at[i])->thread] = c->more.at[i];
    }
}

static void undo(struct comb *c, size_t added) {
    while (c->added.count > added) {
        const struct unfolding_event *e = at(c, c->added.at[--c->added.count]);
        c->last.at[e->thread] = e->before;
    }
}

// The next way to answer a spike, after taking back the last one.
static bool advance(struct comb *c, struct comb_spike *s) {
    undo(c, s->added);
    if (s->answered)
        return s->next++ == 0; // J is as good as it was
    while (s->next < s->events.count)
        if (fits(c, s->events.at[s->next++], true)) {
            add_more(c);
            return true;
        }
    return false;
}

bool comb_search(struct comb *c, const uint32_t *sleepers, uint32_t count,
                 uint32_t k) {
    uint32_t wanted = k && k < count ? k : count, level = 0;
    start(c);
    if (!make_comb(c, sleepers, count, wanted))
        return false;
    enter(c, &c->spikes[0]);
    for (;;) {
        if (advance(c, &c->spikes[level])) {
            if (++level == wanted)
                break;
            enter(c, &c->spikes[level]);
        } else if (level-- == 0) {
            return false;
        }
    }
    if (c->added.count)
        qsort(c->added.at, c->added.count, sizeof *c->added.at, by_number);
    return true;
}
