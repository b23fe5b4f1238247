// SPDX-License-Identifier: Apache-2.0

#include "explore/quasi/unfolding.h"

#include <string.h>

void unfolding_init(struct unfolding *u) {
    *u = (struct unfolding){0};
    places_init(&u->places);
    vec_push(&u->labels,
             (struct unfolding_label){.ranges = {NO_RANGE, NO_RANGE}});
    vec_push(&u->events, (struct unfolding_event){0});
}

void unfolding_free(struct unfolding *u) {
    vec_free(&u->events);
    vec_free(&u->labels);
    vec_free(&u->cones);
    vec_free(&u->overlapping);
    table_free(&u->known);
    table_free(&u->labelled);
    places_free(&u->places);
}

// ------------------------------------------------------------------ labels

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

// What of an operation belongs to the event.
static void set_key(uint64_t key[4], const struct op *op) {
    key[0] = op->addr;
    key[1] = op->addr2;
    key[2] = (uint64_t)op->size << 16 | op->kind << 8 | op->mode;
    key[3] = (uint64_t)op->choice << 32 | op->target;
}

// What only its own thread sees (choices) has a place of its own, where the
// thread's previous event is the last write.
static uint64_t private_place(uint32_t thread) {
    return UINT64_MAX - 8 * (uint64_t)thread;
}

static bool is_private(const struct op *op) {
    return op_object((enum op_kind)op->kind) == ON_NOTHING;
}

static uint32_t add_label(struct unfolding *u, uint32_t thread,
                          const struct op *op, const uint64_t key[4]) {
    invariant(op->kind < OP_KINDS && u->labels.count < UINT32_MAX);
    struct unfolding_label l = {
        .op = *op, .thread = thread, .ranges = {NO_RANGE, NO_RANGE}};
    memcpy(l.key, key, sizeof l.key);
    if (is_private(op))
        l.ranges[0] = places_range(&u->places, private_place(thread), 0);
    else if (op->mode != OP_IGNORES)
        l.ranges[0] = places_range(&u->places, op->addr, op->size);
    if (op->addr2)
        l.ranges[1] = places_range(&u->places, op->addr2, 1);
    for (unsigned i = 0; i < 2; i++)
        if (l.ranges[i] != NO_RANGE)
            l.own |= u->places.ranges.at[l.ranges[i]].bits;
    vec_push(&u->labels, l);
    return (uint32_t)u->labels.count - 1;
}

static uint32_t label_for(struct unfolding *u, uint32_t thread,
                          const struct op *op) {
    uint64_t key[4];
    set_key(key, op);
    uint64_t hash = mix(key[0] ^ key[3], key[2] << 32 ^ key[1] ^ thread);
    uint32_t short_hash = table_hash((uint32_t)(hash >> 32));
    for (struct table_item *p = table_find(&u->labelled, short_hash); p;
         p = table_next(&u->labelled, p)) {
        const struct unfolding_label *l = &u->labels.at[p->item];
        if (l->thread == thread && l->key[0] == key[0] && l->key[1] == key[1] &&
            l->key[2] == key[2] && l->key[3] == key[3])
            return p->item;
    }
    uint32_t label = add_label(u, thread, op, key);
    table_add(&u->labelled, short_hash)->item = label;
    return label;
}

// ---------------------------------------------------------------- identity

// Trailing threads without events must not make a difference.
static uint32_t trimmed(const uint32_t *cone, uint32_t width) {
    while (width && cone[width - 1] == NO_EVENT)
        width--;
    return width;
}

static bool same_cone(const struct unfolding *u,
                      const struct unfolding_event *e, const uint32_t *cone,
                      uint32_t width) {
    bool same = e->width == width;
    for (uint32_t t = 0; same && t < width; t++)
        same = u->cones.at[e->cone + t] == cone[t];
    return same;
}

// Most of a name is its cone: a step for each entry has to be short.
static uint32_t hash_name(uint32_t label, uint32_t before, const uint32_t *cone,
                          uint32_t width) {
    uint64_t hash = (uint64_t)before << 32 | label;
    for (uint32_t t = 0; t < width; t++)
        hash = (hash << 5 | hash >> 59) * 0x2545f4914f6cdd1dull + cone[t];
    return table_hash((uint32_t)(mix(hash, width) >> 32));
}

struct unfolding_name unfolding_name_on(struct unfolding *u, uint32_t thread,
                                        const struct op *op, uint32_t before) {
    invariant(before < u->events.count);
    return (struct unfolding_name){.thread = thread,
                                   .label = label_for(u, thread, op),
                                   .before = before,
                                   .goes_on = true};
}

