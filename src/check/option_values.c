// SPDX-License-Identifier: Apache-2.0

#include "check/option_values.h"

#include "base/fault.h"
#include "base/nearest.h"
#include "explore/explorer.h"
#include "report/json.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

bool complain(const struct complaint *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text, c->room, format, arguments);
    va_end(arguments);
    return false;
}

bool suggest(const struct complaint *c, const char *before,
             const struct nearest *n) {
    size_t used = strlen(c->text);
    if (n->best && used < c->room)
        snprintf(c->text + used, c->room - used, "; did you mean %s%.*s?",
                 before, (int)n->best_length, n->best);
    return false;
}

// ------------------------------------------------------------------- reading

static bool whole_number(const char *text, const char **end, uint64_t *number) {
    *number = 0;
    *end = text;
    for (; isdigit((unsigned char)**end); ++*end)
        if (__builtin_mul_overflow(*number, 10u, number) ||
            __builtin_add_overflow(*number, (unsigned)(**end - '0'), number))
            return false;
    return *end != text;
}

static bool parse_number(const struct option_row *row, struct option_value *v,
                         const struct complaint *c) {
    const char *end, *word = strchr(row->values, '|');
    uint64_t low, high = UINT64_MAX;
    if (word && strcmp(v->text, word + 1) == 0) {
        v->number = 0;
        return true;
    }
    whole_number(row->values, &end, &low);
    if (end[1])
        whole_number(end + 1, &end, &high);
    if (!whole_number(v->text, &end, &v->number) || *end || v->number < low ||
        v->number > high)
        return complain(c,
                        "--%s=%s: a whole number from %" PRIu64 " to %" PRIu64
                        "%s%s is needed",
                        row->name, v->text, low, high, word ? " or " : "",
                        word ? word + 1 : "");
    return true;
}

static bool parse_seconds(const struct option_row *row, struct option_value *v,
                          const struct complaint *c) {
    char *end = NULL;
    bool plain = v->text[0] && !v->text[strspn(v->text, "0123456789.")];
    if (plain)
        v->seconds = strtod(v->text, &end);
    if (!plain || *end || end == v->text || v->seconds > 1e9)
        return complain(c, "--%s=%s: a number of seconds is needed", row->name,
                        v->text);
    return true;
}

static bool parse_size(const struct option_row *row, struct option_value *v,
                       const struct complaint *c) {
    const char *end;
    uint64_t kib = 1024;
    bool fine = whole_number(v->text, &end, &v->number);
    if (fine && *end) {
        kib = *end == 'K' ? 1 : *end == 'M' ? 1024 : 1024 * 1024;
        fine = strchr("KMG", *end) && !end[1];
    }
    if (!fine || __builtin_mul_overflow(v->number, kib, &v->number))
        return complain(c,
                        "--%s=%s: a number of MiB is needed, or one with K, "
                        "M or G",
                        row->name, v->text);
    return true;
}

static bool parse_word(const struct option_row *row, struct option_value *v,
                       const struct complaint *c) {
    size_t length = strlen(v->text);
    struct nearest near = nearest_to(v->text, length);
    const char *word = row->values;
    for (v->number = 0; word; v->number++) {
        size_t size = strcspn(word, "|");
        if (size == length && memcmp(word, v->text, size) == 0)
            return true;
        nearest_offer(&near, word, size);
        word = word[size] ? word + size + 1 : NULL;
    }
    complain(c, "--%s=%s: one of %s is needed", row->name, v->text,
             row->values);
    return suggest(c, "", &near);
}

static bool parse_algorithm(const struct option_row *row,
                            struct option_value *v, const struct complaint *c) {
    enum algorithm algorithm;
    if (algorithm_named(v->text, &algorithm)) {
        v->number = algorithm;
        return true;
    }
    struct nearest near = nearest_to(v->text, strlen(v->text));
    for (int i = 0; i < ALGORITHM_COUNT; i++) {
        const char *name = algorithm_name((enum algorithm)i);
        nearest_offer(&near, name, strlen(name));
    }
    complain(
        c, "--%s=%s: there is no such algorithm ('mazurka list' has them all)",
        row->name, v->text);
    return suggest(c, "", &near);
}

// The first of the words that is no kind of finding, in general none.
static bool unknown_kind(const struct option_row *row, const char *text,
                         const char *unknown, const struct complaint *c) {
    struct nearest near = nearest_to(unknown, strlen(unknown));
    for (int kind = NO_FINDING + 1; kind < FINDING_KINDS; kind++) {
        const char *name = finding_name((enum finding_kind)kind);
        nearest_offer(&near, name, strlen(name));
    }
    complain(c,
             "--%s=%.60s: kinds of findings are needed ('mazurka help "
             "findings' has them all)",
             row->name, text);
    return suggest(c, "", &near);
}

