// SPDX-License-Identifier: Apache-2.0
// Candidates are made by one change each: something is left out, or becomes
// simpler. The first that still shows the disagreement takes the program's
// place.

#include "shrink.h"

#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct candidates {
    struct program **at;
    unsigned count, room;
    const struct program *of;
};

// A copy to be changed. It stays among the candidates.
static struct program *new_candidate(struct candidates *c) {
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->at = realloc(c->at, c->room * sizeof c->at[0]);
        if (!c->at)
            abort();
    }
    return c->at[c->count++] = program_copy(c->of);
}

static void drop_last(struct candidates *c) {
    program_free(c->at[--c->count]);
}

// ------------------------------------------------------------------ threads

// Take statements about a thread out, and give those after it lower numbers.
static void remove_thread_from(struct block *block, unsigned gone) {
    unsigned kept = 0;
    for (unsigned i = 0; i < block->count; i++) {
        struct statement s = block->at[i];
        bool about = s.kind == S_CREATE || s.kind == S_JOIN;
        if (about && s.object == gone)
            continue;
        if (about && s.object > gone)
            s.object--;
        remove_thread_from(&s.body, gone);
        block->at[kept++] = s;
    }
    block->count = kept;
}

static void without_thread(struct candidates *c, unsigned gone) {
    struct program *p = new_candidate(c);
    block_free(&p->thread[gone]);
    memmove(&p->thread[gone], &p->thread[gone + 1],
            (MOST_THREADS - gone - 1) * sizeof p->thread[0]);
    p->thread[MOST_THREADS - 1] = (struct block){0};
    memmove(&p->by_memory[gone], &p->by_memory[gone + 1],
            (MOST_THREADS - gone - 1) * sizeof p->by_memory[0]);
    p->threads--;
    struct block *block;
    for (unsigned i = 0; (block = program_block(p, i)); i++)
        remove_thread_from(block, gone);
}

// --------------------------------------------------------------- statements

// The statement with this number, counting those in bodies too, and where.
static struct statement *find(struct block *block, unsigned *number,
                              struct block **where, unsigned *at) {
    for (unsigned i = 0; i < block->count; i++) {
        if ((*number)-- == 0) {
            *where = block;
            *at = i;
            return &block->at[i];
        }
        struct statement *s = find(&block->at[i].body, number, where, at);
        if (s)
            return s;
    }
    return NULL;
}

static struct statement *statement_of(struct program *p, unsigned number,
                                      struct block **where, unsigned *at) {
    struct block *block;
    for (unsigned i = 0; (block = program_block(p, i)); i++) {
        struct statement *s = find(block, &number, where, at);
        if (s)
            return s;
    }
    return NULL;
}

// Put the statements of a block in the place of one.
static void replace(struct block *where, unsigned at, struct block by) {
    struct block new = {0};
    for (unsigned i = 0; i < where->count; i++) {
        if (i != at)
            block_add(&new, where->at[i]);
        for (unsigned k = 0; i == at && k < by.count; k++)
            block_add(&new, by.at[k]);
    }
    free(where->at);
    free(by.at);
    *where = new;
}

static void without_statement(struct candidates *c, unsigned number,
                              bool keep_body) {
    struct program *p = new_candidate(c);
    struct block *where;
    unsigned at;
    struct statement *s = statement_of(p, number, &where, &at);
    struct block body = s->body;
    if (!keep_body)
        block_free(&body);
    if (s->kind == S_CREATE || (keep_body && !body.count))
        drop_last(c);
    else
        replace(where, at, body);
}

// Ways to make a statement simpler; false if it is already so.
typedef bool simplify(struct statement *s);

static bool set_byte(uint8_t *byte, uint8_t to) {
    bool differs = *byte != to;
    *byte = to;
    return differs;
}

static bool with_seq_cst(struct statement *s) {
    bool ordered = statement_rows[s->kind].feature == WITH_ATOMIC ||
                   statement_rows[s->kind].feature == WITH_LOOP ||
                   statement_rows[s->kind].feature == WITH_HEAP;
    if (!ordered)
        return false;
    bool first = set_byte(&s->order, O_SEQ_CST);
    return set_byte(&s->order2, O_SEQ_CST) || first;
}

