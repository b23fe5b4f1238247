// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/class_digest.h"

#include "base/table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NOBODY = 0, SEVERAL = 1 }; // instead of the name of a thread

// Eight aligned bytes, while main is not alone.
struct digest_word {
    uint64_t key;          // address / 8 and the phase
    uint64_t accessors[8]; // of each byte: a thread's name, or one of these
    uint32_t changer;      // 1 + the newest link of an event that is no read
};

struct digest_link {
    uint32_t event;
    uint32_t older; // 1 + link
};

struct digest_event {
    uint64_t thread; // its name
    uint64_t phase;
    struct digest id;
    bool counts;
    uint32_t seen;  // 1 + the event that has added it to what it comes after
    uint32_t older; // in an execution graph, of a write: 1 + the one before it
    uint32_t newer; // 1 + the one after it
};

struct class_digester {
    const struct trace *trace;
    VEC(struct digest_event) events;
    VEC(struct digest_link) links;
    TABLE(struct digest_word) words;
    // Of each thread:
    uint64_t names[64];
    uint32_t created[64], counted[64];
    uint64_t unjoined, phase;
};

struct class_digester *class_digester_new(void) {
    return memory_new(1, sizeof(struct class_digester));
}

void class_digester_free(struct class_digester *d) {
    if (!d)
        return;
    vec_free(&d->events);
    vec_free(&d->links);
    table_free(&d->words);
    memory_free(d);
}

static struct digest hash_of(const uint64_t *row, size_t count) {
    XXH128_hash_t h = XXH3_128bits(row, count * sizeof *row);
    return (struct digest){h.low64, h.high64};
}

// -------------------------------------------------------------------- threads

static uint64_t name_of(uint64_t creator, uint64_t number) {
    uint64_t row[2] = {creator, number};
    uint64_t name = hash_of(row, 2).low;
    return name > SEVERAL ? name : SEVERAL + 1;
}

// Those that run from the start are named by their numbers.
static void begin_threads(struct class_digester *d) {
    d->unjoined = d->phase = 0;
    uint64_t spawned = 1;
    for (unsigned t = 0; t < 64; t++) {
        d->names[t] = name_of(0, t);
        d->created[t] = d->counted[t] = 0;
    }
    for (uint32_t i = 0; i < d->trace->length; i++) {
        const struct event *e = trace_event(d->trace, i);
        if (!(spawned >> e->thread & 1))
            d->unjoined |= 1ull << e->thread;
        if (e->op.kind == OP_SPAWN)
            spawned |= 1ull << e->op.target;
    }
}

// False: main is alone.
static bool pass_thread(struct class_digester *d, const struct event *e) {
    unsigned t = e->thread;
    d->unjoined &= ~e->op.joined;
    bool alone = t == 0 && !d->unjoined;
    if (e->op.kind == OP_JOIN)
        d->unjoined &= ~(1ull << e->op.target);
    if (e->op.kind == OP_SPAWN) {
        d->phase += alone;
        d->unjoined |= 1ull << e->op.target;
        d->names[e->op.target] = name_of(d->names[t], ++d->created[t]);
        d->counted[e->op.target] = 0;
    }
    return !alone;
}

// --------------------------------------------------------------------- events

static bool has_object(const struct op *op) {
    return op->addr && op_object((enum op_kind)op->kind) != ON_THREAD;
}

static struct digest_word *word_of(struct class_digester *d, uint64_t addr,
                                   uint64_t phase) {
    return table_put(&d->words, ((addr >> 3) ^ phase << 48) + 1);
}

static uint64_t size_of(const struct op *op) {
    return op->size ? op->size : 1;
}

static void note_access(struct class_digester *d, const struct digest_event *x,
                        uint64_t addr, uint64_t size) {
    for (uint64_t at = addr; at < addr + size; at++) {
        uint64_t *who = &word_of(d, at, x->phase)->accessors[at & 7];
        *who = *who == NOBODY || *who == x->thread ? x->thread : SEVERAL;
    }
}

static bool is_shared(struct class_digester *d, const struct digest_event *x,
                      uint64_t addr, uint64_t size) {
    for (uint64_t at = addr; at < addr + size; at++)
        if (word_of(d, at, x->phase)->accessors[at & 7] == SEVERAL)
            return true;
    return false;
}

static void note_op(struct class_digester *d, const struct digest_event *x,
                    const struct op *op) {
    note_access(d, x, op->addr, size_of(op));
    if (op->addr2)
        note_access(d, x, op->addr2, 1);
}

// Who waits for ever acts on what it waits for.
static void note_waiting(struct class_digester *d) {
    struct machine *m = d->trace->machine;
    for (unsigned t = 0; t < m->threads; t++) {
        struct digest_event x = {.thread = d->names[t], .phase = d->phase};
        const struct op *op = machine_pending(m, t);
        if (op && has_object(op))
            note_op(d, &x, op);
    }
}

static void note_events(struct class_digester *d) {
    d->events.count = 0;
    for (uint32_t i = 0; i < d->trace->length; i++) {
        const struct event *e = trace_event(d->trace, i);
        bool among_others = pass_thread(d, e);
        bool counts = e->op.kind == OP_CHOOSE ||
                      (among_others && e->op.kind != OP_SPAWN &&
                       e->op.kind != OP_JOIN && e->op.kind != OP_FENCE);
        struct digest_event x = {
            .thread = d->names[e->thread], .phase = d->phase, .counts = counts};
        if (counts && has_object(&e->op))
            note_op(d, &x, &e->op);
        vec_push(&d->events, x);
    }
    note_waiting(d);
}

