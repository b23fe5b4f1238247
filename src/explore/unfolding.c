// SPDX-License-Identifier: Apache-2.0

#include "explore/unfolding.h"

#include <string.h>

enum { NO_LINK = UINT32_MAX, NO_RANGE = UINT32_MAX, NO_LIST = UINT32_MAX };

// Ranges with more bytes are looked through one by one: there are few.
enum { NARROW = 16 };

// Room for the links of the newest event.
static void hang_nowhere(struct unfolding *u) {
    vec_push(&u->links, (struct unfolding_link){NO_LIST, NO_LINK, NO_LINK});
    vec_push(&u->links, (struct unfolding_link){NO_LIST, NO_LINK, NO_LINK});
}

void unfolding_init(struct unfolding *u) {
    *u = (struct unfolding){0};
    vec_push(&u->events, (struct unfolding_event){0});
    hang_nowhere(u);
}

void unfolding_free(struct unfolding *u) {
    vec_free(&u->events);
    vec_free(&u->cones);
    vec_free(&u->ranges);
    vec_free(&u->wide);
    vec_free(&u->lists);
    vec_free(&u->links);
    vec_free(&u->parked);
    vec_free(&u->overlaps);
    table_free(&u->known);
    table_free(&u->words);
}

// ---------------------------------------------------------------- identity

// What of an operation belongs to the event: not the values, which follow from
// the history.
static bool same(const struct op *a, const struct op *b) {
    return a->addr == b->addr && a->addr2 == b->addr2 && a->size == b->size &&
           a->choice == b->choice && a->target == b->target &&
           a->kind == b->kind && a->mode == b->mode;
}