struct unfolding_name unfolding_name(struct unfolding *u, uint32_t thread,
                                     const struct op *op, uint32_t before,
                                     uint32_t *cone, uint32_t width) {
    if (thread < width)
        cone[thread] = NO_EVENT;
    width = trimmed(cone, width);
    struct unfolding_name n = unfolding_name_on(u, thread, op, before);
    if (same_cone(u, unfolding_at(u, before), cone, width))
        return n;
    n.goes_on = false;
    n.cone = cone;
    n.width = width;
    n.hash = hash_name(n.label, before, cone, width);
    return n;
}

uint32_t unfolding_find(const struct unfolding *u,
                        const struct unfolding_name *n) {
    if (n->goes_on) {
        uint32_t id = unfolding_at(u, n->before)->first_on;
        while (id != NO_EVENT && unfolding_at(u, id)->label != n->label)
            id = unfolding_at(u, id)->other_on;
        return id;
    }
    for (struct table_item *p = table_find(&u->known, n->hash); p;
         p = table_next(&u->known, p)) {
        const struct unfolding_event *e = unfolding_at(u, p->item);
        if (e->label == n->label && e->before == n->before &&
            same_cone(u, e, n->cone, n->width))
            return p->item;
    }
    return NO_EVENT;
}

// So that it is found again.
static void make_known(struct unfolding *u, uint32_t id, uint32_t hash) {
    struct unfolding_event *e = &u->events.at[id];
    invariant(e->before < id); // numbers grow along causality
    if (!e->goes_on) {
        table_add(&u->known, hash)->item = id;
        return;
    }
    struct unfolding_event *before = &u->events.at[e->before];
    e->other_on = before->first_on;
    before->first_on = id;
}

// The last write of what an event acts on.
static uint32_t last_write(const struct unfolding *u, uint32_t id, unsigned i) {
    const struct unfolding_event *e = unfolding_at(u, id);
    return is_private(unfolding_op(u, id)) ? e->before : e->shadows[i];
}

// The lists that an event hangs in begin at the last write, or at the range.
static uint32_t *head_of(struct unfolding *u, uint32_t id, unsigned i) {
    uint32_t last = last_write(u, id, i);
    uint32_t range = unfolding_label(u, id)->ranges[i];
    return last == NO_EVENT ? &u->places.ranges.at[range].untouched
                            : &u->events.at[last].places;
}

static void hang_up(struct unfolding *u, uint32_t id) {
    struct unfolding_event *e = &u->events.at[id];
    const struct unfolding_label *l = &u->labels.at[e->label];
    e->item = NO_ITEM;
    for (unsigned i = 2; i-- > 0;)
        if (l->ranges[i] != NO_RANGE)
            e->item = places_hang(&u->places, id, e->thread, l->ranges[i],
                                  head_of(u, id, i));
}

static void set_bits(struct unfolding *u, uint32_t id) {
    struct unfolding_event *e = &u->events.at[id];
    const struct unfolding_label *l = &u->labels.at[e->label];
    e->acts = l->own;
    e->writes = l->op.mode == OP_READS ? 0 : l->own;
    if (e->jump == e->before)
        return;
    const struct unfolding_event *p = unfolding_at(u, e->before);
    const struct unfolding_event *j = unfolding_at(u, p->jump);
    e->acts |= p->acts | j->acts;
    e->writes |= p->writes | j->writes;
}

uint32_t unfolding_add(struct unfolding *u, const struct unfolding_name *n,
                       const uint32_t shadows[2]) {
    uint32_t id = (uint32_t)u->events.count;
    require(u->events.count < UINT32_MAX && n->width < 1u << 30);
    invariant(shadows[0] < id && shadows[1] < id);
    vec_reserve(&u->events, u->events.count + 1);
    const struct unfolding_event *p = unfolding_at(u, n->before);
    const struct unfolding_event *j = unfolding_at(u, p->jump);
    // Jumps are as long as the last two together if those were equally long.
    bool equal =
        p->index - j->index == j->index - unfolding_at(u, j->jump)->index;
    u->events.at[u->events.count++] = (struct unfolding_event){
        .label = n->label,
        .thread = n->thread,
        .index = p->index + 1,
        .before = n->before,
        .jump = equal ? j->jump : n->before,
        .cone = n->goes_on ? p->cone : (uint32_t)u->cones.count,
        .width = n->goes_on ? p->width : n->width,
        .goes_on = n->goes_on,
        .places = NO_LIST,
        .shadows = {shadows[0], shadows[1]}};
    if (!n->goes_on) {
        vec_reserve(&u->cones, u->cones.count + n->width);
        for (uint32_t t = 0; t < n->width; t++)
            u->cones.at[u->cones.count++] = n->cone[t];
    }
    make_known(u, id, n->hash);
    hang_up(u, id);
    set_bits(u, id);
    expensive(unfolding_is_sound(u, id));
    return id;
}

