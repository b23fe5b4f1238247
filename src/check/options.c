// SPDX-License-Identifier: Apache-2.0

#include "check/options.h"

#include "base/fault.h"
#include "explore/explorer.h"
#include "report/json.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row {
    const char *name;
    char letter;
    enum option_kind kind;
    const char *initial, *values;
    unsigned users;
    const char *help;
} rows[OPTION_COUNT] = {
#define X(id, name, letter, kind, initial, values, users, help) \
    [OPTION_##id] = {name, letter, kind, initial, values, users, help},
    OPTIONS(X)
#undef X
};

struct complaint {
    char *text;
    size_t room;
};

__attribute__((format(printf, 2, 3))) static bool
complain(const struct complaint *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text, c->room, format, arguments);
    va_end(arguments);
    return false;
}

// -------------------------------------------------------------------- values

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
    const char *word = row->values;
    for (v->number = 0; word; v->number++) {
        const char *bar = strchr(word, '|');
        size_t size = bar ? (size_t)(bar - word) : strlen(word);
        if (size == length && memcmp(word, v->text, size) == 0)
            return true;
        word = bar ? bar + 1 : NULL;
    }
    return complain(c, "--%s=%s: one of %s is needed", row->name, v->text,
                    row->values);
}

static bool parse_algorithm(const struct option_row *row, struct option_value *v,
                            const struct complaint *c) {
    enum algorithm algorithm;
    if (!algorithm_named(v->text, &algorithm))
        return complain(c,
                        "--%s=%s: there is no such algorithm ('mazurka list' "
                        "has them all)",
                        row->name, v->text);
    v->number = algorithm;
    return true;
}

// The next of several words between commas; NULL: there is none.
static const char *next_word(const char *list, size_t *length) {
    list += *length;
    list += *list == ',';
    *length = strcspn(list, ",");
    return *length ? list : NULL;
}

static bool unknown_kind(const struct option_row *row, const char *text,
                         const struct complaint *c) {
    complain(c, "--%s=%.60s: kinds of findings are needed, of these:",
             row->name, text);
    for (int kind = NO_FINDING + 1; kind < FINDING_KINDS; kind++) {
        size_t used = strlen(c->text);
        snprintf(c->text + used, c->room - used, "%s %s",
                 kind > NO_FINDING + 1 ? "," : "",
                 finding_name((enum finding_kind)kind));
    }
    return false;
}

static bool parse_kinds(const struct option_row *row, struct option_value *v,
                        const struct complaint *c) {
    const char *word = v->text;
    size_t length = 0;
    bool fine = v->text[0] || !v->given;
    for (v->number = 0; (word = next_word(word, &length));) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        enum finding_kind kind = finding_named(name);
        v->number |= kind ? finding_bit(kind) : 0;
        fine &= kind != NO_FINDING;
    }
    return fine || unknown_kind(row, v->text, c);
}

static bool parse_value(const struct option_row *row, struct option_value *v,
                        const struct complaint *c) {
    switch (row->kind) {
    case TAKES_NOTHING:
        v->number = v->given;
        return true;
    case TAKES_NUMBER:
        return parse_number(row, v, c);
    case TAKES_SECONDS:
        return parse_seconds(row, v, c);
    case TAKES_SIZE:
        return parse_size(row, v, c);
    case TAKES_WORD:
        return parse_word(row, v, c);
    case TAKES_ALGORITHM:
        return parse_algorithm(row, v, c);
    case TAKES_FILE:
    case TAKES_OUTPUT:
        return v->text[0] || !v->given ||
               complain(c, "--%s: a file name is needed", row->name);
    case TAKES_KINDS:
        return parse_kinds(row, v, c);
    case TAKES_NAMES:
        return v->text[0] || !v->given ||
               complain(c, "--%s: names are needed", row->name);
    }
    fault("unknown kind of option");
}

// ----------------------------------------------------------------- arguments

static const char *user_name(enum option_user user) {
    return user == FOR_MODEL     ? "models"
           : user & FOR_RUN      ? "a program that is built already"
           : user == FOR_CHECK   ? "C programs"
           : user == FOR_COMPARE ? "comparisons"
                                 : "replay";
}

static bool give(struct options *o, enum option_user user, enum option id,
                 const char *value, const struct complaint *c) {
    const struct option_row *row = &rows[id];
    struct option_value *v = &o->at[id];
    if (row->users & NOT_YET)
        return complain(c, "--%s is not supported in this version", row->name);
    if (!(row->users & user))
        return complain(c, "--%s does not apply to %s", row->name,
                        user_name(user));
    if (row->kind == TAKES_NOTHING && value)
        return complain(c, "--%s takes no value", row->name);
    if (row->kind != TAKES_NOTHING && !value)
        return complain(c, "--%s needs a value: --%s=…", row->name, row->name);
    if (v->given && (row->kind == TAKES_KINDS || row->kind == TAKES_NAMES))
        return complain(c, "--%s is there twice: separate by commas",
                        row->name);
    *v = (struct option_value){.given = true, .text = value ? value : ""};
    return parse_value(row, v, c);
}