static bool parse_kinds(const struct option_row *row, struct option_value *v,
                        const struct complaint *c) {
    const char *word = v->text;
    size_t length = 0;
    char unknown[32] = "";
    bool fine = v->text[0] || !v->given;
    for (v->number = 0; fine && (word = next_word(word, &length));) {
        char name[sizeof unknown];
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        enum finding_kind kind = finding_named(name);
        v->number |= kind ? finding_bit(kind) : 0;
        fine = kind != NO_FINDING;
        if (!fine)
            memcpy(unknown, name, sizeof unknown);
    }
    return fine || unknown_kind(row, v->text, unknown, c);
}

static bool parse_nothing(const struct option_row *row, struct option_value *v,
                          const struct complaint *c) {
    (void)row, (void)c;
    v->number = v->given;
    return true;
}

static bool parse_text(const struct option_row *row, struct option_value *v,
                       const struct complaint *c) {
    return v->text[0] || !v->given ||
           complain(c, "--%s: %s needed", row->name,
                    row->kind == TAKES_NAMES ? "names are" : "a file name is");
}

bool option_read_range(const char *text, int64_t *least, int64_t *most) {
    char *end;
    errno = 0;
    *least = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    text = end + 2;
    *most = strtoll(text, &end, 10);
    return end != text && !*end && !errno && *least <= *most;
}

static bool parse_range(const struct option_row *row, struct option_value *v,
                        const struct complaint *c) {
    int64_t least, most;
    return !v->given || option_read_range(v->text, &least, &most) ||
           complain(c, "--%s=%.60s: MIN..MAX is needed", row->name, v->text);
}

// ------------------------------------------------------------------- telling

static bool no_number(const struct option_row *row,
                      const struct option_value *v) {
    return v->number == 0 && strncmp(row->name, "max-", 4) == 0;
}

static bool no_seconds(const struct option_row *row,
                       const struct option_value *v) {
    (void)row;
    return v->seconds <= 0;
}

static bool no_size(const struct option_row *row,
                    const struct option_value *v) {
    (void)row;
    return v->number == 0;
}

static bool not_given(const struct option_row *row,
                      const struct option_value *v) {
    (void)row;
    return !v->given;
}

static const struct {
    const char *placeholder;
    bool (*parse)(const struct option_row *, struct option_value *,
                  const struct complaint *);
    bool (*is_none)(const struct option_row *, const struct option_value *);
} kinds[] = {
    [TAKES_NOTHING] = {"", parse_nothing, NULL},
    [TAKES_NUMBER] = {"=N", parse_number, no_number},
    [TAKES_SECONDS] = {"=SECONDS", parse_seconds, no_seconds},
    [TAKES_SIZE] = {"=SIZE", parse_size, no_size},
    [TAKES_WORD] = {"=WORD", parse_word, NULL},
    [TAKES_ALGORITHM] = {"=NAME", parse_algorithm, NULL},
    [TAKES_FILE] = {"=FILE", parse_text, not_given},
    [TAKES_OUTPUT] = {"=FILE", parse_text, not_given},
    [TAKES_KINDS] = {"=KIND,…", parse_kinds, not_given},
    [TAKES_NAMES] = {"=NAME,…", parse_text, not_given},
    [TAKES_RANGE] = {"=MIN..MAX", parse_range, not_given},
};

bool option_parse(const struct option_row *row, struct option_value *v,
                  const struct complaint *c) {
    return kinds[row->kind].parse(row, v, c);
}

const char *option_placeholder(const struct option_row *row) {
    bool has_word = row->kind == TAKES_NUMBER && strchr(row->values, '|');
    return has_word ? "=N|WORD" : kinds[row->kind].placeholder;
}

bool option_is_none(const struct option_row *row,
                    const struct option_value *v) {
    return kinds[row->kind].is_none && kinds[row->kind].is_none(row, v);
}

void option_add_json(cJSON *object, const struct option_row *row,
                     const struct option_value *v) {
    if (option_is_none(row, v))
        json_text(object, row->name, NULL);
    else if (row->kind == TAKES_NOTHING)
        cJSON_AddBoolToObject(object, row->name, v->number != 0);
    else if (row->kind == TAKES_NUMBER && !isdigit((unsigned char)v->text[0]))
        json_text(object, row->name, v->text);
    else if (row->kind == TAKES_NUMBER || row->kind == TAKES_SIZE)
        json_integer(object, row->name, v->number);
    else if (row->kind == TAKES_SECONDS)
        json_decimal(object, row->name, v->seconds);
    else
        json_text(object, row->name, v->text);
}
