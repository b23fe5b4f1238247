// SPDX-License-Identifier: Apache-2.0

#include "litmus/litmus_tokens.h"

#include <ctype.h>
#include <string.h>

struct tokens tokens_of(const char *text, size_t length) {
    return (struct tokens){.at = text,
                           .end = text + length,
                           .line = 1,
                           .line_start = text,
                           .now = {.text = text, .line = 1, .column = 1}};
}

static bool starts(const struct tokens *t, const char *symbol) {
    size_t length = strlen(symbol);
    return (size_t)(t->end - t->at) >= length &&
           memcmp(t->at, symbol, length) == 0;
}

static void pass(struct tokens *t) {
    if (*t->at++ != '\n')
        return;
    t->line++;
    t->line_start = t->at;
}

static void pass_line(struct tokens *t) {
    while (t->at < t->end && *t->at != '\n')
        pass(t);
}

// Up to the end of a comment, or of the text.
static void pass_comment(struct tokens *t, const char *opens,
                         const char *closes) {
    unsigned depth = 0;
    while (t->at < t->end) {
        bool nested = starts(t, opens) && (!depth || opens[0] == '(');
        bool closed = !nested && starts(t, closes);
        depth += nested;
        depth -= closed;
        pass(t);
        if (nested || closed)
            pass(t);
        if (!depth)
            return;
    }
}

void tokens_skip_blanks(struct tokens *t) {
    while (t->at < t->end) {
        if (isspace((unsigned char)*t->at))
            pass(t);
        else if (starts(t, "//"))
            pass_line(t);
        else if (starts(t, "/*"))
            pass_comment(t, "/*", "*/");
        else if (!t->in_body && starts(t, "(*"))
            pass_comment(t, "(*", "*)");
        else
            return;
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// Numbers are decimal or hexadecimal, of an int; suffixes say nothing here.
static void number(struct token *token) {
    const char *at = token->text, *end = at + token->length;
    int base = 10;
    if (token->length > 1 && at[0] == '0') {
        base = 16;
        if ((at[1] | 32) != 'x') {
            token->kind = TOKEN_BAD;
            token->wrong = "octal numbers are not understood";
            return;
        }
        at += 2;
    }
    bool any = false;
    for (; at < end && isxdigit((unsigned char)*at); at++, any = true) {
        int digit =
            isdigit((unsigned char)*at) ? *at - '0' : (*at | 32) - 'a' + 10;
        token->number = token->number * base + digit;
        if (digit >= base || token->number > INT32_MAX) {
            token->kind = TOKEN_BAD;
            token->wrong = "number that does not fit into an int";
            return;
        }
    }
    while (at < end && strchr("uUlL", *at))
        at++;
    if (any && at == end)
        return;
    token->kind = TOKEN_BAD;
    token->wrong = "malformed number";
}

static size_t symbol_length(const struct tokens *t) {
    static const char *const two[] = {
        "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
        "+=",  "-=",  "|=", "&=", "^=", "*=", "++", "--", "=>", "->"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (starts(t, two[i]))
            return 2;
    return 1;
}

void tokens_next(struct tokens *t) {
    tokens_skip_blanks(t);
    struct token *now = &t->now;
    *now = (struct token){.kind = TOKEN_END,
                          .text = t->at,
                          .line = t->line,
                          .column = (unsigned)(t->at - t->line_start) + 1};
    if (t->at == t->end)
        return;
    if (is_word(*t->at)) {
        while (now->text + now->length < t->end &&
               is_word(now->text[now->length]))
            now->length++;
        now->kind = TOKEN_WORD;
        if (isdigit((unsigned char)*t->at)) {
            now->kind = TOKEN_NUMBER;
            number(now);
        }
    } else {
        now->kind = TOKEN_SYMBOL;
        now->length = symbol_length(t);
        if (!isgraph((unsigned char)*t->at)) {
            now->kind = TOKEN_BAD;
            now->wrong = "unexpected byte";
        }
    }
    t->at += now->length;
}

bool token_is(const struct token *token, const char *text) {
    return (token->kind == TOKEN_WORD || token->kind == TOKEN_SYMBOL) &&
           strlen(text) == token->length &&
           memcmp(token->text, text, token->length) == 0;
}
