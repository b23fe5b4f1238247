// SPDX-License-Identifier: Apache-2.0
// The words of a litmus test. Outside of a thread's body, (* begins a comment;
// inside, it is a dereference.

#ifndef MAZURKA_LITMUS_LITMUS_TOKENS_H
#define MAZURKA_LITMUS_LITMUS_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_SYMBOL,
    TOKEN_BAD
};

struct token {
    enum token_kind kind;
    const char *text;
    size_t length;
    unsigned line, column; // from 1
    int64_t number;
    const char *wrong; // of a bad one: what is
};

// Where in the text: may be copied, to come back to it.
struct tokens {
    const char *at, *end;
    unsigned line;
    const char *line_start;
    bool in_body;
    struct token now;
};

struct tokens tokens_of(const char *text, size_t length);
// Blanks, lines and comments are passed over.
void tokens_skip_blanks(struct tokens *tokens);
void tokens_next(struct tokens *tokens);
bool token_is(const struct token *token, const char *text);

#endif
