// SPDX-License-Identifier: Apache-2.0

#include "cc/names/source_text.h"

#include <ctype.h>
#include <string.h>

// Longer ones are cut out of reports anyway, and this bounds the scanning.
enum { LONGEST = 120, MOST_PARTS = 24 };

// ------------------------------------------------------------------- shapes

// A piece of the source: from, to (exclusive).
struct span {
    const char *from, *to;
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *close_of(const char *at, const char *end) {
    char open = *at, close = open == '[' ? ']' : ')';
    int depth = 0;
    for (; at < end; at++) {
        depth += (*at == open) - (*at == close);
        if (!depth)
            return at + 1;
    }
    return NULL;
}

// The identifiers and subscripts of an expression, without punctuation, so
// that `(*q).items[i + 1]` and `q->items[...]` are the same.
static void shape(struct span span, struct text *shape) {
    for (const char *at = span.from; at < span.to;) {
        if (*at == '[') {
            const char *end = close_of(at, span.to);
            text_add(shape, "[]");
            at = end ? end : span.to;
        } else if (is_word(*at)) {
            const char *word = at;
            while (at < span.to && is_word(*at))
                at++;
            text_add(shape, " ");
            text_add_bytes(shape, word, (size_t)(at - word));
        } else {
            at++;
        }
    }
}

struct sought {
    const char *guess;
    struct text shape;
    bool complete, open;
};

static bool fits_without_stars(const struct sought *sought, struct span span) {
    if (span.from >= span.to || span.to - span.from > LONGEST ||
        !sought->shape.count)
        return false;
    struct text own = {0};
    shape(span, &own);
    const char *is = text_get(&own), *should = text_get(&sought->shape);
    bool same = !strcmp(is, should);
    if (!same && sought->open && text_starts(is, should)) {
        char next = is[strlen(should)];
        same = next == ' ' || next == '[';
    }
    text_free(&own);
    return same;
}

// What is behind a pointer is not the pointer itself.
static bool fits(const struct sought *sought, struct span span) {
    return (*sought->guess != '*' || *span.from == '*' || *span.from == '(') &&
           fits_without_stars(sought, span);
}

// ----------------------------------------------------------------- scanning

static const char *skip(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

static const char *skip_back(const char *start, const char *at) {
    while (at > start && isspace((unsigned char)at[-1]))
        at--;
    return at;
}

static const char *open_of(const char *start, const char *at) {
    char close = at[-1], open = close == ']' ? '[' : '(';
    int depth = 0;
    while (at > start) {
        at--;
        depth += (*at == close) - (*at == open);
        if (!depth)
            return at;
    }
    return NULL;
}

// Does an operand end just before `at`? Then a `*` there multiplies.
static bool operand_before(const char *start, const char *at) {
    at = skip_back(start, at);
    if (at == start || (!is_word(at[-1]) && at[-1] != ')' && at[-1] != ']'))
        return false;
    const char *word = at;
    while (word > start && is_word(word[-1]))
        word--;
    return !(at - word == 6 && !strncmp(word, "return", 6));
}

// The start of the postfix expression that ends at `at`.
static const char *postfix_start(const char *start, const char *at) {
    for (;;) {
        at = skip_back(start, at);
        while (at > start && (at[-1] == ']' || at[-1] == ')')) {
            const char *open = open_of(start, at);
            if (!open)
                return at;
            at = skip_back(start, open);
        }
        while (at > start && is_word(at[-1]))
            at--;
        const char *before = skip_back(start, at);
        if (before > start && before[-1] == '.')
            at = before - 1;
        else if (before > start + 1 && before[-1] == '>' && before[-2] == '-')
            at = before - 2;
        else
            return skip(at, at + LONGEST);
    }
}

// Include the unary stars before an expression.
static const char *with_stars(const char *start, const char *at) {
    for (;;) {
        const char *before = skip_back(start, at);
        if (before == start || before[-1] != '*' ||
            operand_before(start, before - 1))
            return at;
        at = before - 1;
    }
}

// The end of a primary expression, or NULL.
static const char *primary_end(const char *at, const char *end) {
    at = skip(at, end);
    if (at < end && *at == '(')
        return close_of(at, end);
    const char *word = at;
    while (at < end && is_word(*at))
        at++;
    return at > word ? at : NULL;
}

// One more postfix operator after an expression's end, or NULL.
static const char *postfix_end(const char *at, const char *end) {
    at = skip(at, end);
    if (at < end && (*at == '[' || *at == '('))
        return close_of(at, end);
    if (at < end && *at == '.')
        return primary_end(at + 1, end);
    if (at + 1 < end && at[0] == '-' && at[1] == '>')
        return primary_end(at + 2, end);
    return NULL;
}

// --------------------------------------------------------------- candidates

// Where to look: the whole text and the point in it.
struct view {
    const char *start, *at, *end;
};

static bool take(struct text *found, struct span span) {
    // What is made of a value is not where it is.
    while (span.from < span.to && (*span.from == '!' || *span.from == '~' ||
                                   isspace((unsigned char)*span.from)))
        span.from++;
    while (*span.from == '(' && close_of(span.from, span.to) == span.to) {
        span.from++;
        span.to--;
    }
    // On one line, with single spaces.
    bool space = false;
    for (const char *at = span.from; at < span.to; at++) {
        if (isspace((unsigned char)*at)) {
            space = true;
            continue;
        }
        if (space)
            text_add(found, " ");
        space = false;
        text_add_bytes(found, at, 1);
    }
    return true;
}

// At an assignment or a postfix ++: what stands on its left.
static bool left_of(struct view view, const struct sought *sought,
                    struct text *found) {
    const char *to = skip_back(view.start, view.at);
    const char *from = postfix_start(view.start, to);
    struct span span = {from, to};
    if (from >= to)
        return false;
    // The ++ of *p++ is that of p.
    if (*sought->guess != '*' && fits(sought, span))
        return take(found, span);
    span.from = with_stars(view.start, from);
    if (!fits(sought, span) && sought->complete)
        return false;
    return to - span.from <= LONGEST && take(found, span);
}

// At a prefix operator: what stands on its right.
static bool right_of(struct view view, const char *from, const char *operand,
                     const struct sought *sought, struct text *found) {
    while (operand < view.end && (*operand == '*' || isspace(*operand)))
        operand++;
    const char *to = primary_end(operand, view.end);
    for (const char *next = to; next; next = postfix_end(to, view.end)) {
        to = next;
        if (fits(sought, (struct span){from, to}))
            return take(found, (struct span){from, to});
    }
    if (!to || sought->complete || to - from > LONGEST)
        return false;
    return take(found, (struct span){from, to});
}

// The arguments of a call or macro at `at`, up to `most`.
static int arguments_of(const char *at, const char *end,
                        struct span *arguments) {
    const char *close = close_of(at, end);
    if (!close)
        return 0;
    int count = 0, depth = 0;
    const char *from = at + 1;
    for (at++; at < close && count < MOST_PARTS; at++) {
        depth += (*at == '(' || *at == '[' || *at == '{');
        depth -= (*at == ')' || *at == ']' || *at == '}');
        if (depth < 0 || (*at == ',' && !depth)) {
            const char *to = skip_back(from, at);
            arguments[count++] = (struct span){skip(from, to), to};
            from = at + 1;
        }
    }
    return count;
}

// At a function's or macro's name: the argument that is meant, `x` for &x and
// `*p` for p.
static bool inside_call(struct view view, const char *open,
                        const struct sought *sought, struct text *found) {
    struct span arguments[MOST_PARTS];
    int count = arguments_of(open, view.end, arguments);
    for (int i = 0; i < count; i++) {
        struct span span = arguments[i];
        bool address = span.from < span.to && *span.from == '&';
        span.from += address;
        if (!fits_without_stars(sought, span))
            continue;
        if (!address && *sought->guess == '*' && *span.from != '*')
            text_add(found, "*");
        return take(found, span);
    }
    if (sought->complete)
        return false;
    for (int i = 0; i < count; i++) {
        struct span span = arguments[i];
        if (span.from < span.to && *span.from == '&' &&
            span.to - span.from <= LONGEST)
            return take(found, (struct span){span.from + 1, span.to});
    }
    return false;
}

// At an identifier: with what leads to it, and as much of what follows as the
// guess has.
static bool around(struct view view, const struct sought *sought,
                   struct text *found) {
    const char *to = primary_end(view.at, view.end);
    if (!to)
        return false;
    const char *from = postfix_start(view.start, to), *first = to;
    for (const char *next = to; next; next = postfix_end(to, view.end)) {
        to = next;
        if (fits(sought, (struct span){from, to}))
            return take(found, (struct span){from, to});
    }
    const char *open = skip(first, view.end);
    if (open < view.end && *open == '(')
        return inside_call(view, open, sought, found);
    if (sought->complete || first - from > LONGEST)
        return false;
    return take(found, (struct span){from, first});
}

static bool is_assignment(const char *at, const char *end) {
    size_t length = strspn(at, "+-*/%&|^<>");
    at += length;
    return length <= 2 && at < end && *at == '=' && at[1] != '=';
}

static bool look(struct view view, const struct sought *sought,
                 struct text *found) {
    const char *at = view.at;
    if (is_word(*at))
        return around(view, sought, found);
    bool twice = (*at == '+' || *at == '-') && at[1] == *at;
    if (twice && !operand_before(view.start, at))
        return right_of(view, skip(at + 2, view.end), at + 2, sought, found);
    if (twice || is_assignment(at, view.end))
        return left_of(view, sought, found);
    if (*at == '*')
        return right_of(view, at, at + 1, sought, found);
    if (*at == '(')
        return right_of(view, at, at, sought, found);
    return false;
}

bool source_text_find(const struct source_file *source, unsigned line,
                      unsigned column, const char *guess, bool complete,
                      bool open, struct text *found) {
    if (!source->text || !line || line > source->line_count || !column)
        return false;
    size_t at = source->lines[line - 1] + column - 1;
    if (at >= source->size)
        return false;
    struct view view = {source->text, source->text + at,
                        source->text + source->size};
    struct sought sought = {.guess = guess, .complete = complete, .open = open};
    shape((struct span){guess, guess + strlen(guess)}, &sought.shape);
    bool result = look(view, &sought, found);
    text_free(&sought.shape);
    return result;
}
