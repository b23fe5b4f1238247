// SPDX-License-Identifier: Apache-2.0
// Three searches. The first has every access as a step: it finds the outcomes,
// what goes wrong but data races, and whether a program can hang. The second
// has plain accesses as parts of the steps before them, and follows
// happens-before: it finds out whether there is a data race. (Up to the first
// race of an execution, a plain access commutes with all that others do between
// it and its thread's previous step.) The third, for race-free programs, is the
// second without happens-before, and must find the same outcomes as the first.

#include "interpret.h"

#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 150000,
    MOST_OUTCOMES = 100,
    MOST_DEPTH = 4000,
    MOST_RANDOM_STEPS = 200,
};

// ------------------------------------------------------------ known states

struct node_of_graph {
    uint64_t hash[2];
    double ways;  // how many interleavings lead to an end from here
    bool open;    // being searched: who comes back to it closes a cycle
    bool can_end; // some way leads to an end, or to where it is none's fault
    bool is_blamable; // main has not ended, and nobody is stuck
};

struct edge {
    unsigned from, to;
};

struct search {
    struct interpreter *in;
    bool plain_is_local;
    struct outcomes *outcomes;
    struct node_of_graph *nodes;
    unsigned count;
    unsigned *table; // by hash: 1 + index
    struct edge *edges;
    unsigned edge_count, edge_room;
    bool gives_up, completes;
};

enum { TABLE = 1 << 19 };

static uint64_t mix(uint64_t h) {
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93ull;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93ull;
    return h ^ h >> 32;
}

static void hash_bytes(uint64_t hash[2], const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        size_t left = size - i < 8 ? size - i : 8;
        memcpy(&word, (const char *)bytes + i, left);
        hash[0] = mix(hash[0] ^ word);
        hash[1] = (hash[1] + word) * 0x9e3779b97f4a7c15ull;
        hash[1] ^= hash[1] >> 31;
    }
}

// The node of a state, and whether it is a new one.
static unsigned node_of(struct search *s, const struct world *w, bool *new) {
    uint64_t hash[2] = {1, 2};
    hash_bytes(hash, &w->v, sizeof w->v);
    if (s->in->orders)
        hash_bytes(hash, &w->c, sizeof w->c);
    unsigned slot = (unsigned)(hash[0] % TABLE);
    while (s->table[slot]) {
        const struct node_of_graph *n = &s->nodes[s->table[slot] - 1];
        if (n->hash[0] == hash[0] && n->hash[1] == hash[1])
            break;
        slot = (slot + 1) % TABLE;
    }
    *new = !s->table[slot];
    if (*new) {
        s->nodes[s->count] = (struct node_of_graph){.hash = {hash[0], hash[1]}};
        s->table[slot] = ++s->count;
    }
    return s->table[slot] - 1;
}

static void add_edge(struct search *s, unsigned from, unsigned to) {
    if (s->edge_count == s->edge_room) {
        s->edge_room = s->edge_room ? 2 * s->edge_room : 1024;
        s->edges = realloc(s->edges, s->edge_room * sizeof s->edges[0]);
        if (!s->edges)
            abort();
    }
    s->edges[s->edge_count++] = (struct edge){from, to};
}

// ------------------------------------------------------------------- search

static bool is_step(const struct search *s, const struct instruction *i) {
    unsigned how = instruction_visibility[i->kind];
    if (s->in->reuses && (i->kind == I_ALLOCATE || i->kind == I_FREE))
        return true;
    return how == VISIBLE || (how == PLAIN && !s->plain_is_local);
}

static void tell(struct search *s, const struct world *w) {
    char told[OUTCOME_WORDS];
    outcome_words(told, s->in->told, s->in->told_count);
    outcomes_add(s->outcomes, w->v.outcome, told);
    s->gives_up |= s->outcomes->count > MOST_OUTCOMES;
}

// All threads go on until their next step.
static void settle(struct search *s, struct world *w) {
    bool told = w->v.told;
    for (unsigned t = 0; t < MOST_THREADS; t++) {
        const struct instruction *i;
        while ((i = world_next(s->in, w, t)) && !is_step(s, i))
            world_step(s->in, w, t, 0);
    }
    if (w->v.told && !told)
        tell(s, w);
}

static bool is_anybody(const struct world *w, enum status status) {
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (w->v.thread[t].status == status)
            return true;
    return false;
}

static void explore(struct search *s, const struct world *w, unsigned self,
                    unsigned depth);

