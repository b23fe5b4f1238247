// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/access_kinds.h"

#include "base/fault.h"

#include "explore/pop/sleep/sleeping_schedules.h"

void accesses_free(struct accesses *a) {
    vec_free(&a->known);
    vec_free(&a->near);
    table_free(&a->words);
}

// ------------------------------------------------------------------- table

static uint32_t first_at(const struct accesses *a, uint64_t word) {
    const struct access_word *row = table_find(&a->words, word + 1);
    return row ? row->first : 0;
}

static void add_kind(struct accesses *a, uint64_t word, struct access access) {
    struct access_word *row = table_put(&a->words, word + 1);
    access.next = row->first;
    vec_push(&a->known, access);
    row->first = (uint32_t)a->known.count;
    invariant(access.next < row->first); // chains go back
}

static bool same_range(const struct op *a, const struct op *b) {
    return a->addr == b->addr && a->size == b->size;
}

static bool overlap(const struct op *a, const struct op *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static struct access *find(struct accesses *a, uint64_t word,
                           const struct op *op) {
    for (uint32_t i = first_at(a, word); i; i = a->known.at[i - 1].next) {
        struct access *access = &a->known.at[i - 1];
        if (access->op.mode == op->mode && same_range(&access->op, op))
            return access;
    }
    return NULL;
}

// ----------------------------------------------------------------- tangles

// All kinds that overlap `op` in some word: into `near`.
static void add_near(struct accesses *a, const struct op *op) {
    uint64_t last = (op->addr + op->size - 1) >> 3;
    for (uint64_t word = op->addr >> 3; word <= last; word++)
        for (uint32_t i = first_at(a, word); i; i = a->known.at[i - 1].next) {
            if (!overlap(&a->known.at[i - 1].op, op))
                continue;
            bool there = false;
            for (size_t k = 0; k < a->near.count && !there; k++)
                there = a->near.at[k] == i - 1;
            if (!there)
                vec_push(&a->near, i - 1);
        }
}

static bool tangle(const struct access *a, const struct access *b,
                   const struct access *c) {
    bool same = a->op.mode == c->op.mode && same_range(&a->op, &c->op);
    return op_depends(&a->op, &b->op) && op_depends(&b->op, &c->op) &&
           !op_depends(&a->op, &c->op) && (!same || c->by_several) &&
           schedule_must_sleep(&b->op, &a->op);
}

// Every tangle has a kind in the middle: look at what is near the new one, and
// near that.
static void look_for_tangles(struct accesses *a, const struct op *op) {
    a->near.count = 0;
    add_near(a, op);
    for (size_t i = a->near.count; i-- > 0;)
        add_near(a, &a->known.at[a->near.at[i]].op);
    bool parted = false;
    for (size_t i = 0; i < a->near.count; i++) {
        const struct op *other = &a->known.at[a->near.at[i]].op;
        parted |= overlap(other, op) && !same_range(other, op);
    }
    a->overlap |= parted;
    if (a->tangled)
        return;
    size_t n = a->near.count;
    for (size_t x = 0; x < n; x++)
        for (size_t y = 0; y < n; y++)
            for (size_t z = 0; z < n && !a->tangled; z++)
                a->tangled = tangle(&a->known.at[a->near.at[x]],
                                    &a->known.at[a->near.at[y]],
                                    &a->known.at[a->near.at[z]]);
}

// ----------------------------------------------------------------- outside

void accesses_add(struct accesses *a, uint32_t thread, const struct op *op) {
    bool new = false;
    if (!op->size)
        return;
    uint64_t last = (op->addr + op->size - 1) >> 3;
    invariant(last >= op->addr >> 3); // it does not go round the end of memory
    for (uint64_t word = op->addr >> 3; word <= last; word++) {
        struct access *access = find(a, word, op);
        if (!access) {
            add_kind(a, word, (struct access){*op, thread, false, 0});
            new = true;
        } else if (access->thread != thread && !access->by_several) {
            access->by_several = new = true;
        }
    }
    if (new)
        look_for_tangles(a, op);
}
