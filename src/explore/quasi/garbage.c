// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/garbage.h"

#include "base/fault.h"

enum { FEW_EVENTS = 2048 }; // not worth looking for garbage

// Can an event, or what is in a bundle, not happen after the execution's first
// events, so many, because of these or of what is disabled there?
static bool is_excluded(struct configuration *c, const struct disabled *d,
                        uint32_t id, uint32_t position) {
    uint32_t reason, count;
    if (configuration_conflict(c, id, &reason) < position)
        return true;
    const struct disabled_event *at = disabled_at(d, position, &count);
    for (uint32_t i = 0; i < count; i++)
        if (unfolding_contains(c->unfolding, id, at[i].event))
            return true;
    return false;
}

// An event that is at a position or disabled since then, and those that may
// take its place there.
static void keep(struct garbage *g, struct configuration *c,
                 const struct disabled *d, uint32_t id, uint32_t position) {
    struct unfolding *u = c->unfolding;
    const struct places *places = &u->places;
    unfolding_mark(u, id);
    unfolding_walk(u, id, &g->rivals);
    for (uint32_t item; (item = rivals_next(&g->rivals, places));) {
        uint32_t r = places_item(places, item)->event;
        if (places_is_bundle(places, item)) {
            if (!is_excluded(c, d, r, position))
                rivals_enter(&g->rivals);
        } else if (unfolding_rivals(u, id, r) &&
                   !is_excluded(c, d, r, position)) {
            unfolding_mark(u, r);
        }
    }
}

static void keep_disabled(struct garbage *g, struct configuration *c,
                          const struct disabled *d) {
    for (uint32_t position = 0; position < d->starts.count; position++) {
        uint32_t count;
        const struct disabled_event *at = disabled_at(d, position, &count);
        for (uint32_t i = 0; i < count; i++)
            if (at[i].since == position) // not those that were so before
                keep(g, c, d, at[i].event, position);
    }
}

void garbage_collect(struct garbage *g, struct configuration *c,
                     struct disabled *d, event_list *plan) {
    struct unfolding *u = c->unfolding;
    if (u->events.count < g->enough + FEW_EVENTS && !g->frugal)
        return;
    places_return(&u->places, 0);
    for (uint32_t i = 0; i < c->ids.count; i++)
        keep(g, c, d, c->ids.at[i], i);
    keep_disabled(g, c, d);
    for (size_t i = 0; i < plan->count; i++)
        unfolding_mark(u, plan->at[i]);
    unfolding_collect(u, &g->renamed);
    expensive(places_are_sound(&u->places));
    configuration_rename(c, &g->renamed);
    for (size_t i = 0; i < d->events.count; i++)
        d->events.at[i].event = g->renamed.at[d->events.at[i].event];
    for (size_t i = 0; i < plan->count; i++)
        plan->at[i] = g->renamed.at[plan->at[i]];
    g->enough = 3 * u->events.count;
    for (size_t i = 0; i < plan->count; i++)
        invariant(plan->at[i] != NO_EVENT && plan->at[i] < u->events.count);
    for (size_t i = 0; i < d->events.count; i++)
        invariant(d->events.at[i].event != NO_EVENT); // D is kept
}

void garbage_free(struct garbage *g) {
    rivals_free(&g->rivals);
    vec_free(&g->renamed);
}