// Which events count, and their names; a thread's number may be another's
// later.
static void name_events(struct class_digester *d) {
    uint64_t holder[64] = {0};
    for (uint32_t i = 0; i < d->trace->length; i++) {
        const struct event *e = trace_event(d->trace, i);
        struct digest_event *x = &d->events.at[i];
        if (holder[e->thread] != x->thread)
            d->counted[e->thread] = 0;
        holder[e->thread] = x->thread;
        if (has_object(&e->op))
            x->counts &= is_shared(d, x, e->op.addr, size_of(&e->op)) ||
                         (e->op.addr2 && is_shared(d, x, e->op.addr2, 1));
        if (!x->counts)
            continue;
        uint64_t row[2] = {x->thread, ++d->counted[e->thread]};
        x->id = hash_of(row, 2);
    }
}

// ------------------------------------------------------------ what comes
// before

static bool in_graph(const struct class_digester *d, const struct op *op) {
    return d->trace->machine->graphs &&
           op_object((enum op_kind)op->kind) == ON_MEMORY;
}

// Of a place, not of the word that it is in.
static struct digest_word *oldest_of(struct class_digester *d, uint64_t addr) {
    return table_put(&d->words, ~addr);
}

// In an execution graph steps say where a write goes.
static void order_writes(struct class_digester *d) {
    for (uint32_t i = 0; i < d->trace->length; i++) {
        const struct op *op = &trace_event(d->trace, i)->op;
        if (!in_graph(d, op) || !op_writes_memory(op))
            continue;
        struct digest_event *x = &d->events.at[i];
        uint32_t write = graph_choice_write(op->choice);
        uint32_t *newer = write == INITIAL_WRITE
                              ? &oldest_of(d, op->addr)->changer
                              : &d->events.at[write].newer;
        x->older = write == INITIAL_WRITE ? 0 : write + 1;
        x->newer = *newer;
        *newer = i + 1;
        if (x->newer)
            d->events.at[x->newer - 1].older = i + 1;
    }
}

// What a read reads from, or the write before a write.
static struct digest source_in_graph(const struct class_digester *d,
                                     uint32_t at, const struct op *op) {
    uint32_t write = op_writes_memory(op) ? d->events.at[at].older
                                          : graph_choice_write(op->choice) + 1;
    while (write && !d->events.at[write - 1].counts)
        write = d->events.at[write - 1].older;
    return write ? d->events.at[write - 1].id : (struct digest){0};
}

// Of the events on a word, those that are no reads and that `op` depends on,
// back to one that hides all before it.
static void add_word(struct class_digester *d, struct digest *sum, uint32_t at,
                     const struct op *op, uint64_t addr) {
    uint32_t link = word_of(d, addr, d->events.at[at].phase)->changer;
    while (link) {
        const struct digest_link *l = &d->links.at[link - 1];
        const struct op *other = &trace_event(d->trace, l->event)->op;
        struct digest_event *x = &d->events.at[l->event];
        if (op_depends(other, op) && x->seen != at + 1) {
            x->seen = at + 1;
            digest_add(sum, x->id);
        }
        if (op_shadows(other, op) && !op->addr2)
            break;
        link = l->older;
    }
}

static void hang(struct class_digester *d, uint32_t at, uint64_t addr) {
    struct digest_word *word = word_of(d, addr, d->events.at[at].phase);
    if (word->changer && d->links.at[word->changer - 1].event == at)
        return;
    vec_push(&d->links, (struct digest_link){at, word->changer});
    word->changer = (uint32_t)d->links.count;
}

static struct digest comes_after(struct class_digester *d, uint32_t at,
                                 const struct op *op) {
    struct digest sum = {0};
    if (op->mode == OP_IGNORES)
        return sum;
    uint64_t first = op->addr >> 3, last = (op->addr + size_of(op) - 1) >> 3;
    for (uint64_t word = first; word <= last; word++)
        add_word(d, &sum, at, op, word << 3);
    if (op->addr2)
        add_word(d, &sum, at, op, op->addr2);
    if (op->mode == OP_READS)
        return sum;
    for (uint64_t word = first; word <= last; word++)
        hang(d, at, word << 3);
    if (op->addr2)
        hang(d, at, op->addr2);
    return sum;
}

// ----------------------------------------------------------------- the class

// Of a choice what was chosen, of a signal who was woken.
static uint64_t chosen(const struct class_digester *d, const struct op *op) {
    if (op->kind == OP_CHOOSE)
        return op->choice;
    return op->kind == OP_SIGNAL && op->choice ? d->names[op->choice - 1] : 0;
}

static struct digest event_digest(struct class_digester *d, uint32_t at) {
    const struct op *op = &trace_event(d->trace, at)->op;
    const struct digest_event *x = &d->events.at[at];
    struct digest after = {0};
    if (in_graph(d, op))
        after = source_in_graph(d, at, op);
    else if (has_object(op))
        after = comes_after(d, at, op);
    uint64_t row[] = {x->id.low, x->id.high, after.low,    after.high,
                      op->kind,  op->update, chosen(d, op)};
    return hash_of(row, sizeof row / sizeof *row);
}

struct digest class_digest(struct class_digester *d, const struct trace *t) {
    struct digest sum = {0};
    d->trace = t;
    d->links.count = 0;
    table_clear(&d->words);
    begin_threads(d);
    note_events(d);
    name_events(d);
    order_writes(d);
    for (uint32_t i = 0; i < t->length; i++)
        if (d->events.at[i].counts)
            digest_add(&sum, event_digest(d, i));
    uint64_t row[] = {sum.low, sum.high};
    return hash_of(row, 2);
}

void digest_text(struct digest digest, char text[DIGEST_TEXT]) {
    snprintf(text, DIGEST_TEXT, "%016" PRIx64 "%016" PRIx64, digest.high,
             digest.low);
}
