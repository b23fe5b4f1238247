// SPDX-License-Identifier: Apache-2.0

#include "explore/trace.h"

#include "base/fault.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

void trace_free(struct trace *t) {
    if (!t)
        return;
    vec_free(&t->events);
    vec_free(&t->steps);
    vec_free(&t->links);
    vec_free(&t->words);
    vec_free(&t->racing);
    vec_free(&t->reversible);
    vec_free(&t->candidates);
    memory_free(t->clocks);
    memory_free(t->aboves);
    memory_free(t->befores);
    memory_free(t->last);
    memory_free(t->birth);
    memory_free(t->word_slots);
    memory_free(t);
}

// ------------------------------------------------------------------- room

static uint32_t *widened(uint32_t *old, const struct trace *t, unsigned width) {
    uint32_t *wide = memory_new((size_t)t->clock_room * width, sizeof *wide);
    for (uint32_t i = 0; i < t->length; i++)
        memcpy(wide + (size_t)i * width, old + (size_t)i * t->width,
               t->width * sizeof *wide);
    memory_free(old);
    return wide;
}

// Clocks get wider when the program makes more threads than ever before.
static void make_wider(struct trace *t, unsigned threads) {
    unsigned width = t->width ? t->width : 4;
    while (width < threads)
        width *= 2;
    t->clocks = widened(t->clocks, t, width);
    t->aboves = widened(t->aboves, t, width);
    t->befores = widened(t->befores, t, width);
    t->last = memory_resize(t->last, width, sizeof *t->last);
    t->birth = memory_resize(t->birth, width, sizeof *t->birth);
    for (unsigned i = t->width; i < width; i++)
        t->last[i] = t->birth[i] = NOWHERE;
    t->width = width;
}

static void make_longer(struct trace *t) {
    t->clock_room = t->clock_room ? 2 * t->clock_room : 64;
    size_t entries = (size_t)t->clock_room * t->width;
    t->clocks = memory_resize(t->clocks, entries, sizeof *t->clocks);
    t->aboves = memory_resize(t->aboves, entries, sizeof *t->aboves);
    t->befores = memory_resize(t->befores, entries, sizeof *t->befores);
}

struct trace *trace_new(struct machine *machine) {
    struct trace *t = memory_new(1, sizeof *t);
    t->machine = machine;
    t->word_slot_count = 64;
    t->word_slots = memory_new(t->word_slot_count, sizeof *t->word_slots);
    make_wider(t, machine->threads);
    return t;
}

static uint32_t *clock_at(struct trace *t, uint32_t at) {
    return t->clocks + (size_t)at * t->width;
}

static uint32_t *above_at(struct trace *t, uint32_t at) {
    return t->aboves + (size_t)at * t->width;
}

static uint32_t *cut_at(struct trace *t, uint32_t at) {
    return t->befores + (size_t)at * t->width;
}

// ----------------------------------------------------------------- chains

static uint32_t hash_of(uint64_t key) {
    key *= 0x9e3779b97f4a7c15ull;
    return (uint32_t)(key >> 32);
}

static uint32_t find_word(const struct trace *t, uint64_t key) {
    uint32_t mask = t->word_slot_count - 1, slot = hash_of(key), found;
    while ((found = t->word_slots[slot & mask])) {
        if (t->words.at[found - 1].key == key)
            return found - 1;
        slot++;
    }
    return NOWHERE;
}

static void place_word(struct trace *t, uint32_t word) {
    uint32_t mask = t->word_slot_count - 1;
    uint32_t slot = hash_of(t->words.at[word].key);
    while (t->word_slots[slot & mask])
        slot++;
    t->word_slots[slot & mask] = word + 1;
}

static uint32_t word_for(struct trace *t, uint64_t key) {
    uint32_t word = find_word(t, key);
    if (word != NOWHERE)
        return word;
    word = (uint32_t)t->words.count;
    vec_push(&t->words, (struct word){.key = key, .head = NOWHERE});
    if (2 * t->words.count > t->word_slot_count) {
        t->word_slot_count *= 2;
        memory_free(t->word_slots);
        t->word_slots = memory_new(t->word_slot_count, sizeof *t->word_slots);
        for (uint32_t i = 0; i < word; i++)
            place_word(t, i);
    }
    place_word(t, word);
    return word;
}