static void go_on(struct search *s, const struct world *w, unsigned self,
                  unsigned thread, unsigned choice, unsigned depth) {
    struct world *next = malloc(sizeof *next);
    if (!next)
        abort();
    *next = *w;
    world_step(s->in, next, thread, choice);
    settle(s, next);
    bool new;
    unsigned node = node_of(s, next, &new);
    if (new)
        explore(s, next, node, depth + 1);
    add_edge(s, self, node);
    s->nodes[self].ways += s->nodes[node].open ? INFINITY : s->nodes[node].ways;
    free(next);
}

static void note_end(struct search *s, const struct world *w,
                     struct node_of_graph *node) {
    node->ways = 1;
    node->can_end = true;
    s->completes |=
        (w->v.told || is_anybody(w, HAS_QUIT)) && !is_anybody(w, STUCK);
    if (node->is_blamable && is_anybody(w, ALIVE))
        s->in->wrong |= WRONG_DEADLOCK;
}

static bool is_over(const struct search *s, unsigned depth) {
    bool race_is_known = s->in->orders && s->in->wrong & WRONG_RACE;
    return s->gives_up || race_is_known || s->in->wrong & WRONG_UNDEFINED ||
           s->count >= MOST_STATES || depth >= MOST_DEPTH;
}

static void explore(struct search *s, const struct world *w, unsigned self,
                    unsigned depth) {
    struct node_of_graph *node = &s->nodes[self];
    bool any = false;
    node->open = true;
    node->is_blamable =
        !w->v.told && !is_anybody(w, STUCK) && !is_anybody(w, HAS_QUIT);
    node->can_end = !node->is_blamable;
    for (unsigned t = 0; t < MOST_THREADS; t++) {
        if (!world_enabled(s->in, w, t))
            continue;
        any = true;
        unsigned ways = world_choices(s->in, w, t);
        for (unsigned c = 0; c < ways && !is_over(s, depth); c++)
            go_on(s, w, self, t, c, depth);
    }
    if (is_over(s, depth) && !(s->in->wrong & WRONG_RACE))
        s->gives_up = true;
    if (!any)
        note_end(s, w, node);
    node->open = false;
}

// Is there a state from which no way leads to an end?
static bool can_hang(struct search *s) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned i = 0; i < s->edge_count; i++) {
            struct node_of_graph *from = &s->nodes[s->edges[i].from];
            if (!from->can_end && s->nodes[s->edges[i].to].can_end)
                from->can_end = changed = true;
        }
    }
    for (unsigned i = 0; i < s->count; i++)
        if (!s->nodes[i].can_end)
            return true;
    return false;
}

// False: it gave up. *ways: how many interleavings there are.
static bool search(struct interpreter *in, bool plain_is_local,
                   struct outcomes *outcomes, double *ways, unsigned *states) {
    struct search s = {.in = in,
                       .plain_is_local = plain_is_local,
                       .outcomes = outcomes,
                       .nodes = calloc(MOST_STATES + 64, sizeof *s.nodes),
                       .table = calloc(TABLE, sizeof *s.table)};
    struct world *w = malloc(sizeof *w);
    bool new;
    if (!s.nodes || !s.table || !w)
        abort();
    world_begin(in, w);
    settle(&s, w);
    unsigned start = node_of(&s, w, &new);
    explore(&s, w, start, 0);
    *ways = s.nodes[start].ways;
    *states = s.count;
    if (!s.gives_up && !in->orders && in->code.has_loops && can_hang(&s))
        in->wrong |= WRONG_LIVELOCK;
    in->completes = s.completes;
    free(w);
    free(s.nodes);
    free(s.table);
    free(s.edges);
    return !s.gives_up;
}

// --------------------------------------------------------------- three times

static void prepare(struct interpreter *in, const struct program *p,
                    bool reuses, bool bytewise) {
    *in = (struct interpreter){.used = used_by(p),
                               .reuses = reuses,
                               .joins_all = program_joins_all(p)};
    in->has_handlers = used_has_handlers(&in->used);
    lower(p, bytewise, &in->code);
}

static bool has_texts(const struct program *p) {
    for (unsigned kind = S_STRLEN; kind <= S_MEMSET; kind++)
        if (program_has(p, (enum statement_kind)kind))
            return true;
    return false;
}

static void search_bytewise(const struct program *p, bool reuses,
                            struct behaviour *b) {
    struct interpreter in;
    double ways;
    unsigned states;
    prepare(&in, p, reuses, true);
    b->too_large |= !search(&in, false, &b->bytewise, &ways, &states);
    b->wrong |= in.wrong & WRONG_UNDEFINED;
    code_free(&in.code);
}

