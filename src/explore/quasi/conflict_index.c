// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/conflict_index.h"

#include "base/fault.h"

// Ranges with more bytes are looked through one by one: there are few.
enum { NARROW = 16 };

void places_init(struct places *p) {
    *p = (struct places){0};
    vec_push(&p->items, (struct place_item){0});
}

void places_free(struct places *p) {
    vec_free(&p->ranges);
    vec_free(&p->wide);
    vec_free(&p->lists);
    vec_free(&p->items);
    vec_free(&p->parked);
    vec_free(&p->overlaps);
    vec_free(&p->found);
    table_free(&p->words);
    table_free(&p->bundles);
}

// ------------------------------------------------------------------ ranges

static uint32_t hash_word(uint64_t word) {
    return table_hash((uint32_t)((word * 0x9e3779b97f4a7c15ull) >> 32));
}

// Ranges are found by the word that they start in.
static uint32_t word_ranges(const struct places *p, uint64_t word) {
    for (struct table_item *probe = table_find(&p->words, hash_word(word)); probe;
         probe = table_next(&p->words, probe))
        if (p->ranges.at[probe->item].addr >> 3 == word)
            return probe->item;
    return NO_RANGE;
}

static bool overlap(const struct place_range *a, const struct place_range *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// The other ranges that overlap with one. Programs seldom have any.
static void find_overlaps(const struct places *p, uint32_t own,
                          event_list *found) {
    const struct place_range *range = &p->ranges.at[own];
    found->count = 0;
    if (range->size > NARROW) {
        for (uint32_t r = 0; r < p->ranges.count; r++)
            if (r != own && overlap(range, &p->ranges.at[r]))
                vec_push(found, r);
        return;
    }
    uint64_t low = range->addr < NARROW ? 0 : range->addr - NARROW;
    uint64_t end = (range->addr + range->size - 1) >> 3;
    for (uint64_t word = low >> 3; word <= end; word++)
        for (uint32_t r = word_ranges(p, word); r != NO_RANGE;
             r = p->ranges.at[r].next)
            if (r != own && p->ranges.at[r].size <= NARROW &&
                overlap(range, &p->ranges.at[r]))
                vec_push(found, r);
    for (size_t i = 0; i < p->wide.count; i++)
        if (overlap(range, &p->ranges.at[p->wide.at[i]]))
            vec_push(found, p->wide.at[i]);
}

// What acts on several words has all bits.
static uint64_t bits_of(const struct places *p, uint32_t r, uint32_t head) {
    const struct place_range *range = &p->ranges.at[r];
    if ((range->addr & 7) + range->size > 8)
        return UINT64_MAX;
    return 1ull << ((head == NO_RANGE ? r : head) & 63);
}

static void add_overlap(struct places *p, uint32_t range, uint32_t other) {
    invariant(range != other);
    struct place_range *r = &p->ranges.at[range];
    vec_push(&p->overlaps, (struct place_overlap){other, r->overlaps});
    r->overlaps = (uint32_t)p->overlaps.count - 1;
}

static uint32_t add_range(struct places *p, uint64_t addr, uint32_t size,
                          uint32_t head) {
    uint32_t r = (uint32_t)p->ranges.count;
    struct place_range range = {.addr = addr,
                                .size = size,
                                .first = NO_LIST,
                                .untouched = NO_LIST,
                                .overlaps = NO_RANGE,
                                .next = NO_RANGE};
    if (head == NO_RANGE) {
        table_add(&p->words, hash_word(addr >> 3))->item = r;
    } else {
        range.next = p->ranges.at[head].next;
        p->ranges.at[head].next = r;
    }
    vec_push(&p->ranges, range);
    p->ranges.at[r].bits = bits_of(p, r, head);
    if (size)
        find_overlaps(p, r, &p->found);
    for (size_t i = 0; size && i < p->found.count; i++) {
        add_overlap(p, r, p->found.at[i]);
        add_overlap(p, p->found.at[i], r);
    }
    if (size > NARROW)
        vec_push(&p->wide, r);
    return r;
}

uint32_t places_range(struct places *p, uint64_t addr, uint32_t size) {
    uint32_t head = word_ranges(p, addr >> 3), r = head;
    for (; r != NO_RANGE; r = p->ranges.at[r].next)
        if (p->ranges.at[r].addr == addr && p->ranges.at[r].size == size)
            return r;
    return add_range(p, addr, size, head);
}

// ------------------------------------------------------------------- lists

// The list of a thread and a range after a last write.
static uint32_t list_for(struct places *p, uint32_t range, uint32_t *first,
                         uint32_t thread) {
    for (uint32_t i = *first; i != NO_LIST; i = p->lists.at[i].next)
        if (p->lists.at[i].thread == thread && p->lists.at[i].range == range)
            return i;
    uint32_t list = (uint32_t)p->lists.count;
    vec_push(&p->lists,
             (struct place_list){.range = range,
                                 .thread = thread,
                                 .first = NO_ITEM,
                                 .next = *first,
                                 .beside = p->ranges.at[range].first});
    *first = p->ranges.at[range].first = list;
    return list;
}

// ------------------------------------------------------------------- items

static bool is_parked(const struct place_item *item) {
    return item->reason != NOT_PARKED;
}

static uint32_t *first_beside(struct places *p, const struct place_item *i) {
    invariant(i->in < p->items.count);
    return i->in == NO_ITEM ? &p->lists.at[i->list].first
                            : &p->items.at[i->in].first;
}

// A bundle that was empty is in what it is in again.
static void link_in(struct places *p, uint32_t item) {
    for (;;) {
        struct place_item *i = &p->items.at[item];
        uint32_t *first = first_beside(p, i);
        bool was_empty = *first == NO_ITEM;
        i->next = *first;
        i->prev = NO_ITEM;
        if (!was_empty)
            p->items.at[i->next].prev = item;
        *first = item;
        if (!was_empty || i->in == NO_ITEM || is_parked(&p->items.at[i->in]))
            return;
        item = i->in;
    }
}

// A bundle that is empty then is out, too. All still know what was next to
// them: a walk that stands here can go on.
static void link_out(struct places *p, uint32_t item) {
    for (;;) {
        const struct place_item *i = &p->items.at[item];
        uint32_t *first = first_beside(p, i);
        if (i->next != NO_ITEM)
            p->items.at[i->next].prev = i->prev;
        if (i->prev != NO_ITEM)
            p->items.at[i->prev].next = i->next;
        else
            *first = i->next;
        if (*first != NO_ITEM || i->in == NO_ITEM ||
            is_parked(&p->items.at[i->in]))
            return;
        item = i->in;
    }
}

static uint32_t add_item(struct places *p, uint32_t event, uint32_t list,
                         uint32_t in) {
    struct place_item item = {
        .event = event, .list = list, .in = in, .reason = NOT_PARKED};
    vec_push(&p->items, item);
    return (uint32_t)p->items.count - 1;
}

uint32_t places_hang(struct places *p, uint32_t event, uint32_t thread,
                     uint32_t range, uint32_t *first) {
    invariant(range < p->ranges.count);
    uint32_t list = list_for(p, range, first, thread);
    uint32_t item = add_item(p, event, list, NO_ITEM);
    link_in(p, item);
    return item;
}

bool places_alone(const struct places *p, struct place_lists place,
                  uint32_t thread) {
    if (place.range == NO_RANGE)
        return true;
    for (uint32_t i = place.first; i != NO_LIST; i = p->lists.at[i].next)
        if (p->lists.at[i].thread != thread &&
            p->lists.at[i].range == place.range)
            return false;
    return true;
}

// ----------------------------------------------------------------- parking

void places_park(struct places *p, uint32_t item, uint32_t position,
                 uint32_t reason) {
    struct place_item *i = &p->items.at[item];
    invariant(item != NO_ITEM && !is_parked(i));
    link_out(p, item);
    i->reason = reason;
    if (position == NEVER)
        return;
    while (p->parked.count <= position)
        vec_push(&p->parked, NO_ITEM);
    i->prev = p->parked.at[position];
    p->parked.at[position] = item;
}

static uint32_t hash_bundle(uint32_t list, uint32_t in, uint32_t key) {
    uint64_t hash = ((uint64_t)list << 32 | in) * 0x9e3779b97f4a7c15ull;
    hash = (hash ^ hash >> 29 ^ key) * 0x9e3779b97f4a7c15ull;
    return table_hash((uint32_t)(hash >> 32));
}

static uint32_t bundle_for(struct places *p, uint32_t list, uint32_t in,
                           uint32_t key) {
    uint32_t hash = hash_bundle(list, in, key);
    for (struct table_item *probe = table_find(&p->bundles, hash); probe;
         probe = table_next(&p->bundles, probe)) {
        const struct place_item *i = places_item(p, probe->item);
        if (i->event == key && i->in == in && i->list == list && i->count)
            return probe->item;
    }
    uint32_t bundle = add_item(p, key, list, in);
    table_add(&p->bundles, hash)->item = bundle;
    p->items.at[in].count++; // without meaning for NO_ITEM
    return bundle;
}

// What is in no bundle's list goes into one, or is linked where it is.
static void put(struct places *p, uint32_t item, uint32_t bundle) {
    struct place_item *i = &p->items.at[item];
    invariant(item != bundle);
    if (bundle != i->in) {
        p->items.at[i->in].count--;
        p->items.at[bundle].count++;
        i->in = bundle;
    }
    if (!i->count || i->first != NO_ITEM)
        link_in(p, item);
}

// The only item of a bundle, if it is to be had: the bundle is dissolved.
static uint32_t dissolved(struct places *p, uint32_t bundle) {
    struct place_item *b = &p->items.at[bundle];
    uint32_t only = b->first;
    if (b->count != 1 || only == NO_ITEM)
        return bundle;
    p->items.at[only].in = b->in; // b counted before, it does now
    b->first = NO_ITEM;
    b->count = 0;
    return only;
}

// Those with the same reason are a bundle from now on.
static void come_back(struct places *p, uint32_t item) {
    struct place_item *i = &p->items.at[item];
    invariant(is_parked(i));
    uint32_t reason = i->reason, bundle = i->in;
    i->reason = NOT_PARKED;
    if (reason != i->event) {
        bundle = bundle_for(p, i->list, i->in, reason);
        item = dissolved(p, item);
    }
    put(p, item, bundle);
}

void places_return(struct places *p, uint32_t position) {
    while (p->parked.count > position) {
        uint32_t item = p->parked.at[--p->parked.count];
        while (item != NO_ITEM) {
            uint32_t next = p->items.at[item].prev;
            come_back(p, item);
            item = next;
        }
    }
}

// Debug: is all that is linked here neither parked nor empty? How many are
// there, or more than there can be.
static size_t count_linked(const struct places *p, uint32_t item, uint32_t list,
                           uint32_t in) {
    size_t count = 0, too_many = p->items.count;
    for (uint32_t prev = NO_ITEM; item != NO_ITEM && count < too_many;) {
        const struct place_item *i = &p->items.at[item];
        if (is_parked(i) || i->list != list || i->in != in || i->prev != prev ||
            (i->count && i->first == NO_ITEM))
            return too_many;
        count += 1 + count_linked(p, i->first, list, item);
        prev = item;
        item = i->next;
    }
    return count;
}

// Is a bundle that should be there the first, or next to the one before it?
static bool is_linked(const struct places *p, uint32_t bundle) {
    const struct place_item *b = &p->items.at[bundle];
    if (!b->count || b->first == NO_ITEM || is_parked(b))
        return true;
    if (b->prev != NO_ITEM)
        return p->items.at[b->prev].next == bundle;
    return bundle == (b->in == NO_ITEM ? p->lists.at[b->list].first
                                       : p->items.at[b->in].first);
}

bool places_are_sound(const struct places *p) {
    enum { MOST_CHECKED = 4096 };
    if (p->items.count > MOST_CHECKED)
        return true;
    size_t linked = 0;
    for (uint32_t i = 0; i < p->lists.count; i++)
        linked += count_linked(p, p->lists.at[i].first, i, NO_ITEM);
    for (uint32_t i = 1; i < p->items.count; i++)
        if (!is_linked(p, i))
            return false;
    return linked < p->items.count;
}

// ------------------------------------------------------------------ rivals

static void add_events(const struct places *p, uint32_t item,
                       event_list *events) {
    for (; item != NO_ITEM; item = p->items.at[item].next)
        if (places_is_bundle(p, item))
            add_events(p, p->items.at[item].first, events);
        else
            vec_push(events, item);
}

// Their last writes say nothing, so all of them are looked at.
void places_overlapping(const struct places *p, uint32_t range,
                        event_list *items) {
    uint32_t i = p->ranges.at[range].overlaps;
    for (; i != NO_RANGE; i = p->overlaps.at[i].next)
        for (uint32_t list = p->ranges.at[p->overlaps.at[i].range].first;
             list != NO_LIST; list = p->lists.at[list].beside)
            add_events(p, p->lists.at[list].first, items);
}

void rivals_start(struct rivals *w, const struct places *p,
                  const struct place_lists at[2], uint32_t without) {
    w->others.count = 0;
    w->without = without;
    w->at = NO_ITEM;
    w->enter = false;
    for (unsigned i = 0; i < 2; i++) {
        w->places[i] = at[i];
        if (at[i].range != NO_RANGE)
            places_overlapping(p, at[i].range, &w->others);
    }
}

// What comes after the item that was found last, or NO_ITEM at the end of its
// list.
static uint32_t after(const struct rivals *w, const struct places *p) {
    const struct place_item *i = &p->items.at[w->at];
    if (w->enter && i->first != NO_ITEM)
        return i->first;
    while (i->next == NO_ITEM && i->in != NO_ITEM)
        i = &p->items.at[i->in];
    return i->next;
}

static uint32_t next_first(struct rivals *w, const struct places *p) {
    for (struct place_lists *i = w->places; i < w->places + 2; i++)
        while (i->range != NO_RANGE && i->first != NO_LIST) {
            const struct place_list *list = &p->lists.at[i->first];
            i->first = list->next;
            if (list->range == i->range && list->thread != w->without &&
                list->first != NO_ITEM)
                return list->first;
        }
    return NO_ITEM;
}

// Parked, or a bundle in which all are.
static bool is_out(const struct places *p, uint32_t item) {
    const struct place_item *i = &p->items.at[item];
    return is_parked(i) || (i->count && i->first == NO_ITEM);
}

uint32_t rivals_next(struct rivals *w, const struct places *p) {
    do {
        w->at = w->at == NO_ITEM ? NO_ITEM : after(w, p);
        w->enter = false;
        if (w->at == NO_ITEM)
            w->at = next_first(w, p);
    } while (w->at != NO_ITEM && is_out(p, w->at));
    if (w->at != NO_ITEM)
        return w->at;
    while (w->others.count) {
        uint32_t item = w->others.at[--w->others.count];
        if (!is_out(p, item))
            return item;
    }
    return NO_ITEM;
}

void rivals_free(struct rivals *w) {
    vec_free(&w->others);
}

// ----------------------------------------------------------------- garbage

void places_clear(struct places *p, struct places *old) {
    *old = (struct places){.items = p->items};
    p->items = (typeof(p->items)){0};
    vec_reserve(&p->items, old->items.count);
    vec_push(&p->items, (struct place_item){0});
    p->ranges.count = p->wide.count = p->overlaps.count = 0;
    p->lists.count = p->parked.count = 0;
    table_clear(&p->words);
    table_clear(&p->bundles);
}

void places_bundle_again(struct places *p, const struct places *old,
                         const uint32_t *renamed, event_list *again) {
    size_t count = old->items.count;
    for (size_t i = 1; i < count; i++) {
        if (old->items.at[i].count || again->at[i] == NO_ITEM)
            continue;
        uint32_t list = p->items.at[again->at[i]].list;
        for (uint32_t b = old->items.at[i].in; b != NO_ITEM && !again->at[b];
             b = old->items.at[b].in)
            again->at[b] =
                add_item(p, renamed[old->items.at[b].event], list, NO_ITEM);
    }
    for (size_t i = 1; i < count; i++) {
        const struct place_item *o = &old->items.at[i];
        if (!o->count || again->at[i] == NO_ITEM)
            continue;
        struct place_item *bundle = &p->items.at[again->at[i]];
        bundle->in = again->at[o->in];
        p->items.at[bundle->in].count++;
        table_add(&p->bundles, hash_bundle(bundle->list, bundle->in, bundle->event))->item = again->at[i];
    }
    for (size_t i = 1; i < count; i++) {
        const struct place_item *o = &old->items.at[i];
        if (o->count || o->in == NO_ITEM || again->at[i] == NO_ITEM)
            continue;
        link_out(p, again->at[i]);
        put(p, again->at[i], again->at[o->in]);
    }
}