uint32_t trace_chain(const struct trace *t, uint64_t addr) {
    uint32_t word = find_word(t, addr >> 3);
    return word == NOWHERE ? NOWHERE : t->words.at[word].head;
}

static bool only_reads(const struct op *op) {
    return op->mode <= OP_READS;
}

static void hang_in(struct trace *t, uint64_t key, uint32_t at) {
    uint32_t word = word_for(t, key);
    uint32_t prev = t->words.at[word].head, changer = NOWHERE;
    if (prev != NOWHERE) {
        const struct link *p = &t->links.at[prev];
        changer = only_reads(&t->events.at[p->event].op) ? p->changer : prev;
    }
    t->words.at[word].head = (uint32_t)t->links.count;
    vec_push(&t->links, (struct link){at, word, prev, changer});
    t->events.at[at].link_count++;
}

// The words of an operation's range: [first, end).
static uint64_t first_word(const struct op *op) {
    return op->addr >> 3;
}

static uint64_t end_word(const struct op *op) {
    return op->size ? ((op->addr + op->size - 1) >> 3) + 1 : first_word(op);
}

static void note_extent(struct trace *t, const struct event *e) {
    if (e->link_count != 1) {
        t->partly = e->link_count > 1;
        return;
    }
    unsigned start = e->op.addr & 7, end = start + e->op.size;
    struct word *word = &t->words.at[t->links.at[e->links].word];
    word->edges |= (uint8_t)(1u << start | 1u << end);
    word->bridges |= (uint8_t)((1u << end) - (2u << start));
    t->partly = word->edges & word->bridges;
}

static void hang_up(struct trace *t, uint32_t at) {
    struct op *op = &t->events.at[at].op;
    t->events.at[at].links = (uint32_t)t->links.count;
    uint64_t end = end_word(op), second = op->addr2;
    for (uint64_t key = first_word(op); key < end; key++)
        hang_in(t, key, at);
    if (op_object((enum op_kind)op->kind) == ON_MEMORY && !t->partly)
        note_extent(t, &t->events.at[at]);
    if (second)
        hang_in(t, second >> 3, at);
}

// ----------------------------------------------------------- enabling edges

static uint32_t waker(const struct trace *t, unsigned thread,
                      uint64_t condition) {
    uint32_t link = trace_chain(t, condition);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        const struct event *e = &t->events.at[t->links.at[link].event];
        bool wakes = (e->op.kind == OP_SIGNAL && e->op.choice == thread + 1) ||
                     (e->op.kind == OP_BROADCAST && e->op.old >> thread & 1);
        if (wakes && e->op.addr == condition)
            return t->links.at[link].event;
        if (e->op.kind == OP_WAIT && e->thread == thread)
            break; // it still waits
    }
    return NOWHERE;
}

static void join_at(const struct trace *t, uint32_t *clock, uint32_t at) {
    if (at != NOWHERE)
        clock_join(clock, trace_clock(t, at), t->width);
}

// All that a thread has done, now that it has ended.
static void join_end(const struct trace *t, uint32_t *clock, unsigned thread) {
    uint32_t last = t->last[thread];
    if (last == NOWHERE)
        join_at(t, clock, t->birth[thread]);
    else if (!clock_sees(clock, trace_event(t, last)))
        join_at(t, clock, last);
}

static void join_arrivals(const struct trace *t, const struct op *leave,
                          uint32_t *above) {
    uint32_t link = trace_chain(t, leave->addr);
    for (; link != NOWHERE; link = t->links.at[link].prev) {
        const struct event *e = &t->events.at[t->links.at[link].event];
        if (e->op.kind == OP_ARRIVE && e->op.arg == leave->arg &&
            e->op.addr == leave->addr)
            join_at(t, above, t->links.at[link].event);
    }
}

