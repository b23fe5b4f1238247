// SPDX-License-Identifier: Apache-2.0
#include "language.h"

#include <stdlib.h>
#include <string.h>

const char *const words[WORDS] = {"", "a", "bc", "def"};

const struct type_row type_rows[TYPE_COUNT] = {
#define X(name, c, size, sign) {c, size, sign},
    TYPES(X)
#undef X
};
const char *const order_names[ORDER_COUNT] = {
#define X(name, c) c,
    ORDERS(X)
#undef X
};
const char *const update_names[UPDATE_COUNT] = {
#define X(name, c) c,
    UPDATES(X)
#undef X
};
const char *const comparison_names[COMPARISON_COUNT] = {
#define X(name, c) c,
    COMPARISONS(X)
#undef X
};
const char *const feature_names[FEATURE_COUNT] = {
#define X(name, word) word,
    FEATURES(X)
#undef X
};
const struct statement_row statement_rows[STATEMENT_COUNT] = {
#define X(name, feature, body) {#name, WITH_##feature, body},
    STATEMENTS(X)
#undef X
};

// ------------------------------------------------------------------- memory

void block_add(struct block *block, struct statement statement) {
    block->at = realloc(block->at, (block->count + 1) * sizeof block->at[0]);
    if (!block->at)
        abort();
    block->at[block->count++] = statement;
}

void block_free(struct block *block) {
    for (unsigned i = 0; i < block->count; i++)
        block_free(&block->at[i].body);
    free(block->at);
    *block = (struct block){0};
}

struct block block_copy(const struct block *block) {
    struct block copy = {0};
    for (unsigned i = 0; i < block->count; i++) {
        struct statement s = block->at[i];
        s.body = block_copy(&block->at[i].body);
        block_add(&copy, s);
    }
    return copy;
}

struct block *program_block(struct program *program, unsigned number) {
    if (number < program->threads)
        return &program->thread[number];
    number -= program->threads;
    if (number == 0)
        return &program->once;
    return number <= MOST_KEYS ? &program->destructor[number - 1] : NULL;
}

struct program *program_copy(const struct program *program) {
    struct program *copy = malloc(sizeof *copy);
    if (!copy)
        abort();
    *copy = *program;
    struct block *block;
    for (unsigned i = 0; (block = program_block(copy, i)); i++)
        *block = block_copy(block);
    return copy;
}

void program_free(struct program *program) {
    struct block *block;
    for (unsigned i = 0; program && (block = program_block(program, i)); i++)
        block_free(block);
    free(program);
}

// ------------------------------------------------------------------ looking

void block_visit(const struct block *block, visitor *visit, void *context) {
    for (unsigned i = 0; i < block->count; i++) {
        visit(context, &block->at[i]);
        block_visit(&block->at[i].body, visit, context);
    }
}

void program_visit(const struct program *program, visitor *visit,
                   void *context) {
    struct block *block;
    for (unsigned i = 0; (block = program_block((struct program *)program, i));
         i++)
        block_visit(block, visit, context);
}

struct wanted {
    enum statement_kind kind;
    bool found;
};

static void look(void *context, const struct statement *s) {
    struct wanted *wanted = context;
    wanted->found |= s->kind == wanted->kind;
}

bool program_has(const struct program *program, enum statement_kind kind) {
    struct wanted wanted = {kind, false};
    program_visit(program, look, &wanted);
    return wanted.found;
}

static void count(void *context, const struct statement *s) {
    (void)s;
    ++*(unsigned *)context;
}

unsigned program_size(const struct program *program) {
    unsigned size = 0;
    program_visit(program, count, &size);
    return size;
}

// ------------------------------------------------------------------ threads

struct lives {
    unsigned created[MOST_THREADS], joined[MOST_THREADS]; // how often
    unsigned creator[MOST_THREADS];
};

static void note(void *context, const struct statement *s) {
    struct lives *lives = context;
    if (s->kind == S_CREATE && s->object < MOST_THREADS)
        lives->created[s->object]++;
    if (s->kind == S_JOIN && s->object < MOST_THREADS)
        lives->joined[s->object]++;
}

// Creations and joins that are always reached, in order.
static bool is_ordered(const struct program *p, unsigned self,
                       struct lives *top) {
    bool here[MOST_THREADS] = {false}, gone[MOST_THREADS] = {false};
    const struct block *b = &p->thread[self];
    for (unsigned i = 0; i < b->count; i++) {
        const struct statement *s = &b->at[i];
        unsigned t = s->object;
        if (s->kind == S_CREATE) {
            if (t <= self || t >= p->threads || (here[t] && !gone[t]))
                return false;
            here[t] = true;
            gone[t] = false;
            top->creator[t] = self;
            top->created[t]++;
        } else if (s->kind == S_JOIN) {
            if (t >= p->threads || !here[t] || gone[t])
                return false;
            gone[t] = true;
            top->joined[t]++;
        }
    }
    return true;
}

static bool lives_of(const struct program *p, struct lives *top) {
    struct lives all = {0};
    *top = (struct lives){0};
    program_visit(p, note, &all);
    for (unsigned t = 0; t < p->threads; t++) {
        struct lives before = *top;
        if (!is_ordered(p, t, top))
            return false;
        for (unsigned other = 0; other < p->threads; other++)
            if (before.created[other] &&
                before.created[other] != top->created[other])
                return false; // by two
    }
    return memcmp(all.created, top->created, sizeof all.created) == 0 &&
           memcmp(all.joined, top->joined, sizeof all.joined) == 0;
}

static void find_exit(void *context, const struct statement *s) {
    *(bool *)context |= s->kind == S_EXIT || s->kind == S_QUIT;
}

bool thread_ends_last(const struct program *p, unsigned thread) {
    const struct block *b = &p->thread[thread];
    struct lives own = {0};
    bool leaves = false;
    block_visit(b, find_exit, &leaves);
    block_visit(b, note, &own);
    for (unsigned t = thread + 1; t < p->threads; t++)
        if (own.created[t] &&
            (leaves || own.joined[t] != own.created[t] ||
             !thread_ends_last(p, t)))
            return false;
    return true;
}

bool program_is_valid(const struct program *program) {
    struct lives lives;
    if (!lives_of(program, &lives))
        return false;
    for (unsigned t = 1; t < program->threads; t++)
        if (lives.created[t] < 1 || lives.created[t] > 2 ||
            (lives.created[t] == 2 && !thread_ends_last(program, t)))
            return false;
    // Who registers what while main runs handlers is nobody's concern here.
    return !program_has(program, S_ATEXIT) || program_joins_all(program);
}

bool program_joins_all(const struct program *program) {
    struct lives lives;
    if (!lives_of(program, &lives))
        return false;
    for (unsigned t = 1; t < program->threads; t++) {
        bool leaves = false;
        block_visit(&program->thread[lives.creator[t]], find_exit, &leaves);
        if (lives.joined[t] != lives.created[t] || leaves)
            return false;
    }
    return true;
}
