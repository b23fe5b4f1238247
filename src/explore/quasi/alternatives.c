// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/alternatives.h"

#include "base/fault.h"

#include <stdlib.h>

void comb_free(struct comb *c) {
    for (uint32_t i = 0; i < c->room; i++) {
        rivals_free(&c->spikes[i].rivals);
        vec_free(&c->spikes[i].events);
    }
    memory_free(c->spikes);
    vec_free(&c->last);
    vec_free(&c->added);
    vec_free(&c->more);
}

static const struct unfolding_event *at(const struct comb *c, uint32_t id) {
    return unfolding_at(c->configuration->unfolding, id);
}

// ---------------------------------------------------------------- conflicts

// Many searches end before anything is added.
static void set_last(struct comb *c) {
    const struct configuration *of = c->configuration;
    vec_reserve(&c->last, of->width);
    for (uint32_t t = 0; t < of->width; t++)
        c->last.at[c->last.count++] = configuration_last(of, t);
}

// The events of [u] that C ∪ J does not have.
static void collect_more(struct comb *c, uint32_t u) {
    const struct unfolding *all = c->configuration->unfolding;
    if (!c->last.count)
        set_last(c);
    c->more.count = 0;
    for (uint32_t t = 0; t < c->last.count; t++) {
        uint32_t id = unfolding_last(all, u, t);
        if (id == c->last.at[t])
            continue;
        uint32_t have = at(c, c->last.at[t])->index;
        for (; at(c, id)->index > have; id = at(c, id)->before)
            vec_push(&c->more, id);
    }
}

// Is C ∪ J ∪ [u] conflict-free, given that C ∪ [u] is? J is what was chosen
// from the spikes before this one. Leaves what [u] has more in `more`.
static bool fits(struct comb *c, uint32_t u, const struct comb_spike *spike) {
    for (const struct comb_spike *s = c->spikes; s < spike; s++)
        expensive(
            s->answered ||
            unfolding_conflict(c->configuration->unfolding, s->chosen, u) ==
                unfolding_conflict(c->configuration->unfolding, u, s->chosen));
    for (const struct comb_spike *s = c->spikes; s < spike; s++)
        if (!s->answered && s->chosen != u &&
            unfolding_conflict(c->configuration->unfolding, s->chosen, u))
            return false;
    collect_more(c, u);
    return true;
}

// ------------------------------------------------------------------- spikes

// An event of [u] sleeps: u is of no use until it no longer does, neither now
// nor when something has excluded the sleeper.
static uint32_t as_long_as(const struct disabled_event *s) {
    return s->since ? s->since - 1 : NEVER;
}

static const struct disabled_event *itself_asleep(const struct comb *c,
                                                  uint32_t u) {
    for (uint32_t i = 0; i < c->sleeper_count; i++)
        if (c->sleepers[i].event == u)
            return &c->sleepers[i];
    return NULL;
}

static const struct disabled_event *sleeper_in(const struct comb *c,
                                               uint32_t u) {
    const struct unfolding *all = c->configuration->unfolding;
    for (uint32_t i = 0; i < c->sleeper_count; i++)
        if (unfolding_contains(all, u, c->sleepers[i].event))
            return &c->sleepers[i];
    return NULL;
}

// Does u exclude the sleeper? All that the sleeper needs is in C, and it is not
// in [u]: they are not ordered unless u is in C.
static bool excludes(const struct comb *c, uint32_t u, uint32_t sleeper) {
    if (at(c, u)->thread == at(c, sleeper)->thread)
        return unfolding_rivals(c->configuration->unfolding, u, sleeper);
    return op_depends(unfolding_op(c->configuration->unfolding, u),
                      unfolding_op(c->configuration->unfolding, sleeper));
}

// Can u still happen, and without anything that sleeps? If not: until when, and
// which event of [u] cannot.
static bool can_happen(struct comb *c, uint32_t u, uint32_t *until,
                       uint32_t *reason) {
    const struct disabled_event *asleep = itself_asleep(c, u); // quickly seen
    *until = NOWHERE;
    if (!asleep)
        *until = configuration_conflict(c->configuration, u, reason);
    if (*until != NOWHERE)
        return false;
    asleep = asleep ? asleep : sleeper_in(c, u);
    if (!asleep)
        return true;
    *until = as_long_as(asleep);
    *reason = asleep->event;
    return false;
}

// An event, or what is in a bundle: if it cannot happen it is parked.
static bool is_useful(struct comb *c, uint32_t item) {
    struct unfolding *all = c->configuration->unfolding;
    uint32_t u = places_item(&all->places, item)->event, until, reason;
    if (can_happen(c, u, &until, &reason))
        return true;
    // Few events of one thread in one place have an event of this thread in
    // common.
    if (at(c, reason)->thread == at(c, u)->thread)
        reason = u;
    places_park(&all->places, item, until, reason);
    return false;
}