// --------------------------------------------------------------- relations

uint32_t unfolding_ancestor(const struct unfolding *u, uint32_t id,
                            uint32_t index) {
    const struct unfolding_event *e = unfolding_at(u, id);
    invariant(index <= e->index);
    while (e->index > index) {
        id = unfolding_at(u, e->jump)->index >= index ? e->jump : e->before;
        e = unfolding_at(u, id);
    }
    return id;
}

bool unfolding_contains(const struct unfolding *u, uint32_t b, uint32_t a) {
    const struct unfolding_event *e = unfolding_at(u, a);
    uint32_t last = unfolding_last(u, b, e->thread);
    return unfolding_at(u, last)->index >= e->index &&
           unfolding_ancestor(u, last, e->index) == a;
}

bool unfolding_rivals(const struct unfolding *u, uint32_t a, uint32_t b) {
    const struct unfolding_event *x = unfolding_at(u, a);
    const struct unfolding_event *y = unfolding_at(u, b);
    // Of one thread: two outcomes of one choice. Others that exclude each
    // other have an event in their histories that is a rival.
    if (x->thread == y->thread)
        return unfolding_op(u, a)->choice != unfolding_op(u, b)->choice &&
               x->before == y->before &&
               same_cone(u, x, u->cones.at + y->cone, y->width);
    return op_depends(unfolding_op(u, a), unfolding_op(u, b)) &&
           !unfolding_contains(u, a, b) && !unfolding_contains(u, b, a);
}

// --------------------------------------------------------------- conflicts

// A stretch of a branch: from an event down to an index, without that one.
struct stretch {
    uint32_t from, index;
};

// The objects of a stretch; returns the event below it.
static uint32_t gather(const struct unfolding *u, struct stretch s,
                       uint64_t *acts, uint64_t *writes) {
    const struct unfolding_event *e = unfolding_at(u, s.from);
    while (e->index > s.index) {
        bool jump = unfolding_at(u, e->jump)->index >= s.index;
        const struct unfolding_label *l = &u->labels.at[e->label];
        *acts |= jump ? e->acts : l->own;
        *writes |= jump ? e->writes : l->op.mode == OP_READS ? 0 : l->own;
        s.from = jump ? e->jump : e->before;
        e = unfolding_at(u, s.from);
    }
    return s.from;
}

// The first event from the top of a stretch with one of these bits, or
// NO_EVENT. The stretch becomes what is below it.
static uint32_t next_with(const struct unfolding *u, struct stretch *s,
                          uint64_t bits) {
    while (unfolding_at(u, s->from)->index > s->index) {
        uint32_t id = s->from;
        const struct unfolding_event *e = unfolding_at(u, id);
        bool jump =
            !(e->acts & bits) && unfolding_at(u, e->jump)->index >= s->index;
        s->from = jump ? e->jump : e->before;
        if (u->labels.at[e->label].own & bits)
            return id;
    }
    return NO_EVENT;
}

static uint32_t threads_of(const struct unfolding *u, uint32_t id) {
    const struct unfolding_event *e = unfolding_at(u, id);
    return e->width > e->thread ? e->width : e->thread + 1;
}

// What of [a] is beyond [b], in one thread.
static struct stretch beyond(const struct unfolding *u, uint32_t a, uint32_t b,
                             uint32_t thread) {
    uint32_t last = unfolding_last(u, b, thread);
    return (struct stretch){unfolding_last(u, a, thread),
                            unfolding_at(u, last)->index};
}

// Has [b] beyond [a] an event that x, of [a] beyond [b], depends on?
static bool clashes(const struct unfolding *u, uint32_t x, uint32_t a,
                    uint32_t b) {
    const struct unfolding_label *l = unfolding_label(u, x);
    uint32_t threads = threads_of(u, b);
    for (uint32_t t = 0; t < threads; t++) {
        struct stretch s = beyond(u, b, a, t);
        for (uint32_t y; (y = next_with(u, &s, l->own));)
            if (t != l->thread && op_depends(&l->op, unfolding_op(u, y)))
                return true;
    }
    return false;
}