// One interleaving at random; plain accesses are no steps.
static bool has_race_at_random(struct interpreter *in, uint64_t *state) {
    struct outcomes ignored = {0};
    struct search s = {.in = in, .plain_is_local = true, .outcomes = &ignored};
    struct world w;
    in->wrong = 0;
    world_begin(in, &w);
    settle(&s, &w);
    for (unsigned step = 0; step < MOST_RANDOM_STEPS; step++) {
        unsigned enabled[MOST_THREADS], count = 0;
        for (unsigned t = 0; t < MOST_THREADS; t++)
            if (world_enabled(in, &w, t))
                enabled[count++] = t;
        if (!count || in->wrong & WRONG_RACE)
            break;
        unsigned thread = enabled[random_below(state, count)];
        unsigned ways = world_choices(in, &w, thread);
        world_step(in, &w, thread, random_below(state, ways));
        settle(&s, &w);
    }
    outcomes_free(&ignored);
    return in->wrong & WRONG_RACE;
}

static bool is_easy_race(struct interpreter *in) {
    uint64_t state = in->code.program->seed;
    for (unsigned i = 0; i < 16; i++)
        if (!has_race_at_random(in, &state))
            return false;
    return true;
}

static void search_races(const struct program *p, bool reuses,
                         struct behaviour *b) {
    struct interpreter in;
    struct outcomes ignored = {0};
    double ways;
    unsigned states;
    prepare(&in, p, reuses, false);
    in.orders = true;
    bool whole = search(&in, true, &ignored, &ways, &states);
    b->too_large |= !whole && !(in.wrong & WRONG_RACE);
    b->wrong |= in.wrong & WRONG_RACE;
    b->easy_race = in.wrong & WRONG_RACE && is_easy_race(&in);
    outcomes_free(&ignored);
    code_free(&in.code);
}

static void search_without_plain(const struct program *p, bool reuses,
                                 struct behaviour *b) {
    struct interpreter in;
    struct outcomes outcomes = {0};
    unsigned states;
    prepare(&in, p, reuses, false);
    b->too_large |=
        !search(&in, true, &outcomes, &b->plain_interleavings, &states);
    if (!b->too_large && (!outcomes_equal(&outcomes, &b->outcomes) ||
                          (in.wrong ^ b->wrong) & ~WRONG_RACE)) {
        fprintf(stderr,
                "differential: the interpreter contradicts itself on "
                "seed %llu\n",
                (unsigned long long)p->seed);
        b->wrong |= WRONG_UNDEFINED;
    }
    outcomes_free(&outcomes);
    code_free(&in.code);
}

static void interpret_one(const struct program *p, bool reuses,
                          struct behaviour *b) {
    struct interpreter in;
    *b = (struct behaviour){0};
    prepare(&in, p, reuses, false);
    b->has_loops = in.code.has_loops;
    b->too_large =
        !search(&in, false, &b->outcomes, &b->interleavings, &b->states);
    b->wrong = in.wrong;
    b->completes = in.completes;
    code_free(&in.code);
    if (b->too_large || b->wrong & WRONG_UNDEFINED)
        return;
    search_races(p, reuses, b);
    if (!b->too_large && !(b->wrong & WRONG_RACE))
        search_without_plain(p, reuses, b);
    else
        b->plain_interleavings = b->interleavings;
    if (!b->too_large && b->wrong & WRONG_RACE && has_texts(p))
        search_bytewise(p, reuses, b);
}

void interpret(const struct program *p, struct behaviour *b) {
    interpret_one(p, false, b);
    bool known = !b->too_large && !(b->wrong & WRONG_UNDEFINED);
    if (!known || !program_has(p, S_NEW) || !program_has(p, S_FREE))
        return;
    b->reused = malloc(sizeof *b->reused);
    if (!b->reused)
        abort();
    interpret_one(p, true, b->reused);
    if (!b->reused->too_large && !(b->reused->wrong & WRONG_UNDEFINED))
        return;
    behaviour_free(b->reused);
    free(b->reused);
    b->reused = NULL;
}

void behaviour_free(struct behaviour *b) {
    outcomes_free(&b->outcomes);
    outcomes_free(&b->bytewise);
    if (b->reused)
        behaviour_free(b->reused);
    free(b->reused);
    b->reused = NULL;
}