// One more event of a spike, if there is any.
static bool lengthen(struct comb *c, struct comb_spike *s) {
    const struct places *places = &c->configuration->unfolding->places;
    for (uint32_t item; (item = rivals_next(&s->rivals, places));) {
        uint32_t u = places_item(places, item)->event;
        if (places_is_bundle(places, item)) {
            if (is_useful(c, item))
                rivals_enter(&s->rivals);
        } else if (excludes(c, u, s->sleeper) &&
                   !configuration_has(c->configuration, u) &&
                   is_useful(c, item)) {
            vec_push(&s->events, u);
            return true;
        }
    }
    return false;
}

static void start(struct comb *c, const struct disabled_event *sleepers,
                  uint32_t count) {
    c->sleepers = sleepers;
    c->sleeper_count = count;
    c->added.count = c->last.count = 0;
    c->begun = 0;
}

// Which sleepers a partial alternative answers: the last one, which nothing
// has answered so far, and then the oldest. Those have been asleep through
// most of the execution, and what was done since has answered the others.
static uint32_t chosen(const struct comb *c, uint32_t i) {
    invariant(i < c->sleeper_count);
    return c->sleepers[i ? i - 1 : c->sleeper_count - 1].event;
}

static void make_room(struct comb *c, uint32_t wanted) {
    if (c->room >= wanted)
        return;
    c->spikes = memory_resize(c->spikes, wanted, sizeof *c->spikes);
    for (uint32_t i = c->room; i < wanted; i++)
        c->spikes[i] = (struct comb_spike){0};
    c->room = wanted;
}

// A spike to be built: all its events are still to be looked at.
static void begin(struct comb *c, uint32_t level) {
    invariant(level == c->begun && level < c->room);
    struct comb_spike *s = &c->spikes[level];
    s->sleeper = chosen(c, level);
    s->events.count = 0;
    unfolding_walk(c->configuration->unfolding, s->sleeper, &s->rivals);
    c->begun = level + 1;
}

// ---------------------------------------------------------------- the search

static void enter(struct comb *c, uint32_t level) {
    struct comb_spike *s = &c->spikes[level];
    if (c->begun <= level)
        begin(c, level);
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

// Into the order of their numbers, which is a causal one.
static void sort(event_list *list) {
    enum { FEW = 24 };
    if (list->count > FEW) {
        qsort(list->at, list->count, sizeof *list->at, by_number);
        return;
    }
    for (size_t i = 1; i < list->count; i++) {
        uint32_t id = list->at[i];
        size_t k = i;
        for (; k && list->at[k - 1] > id; k--)
            list->at[k] = list->at[k - 1];
        list->at[k] = id;
    }
}

static void add_more(struct comb *c) {
    sort(&c->more);
    for (size_t i = 0; i < c->more.count; i++) {
        vec_push(&c->added, c->more.at[i]);
        c->last.at[at(c, c->more.at[i])->thread] = c->more.at[i];
    }
}

static void undo(struct comb *c, size_t added) {
    invariant(added <= c->added.count);
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
    while (s->next < s->events.count || lengthen(c, s)) {
        s->chosen = s->events.at[s->next++];
        if (fits(c, s->chosen, s)) {
            add_more(c);
            return true;
        }
    }
    return false;
}

bool comb_is_sound(const struct comb *c, uint32_t answered) {
    const struct unfolding *u = c->configuration->unfolding;
    for (uint32_t i = 0; i < answered; i++) {
        bool has_rival = false;
        for (size_t k = 0; k < c->added.count; k++)
            has_rival |= unfolding_rivals(u, c->added.at[k], chosen(c, i));
        if (!has_rival)
            return false;
    }
    for (size_t i = 0; i < c->added.count; i++) {
        uint32_t reason;
        if (configuration_conflict(c->configuration, c->added.at[i], &reason) !=
            NOWHERE)
            return false;
        for (size_t k = 0; k < i; k++)
            if (unfolding_conflict(u, c->added.at[k], c->added.at[i]))
                return false;
    }
    return true;
}

bool comb_search(struct comb *c, const struct disabled_event *sleepers,
                 uint32_t count, uint32_t k) {
    require(count > 0);
    uint32_t wanted = k && k < count ? k : count, level = 0;
    if (unfolding_alone(c->configuration->unfolding, sleepers[count - 1].event))
        return false;
    start(c, sleepers, count);
    make_room(c, wanted);
    enter(c, 0);
    for (;;) {
        if (advance(c, &c->spikes[level])) {
            if (++level == wanted)
                break;
            enter(c, level);
        } else {
            const struct comb_spike *s = &c->spikes[level];
            bool empty = !s->answered && s->events.count == 0;
            if (empty || level-- == 0)
                return false; // with other events it would be empty, too
        }
    }
    sort(&c->added);
    expensive(comb_is_sound(c, wanted));
    return true;
}
