// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/trace.h"

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
    memory_free(t->cuts->at);
    memory_free(t->cuts);
    memory_free(t->last);
    memory_free(t->birth);
    memory_free(t->word_slots);
    memory_free(t);
}

// ------------------------------------------------------------------- room

static uint32_t *widened(uint32_t *old, const struct trace *t, unsigned width) {
    uint32_t *wide = memory_new((size_t)t->room * width, sizeof *wide);
    for (uint32_t i = 0; i < t->length; i++)
        memcpy(wide + (size_t)i * width, old + (size_t)i * t->width,
               t->width * sizeof *wide);
    memory_free(old);
    return wide;
}

// Clocks get wider when the program makes more threads than ever before.
static void make_wider(struct trace *t, unsigned threads) {
    unsigned width = t->width ? t->width : CLOCK_STRIDE;
    while (width < threads)
        width *= 2;
    t->clocks = widened(t->clocks, t, width);
    t->aboves = widened(t->aboves, t, width);
    t->cuts->at = memory_resize(t->cuts->at, (size_t)t->room * width,
                                sizeof *t->cuts->at);
    t->cuts->known = 0;
    t->last = memory_resize(t->last, width, sizeof *t->last);
    t->birth = memory_resize(t->birth, width, sizeof *t->birth);
    for (unsigned i = t->width; i < width; i++)
        t->last[i] = t->birth[i] = NOWHERE;
    t->width = width;
}

static void make_longer(struct trace *t) {
    t->room = t->room ? 2 * t->room : 64;
    size_t entries = (size_t)t->room * t->width;
    t->clocks = memory_resize(t->clocks, entries, sizeof *t->clocks);
    t->aboves = memory_resize(t->aboves, entries, sizeof *t->aboves);
    t->cuts->at = memory_resize(t->cuts->at, entries, sizeof *t->cuts->at);
    vec_reserve(&t->events, t->room);
    vec_reserve(&t->steps, t->room);
}

