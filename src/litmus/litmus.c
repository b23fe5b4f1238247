// SPDX-License-Identifier: Apache-2.0
// What is around the threads of a litmus test.

#include "litmus/litmus.h"

#include "base/fault.h"
#include "litmus/litmus_parser.h"
#include "litmus/litmus_types.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool litmus_refuse(struct litmus_parser *p, const char *format, ...) {
    const struct token *at = &p->tokens.now;
    if (p->error->message[0])
        return false; // the first error is the one to tell
    p->error->line = at->line;
    p->error->column = at->column;
    if (at->kind == TOKEN_BAD) {
        snprintf(p->error->message, sizeof p->error->message, "%s", at->wrong);
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->error->message, sizeof p->error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool litmus_takes(struct litmus_parser *p, const char *text) {
    if (!litmus_sees(p, text))
        return false;
    tokens_next(&p->tokens);
    return true;
}

bool litmus_expect(struct litmus_parser *p, const char *text) {
    return litmus_takes(p, text) || litmus_refuse(p, "'%s' expected", text);
}

bool litmus_thread_number(const struct token *token, uint32_t *number) {
    if (token->kind != TOKEN_WORD || token->text[0] != 'P' ||
        token->length < 2 || token->length > 4)
        return false;
    *number = 0;
    for (size_t i = 1; i < token->length; i++) {
        if (!isdigit((unsigned char)token->text[i]))
            return false;
        *number = *number * 10 + (uint32_t)(token->text[i] - '0');
    }
    return true;
}

enum { MOST_VARIABLES = 64 };

int litmus_variable(struct litmus_parser *p, const struct token *name,
                    bool make) {
    struct model_program *program = p->litmus->program;
    if (name->kind != TOKEN_WORD)
        return -1;
    for (size_t i = 0; i < program->names.count; i++)
        if (token_is(name, program->names.at[i]))
            return (int)i;
    if (!make || program->names.count == MOST_VARIABLES)
        return -1;
    uint32_t number = (uint32_t)program->names.count;
    vec_push(&program->names, memory_text(name->text, name->length));
    vec_push(&program->objects,
             (struct model_object){.kind = ON_MEMORY, .name = number});
    return (int)number;
}

bool litmus_constant(struct litmus_parser *p, int64_t *value) {
    const struct token *now = &p->tokens.now;
    bool negative = litmus_takes(p, "-");
    if (now->kind == TOKEN_NUMBER) {
        *value = negative ? -now->number : now->number;
        tokens_next(&p->tokens);
        return true;
    }
    if (!negative)
        litmus_takes(p, "&");
    int variable = negative ? -1 : litmus_variable(p, now, false);
    if (variable < 0)
        return litmus_refuse(p,
                             "a number, or the name of a variable, expected");
    *value = LITMUS_ADDRESS + variable;
    tokens_next(&p->tokens);
    return true;
}

// ------------------------------------------------------------------ beginning

// C and the name, in one line; then texts in quotes, and lines such as Hash=….
static bool header(struct litmus_parser *p) {
    struct tokens *t = &p->tokens;
    tokens_skip_blanks(t);
    t->now.line = t->line;
    t->now.column = (unsigned)(t->at - t->line_start) + 1;
    if (t->end - t->at < 2 || t->at[0] != 'C' ||
        !isspace((unsigned char)t->at[1]))
        return litmus_refuse(p, "the first line of a litmus test of C is 'C' "
                                "and a name");
    t->at += 2;
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t'))
        t->at++;
    const char *name = t->at;
    while (t->at < t->end && isgraph((unsigned char)*t->at))
        t->at++;
    if (t->at == name || t->at - name > 200)
        return litmus_refuse(p, "the test has no name, or a very long one");
    p->litmus->name = memory_text(name, (size_t)(t->at - name));
    tokens_next(t);
    return true;
}

static bool quoted(struct litmus_parser *p) {
    unsigned line = p->tokens.now.line;
    do
        tokens_next(&p->tokens);
    while (!litmus_sees(p, "\"") && p->tokens.now.kind != TOKEN_END);
    if (p->tokens.now.kind == TOKEN_END)
        return litmus_refuse(p, "the text that begins in line %u has no end",
                             line);
    tokens_next(&p->tokens);
    return true;
}

static bool remarks(struct litmus_parser *p) {
    while (!litmus_sees(p, "{")) {
        unsigned line = p->tokens.now.line;
        if (litmus_sees(p, "\"")) {
            if (!quoted(p))
                return false;
            continue;
        }
        if (p->tokens.now.kind != TOKEN_WORD)
            return litmus_refuse(p, "'{' and initial values expected");
        tokens_next(&p->tokens);
        if (!litmus_sees(p, "="))
            return litmus_refuse(p, "'{' and initial values expected");
        while (p->tokens.now.line == line && p->tokens.now.kind != TOKEN_END)
            tokens_next(&p->tokens);
    }
    return true;
}

// int x = 1, x = 1, [x] = 1, int *p = &x, int x: the address of a variable that
// comes later makes it.
static bool initial(struct litmus_parser *p) {
    struct litmus_type type = {0};
    bool typed = litmus_is_type(&p->tokens.now);
    if (typed && !litmus_type(p, &type))
        return false;
    bool brackets = litmus_takes(p, "[");
    struct token name = p->tokens.now;
    int variable = litmus_variable(p, &name, true);
    if (variable < 0)
        return litmus_refuse(p,
                             "the name of a variable expected, or there "
                             "are more than %d",
                             MOST_VARIABLES);
    tokens_next(&p->tokens);
    if (brackets && !litmus_expect(p, "]"))
        return false;
    if (typed && litmus_sees(p, ";"))
        return true;
    if (!litmus_expect(p, "="))
        return false;
    if (litmus_takes(p, "&") || p->tokens.now.kind == TOKEN_WORD)
        litmus_variable(p, &p->tokens.now, true);
    return litmus_constant(p,
                           &p->litmus->program->objects.at[variable].initial);
}

static bool initial_values(struct litmus_parser *p) {
    if (!litmus_expect(p, "{"))
        return false;
    while (!litmus_takes(p, "}")) {
        if (litmus_takes(p, ";"))
            continue;
        if (!initial(p))
            return false;
        if (!litmus_sees(p, "}") && !litmus_expect(p, ";"))
            return false;
    }
    return true;
}

// ------------------------------------------------------------------------ end

static void tell(struct litmus *l, struct litmus_place place) {
    for (size_t i = 0; i < l->told.count; i++)
        if (l->told.at[i].thread == place.thread &&
            l->told.at[i].number == place.number)
            return;
    vec_push(&l->told, place);
}

// locations [x; 0:r0; *y;]
static bool locations(struct litmus_parser *p) {
    if (!litmus_expect(p, "["))
        return false;
    while (!litmus_takes(p, "]")) {
        struct litmus_place place;
        if (litmus_takes(p, ";"))
            continue;
        if (!litmus_place(p, &place))
            return false;
        tell(p->litmus, place);
        if (!litmus_sees(p, "]") && !litmus_expect(p, ";"))
            return false;
    }
    return true;
}

static bool quantifier(struct litmus_parser *p) {
    struct litmus *l = p->litmus;
    l->condition_line = p->tokens.now.line;
    bool negated = litmus_takes(p, "~") || litmus_takes(p, "not");
    if (litmus_takes(p, "exists"))
        l->quantifier = negated ? QUANTIFIER_NOT_EXISTS : QUANTIFIER_EXISTS;
    else if (!negated && litmus_takes(p, "forall"))
        l->quantifier = QUANTIFIER_FORALL;
    else
        return litmus_refuse(p, "exists, ~exists or forall expected");
    size_t first = l->nodes.count;
    if (!litmus_tree(p, &l->condition))
        return false;
    for (size_t i = first; i < l->nodes.count; i++)
        if (l->nodes.at[i].kind == NODE_EQUALS ||
            l->nodes.at[i].kind == NODE_DIFFERS)
            tell(l, l->nodes.at[i].place);
    return true;
}

static bool questions(struct litmus_parser *p) {
    vec_push(&p->litmus->nodes, (struct litmus_node){.kind = NODE_TRUE});
    bool filtered = false;
    for (;;) {
        if (litmus_takes(p, "locations")) {
            if (!locations(p))
                return false;
        } else if (!filtered && litmus_takes(p, "filter")) {
            filtered = true;
            if (!litmus_tree(p, &p->litmus->filter))
                return false;
        } else {
            break;
        }
    }
    if (!quantifier(p))
        return false;
    litmus_takes(p, ";");
    return p->tokens.now.kind == TOKEN_END ||
           litmus_refuse(p, "unexpected text after the condition");
}

// ---------------------------------------------------------------------- whole

// All variables have to be known before a pointer is followed.
static bool threads(struct litmus_parser *p) {
    struct tokens start = p->tokens;
    uint32_t number;
    while (litmus_thread_number(&p->tokens.now, &number))
        if (!litmus_skip_thread(p))
            return false;
    p->tokens = start;
    while (litmus_thread_number(&p->tokens.now, &number)) {
        if (number != p->litmus->program->threads.count)
            return litmus_refuse(p, "P%zu expected",
                                 p->litmus->program->threads.count);
        if (!litmus_thread(p))
            return false;
    }
    return p->litmus->program->threads.count > 0 ||
           litmus_refuse(p, "a thread, P0(…) { … }, expected");
}

// Threads and then variables, by their names.
static int by_name(const void *a, const void *b, void *context) {
    const struct litmus_place *x = a, *y = b;
    const struct model_program *program = context;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    char *const *names = x->thread == LITMUS_SHARED
                             ? program->names.at
                             : program->threads.at[x->thread].registers.at;
    return strcmp(names[x->number], names[y->number]);
}

struct litmus *litmus_parse(const char *file, const char *text, size_t length,
                            struct model_error *error) {
    struct litmus *l = memory_new(1, sizeof *l);
    struct litmus_parser p = {
        .tokens = tokens_of(text, length), .litmus = l, .error = error};
    *error = (struct model_error){0};
    l->program = memory_new(1, sizeof *l->program);
    l->program->file = memory_text(file, strlen(file));
    if (!header(&p) || !remarks(&p) || !initial_values(&p) || !threads(&p) ||
        !questions(&p)) {
        invariant(error->message[0]);
        litmus_free(l);
        return NULL;
    }
    if (l->told.count)
        qsort_r(l->told.at, l->told.count, sizeof *l->told.at, by_name,
                l->program);
    return l;
}

void litmus_free(struct litmus *l) {
    if (!l)
        return;
    model_free(l->program);
    memory_free(l->name);
    vec_free(&l->nodes);
    vec_free(&l->told);
    memory_free(l);
}
