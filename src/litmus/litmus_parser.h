// SPDX-License-Identifier: Apache-2.0
// What the parts of the parser of litmus tests share.
//
// Whoever fails says so once, by litmus_refuse; all functions that return bool
// are false from then on.

#ifndef MAZURKA_LITMUS_LITMUS_PARSER_H
#define MAZURKA_LITMUS_LITMUS_PARSER_H

#include "litmus/litmus.h"
#include "litmus/litmus_tokens.h"

// Trees and statements within each other.
enum { LITMUS_DEEPEST = 40 };

struct litmus_parser {
    struct tokens tokens;
    struct litmus *litmus;
    struct model_error *error;
    unsigned depth;
};

__attribute__((format(printf, 2, 3))) bool
litmus_refuse(struct litmus_parser *parser, const char *format, ...);

static inline bool litmus_sees(const struct litmus_parser *p,
                               const char *text) {
    return token_is(&p->tokens.now, text);
}
bool litmus_takes(struct litmus_parser *parser, const char *text);
bool litmus_expect(struct litmus_parser *parser, const char *text);

// The name of a thread, P0, P1, …; false, and nothing is said, if the token is
// something else.
bool litmus_thread_number(const struct token *token, uint32_t *number);
// The variable of this name; made if it is not there and `make` is said, else
// -1.
int litmus_variable(struct litmus_parser *parser, const struct token *name,
                    bool make);
// A number, with its sign, or the address of a variable.
bool litmus_constant(struct litmus_parser *parser, int64_t *value);

// litmus_body.c: P0(…) { … }, of which the number was seen; the parameters
// alone, over the body; all of it.
bool litmus_skip_thread(struct litmus_parser *parser);
bool litmus_thread(struct litmus_parser *parser);

// litmus_condition.c: a tree; `a /\ b`.
bool litmus_tree(struct litmus_parser *parser, uint32_t *node);
bool litmus_place(struct litmus_parser *parser, struct litmus_place *place);

#endif
