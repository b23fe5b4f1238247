// SPDX-License-Identifier: Apache-2.0

#include "explore/walk/deeds.h"

enum {
    MOST_WORDS = 64,       // of one operation that are looked at
    MOST_DEEDS = 1 << 18,  // that are remembered
};

#define ALL_THREADS (~(thread_set)0)

void deeds_free(struct deeds *r) {
    table_free(&r->rows);
    vec_free(&r->creators);
}

// The words that an operation acts on: from *first on, so many.
static uint64_t words_of(const struct op *op, uint64_t *first) {
    uint64_t size = op->size ? op->size : 1;
    *first = op->addr / 8;
    uint64_t count = (op->addr + size - 1) / 8 - *first + 1;
    return count < MOST_WORDS ? count : MOST_WORDS;
}

static bool is_same_deed(const struct deed *d, const struct event *e) {
    return d->thread == e->thread && d->op.kind == e->op.kind &&
           d->op.mode == e->op.mode && d->op.addr == e->op.addr &&
           d->op.size == e->op.size;
}

static void note_word(struct deeds *r, uint64_t word, const struct event *e) {
    struct deed *d = table_find(&r->rows, word + 1);
    while (d && !is_same_deed(d, e))
        d = table_next(&r->rows, d);
    if (!d) {
        if (r->rows.table.count >= MOST_DEEDS)
            return;
        d = table_add(&r->rows, word + 1);
        d->thread = e->thread;
        d->op = e->op;
        r->news++;
    }
    if (d->last < e->index)
        d->last = e->index;
}

void deeds_note(struct deeds *r, const struct event *e) {
    uint64_t first, count = words_of(&e->op, &first);
    for (uint64_t i = 0; i < count; i++)
        note_word(r, first + i, e);
    if (e->op.addr2)
        note_word(r, e->op.addr2 / 8, e);
    if (e->op.kind != OP_SPAWN)
        return;
    while (r->creators.count <= e->op.target)
        vec_push(&r->creators, 0u);
    r->creators.at[e->op.target] = e->thread + 1;
}

static uint32_t done_by(const struct trace *t, uint32_t thread) {
    uint32_t last = thread < t->width ? t->last[thread] : NOWHERE;
    return last == NOWHERE ? 0 : trace_event(t, last)->index;
}

// Nobody can lock what is not unlocked yet.
static bool cannot_overtake(const struct op *op, const struct op *other) {
    return op->kind == OP_UNLOCK && other->kind == OP_LOCK;
}

static thread_set rivals_at(struct deeds *r, const struct trace *t,
                            uint32_t thread, const struct op *op,
                            uint64_t word) {
    thread_set found = 0;
    for (struct deed *d = table_find(&r->rows, word + 1); d;
         d = table_next(&r->rows, d))
        if (d->thread != thread && !(found & thread_bit(d->thread)) &&
            d->last > done_by(t, d->thread) && !cannot_overtake(op, &d->op) &&
            op_depends(op, &d->op))
            found |= thread_bit(d->thread);
    return found;
}

thread_set deeds_rivals(struct deeds *r, const struct trace *t, uint32_t thread,
                     const struct op *op) {
    thread_set found = 0;
    uint64_t first, count = words_of(op, &first);
    for (uint64_t i = 0; i < count; i++)
        found |= rivals_at(r, t, thread, op, first + i);
    if (op->addr2)
        found |= rivals_at(r, t, thread, op, op->addr2 / 8);
    return found;
}

// Whom a thread needs to go on, or has as rivals when it does.
static thread_set needed_by(struct deeds *r, const struct trace *t,
                            uint32_t thread) {
    struct machine *m = t->machine;
    enum thread_status status = machine_status(m, thread);
    if (status == THREAD_UNBORN)
        return thread < r->creators.count && r->creators.at[thread]
                   ? thread_bit(r->creators.at[thread] - 1)
                   : ALL_THREADS;
    if (status != THREAD_ALIVE)
        return 0;
    const struct op *op = machine_pending(m, thread);
    if (!op)
        return ALL_THREADS;
    if (op->kind == OP_JOIN)
        return machine_enabled(m, thread) ? 0 : thread_bit(op->target);
    return deeds_rivals(r, t, thread, op);
}

thread_set deeds_closure(struct deeds *r, const struct trace *t,
                          uint32_t thread) {
    thread_set set = thread_bit(thread), done = 0;
    while (set & ~done) {
        thread_set before = set;
        for (uint32_t i = 0; i < t->machine->threads; i++)
            if (before & ~done & thread_bit(i))
                set |= needed_by(r, t, i);
        done = before;
    }
    return set;
}