static bool without_operand(struct statement *s) {
    bool may = s->kind == S_STORE || s->kind == S_WRITE;
    if (!may || s->from < 0)
        return false;
    s->from = -1;
    return true;
}

static bool without_result(struct statement *s) {
    bool may = s->kind == S_UPDATE || s->kind == S_CAS || s->kind == S_JOIN ||
               s->kind == S_TRYLOCK || s->kind == S_SEM_TRY ||
               s->kind == S_CASLOOP || s->kind == S_TRYRD ||
               s->kind == S_TRYWR || s->kind == S_SWAP ||
               s->kind == S_DETACH;
    if (!may || s->reg < 0)
        return false;
    s->reg = -1;
    return true;
}

static bool to_first_object(struct statement *s) {
    bool may = s->kind != S_JOIN && s->kind != S_KEY_SET &&
               s->kind != S_KEY_DELETE && s->kind != S_ATEXIT;
    return may && set_byte(&s->object, 0);
}

static bool with_plain_condition(struct statement *s) {
    bool differs = s->condition.form != F_SELF;
    s->condition.form = F_SELF;
    return differs;
}

static bool with_constant(struct statement *s) {
    bool differs = s->condition.variable;
    s->condition.variable = false;
    return differs;
}

static bool with_one_condition(struct statement *s) {
    bool differs = s->both;
    s->both = false;
    return differs;
}

static bool with_one(struct statement *s) {
    bool differs =
        s->k != 1 && s->kind != S_CHOOSE && s->kind != S_CAS && s->kind != S_IF;
    s->k = 1;
    return differs;
}

static bool with_first_style(struct statement *s) {
    bool may = s->kind == S_SPIN || s->kind == S_TRYSPIN ||
               statement_rows[s->kind].feature == WITH_ATOMIC;
    uint8_t simple = statement_rows[s->kind].feature == WITH_ATOMIC ? 1 : 8;
    return may && set_byte(&s->style, simple);
}

static simplify *const simplifiers[] = {
    with_seq_cst,       without_operand, without_result,
    to_first_object,    with_constant,   with_plain_condition,
    with_one_condition, with_one,        with_first_style};

static void simplify_statements(struct candidates *c, unsigned size) {
    for (unsigned i = 0; i < sizeof simplifiers / sizeof simplifiers[0]; i++)
        for (unsigned n = 0; n < size; n++) {
            struct block *where;
            unsigned at;
            struct program *p = new_candidate(c);
            if (!simplifiers[i](statement_of(p, n, &where, &at)))
                drop_last(c);
        }
}

// ---------------------------------------------------------------- variables

static void simplify_variables(struct candidates *c) {
    struct program *p;
    if (c->of->packed) {
        p = new_candidate(c);
        p->packed = false;
    }
    if (c->of->halves) {
        p = new_candidate(c);
        p->halves = false;
    }
    if (c->of->finals) {
        p = new_candidate(c);
        p->finals = false;
    }
    for (unsigned i = 0; i < MOST_ATOMICS; i++)
        if (c->of->atomic[i].type != T_I32 && !c->of->halves) {
            p = new_candidate(c);
            p->atomic[i].type = T_I32;
        }
    for (unsigned i = 0; i < MOST_PLAINS; i++)
        if (c->of->plain[i].type != T_I32) {
            p = new_candidate(c);
            p->plain[i].type = T_I32;
        }
    for (unsigned i = 0; i < MOST_ATOMICS; i++)
        if (c->of->atomic[i].initial) {
            p = new_candidate(c);
            p->atomic[i].initial = 0;
        }
    for (unsigned i = 0; i < MOST_MUTEXES; i++)
        if (c->of->mutex_type[i]) {
            p = new_candidate(c);
            p->mutex_type[i] = MUTEX_NORMAL;
        }
}

