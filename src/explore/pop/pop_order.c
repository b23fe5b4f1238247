// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/pop_order.h"

static uint16_t place_at(uint64_t addr) {
    return (uint16_t)(addr / 4 % TURN_PLACES);
}

// Most sets are small.
static uint32_t how_many(uint64_t threads) {
    uint32_t n = 0;
    for (; threads; threads &= threads - 1)
        n++;
    return n;
}

// More places than racers at any: somebody goes from place to place.
enum { FEW_RACERS = 3 };

void turns_race(struct turns *t, uint32_t one, uint32_t other, uint64_t addr) {
    uint64_t both = 1ull << one | 1ull << other;
    uint64_t *racers = &t->racers[place_at(addr)];
    if ((*racers & both) == both && t->rivals[one] >> other & 1)
        return; // most often
    t->rivals[one] |= 1ull << other;
    t->rivals[other] |= 1ull << one;
    t->rivalrous |= both;
    t->places += !*racers;
    *racers |= both;
    t->crowded |= how_many(*racers) > FEW_RACERS;
    t->few = !t->crowded && t->places > FEW_RACERS;
}

void turns_begin(struct turns *t) {
    for (uint64_t left = t->somewhere; left; left &= left - 1)
        t->there[t->place[__builtin_ctzll(left)]] = 0;
    t->somewhere = 0;
    t->last = t->focus = NOBODY;
    t->branched = false;
}

static bool is_quiet(const struct turns *t, uint32_t thread) {
    return !(t->rivalrous >> thread & 1);
}

static void leave(struct turns *t, uint32_t thread) {
    uint64_t self = 1ull << thread;
    if (!(t->somewhere & self))
        return;
    t->there[t->place[thread]] &= ~self;
    t->somewhere &= ~self;
}

void turns_head(struct turns *t, uint32_t thread) {
    leave(t, thread);
    t->last = t->focus = thread;
    t->branched = true;
}

void turns_step(struct turns *t, uint32_t thread) {
    leave(t, thread);
    t->last = thread;
    t->branched = false;
    if (!is_quiet(t, thread))
        t->focus = thread;
}

// The newest of them that is enabled.
static uint32_t newest(struct machine *m, uint64_t threads) {
    while (threads) {
        uint32_t thread = 63 - (uint32_t)__builtin_clzll(threads);
        if (machine_enabled(m, thread))
            return thread;
        threads &= ~(1ull << thread);
    }
    return NOBODY;
}

// Who has waited for a thread to end, if it has.
static uint32_t caller(struct machine *m, uint32_t thread, uint64_t among) {
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        bool waited = op && ((op->kind == OP_JOIN && op->target == thread) ||
                             (op->joined >> thread & 1));
        if (waited && fairness_among(among, t) && machine_enabled(m, t))
            return t;
    }
    return NOBODY;
}

// Quiet threads first, then the one in focus, then its rivals.
static uint32_t next_of_focus(const struct turns *t, struct machine *m,
                              uint64_t among) {
    uint32_t next = newest(m, among & ~t->rivalrous);
    if (next != NOBODY)
        return next;
    return fairness_among(among, t->focus) && machine_enabled(m, t->focus)
               ? t->focus
               : newest(m, among & t->rivals[t->focus]);
}

// ------------------------------------------------------- where few race

// Look at all threads of which it is not known. One that is nowhere is looked
// at again each time: when another ends it may get somewhere.
static void look_around(struct turns *t, struct machine *m) {
    for (uint64_t left = m->living & ~t->somewhere; left; left &= left - 1) {
        uint32_t thread = (uint32_t)__builtin_ctzll(left);
        const struct op *op = machine_pending(m, thread);
        if (!op || op->mode == OP_IGNORES)
            continue;
        t->somewhere |= 1ull << thread;
        t->place[thread] = place_at(op->addr);
        t->there[t->place[thread]] |= 1ull << thread;
    }
}

// What speaks against letting a thread act where it is now.
static uint32_t rank(const struct turns *t, uint32_t thread, uint64_t living) {
    uint64_t self = 1ull << thread;
    uint32_t others_turn = thread != t->last;
    if (!(t->somewhere & self))
        return others_turn;
    uint32_t place = t->place[thread];
    uint64_t rivals = t->racers[place] & living & ~self;
    if (!rivals)
        return others_turn;
    uint64_t to_come = rivals & ~t->there[place];
    return how_many(to_come) << 16 | how_many(rivals) << 8 | others_turn;
}

static bool has_fewer_rivals(const struct turns *t, uint32_t one,
                             uint32_t other, uint64_t living) {
    return how_many(t->rivals[one] & living) <
           how_many(t->rivals[other] & living);
}

static uint32_t next_where_few_race(struct turns *t, struct machine *m,
                                    uint64_t among) {
    look_around(t, m);
    uint32_t best = NOBODY, least = UINT32_MAX;
    for (uint64_t left = among & m->living; left;) {
        uint32_t thread = 63 - (uint32_t)__builtin_clzll(left);
        left &= ~(1ull << thread);
        uint32_t r = rank(t, thread, m->living);
        if (r > least ||
            (r == least && !has_fewer_rivals(t, thread, best, m->living)) ||
            !machine_enabled(m, thread))
            continue;
        best = thread;
        least = r;
    }
    return best;
}

// ----------------------------------------------------------------- outside

uint32_t turns_next(struct turns *t, struct machine *m, uint64_t among) {
    if (t->few)
        return next_where_few_race(t, m, among);
    if (t->last != NOBODY && !t->branched && fairness_among(among, t->last) &&
        machine_enabled(m, t->last))
        return t->last; // most often
    among &= m->living;
    uint32_t next = NOBODY;
    if (t->focus != NOBODY)
        next = next_of_focus(t, m, among);
    else if (t->last != NOBODY)
        next = caller(m, t->last, among);
    return next == NOBODY ? newest(m, among) : next;
}