// Trailing threads without events must not make a difference.
static uint32_t trimmed(const uint32_t *cone, uint32_t width) {
    while (width && cone[width - 1] == NO_EVENT)
        width--;
    return width;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint32_t hash_event(uint32_t thread, const struct op *op,
                           const uint32_t *cone, uint32_t width) {
    uint64_t hash = mix(op->addr, (uint64_t)thread << 32 | op->size);
    hash = mix(hash, op->addr2 + ((uint64_t)op->choice << 32));
    hash = mix(hash, (uint64_t)op->target << 32 | op->kind << 8 | op->mode);
    for (uint32_t t = 0; t + 1 < width; t += 2)
        hash = mix(hash, (uint64_t)cone[t] << 32 | cone[t + 1]);
    if (width & 1)
        hash = mix(hash, cone[width - 1]);
    return (uint32_t)(hash >> 32);
}

uint32_t unfolding_find(const struct unfolding *u, uint32_t thread,
                        const struct op *op, const uint32_t *cone,
                        uint32_t width) {
    width = trimmed(cone, width);
    uint32_t hash = hash_event(thread, op, cone, width);
    for (struct probe p = table_probe(&u->known, hash);
         table_next(&u->known, &p);) {
        const struct unfolding_event *e = unfolding_at(u, p.item);
        if (e->width == width && e->thread == thread && same(&e->op, op) &&
            (!width ||
             memcmp(u->cones.at + e->cone, cone, width * sizeof *cone) == 0))
            return p.item;
    }
    return NO_EVENT;
}

// ------------------------------------------------------------------- lists

static uint32_t hash_word(uint64_t word) {
    return (uint32_t)((word * 0x9e3779b97f4a7c15ull) >> 32);
}

// Ranges are found by the word that they start in.
static uint32_t word_ranges(const struct unfolding *u, uint64_t word) {
    for (struct probe p = table_probe(&u->words, hash_word(word));
         table_next(&u->words, &p);)
        if (u->ranges.at[p.item].addr >> 3 == word)
            return p.item;
    return NO_RANGE;
}

static bool overlap(const struct unfolding_range *a,
                    const struct unfolding_range *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// The other ranges that overlap with one. Programs seldom have any.
static void find_overlaps(const struct unfolding *u, uint32_t own,
                          event_list *found) {
    const struct unfolding_range *range = &u->ranges.at[own];
    found->count = 0;
    if (range->size > NARROW) {
        for (uint32_t r = 0; r < u->ranges.count; r++)
            if (r != own && overlap(range, &u->ranges.at[r]))
                vec_push(found, r);
        return;
    }
    uint64_t low = range->addr < NARROW ? 0 : range->addr - NARROW;
    uint64_t end = (range->addr + range->size - 1) >> 3;
    for (uint64_t word = low >> 3; word <= end; word++)
        for (uint32_t r = word_ranges(u, word); r != NO_RANGE;
             r = u->ranges.at[r].next)
            if (r != own && u->ranges.at[r].size <= NARROW &&
                overlap(range, &u->ranges.at[r]))
                vec_push(found, r);
    for (size_t i = 0; i < u->wide.count; i++)
        if (overlap(range, &u->ranges.at[u->wide.at[i]]))
            vec_push(found, u->wide.at[i]);
}

static uint32_t add_range(struct unfolding *u, uint64_t addr, uint32_t size,
                          uint32_t head) {
    uint32_t r = (uint32_t)u->ranges.count;
    struct unfolding_range range = {addr,    size,    false,
                                    NO_LIST, NO_LIST, NO_RANGE};
    if (head == NO_RANGE) {
        table_add(&u->words, hash_word(addr >> 3), r);
    } else {
        range.next = u->ranges.at[head].next;
        u->ranges.at[head].next = r;
    }
    vec_push(&u->ranges, range);
    if (size)
        find_overlaps(u, r, &u->overlaps);
    for (size_t i = 0; size && i < u->overlaps.count; i++)
        u->ranges.at[u->overlaps.at[i]].shared = u->ranges.at[r].shared = true;
    if (size > NARROW)
        vec_push(&u->wide, r);
    return r;
}

static uint32_t range_for(struct unfolding *u, uint64_t addr, uint32_t size) {
    uint32_t head = word_ranges(u, addr >> 3), r = head;
    for (; r != NO_RANGE; r = u->ranges.at[r].next)
        if (u->ranges.at[r].addr == addr && u->ranges.at[r].size == size)
            return r;
    return add_range(u, addr, size, head);
}

static uint32_t add_list_to(struct unfolding *u, struct unfolding_list list) {
    list.first = NO_LIST;
    vec_push(&u->lists, list);
    return (uint32_t)u->lists.count - 1;
}

// The list of all threads in a place: it hangs at the last write, or at the
// range if there is none.
static uint32_t place_for(struct unfolding *u, uint32_t range,
                          uint32_t shadow) {
    uint32_t *head = shadow == NO_EVENT ? &u->ranges.at[range].untouched
                                        : &u->events.at[shadow].places;
    for (uint32_t all = *head; all != NO_LIST; all = u->lists.at[all].beside)
        if (u->lists.at[all].range == range)
            return all;
    struct unfolding_list new = {.range = range,
                                 .thread = ALL_THREADS,
                                 .beside = *head,
                                 .next = u->ranges.at[range].first};
    *head = add_list_to(u, new);
    u->ranges.at[range].first = *head;
    return *head;
}

// The list of a thread in a place, which hangs in that of all threads.
static uint32_t thread_list(struct unfolding *u, uint32_t range,
                            uint32_t shadow, uint32_t thread) {
    uint32_t all = place_for(u, range, shadow);
    uint32_t list = u->lists.at[all].first;
    for (; list != NO_LIST; list = u->lists.at[list].next)
        if (u->lists.at[list].thread == thread)
            return list;
    struct unfolding_list new = {.range = range,
                                 .thread = thread,
                                 .all = all,
                                 .next = u->lists.at[all].first};
    list = add_list_to(u, new);
    u->lists.at[all].first = list;
    return list;
}

static void link_in(struct unfolding *u, uint32_t link) {
    struct unfolding_link *l = &u->links.at[link];
    l->next = u->lists.at[l->list].first;
    l->prev = NO_LINK;
    if (l->next != NO_LINK)
        u->links.at[l->next].prev = link;
    u->lists.at[l->list].first = link;
}

// It still knows what was next to it: a walk that stands here can go on.
static void link_out(struct unfolding *u, uint32_t link) {
    const struct unfolding_link *l = &u->links.at[link];
    if (l->next != NO_LINK)
        u->links.at[l->next].prev = l->prev;
    if (l->prev != NO_LINK)
        u->links.at[l->prev].next = l->next;
    else
        u->lists.at[l->list].first = l->next;
}

static void hang_in(struct unfolding *u, uint32_t link, uint64_t addr,
                    uint32_t size, uint32_t shadow) {
    uint32_t thread = unfolding_at(u, link / 2)->thread;
    u->links.at[link].list =
        thread_list(u, range_for(u, addr, size), shadow, thread);
    link_in(u, link);
}

// What only its own thread sees (choices) has a place of its own, where the
// thread's previous event is the last write.
static uint64_t private_place(const struct unfolding_event *e) {
    return UINT64_MAX - 8 * (uint64_t)e->thread;
}

static bool is_private(const struct unfolding_event *e) {
    return e->op.kind == OP_CHOOSE;
}

static void hang_up(struct unfolding *u, uint32_t id) {
    struct unfolding_event e = *unfolding_at(u, id);
    hang_nowhere(u);
    if (is_private(&e))
        hang_in(u, 2 * id, private_place(&e), 0, e.before);
    else if (e.op.mode != OP_IGNORES)
        hang_in(u, 2 * id, e.op.addr, e.op.size, e.shadows[0]);
    if (e.op.addr2)
        hang_in(u, 2 * id + 1, e.op.addr2, 1, e.shadows[1]);
}

// An object's bit is its word's; what acts on several words has all bits. Equal
// bits say that two events may depend on each other.
static uint64_t bits_of_link(const struct unfolding *u, uint32_t link) {
    uint32_t list = u->links.at[link].list;
    if (list == NO_LIST)
        return 0;
    const struct unfolding_range *range =
        &u->ranges.at[u->lists.at[list].range];
    if ((range->addr & 7) + range->size > 8)
        return UINT64_MAX;
    return 1ull << (word_ranges(u, range->addr >> 3) & 63);
}

static void set_bits(struct unfolding *u, uint32_t id) {
    struct unfolding_event *e = &u->events.at[id];
    e->own = bits_of_link(u, 2 * id) | bits_of_link(u, 2 * id + 1);
    e->acts = e->own;
    e->writes = e->op.mode == OP_READS ? 0 : e->own;
    if (e->jump == e->before)
        return;
    const struct unfolding_event *p = unfolding_at(u, e->before);
    const struct unfolding_event *j = unfolding_at(u, p->jump);
    e->acts |= p->acts | j->acts;
    e->writes |= p->writes | j->writes;
}

uint32_t unfolding_add(struct unfolding *u, uint32_t thread,
                       const struct op *op, const uint32_t *cone,
                       uint32_t width, const uint32_t shadows[2]) {
    struct unfolding_event e = {.op = *op,
                                .thread = thread,
                                .cone = (uint32_t)u->cones.count,
                                .width = trimmed(cone, width),
                                .places = NO_LIST,
                                .shadows = {shadows[0], shadows[1]}};
    e.hash = hash_event(thread, op, cone, e.width);
    e.before = thread < e.width ? cone[thread] : NO_EVENT;
    const struct unfolding_event *p = unfolding_at(u, e.before);
    e.index = p->index + 1;
    // Jumps are as long as the last two together if those were equally long.
    const struct unfolding_event *j = unfolding_at(u, p->jump);
    bool equal =
        p->index - j->index == j->index - unfolding_at(u, j->jump)->index;
    e.jump = equal ? j->jump : e.before;
    uint32_t id = (uint32_t)u->events.count;
    vec_reserve(&u->cones, u->cones.count + e.width);
    for (uint32_t t = 0; t < e.width; t++)
        u->cones.at[u->cones.count++] = cone[t];
    vec_push(&u->events, e);
    table_add(&u->known, e.hash, id);
    hang_up(u, id);
    set_bits(u, id);
    return id;
}

// --------------------------------------------------------------- relations

uint32_t unfolding_ancestor(const struct unfolding *u, uint32_t id,
                            uint32_t index) {
    const struct unfolding_event *e = unfolding_at(u, id);
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

static bool same_history(const struct unfolding *u,
                         const struct unfolding_event *a,
                         const struct unfolding_event *b) {
    return a->width == b->width &&
           (!a->width || memcmp(u->cones.at + a->cone, u->cones.at + b->cone,
                                a->width * sizeof *u->cones.at) == 0);
}

bool unfolding_rivals(const struct unfolding *u, uint32_t a, uint32_t b) {
    const struct unfolding_event *x = unfolding_at(u, a);
    const struct unfolding_event *y = unfolding_at(u, b);
    // Of one thread: two outcomes of one choice. Others that exclude each
    // other have an event in their histories that is a rival.
    if (x->thread == y->thread)
        return x->op.choice != y->op.choice && same_history(u, x, y);
    return op_depends(&x->op, &y->op) && !unfolding_contains(u, a, b) &&
           !unfolding_contains(u, b, a);
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
        *acts |= jump ? e->acts : e->own;
        *writes |= jump ? e->writes : e->op.mode == OP_READS ? 0 : e->own;
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
        if (e->own & bits)
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
    const struct unfolding_event *e = unfolding_at(u, x);
    uint32_t threads = threads_of(u, b);
    for (uint32_t t = 0; t < threads; t++) {
        struct stretch s = beyond(u, b, a, t);
        for (uint32_t y; (y = next_with(u, &s, e->own));)
            if (t != e->thread && op_depends(&e->op, &unfolding_at(u, y)->op))
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

// ------------------------------------------------------------------ rivals

// Can another event of the same thread be a rival: another choice?
static bool rivals_itself(const struct unfolding_event *e) {
    return e->op.kind == OP_SIGNAL || e->op.kind == OP_CHOOSE;
}

bool unfolding_alone(const struct unfolding *u, uint32_t id) {
    for (uint32_t link = 2 * id; link <= 2 * id + 1; link++) {
        uint32_t own = u->links.at[link].list;
        if (own == NO_LIST)
            continue;
        const struct unfolding_list *all = &u->lists.at[u->lists.at[own].all];
        if (all->first != own || u->lists.at[own].next != NO_LIST ||
            u->ranges.at[all->range].shared)
            return false;
    }
    return !rivals_itself(unfolding_at(u, id));
}

static void add_list(const struct unfolding *u, uint32_t list,
                     event_list *events) {
    uint32_t link = u->lists.at[list].first;
    for (; link != NO_LINK; link = u->links.at[link].next)
        vec_push(events, link / 2);
}

// Events of other ranges that overlap with this one: their last writes say
// nothing, so all of them are looked at.
static void add_overlapping(const struct unfolding *u, uint32_t own,
                            event_list *events) {
    event_list ranges = {0};
    find_overlaps(u, own, &ranges);
    for (size_t i = 0; i < ranges.count; i++)
        for (uint32_t all = u->ranges.at[ranges.at[i]].first; all != NO_LIST;
             all = u->lists.at[all].next)
            for (uint32_t list = u->lists.at[all].first; list != NO_LIST;
                 list = u->lists.at[list].next)
                add_list(u, list, events);
    vec_free(&ranges);
}

void rivals_start(struct rivals *w, const struct unfolding *u, uint32_t id) {
    w->id = id;
    w->others.count = 0;
    w->link = NO_LINK;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t own = u->links.at[2 * id + i].list;
        w->lists[i] = NO_LIST;
        if (own == NO_LIST)
            continue;
        const struct unfolding_list *all = &u->lists.at[u->lists.at[own].all];
        w->lists[i] = all->first;
        if (u->ranges.at[all->range].shared)
            add_overlapping(u, all->range, &w->others);
    }
}

// The next event along the lists, or NO_EVENT at their end.
static uint32_t next_in_lists(struct rivals *w, const struct unfolding *u) {
    const struct unfolding_event *e = unfolding_at(u, w->id);
    for (;;) {
        while (w->link != NO_LINK) {
            uint32_t id = w->link / 2;
            w->link = u->links.at[w->link].next;
            if (!unfolding_at(u, id)->parked)
                return id;
        }
        unsigned i = w->lists[0] != NO_LIST ? 0 : 1;
        if (w->lists[i] == NO_LIST)
            return NO_EVENT;
        const struct unfolding_list *list = &u->lists.at[w->lists[i]];
        w->lists[i] = list->next;
        if (list->thread != e->thread || rivals_itself(e))
            w->link = list->first;
    }
}

uint32_t rivals_next(struct rivals *w, const struct unfolding *u) {
    uint32_t id = next_in_lists(w, u);
    while (id == NO_EVENT && w->others.count) {
        id = w->others.at[--w->others.count];
        if (unfolding_at(u, id)->parked)
            id = NO_EVENT;
    }
    return id;
}

void rivals_free(struct rivals *w) {
    vec_free(&w->others);
}

// ----------------------------------------------------------------- parking

void unfolding_park(struct unfolding *u, uint32_t id, uint32_t position) {
    for (uint32_t link = 2 * id; link <= 2 * id + 1; link++)
        if (u->links.at[link].list != NO_LIST)
            link_out(u, link);
    u->events.at[id].parked = true;
    if (position == NEVER)
        return;
    while (u->parked.count <= position)
        vec_push(&u->parked, NO_EVENT);
    u->links.at[2 * id].prev = u->parked.at[position];
    u->parked.at[position] = id;
}

void unfolding_return(struct unfolding *u, uint32_t position) {
    while (u->parked.count > position) {
        uint32_t id = u->parked.at[--u->parked.count];
        while (id != NO_EVENT) {
            uint32_t next = u->links.at[2 * id].prev;
            u->events.at[id].parked = false;
            for (uint32_t link = 2 * id; link <= 2 * id + 1; link++)
                if (u->links.at[link].list != NO_LIST)
                    link_in(u, link);
            id = next;
        }
    }
}

// ----------------------------------------------------------------- garbage

void unfolding_mark(struct unfolding *u, uint32_t id) {
    u->events.at[id].marked = true;
}

// Histories have smaller numbers: one pass from the end finds all of them.
static void mark_histories(struct unfolding *u) {
    u->events.at[NO_EVENT].marked = true;
    for (size_t id = u->events.count; id-- > 1;) {
        const struct unfolding_event *e = &u->events.at[id];
        for (uint32_t t = 0; e->marked && t < e->width; t++)
            u->events.at[u->cones.at[e->cone + t]].marked = true;
    }
}

// Move an event to its new number, and all that it refers to with it.
static void move(struct unfolding *u, const struct unfolding_event *old,
                 const uint32_t *renamed) {
    struct unfolding_event e = *old;
    uint32_t cone = (uint32_t)u->cones.count;
    for (uint32_t t = 0; t < e.width; t++)
        u->cones.at[u->cones.count++] = renamed[u->cones.at[e.cone + t]];
    e.cone = cone;
    e.before = renamed[e.before];
    e.jump = renamed[e.jump];
    e.shadows[0] = renamed[e.shadows[0]];
    e.shadows[1] = renamed[e.shadows[1]];
    e.marked = e.parked = false;
    e.places = NO_LIST;
    e.hash = hash_event(e.thread, &e.op, u->cones.at + e.cone, e.width);
    u->events.at[u->events.count++] = e;
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
    u->ranges.count = u->wide.count = u->lists.count = u->links.count = 0;
    u->parked.count = 0;
    table_clear(&u->known);
    table_clear(&u->words);
    hang_nowhere(u);
    for (uint32_t id = 1; id < u->events.count; id++) {
        table_add(&u->known, u->events.at[id].hash, id);
        hang_up(u, id);
        set_bits(u, id);
    }
}