bool unfolding_conflict(const struct unfolding *u, uint32_t a, uint32_t b) {
    uint64_t acts[2] = {0, 0}, writes[2] = {0, 0};
    uint32_t n = threads_of(u, a), m = threads_of(u, b);
    for (uint32_t t = 0; t < n || t < m; t++) {
        uint32_t x = unfolding_last(u, a, t), y = unfolding_last(u, b, t);
        if (x == y)
            continue;
        uint32_t below_x = gather(u, beyond(u, a, b, t), &acts[0], &writes[0]);
        uint32_t below_y = gather(u, beyond(u, b, a, t), &acts[1], &writes[1]);
        if (below_x != below_y)
            return true; // two branches of its tree
    }
    uint64_t bits = (acts[0] & writes[1]) | (writes[0] & acts[1]);
    for (uint32_t t = 0; bits && t < n; t++) {
        struct stretch s = beyond(u, a, b, t);
        for (uint32_t x; (x = next_with(u, &s, bits));)
            if (clashes(u, x, a, b))
                return true;
    }
    return false;
}

enum { WIDEST_CHECKED = 8 };

// With all other events of its history, as the cone tells them.
static bool history_is_sound(const struct unfolding *u, uint32_t id) {
    uint32_t threads = threads_of(u, id);
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t last = unfolding_last(u, id, t);
        if (last == NO_EVENT || last == id)
            continue;
        if (last > id || unfolding_at(u, last)->thread != t ||
            unfolding_conflict(u, last, id) || unfolding_conflict(u, id, last))
            return false;
        uint32_t others = threads_of(u, last);
        for (uint32_t k = 0; k < others; k++) {
            uint32_t inner = unfolding_last(u, last, k);
            if (inner != NO_EVENT && !unfolding_contains(u, id, inner))
                return false;
        }
    }
    return true;
}

bool unfolding_is_sound(const struct unfolding *u, uint32_t id) {
    const struct unfolding_event *e = unfolding_at(u, id);
    return e->before < id && e->jump <= e->before &&
           e->index == unfolding_at(u, e->before)->index + 1 &&
           (e->before == NO_EVENT ||
            unfolding_at(u, e->before)->thread == e->thread) &&
           !unfolding_conflict(u, id, id) &&
           (threads_of(u, id) > WIDEST_CHECKED || history_is_sound(u, id));
}

// ------------------------------------------------------------------ rivals

// Can another event of the same thread be a rival: another choice?
static bool rivals_itself(const struct op *op) {
    return op_rows[op->kind].chooses;
}

// An event's items are adjacent, that of its second object first.
static void items_of(const struct unfolding *u, uint32_t id,
                     uint32_t items[2]) {
    const struct unfolding_label *l = unfolding_label(u, id);
    uint32_t item = unfolding_at(u, id)->item;
    invariant(item < u->places.items.count);
    for (unsigned i = 0; i < 2; i++)
        items[i] = l->ranges[i] == NO_RANGE ? NO_ITEM : item--;
}

static struct place_lists place_of(const struct unfolding *u, uint32_t id,
                                   unsigned i) {
    uint32_t range = unfolding_label(u, id)->ranges[i];
    if (range == NO_RANGE)
        return (struct place_lists){NO_RANGE, NO_LIST};
    uint32_t last = last_write(u, id, i);
    return (struct place_lists){
        range, last == NO_EVENT ? u->places.ranges.at[range].untouched
                                : unfolding_at(u, last)->places};
}

// Is all that overlaps with it in its history, as when an object was
// initialised as a whole?
static bool overlaps_past(struct unfolding *u, uint32_t id, unsigned i) {
    uint32_t range = unfolding_label(u, id)->ranges[i];
    if (range == NO_RANGE || u->places.ranges.at[range].overlaps == NO_RANGE)
        return true;
    u->overlapping.count = 0;
    places_overlapping(&u->places, range, &u->overlapping);
    for (size_t k = 0; k < u->overlapping.count; k++) {
        uint32_t item = u->overlapping.at[k];
        if (!unfolding_contains(u, id, places_item(&u->places, item)->event))
            return false;
    }
    return true;
}

bool unfolding_alone(struct unfolding *u, uint32_t id) {
    const struct unfolding_label *l = unfolding_label(u, id);
    uint32_t thread = l->thread;
    if (l->ranges[0] == NO_RANGE && l->ranges[1] == NO_RANGE)
        return true;
    return places_alone(&u->places, place_of(u, id, 0), thread) &&
           places_alone(&u->places, place_of(u, id, 1), thread) &&
           !rivals_itself(&l->op) && overlaps_past(u, id, 0) &&
           overlaps_past(u, id, 1);
}