static int find(const char *name, size_t length, char letter) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (letter ? rows[i].letter == letter
                   : strlen(rows[i].name) == length &&
                         memcmp(rows[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool argument(struct options *o, enum option_user user, const char *text,
                     const struct complaint *c) {
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
        o->help = true;
        return true;
    }
    bool is_long = text[1] == '-';
    const char *name = text + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int id = -1;
    if (is_long)
        id = find(name, length, 0);
    else if (!text[2])
        id = find(NULL, 0, text[1]);
    if (id < 0 || (rows[id].users == FROM_TOOL && !(user & FROM_TOOL)))
        return complain(c, "unknown option %s", text);
    return give(o, user, (enum option)id, equals ? equals + 1 : NULL, c);
}

static bool consistent(const struct options *o, const struct complaint *c) {
    if (option_on(o, OPTION_QUIET) && option_on(o, OPTION_VERBOSE))
        return complain(c, "--quiet and --verbose exclude each other");
    enum algorithm asked = options_algorithm(o);
    if (o->at[OPTION_K].given && !algorithm_has(asked, TAKES_K))
        return complain(c, "--algorithm=%s has no --k", algorithm_name(asked));
    if (option_on(o, OPTION_CHECK_STATES) && !algorithm_has(asked, KNOWS_STATES))
        return complain(c, "--algorithm=%s has no --check-states",
                        algorithm_name(asked));
    enum option first = option_to_stdout(o, 0);
    enum option second = option_to_stdout(o, first + 1);
    if (second < OPTION_COUNT)
        return complain(c, "--%s=- and --%s=- exclude each other",
                        rows[first].name, rows[second].name);
    return true;
}

bool options_parse(struct options *o, enum option_user user, int count,
                   char **arguments, char *error, size_t room) {
    struct complaint c = {error, room};
    *o = (struct options){0};
    for (int i = 0; i < OPTION_COUNT; i++) {
        o->at[i].text = rows[i].initial;
        bool fine = parse_value(&rows[i], &o->at[i], &c);
        invariant(fine);
    }
    bool all_files = false; // after --
    for (int i = 0; i < count; i++) {
        const char *text = arguments[i];
        if (all_files || text[0] != '-' || !text[1])
            vec_push(&o->files, text);
        else if (strcmp(text, "--") == 0)
            all_files = true;
        else if (!argument(o, user, text, &c))
            return false;
    }
    return consistent(o, &c);
}

void options_free(struct options *o) {
    vec_free(&o->files);
}

bool option_is(const struct options *o, enum option id, const char *word) {
    return strcmp(o->at[id].text, word) == 0;
}

bool option_adapt(struct options *o, enum option id, const char *word) {
    char nothing[1];
    struct complaint c = {nothing, sizeof nothing};
    struct option_value value = {.text = word};
    bool fine = parse_value(&rows[id], &value, &c);
    invariant(fine);
    if (o->at[id].given)
        return option_is(o, id, word);
    o->at[id] = value;
    return true;
}

uint64_t options_ignored(const struct options *o) {
    const struct option_value *only = &o->at[OPTION_CHECK];
    uint64_t counts = only->given ? only->number : FINDINGS_ALL;
    return FINDINGS_ALL & ~(counts & ~o->at[OPTION_NO_CHECK].number);
}

static bool has_word(const char *list, const char *wanted) {
    size_t length = 0;
    while ((list = next_word(list, &length)))
        if (length == strlen(wanted) && memcmp(list, wanted, length) == 0)
            return true;
    return false;
}

bool options_trust(const struct options *o, const struct outside *outside) {
    const char *trusted = o->at[OPTION_TRUST].text;
    return has_word(trusted, "all") || has_word(trusted, outside->name) ||
           has_word(trusted, outside->object);
}

const char *option_file(const struct options *o, enum option id) {
    return o->at[id].given ? o->at[id].text : NULL;
}

enum option option_to_stdout(const struct options *o, enum option from) {
    while (from < OPTION_COUNT && (rows[from].kind != TAKES_OUTPUT ||
                                   strcmp(o->at[from].text, "-") != 0))
        from++;
    return from;
}

// ---------------------------------------------------------- values, in print

static bool is_none(const struct option_row *row, const struct option_value *v) {
    switch (row->kind) {
    case TAKES_NUMBER:
        return v->number == 0 && strncmp(row->name, "max-", 4) == 0;
    case TAKES_SECONDS:
        return v->seconds <= 0;
    case TAKES_SIZE:
        return v->number == 0;
    case TAKES_FILE:
    case TAKES_OUTPUT:
    case TAKES_KINDS:
    case TAKES_NAMES:
        return !v->given;
    case TAKES_NOTHING:
    case TAKES_WORD:
    case TAKES_ALGORITHM:
        break;
    }
    return false;
}

static void add_json(cJSON *object, const struct option_row *row,
                     const struct option_value *v) {
    if (is_none(row, v))
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

cJSON *options_json(const struct options *o, enum option_user user) {
    cJSON *object = json_made(cJSON_CreateObject());
    for (int i = 0; i < OPTION_COUNT; i++)
        if (rows[i].users & user && !(rows[i].users & NOT_YET))
            add_json(object, &rows[i], &o->at[i]);
    return object;
}

void options_print(const struct options *o, enum option_user user, FILE *out) {
    fputs("options:", out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &rows[i];
        const struct option_value *v = &o->at[i];
        if (!(row->users & user) || row->users & NOT_YET || is_none(row, v) ||
            (row->kind == TAKES_NOTHING && !v->number))
            continue;
        fprintf(out, " --%s%s%s", row->name,
                row->kind == TAKES_NOTHING ? "" : "=", v->text);
    }
    fputc('\n', out);
}

// ---------------------------------------------------------- MAZURKA_OPTIONS

const char *option_name(enum option id) {
    return rows[id].name;
}

static void add_word(struct text *line, const char *word) {
    for (; *word; word++)
        text_add(line,
                 isspace((unsigned char)*word) || *word == '\\' ? "\\%c" : "%c",
                 *word);
}

void options_line_add(struct text *line, enum option id, const char *value) {
    text_add(line, value ? "--%s=" : "--%s", rows[id].name);
    add_word(line, value ? value : "");
    text_add(line, " ");
}

void options_line(struct text *line, const struct options *o) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (o->at[i].given && rows[i].users & FOR_RUN)
            options_line_add(line, (enum option)i,
                             rows[i].kind == TAKES_NOTHING ? NULL
                                                           : o->at[i].text);
}

void options_line_words(struct text *line, const char *const *words,
                        size_t count) {
    text_add(line, "-- ");
    for (size_t i = 0; i < count; i++) {
        add_word(line, words[i]);
        text_add(line, " ");
    }
}

char **options_words(char *line, int *count) {
    char *from = line, *to = line;
    char **words = memory_new(strlen(line) / 2 + 1, sizeof *words);
    *count = 0;
    while (true) {
        while (isspace((unsigned char)*from))
            from++;
        if (!*from)
            return words;
        words[(*count)++] = to;
        while (*from && !isspace((unsigned char)*from)) {
            if (*from == '\\' && from[1])
                from++;
            *to++ = *from++;
        }
        if (*from)
            from++;
        *to++ = '\0';
    }
}

// ---------------------------------------------------------------------- help

static const char *placeholder(const struct option_row *row) {
    switch (row->kind) {
    case TAKES_NOTHING:
        return "";
    case TAKES_NUMBER:
        return strchr(row->values, '|') ? "=N|WORD" : "=N";
    case TAKES_SECONDS:
        return "=SECONDS";
    case TAKES_SIZE:
        return "=SIZE";
    case TAKES_ALGORITHM:
        return "=NAME";
    case TAKES_WORD:
        return "=WORD";
    case TAKES_FILE:
    case TAKES_OUTPUT:
        return "=FILE";
    case TAKES_KINDS:
        return "=KIND,…";
    case TAKES_NAMES:
        return "=NAME,…";
    }
    return "";
}

void options_help(FILE *out, enum option_user users) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->users & users) || row->users & NOT_YET)
            continue;
        int used = fprintf(out, "  --%s%s", row->name, placeholder(row));
        if (row->letter)
            used += fprintf(out, ", -%c", row->letter);
        fprintf(out, "%*s%s\n", used < 25 ? 26 - used : 1, "", row->help);
        if (row->kind == TAKES_WORD)
            fprintf(out, "%26s%s; default %s\n", "", row->values, row->initial);
        else if (row->initial[0] && strcmp(row->initial, "0") != 0)
            fprintf(out, "%26sdefault %s\n", "", row->initial);
    }
}

void options_later(FILE *out) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (rows[i].users & NOT_YET)
            fprintf(out, " --%s", rows[i].name);
    fputc('\n', out);
}