bool trace_above_next(const struct trace *t, unsigned thread,
                      const struct op *op, uint32_t *above) {
    uint32_t previous = t->last[thread], index = 1;
    if (previous != NOWHERE) {
        clock_copy(above, trace_clock(t, previous), t->width);
        index = trace_event(t, previous)->index + 1;
    } else {
        memset(above, 0, t->width * sizeof *above);
        join_at(t, above, t->birth[thread]);
    }
    bool complete = true;
    for (uint64_t left = op->joined; left; left &= left - 1)
        join_end(t, above, (unsigned)__builtin_ctzll(left));
    if (op->kind == OP_JOIN) {
        join_end(t, above, op->target);
    } else if (op->kind == OP_AWAKE) {
        uint32_t by = waker(t, thread, op->arg);
        complete = by != NOWHERE;
        join_at(t, above, by);
    } else if (op->kind == OP_LEAVE) {
        join_arrivals(t, op, above);
    }
    above[thread] = index;
    return complete;
}

// ------------------------------------------------------------ dependencies

// Does `event` hide, in this word, all that came before it from `op`?
static bool hides(const struct op *event, const struct op *op, uint64_t key) {
    if (event->addr2 && event->addr2 >> 3 == key)
        return true;
    uint64_t low = key << 3, high = low + 8;
    if (op->addr2 && op->addr2 >> 3 == key)
        return event->mode == OP_WRITES;
    uint64_t from = op->addr > low ? op->addr : low;
    uint64_t end = op->addr + op->size;
    uint64_t to = end < high ? end : high;
    return event->mode == OP_WRITES && event->addr <= from &&
           to <= event->addr + event->size;
}

static void add_candidate(struct trace *t, uint32_t at) {
    for (size_t i = 0; i < t->candidates.count; i++)
        if (t->candidates.at[i] == at)
            return;
    vec_push(&t->candidates, at);
}

// Which events to look at: E[0..end) without one and all that follows from it.
struct window {
    uint32_t end, without;
};

static bool outside(const struct trace *t, struct window w, uint32_t at) {
    return at >= w.end ||
           (at >= w.without && (at == w.without || trace_hb(t, w.without, at)));
}

// Collect the events that `op` of `thread` depends on directly, along one
// chain; earlier ones are reached through those.
static void walk(struct trace *t, const struct op *op, unsigned thread,
                 uint64_t key, struct window window) {
    uint32_t word = find_word(t, key);
    if (word == NOWHERE)
        return;
    uint32_t link = t->words.at[word].head;
    bool reads = op->mode == OP_READS;
    while (link != NOWHERE) {
        const struct link *l = &t->links.at[link];
        const struct event *e = &t->events.at[l->event];
        link = reads ? l->changer : l->prev;
        if (outside(t, window, l->event))
            continue;
        if (e->thread != thread && op_depends(&e->op, op))
            add_candidate(t, l->event);
        if (hides(&e->op, op, key))
            return;
    }
}

static void find_dependencies(struct trace *t, const struct op *op,
                              unsigned thread, struct window window) {
    t->candidates.count = 0;
    if (op->mode != OP_IGNORES) {
        uint64_t end = end_word(op);
        for (uint64_t key = first_word(op); key < end; key++)
            walk(t, op, thread, key, window);
    }
    if (op->addr2)
        walk(t, op, thread, op->addr2 >> 3, window);
}

void trace_join_dependencies(struct trace *t, uint32_t thread,
                             const struct op *op, uint32_t end,
                             uint32_t without, uint32_t *clock) {
    find_dependencies(t, op, thread, (struct window){end, without});
    for (size_t i = 0; i < t->candidates.count; i++)
        join_at(t, clock, t->candidates.at[i]);
}

// A race (001, Definition 3.3): dependent, and nothing in between in
// happens-before. Those that an enabling edge explains are left out.
static bool races_with(const struct trace *t, size_t candidate,
                       const uint32_t *above) {
    uint32_t first = t->candidates.at[candidate];
    bool adjacent = !clock_sees(above, trace_event(t, first));
    for (size_t k = 0; adjacent && k < t->candidates.count; k++)
        adjacent = k == candidate || !trace_hb(t, first, t->candidates.at[k]);
    return adjacent;
}

