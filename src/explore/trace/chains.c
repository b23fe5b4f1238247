// SPDX-License-Identifier: Apache-2.0
// Chains by word (trace.h): what an event depends on, and so its clock and its
// races.

#include "explore/trace/trace_parts.h"

#include "base/fault.h"

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
    invariant(word < t->words.count && 2 * word < t->word_slot_count);
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
static inline void hang_in(struct trace *t, uint32_t number,
                           const struct op *op, uint32_t at) {
    struct word *word = &t->words.at[number];
    uint32_t link = (uint32_t)t->links.count;
    vec_push(&t->links, (struct link){at, number, word->head, word->changer});
    word->head = link;
    if (!only_reads(op))
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
struct depending {
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
walk(struct trace *t, struct depending by, struct part part, uint32_t number,
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
walk_all(struct trace *t, struct depending by, const struct window *window,
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
    invariant(thread < t->width && end <= t->length);
    walk_all(t, (struct depending){thread, op, clock, clock}, &window, join);
}

// ------------------------------------------------------------------- races
// A race [JACM, Definition 3.3]: dependent, and nothing in between in
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

static void find_candidates(struct trace *t, struct depending by) {
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
    invariant(thread < t->width &&
              op_blocking((enum op_kind)op->kind) == NEVER_WAITS);
    find_candidates(t, (struct depending){thread, op, seen, NULL});
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
    expensive(from < to);
    return (uint8_t)((1u << to) - (1u << from));
}

static inline void note_contention(struct trace *t, uint32_t number,
                                   uint8_t bytes, bool races) {
    struct word *word = &t->words.at[number];
    if (races && !t->settled)
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

// ------------------------------------------------------------- new events

static uint32_t *clock_at(struct trace *t, uint32_t at) {
    return t->clocks + (size_t)at * t->width;
}

static uint32_t *above_at(struct trace *t, uint32_t at) {
    return t->aboves + (size_t)at * t->width;
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
        walk(t, (struct depending){e->thread, op, clock, clock}, part, number,
             NULL, join_race);
    hang_in(t, number, op, at);
    e->link_count = 1;
    unsigned low = 1u << (op->addr & 7), high = low << op->size;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        note_extent(t, &t->words.at[number], low, high);
    note_contention(t, number, (uint8_t)(high - low), keep_races(t, e, at));
}

static void append_to_words(struct trace *t, struct event *e, uint32_t at) {
    const struct op *op = &e->op;
    uint32_t *clock = clock_at(t, at);
    find_candidates(t, (struct depending){e->thread, op, clock, NULL});
    for (size_t i = 0; i < t->candidates.count; i++)
        join(t, t->candidates.at[i], clock);
    push_adjacent(t);
    uint64_t end = end_word(op);
    for (uint64_t key = first_word(op); key < end; key++)
        hang_in(t, word_for(t, key), op, at);
    if (op->addr2)
        hang_in(t, word_for(t, op->addr2 >> 3), op, at);
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

// The clocks of a new event, but for its dependencies.
static void begin_clocks(struct trace *t, struct event *e, uint32_t at) {
    uint32_t *above = above_at(t, at), *clock = clock_at(t, at);
    uint32_t previous = e->after;
    if (previous == NOWHERE || has_enabling_edges(&e->op)) {
        bool enabled = trace_above_next(t, e->thread, &e->op, above);
        invariant(enabled);
        clock_copy(clock, above, t->width);
        e->index = above[e->thread];
        return;
    }
    clock_copy_both(clock, above, trace_clock(t, previous), t->width);
    e->index = above[e->thread] = ++clock[e->thread];
}

// In an execution graph an event comes after what it reads from, too.
static void join_source(struct trace *t, const struct event *e, uint32_t at) {
    uint32_t source = graph_choice_write(e->op.choice);
    if (!op_reads_memory(&e->op) || source == INITIAL_WRITE)
        return;
    invariant(source < at);
    join(t, source, clock_at(t, at));
    join(t, source, above_at(t, at));
}

// A thread is spawned, after so many others that have had its number.
static void note_birth(struct trace *t, uint32_t thread, uint64_t holder,
                       uint32_t at) {
    uint32_t *birth = &t->birth[thread];
    vec_push(&t->births, (struct birth){at, *birth, t->after[thread]});
    if (*birth == NOWHERE || holder) // else nobody was born
        *birth = t->after[thread] = at;
}

void chains_append(struct trace *t, struct step step) {
    uint32_t at = t->length++, thread = step.thread;
    struct event *e = &t->events.at[at];
    expensive(thread < t->width && at < t->room);
    t->steps.at[at] = step;
    e->op.choice = step.choice;
    e->thread = thread;
    e->before = t->last[thread];
    e->after = t->after[thread];
    e->links = (uint32_t)t->links.count;
    e->races = (uint32_t)t->racing.count;
    e->overtakes = UNDECIDED;
    begin_clocks(t, e, at);
    if (t->machine->graphs)
        join_source(t, e, at);
    if (!e->op.addr2 && end_word(&e->op) == first_word(&e->op) + 1)
        append_to_word(t, e, at);
    else
        append_to_words(t, e, at);
    t->last[thread] = t->after[thread] = at;
    if (e->op.kind == OP_SPAWN)
        note_birth(t, e->op.target, e->op.arg2, at);
}