struct trace *trace_new(struct machine *machine) {
    struct trace *t = memory_new(1, sizeof *t);
    t->machine = machine;
    t->cuts = memory_new(1, sizeof *t->cuts);
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

void trace_find_cuts(const struct trace *t, uint32_t end) {
    for (uint32_t at = t->cuts->known; at < end; at++) {
        uint32_t *cut = t->cuts->at + (size_t)at * t->width;
        if (at == 0) {
            memset(cut, 0, t->width * sizeof *cut);
        } else {
            clock_copy(cut, cut - t->width, t->width);
            cut[t->events.at[at - 1].thread]++;
        }
    }
    t->cuts->known = end;
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
    vec_push(&t->words,
             (struct word){.key = key, .head = NOWHERE, .changer = NOWHERE});
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

// The event becomes the newest in the chain of a word.
static void hang_in(struct trace *t, uint32_t number, uint32_t at) {
    struct word *word = &t->words.at[number];
    uint32_t link = (uint32_t)t->links.count;
    vec_push(&t->links, (struct link){at, number, word->head, word->changer});
    word->head = link;
    if (!only_reads(&t->events.at[at].op))
        word->changer = link;
}

// The words of an operation's range: [first, end).
static uint64_t first_word(const struct op *op) {
    return op->addr >> 3;
}

static uint64_t end_word(const struct op *op) {
    return op->size ? ((op->addr + op->size - 1) >> 3) + 1 : first_word(op);
}

// `low` and `high` are the bits of the places where an access begins and ends.
static void note_extent(struct trace *t, struct word *word, unsigned low,
                        unsigned high) {
    word->edges |= (uint8_t)(low | high);
    word->bridges |= (uint8_t)(high - 2 * low);
    t->partly |= word->edges & word->bridges;
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

// Has an operation enabling edges besides those that every one has?
static bool has_edges(const struct op *op) {
    return op->joined || op_after(op);
}

// What a thread's next event must come after in any case.
static uint32_t before_next(const struct trace *t, unsigned thread) {
    return t->last[thread] != NOWHERE ? t->last[thread] : t->birth[thread];
}

bool trace_above_next(const struct trace *t, unsigned thread,
                      const struct op *op, uint32_t *above) {
    uint32_t previous = before_next(t, thread);
    if (previous != NOWHERE)
        clock_copy(above, trace_clock(t, previous), t->width);
    else
        memset(above, 0, t->width * sizeof *above);
    above[thread]++;
    for (uint64_t left = op->joined; left; left &= left - 1)
        join_end(t, above, (unsigned)__builtin_ctzll(left));
    switch (op_after(op)) {
    case AFTER_NOTHING:
        break;
    case AFTER_END:
        join_end(t, above, op->target);
        break;
    case AFTER_ARRIVALS:
        join_arrivals(t, op, above);
        break;
    case AFTER_WAKING: {
        uint32_t by = waker(t, thread, op->arg);
        join_at(t, above, by);
        return by != NOWHERE;
    }
    }
    return true;
}

// ------------------------------------------------------------ dependencies

// What an operation acts on within one word: the bytes [from, to), or all of it
// as its second object.
struct part {
    uint64_t key, from, to;
    bool second;
};

static struct part part_in(const struct op *op, uint64_t key) {
    uint64_t low = key << 3, high = low + 8, end = op->addr + op->size;
    return (struct part){key, op->addr > low ? op->addr : low,
                         end < high ? end : high,
                         op->addr2 && op->addr2 >> 3 == key};
}

// Does an event hide all that came before it from that part of an operation?
static bool hides(const struct op *event, const struct part *part) {
    if (event->addr2 && event->addr2 >> 3 == part->key)
        return true;
    return event->mode == OP_WRITES &&
           (part->second || (event->addr <= part->from &&
                             part->to <= event->addr + event->size));
}

// Which events to look at: E[0..end) without one and all that follows from it.
struct window {
    uint32_t end, without;
};

static bool outside(const struct trace *t, const struct window *w,
                    uint32_t at) {
    return at >= w->end || (at >= w->without &&
                            (at == w->without || trace_hb(t, w->without, at)));
}

// Whose dependencies are wanted: all that it is known to come after, and a
// clock to join them to, which may be the same.
struct later {
    uint32_t thread;
    const struct op *op;
    const uint32_t *seen;
    uint32_t *clock;
};

typedef void direct_visitor(struct trace *t, uint32_t at, uint32_t *clock);

// The events of one chain that an operation depends on directly and does not
// see, newest first; earlier ones are reached through those. NULL: the window
// is the whole trace.
__attribute__((always_inline)) static inline void
walk(struct trace *t, struct later by, struct part part, uint32_t number,
     const struct window *window, direct_visitor *visit) {
    bool reads = by.op->mode == OP_READS;
    const struct word *word = &t->words.at[number];
    uint32_t link = reads ? word->changer : word->head;
    while (link != NOWHERE) {
        const struct link *l = &t->links.at[link];
        const struct event *e = &t->events.at[l->event];
        link = reads ? l->changer : l->prev;
        if (window && outside(t, window, l->event))
            continue;
        if (!clock_sees(by.seen, e) && e->thread != by.thread &&
            op_depends(&e->op, by.op))
            visit(t, l->event, by.clock);
        if (hides(&e->op, &part))
            return;
    }
}

// The same of all chains of the operation, one after the other.
__attribute__((always_inline)) static inline void
walk_all(struct trace *t, struct later by, const struct window *window,
         direct_visitor *visit) {
    uint64_t key = first_word(by.op), end = end_word(by.op);
    uint32_t number;
    if (by.op->mode == OP_IGNORES)
        end = key;
    for (; key < end; key++)
        if ((number = find_word(t, key)) != NOWHERE)
            walk(t, by, part_in(by.op, key), number, window, visit);
    key = by.op->addr2 >> 3;
    if (by.op->addr2 && (number = find_word(t, key)) != NOWHERE)
        walk(t, by, part_in(by.op, key), number, window, visit);
}

static void join(struct trace *t, uint32_t at, uint32_t *clock) {
    clock_join(clock, trace_clock(t, at), t->width);
}

void trace_join_dependencies(struct trace *t, uint32_t thread,
                             const struct op *op, uint32_t end,
                             uint32_t without, uint32_t *clock) {
    struct window window = {end, without};
    walk_all(t, (struct later){thread, op, clock, clock}, &window, join);
}

// ------------------------------------------------------------------- races
// A race (001, Definition 3.3): dependent, and nothing in between in
// happens-before. Those that an enabling edge explains are left out.

// Along one chain, an event that no newer one has brought to the clock.
static void join_race(struct trace *t, uint32_t at, uint32_t *clock) {
    join(t, at, clock);
    vec_push(&t->racing, at);
}

// With several chains these are only candidates.
static void add_candidate(struct trace *t, uint32_t at, uint32_t *clock) {
    (void)clock;
    for (size_t i = 0; i < t->candidates.count; i++)
        if (t->candidates.at[i] == at)
            return;
    vec_push(&t->candidates, at);
}

static void find_candidates(struct trace *t, struct later by) {
    t->candidates.count = 0;
    walk_all(t, by, NULL, add_candidate);
}

static bool is_adjacent(const struct trace *t, size_t candidate) {
    uint32_t first = t->candidates.at[candidate];
    bool adjacent = true;
    for (size_t k = 0; adjacent && k < t->candidates.count; k++)
        adjacent = k == candidate || !trace_hb(t, first, t->candidates.at[k]);
    return adjacent;
}

static void push_adjacent(struct trace *t) {
    for (size_t i = 0; i < t->candidates.count; i++)
        if (is_adjacent(t, i))
            vec_push(&t->racing, t->candidates.at[i]);
}

void trace_find_racing(struct trace *t, uint32_t thread, const struct op *op,
                       const uint32_t *seen) {
    find_candidates(t, (struct later){thread, op, seen, NULL});
    size_t end = t->racing.count; // scratch space above what is kept
    push_adjacent(t);
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

static inline void note_contention(struct trace *t, uint32_t number,
                                   uint8_t bytes, bool races) {
    struct word *word = &t->words.at[number];
    if (races)
        word->contended |= bytes;
    if (word->contended & bytes)
        t->busy = number;
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

// The clocks of a new event, but for its dependencies.
static void begin_clocks(struct trace *t, struct event *e, uint32_t at) {
    uint32_t *above = above_at(t, at), *clock = clock_at(t, at);
    uint32_t previous = before_next(t, e->thread);
    if (previous == NOWHERE || has_edges(&e->op)) {
        bool enabled = trace_above_next(t, e->thread, &e->op, above);
        invariant(enabled);
        clock_copy(clock, above, t->width);
        e->index = above[e->thread];
        return;
    }
    clock_copy_both(clock, above, trace_clock(t, previous), t->width);
    e->index = above[e->thread] = ++clock[e->thread];
}

// What a new event depends on has been found, and is on top of `racing`. Can it
// have reversals?
__attribute__((always_inline)) static inline bool
keep_races(struct trace *t, struct event *e, uint32_t at) {
    e->race_count = (uint32_t)t->racing.count - e->races;
    bool reversible = e->race_count;
    enum op_blocking blocking = op_blocking((enum op_kind)e->op.kind);
    if (blocking != NEVER_WAITS) {
        // One who may have to wait can perhaps come before something.
        reversible = reversible && blocking == WAITS_CONTENDED;
        e->race_count = 0;
        t->racing.count = e->races;
    }
    if (!reversible && op_choices(&e->op) < 2)
        return false;
    vec_push(&t->reversible, at);
    return true;
}

// Nearly all operations act on one word, which is looked up once.
static void append_to_word(struct trace *t, struct event *e, uint32_t at) {
    const struct op *op = &e->op;
    uint32_t number = word_for(t, first_word(op)), *clock = clock_at(t, at);
    struct part part = {first_word(op), op->addr, op->addr + op->size, false};
    if (op->mode != OP_IGNORES)
        walk(t, (struct later){e->thread, op, clock, clock}, part, number, NULL,
             join_race);
    hang_in(t, number, at);
    e->link_count = 1;
    unsigned low = 1u << (op->addr & 7), high = low << op->size;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        note_extent(t, &t->words.at[number], low, high);
    note_contention(t, number, (uint8_t)(high - low), keep_races(t, e, at));
}

static void append_to_words(struct trace *t, struct event *e, uint32_t at) {
    const struct op *op = &e->op;
    uint32_t *clock = clock_at(t, at);
    find_candidates(t, (struct later){e->thread, op, clock, NULL});
    for (size_t i = 0; i < t->candidates.count; i++)
        join(t, t->candidates.at[i], clock);
    push_adjacent(t);
    uint64_t end = end_word(op);
    for (uint64_t key = first_word(op); key < end; key++)
        hang_in(t, word_for(t, key), at);
    if (op->addr2)
        hang_in(t, word_for(t, op->addr2 >> 3), at);
    e->link_count = (uint32_t)t->links.count - e->links;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY && op->size)
        t->partly = true;
    bool races = keep_races(t, e, at);
    for (uint32_t i = 0; i < e->link_count; i++) {
        uint32_t number = t->links.at[e->links + i].word;
        uint8_t bytes = bytes_in(op, t->words.at[number].key);
        note_contention(t, number, bytes, races);
    }
}

// Append the event whose operation is in its place already.
static void append(struct trace *t, struct step step) {
    uint32_t at = t->length++, thread = step.thread;
    struct event *e = &t->events.at[at];
    t->steps.at[at] = step;
    e->op.choice = step.choice;
    e->thread = thread;
    e->before = t->last[thread];
    e->links = (uint32_t)t->links.count;
    e->races = (uint32_t)t->racing.count;
    e->overtakes = UNDECIDED;
    begin_clocks(t, e, at);
    if (!e->op.addr2 && end_word(&e->op) == first_word(&e->op) + 1)
        append_to_word(t, e, at);
    else
        append_to_words(t, e, at);
    t->last[thread] = at;
    if (e->op.kind == OP_SPAWN && t->birth[e->op.target] == NOWHERE)
        t->birth[e->op.target] = at;
}

// Where the operation of the next event goes.
static struct op *next_op(struct trace *t) {
    if (t->length == t->room)
        make_longer(t);
    return &t->events.at[t->length].op;
}

void trace_append(struct trace *t, uint32_t thread, const struct op *op) {
    *next_op(t) = *op;
    append(t, (struct step){thread, op->choice});
}

void trace_step(struct trace *t, struct step step) {
    *next_op(t) = *machine_pending(t->machine, step.thread);
    machine_step(t->machine, step);
    if (t->machine->threads > t->width)
        make_wider(t, t->machine->threads);
    append(t, step);
    t->with_machine = t->length;
    t->standing.known = false;
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
        struct word *word = &t->words.at[l->word];
        word->head = l->prev;
        word->changer = l->changer;
    }
}

void trace_drop(struct trace *t, uint32_t length) {
    if (t->length <= length)
        return;
    while (t->length > length)
        pop(t);
    t->links.count = t->events.at[length].links;
    t->racing.count = t->events.at[length].races;
    while (t->reversible.count &&
           t->reversible.at[t->reversible.count - 1] >= length)
        t->reversible.count--;
    if (t->cuts->known > length)
        t->cuts->known = length;
    if (t->with_machine > length)
        t->with_machine = length;
}

void trace_back(struct trace *t, uint32_t length) {
    trace_drop(t, length);
    machine_goto_keeping(t->machine, t->steps.at, length, t->with_machine);
    t->with_machine = length;
    t->standing.known = false;
}

// Debug: does the machine know who lives?
static bool living_is_known(struct machine *m) {
    for (unsigned thread = 0; thread < m->threads; thread++) {
        enum thread_status status = machine_status(m, thread);
        bool lives = status != THREAD_UNBORN && status != THREAD_ENDED;
        if (lives != (m->living >> thread & 1))
            return false;
    }
    return true;
}

const struct standing *trace_standing(struct trace *t) {
    struct standing *s = &t->standing;
    if (s->known)
        return s;
    expensive(living_is_known(t->machine));
    *s = (struct standing){.known = true};
    for (uint64_t left = t->machine->living; left; left &= left - 1) {
        unsigned thread = (unsigned)__builtin_ctzll(left);
        enum thread_status status = machine_status(t->machine, thread);
        s->statuses |= 1u << status;
        if (status == THREAD_ALIVE)
            s->alive |= 1ull << thread;
    }
    return s;
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