// Can one who may have to wait come before something that it depends on? What
// is hidden behind a candidate must come before it if the candidate must.
static bool may_overtake(const struct trace *t, const struct event *e) {
    if (op_blocking((enum op_kind)e->op.kind) != WAITS_CONTENDED)
        return false;
    const uint32_t *above = trace_above(t, (uint32_t)(e - t->events.at));
    for (size_t i = 0; i < t->candidates.count; i++)
        if (!clock_sees(above, trace_event(t, t->candidates.at[i])))
            return true;
    return false;
}

static void find_races(struct trace *t, uint32_t at) {
    struct event *e = &t->events.at[at];
    e->races = (uint32_t)t->racing.count;
    if (op_blocking((enum op_kind)e->op.kind) == NEVER_WAITS) {
        const uint32_t *above = trace_above(t, at);
        for (size_t i = 0; i < t->candidates.count; i++)
            if (races_with(t, i, above))
                vec_push(&t->racing, t->candidates.at[i]);
    }
    e->race_count = (uint32_t)t->racing.count - e->races;
    if (e->race_count || may_overtake(t, e) || op_choices(&e->op) > 1)
        vec_push(&t->reversible, at);
}

void trace_find_racing(struct trace *t, uint32_t thread, const struct op *op,
                       const uint32_t *seen) {
    find_dependencies(t, op, thread, (struct window){t->length, NOWHERE});
    size_t end = t->racing.count; // scratch space above what is kept
    for (size_t i = 0; i < t->candidates.count; i++)
        if (races_with(t, i, seen))
            vec_push(&t->racing, t->candidates.at[i]);
    t->candidates.count = 0;
    for (size_t i = end; i < t->racing.count; i++)
        vec_push(&t->candidates, t->racing.at[i]);
    t->racing.count = end;
}

// ------------------------------------------------------------- preference

// The bytes of a word that the operation acts on.
static uint8_t bytes_in(const struct op *op, uint64_t key) {
    uint64_t low = key << 3, end = op->addr + op->size;
    if (op->addr2 >> 3 == key)
        return 0xff;
    unsigned from = op->addr > low ? (unsigned)(op->addr - low) : 0;
    unsigned to = end < low + 8 ? (unsigned)(end - low) : 8;
    return (uint8_t)((1u << to) - (1u << from));
}

static void note_contention(struct trace *t, uint32_t at) {
    const struct event *e = &t->events.at[at];
    bool races =
        t->reversible.count && t->reversible.at[t->reversible.count - 1] == at;
    for (uint32_t i = 0; i < e->link_count; i++) {
        uint32_t number = t->links.at[e->links + i].word;
        struct word *word = &t->words.at[number];
        if (!races && !word->contended)
            continue;
        uint8_t bytes = bytes_in(&e->op, word->key);
        if (races)
            word->contended |= bytes;
        if (word->contended & bytes)
            t->busy = number;
    }
}

enum preference trace_preference(const struct trace *t, const struct op *op) {
    if (op->mode == OP_IGNORES || !op->size)
        return UNCONTENDED;
    uint32_t word = find_word(t, first_word(op));
    if (word == NOWHERE ||
        !(t->words.at[word].contended & bytes_in(op, first_word(op))))
        return UNCONTENDED;
    return word == t->busy ? BUSY : CONTENDED;
}

// ------------------------------------------------------- forward and back

static void append(struct trace *t, unsigned thread, const struct op *op) {
    uint32_t at = t->length;
    if (at == t->clock_room)
        make_longer(t);
    uint32_t *above = above_at(t, at), *clock = clock_at(t, at);
    bool enabled = trace_above_next(t, thread, op, above);
    invariant(enabled);
    find_dependencies(t, op, thread, (struct window){at, NOWHERE});
    clock_copy(clock, above, t->width);
    for (size_t i = 0; i < t->candidates.count; i++)
        join_at(t, clock, t->candidates.at[i]);
    uint32_t *cut = cut_at(t, at);
    if (at == 0) {
        memset(cut, 0, t->width * sizeof *cut);
    } else {
        clock_copy(cut, cut_at(t, at - 1), t->width);
        cut[t->events.at[at - 1].thread]++;
    }
    t->events.count = at;
    vec_reserve(&t->events, (size_t)at + 1);
    struct event *e = &t->events.at[t->events.count++];
    e->op = *op; // field by field: this is the hottest place of all
    e->thread = thread;
    e->index = above[thread];
    e->before = t->last[thread];
    e->link_count = 0;
    e->overtakes = UNDECIDED;
    find_races(t, at);
    hang_up(t, at);
    note_contention(t, at);
    t->last[thread] = at;
    if (op->kind == OP_SPAWN && t->birth[op->target] == NOWHERE)
        t->birth[op->target] = at;
    t->length++;
}