// ------------------------------------------------------------------- search

static void all_candidates(struct candidates *c) {
    unsigned size = program_size(c->of);
    for (unsigned t = c->of->threads; t-- > 1;)
        without_thread(c, t);
    for (unsigned n = 0; n < size; n++)
        without_statement(c, n, false);
    for (unsigned n = 0; n < size; n++)
        without_statement(c, n, true);
    simplify_variables(c);
    simplify_statements(c, size);
}

static const char *const build_options[BUILD_COUNT] = {
#define X(name, options) options,
    BUILDS(X)
#undef X
};

bool build_file(const struct tool *tool, const char *source, const char *name,
                unsigned builds, struct built *built) {
    for (unsigned i = 0; i < BUILD_COUNT; i++) {
        char *binary = built->binary[i];
        snprintf(binary, sizeof built->binary[i], "%s/%s-%u", tool->folder,
                 name, i);
        if (builds >> i & 1 &&
            !tool_compile(tool, source, binary, build_options[i]))
            return false;
    }
    return true;
}

bool build_together(const struct tool *tool, struct program *const *programs,
                    unsigned count, const char *name, unsigned builds,
                    struct built *built) {
    char source[300];
    snprintf(source, sizeof source, "%s/%s.c", tool->folder, name);
    FILE *file = fopen(source, "w");
    if (!file)
        return false;
    print_together(file, programs, count, "report.h");
    fclose(file);
    return build_file(tool, source, name, builds, built);
}

static bool is_usable(const struct program *p, struct behaviour *b) {
    *b = (struct behaviour){0};
    if (!program_is_valid(p))
        return false;
    interpret(p, b);
    return !b->too_large && !(b->wrong & WRONG_UNDEFINED);
}

// The number of the first that fails, or `count`.
static unsigned first_failing(const struct tool *tool,
                              const struct configuration *configuration,
                              enum disagreement disagreement,
                              struct program **at, unsigned count) {
    struct program *usable[MOST_TOGETHER];
    struct behaviour behaviour[MOST_TOGETHER];
    unsigned number[MOST_TOGETHER], n = 0, found = count;
    struct built built;
    for (unsigned i = 0; i < count; i++) {
        if (is_usable(at[i], &behaviour[n])) {
            usable[n] = at[i];
            number[n++] = i;
        } else {
            behaviour_free(&behaviour[n]);
        }
    }
    bool compiled =
        n && build_together(tool, usable, n, "shrink",
                            1u << configuration->build, &built);
    for (unsigned i = 0; i < n && compiled && found == count; i++) {
        struct verdict v;
        built.number = i;
        if (configuration->flags & REUSE && !behaviour[i].reused)
            continue;
        compare(tool, configuration, &built, usable[i], &behaviour[i], &v);
        if (v.disagreement == disagreement)
            found = number[i];
    }
    for (unsigned i = 0; i < n; i++)
        behaviour_free(&behaviour[i]);
    return found;
}

// One smaller program, or NULL.
static struct program *smaller(const struct tool *tool,
                               const struct configuration *configuration,
                               enum disagreement disagreement,
                               const struct program *program) {
    struct candidates c = {.of = program};
    struct program *result = NULL;
    all_candidates(&c);
    for (unsigned i = 0; i < c.count && !result; i += MOST_TOGETHER / 2) {
        unsigned left = c.count - i;
        unsigned count = left < MOST_TOGETHER / 2 ? left : MOST_TOGETHER / 2;
        unsigned found =
            first_failing(tool, configuration, disagreement, c.at + i, count);
        if (found < count)
            result = program_copy(c.at[i + found]);
    }
    while (c.count)
        drop_last(&c);
    free(c.at);
    return result;
}

void shrink(const struct tool *tool, const struct configuration *configuration,
            enum disagreement disagreement, struct program **program) {
    struct program *next;
    for (unsigned round = 0;
         round < 60 &&
         (next = smaller(tool, configuration, disagreement, *program));
         round++) {
        program_free(*program);
        *program = next;
    }
}
