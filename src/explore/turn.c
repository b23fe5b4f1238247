// SPDX-License-Identifier: Apache-2.0

#include "explore/turn.h"

void turns_race(struct turns *t, uint32_t one, uint32_t other) {
    uint64_t both = 1ull << one | 1ull << other;
    t->rivals[one] |= 1ull << other;
    t->rivals[other] |= 1ull << one;
    t->rivalrous |= both;
}

void turns_begin(struct turns *t) {
    t->last = t->focus = NOBODY;
    t->branched = false;
}

static bool is_quiet(const struct turns *t, uint32_t thread) {
    return !(t->rivalrous >> thread & 1);
}

void turns_head(struct turns *t, uint32_t thread) {
    t->last = t->focus = thread;
    t->branched = true;
}

void turns_step(struct turns *t, uint32_t thread) {
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

uint32_t turns_next(const struct turns *t, struct machine *m, uint64_t among) {
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