void trace_append(struct trace *t, uint32_t thread, const struct op *op) {
    append(t, thread, op);
    t->steps.count = t->length - 1;
    vec_push(&t->steps, (struct step){thread, op->choice});
}

void trace_step(struct trace *t, struct step step) {
    struct op op = *machine_pending(t->machine, step.thread);
    op.choice = step.choice;
    machine_step(t->machine, step);
    if (t->machine->threads > t->width)
        make_wider(t, t->machine->threads);
    trace_append(t, step.thread, &op);
    t->with_machine = t->length;
    expensive(t->length > 24 || trace_is_valid(t));
}

static void pop(struct trace *t) {
    uint32_t at = --t->length;
    const struct event *e = &t->events.at[at];
    t->last[e->thread] = e->before;
    if (e->op.kind == OP_SPAWN && t->birth[e->op.target] == at)
        t->birth[e->op.target] = NOWHERE;
    for (uint32_t i = e->link_count; i-- > 0;) {
        const struct link *l = &t->links.at[e->links + i];
        t->words.at[l->word].head = l->prev;
    }
    t->links.count = e->links;
    t->racing.count = e->races;
    if (t->reversible.count && t->reversible.at[t->reversible.count - 1] == at)
        t->reversible.count--;
}

void trace_drop(struct trace *t, uint32_t length) {
    while (t->length > length)
        pop(t);
    t->events.count = t->steps.count = length;
    if (t->with_machine > length)
        t->with_machine = length;
}

void trace_back(struct trace *t, uint32_t length) {
    trace_drop(t, length);
    machine_goto_keeping(t->machine, t->steps.at, length, t->with_machine);
    t->with_machine = length;
}

// ------------------------------------------------------------------ classes

// What of a label belongs to the class: not the values, which follow from it.
struct label {
    uint64_t addr, addr2;
    uint32_t thread, index, size, choice, target;
    uint8_t kind, mode;
};

struct trace_class trace_class(const struct trace *t) {
    struct trace_class sum = {0, 0};
    for (uint32_t i = 0; i < t->length; i++) {
        const struct event *e = &t->events.at[i];
        struct label label;
        memset(&label, 0, sizeof label); // padding is hashed too
        label.addr = e->op.addr;
        label.addr2 = e->op.addr2;
        label.thread = e->thread;
        label.index = e->index;
        label.size = e->op.size;
        label.choice = e->op.choice;
        label.target = e->op.target;
        label.kind = e->op.kind;
        label.mode = e->op.mode;
        XXH128_hash_t own = XXH3_128bits(&label, sizeof label);
        XXH128_hash_t h = XXH3_128bits_withSeed(
            trace_clock(t, i), t->width * sizeof(uint32_t), own.low64);
        sum.low += h.low64;
        sum.high += h.high64 ^ own.high64;
    }
    return sum;
}

static bool ordered_directly(const struct trace *t, uint32_t i, uint32_t j) {
    const struct event *a = &t->events.at[i], *b = &t->events.at[j];
    return a->thread == b->thread || op_depends(&a->op, &b->op) ||
           clock_sees(trace_above(t, j), a);
}

bool trace_is_valid(const struct trace *t) {
    uint32_t j = t->length - 1; // earlier ones were checked when they came
    for (uint32_t i = 0; i < j; i++) {
        bool ordered = false;
        for (uint32_t k = i; k < j && !ordered; k++)
            ordered =
                (k == i || trace_hb(t, i, k)) && ordered_directly(t, k, j);
        if (ordered != trace_hb(t, i, j))
            return false;
    }
    return true;
}