void unfolding_walk(const struct unfolding *u, uint32_t id, struct rivals *w) {
    struct place_lists places[2] = {place_of(u, id, 0), place_of(u, id, 1)};
    rivals_start(w, &u->places, places,
                 rivals_itself(unfolding_op(u, id))
                     ? ALL_THREADS
                     : unfolding_at(u, id)->thread);
}

// ----------------------------------------------------------------- garbage

void unfolding_mark(struct unfolding *u, uint32_t id) {
    invariant(id != NO_EVENT && id < u->events.count);
    u->events.at[id].marked = true;
}

// Histories have smaller numbers: one pass from the end finds all of them.
static void mark_histories(struct unfolding *u) {
    u->events.at[NO_EVENT].marked = true;
    for (size_t id = u->events.count; id-- > 1;) {
        const struct unfolding_event *e = &u->events.at[id];
        if (!e->marked)
            continue;
        u->events.at[e->before].marked = true; // has the same cone, perhaps
        for (uint32_t t = 0; !e->goes_on && t < e->width; t++)
            u->events.at[u->cones.at[e->cone + t]].marked = true;
    }
}

// Move an event to its new number, and all that it refers to with it.
static void move(struct unfolding *u, const struct unfolding_event *old,
                 const uint32_t *renamed) {
    struct unfolding_event e = *old;
    invariant(renamed[e.before] <= u->events.count); // it moved before
    uint32_t cone = (uint32_t)u->cones.count;
    e.before = renamed[e.before];
    if (e.goes_on)
        cone = u->events.at[e.before].cone;
    for (uint32_t t = 0; !e.goes_on && t < e.width; t++)
        u->cones.at[u->cones.count++] = renamed[u->cones.at[e.cone + t]];
    e.cone = cone;
    e.jump = renamed[e.jump];
    e.shadows[0] = renamed[e.shadows[0]];
    e.shadows[1] = renamed[e.shadows[1]];
    e.marked = false;
    e.first_on = e.other_on = NO_EVENT;
    e.places = NO_LIST;
    u->events.at[u->events.count++] = e;
}

// Those that are used get new numbers.
static void collect_labels(struct unfolding *u) {
    typeof(u->labels) old = u->labels;
    event_list again = {0};
    u->labels = (typeof(u->labels)){0};
    vec_push(&u->labels, old.at[0]);
    table_clear(&u->labelled);
    for (size_t i = 0; i < old.count; i++)
        vec_push(&again, 0);
    for (size_t id = 1; id < u->events.count; id++) {
        struct unfolding_event *e = &u->events.at[id];
        const struct unfolding_label *l = &old.at[e->label];
        if (!again.at[e->label])
            again.at[e->label] = label_for(u, l->thread, &l->op);
        e->label = again.at[e->label];
    }
    vec_free(&again);
    vec_free(&old);
}

static void hang_up_again(struct unfolding *u, const struct places *old,
                          const uint32_t *renamed) {
    event_list again = {0};
    vec_reserve(&again, old->items.count);
    for (size_t i = 0; i < old->items.count; i++)
        again.at[again.count++] = NO_ITEM;
    for (uint32_t id = 1; id < u->events.count; id++) {
        struct unfolding_event *e = &u->events.at[id];
        uint32_t item = e->item, items[2];
        make_known(u, id,
                   e->goes_on ? 0
                              : hash_name(e->label, e->before,
                                          u->cones.at + e->cone, e->width));
        hang_up(u, id);
        set_bits(u, id);
        items_of(u, id, items);
        for (unsigned i = 0; i < 2; i++)
            if (items[i] != NO_ITEM)
                again.at[item--] = items[i];
    }
    places_bundle_again(&u->places, old, renamed, &again);
    vec_free(&again);
}

void unfolding_collect(struct unfolding *u, event_list *renamed) {
    mark_histories(u);
    size_t count = u->events.count;
    renamed->count = 0;
    vec_reserve(renamed, count);
    for (size_t id = 0, next = 0; id < count; id++)
        renamed->at[renamed->count++] =
            u->events.at[id].marked ? (uint32_t)next++ : NO_EVENT;
    u->events.count = u->cones.count = 0;
    for (size_t id = 0; id < count; id++)
        if (u->events.at[id].marked) // not yet overwritten: numbers only fall
            move(u, &u->events.at[id], renamed->at);
    struct places old;
    places_clear(&u->places, &old);
    table_clear(&u->known);
    collect_labels(u);
    hang_up_again(u, &old, renamed->at);
    places_free(&old);
}
