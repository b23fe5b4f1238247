// SPDX-License-Identifier: Apache-2.0

#include "check/options.h"

#include "base/fault.h"
#include "base/nearest.h"
#include "base/paragraph.h"
#include "check/object_file.h"
#include "check/option_values.h"
#include "check/property.h"
#include "explore/explorer.h"
#include "report/json.h"

#include <ctype.h>
#include <string.h>

static const struct option_row rows[OPTION_COUNT] = {
#define X(id, name, letter, kind, initial, values, users, help) \
    [OPTION_##id] = {name, letter, kind, initial, values, users, help},
    OPTIONS(X)
#undef X
};

// ----------------------------------------------------------------- arguments

static const char *user_name(enum option_user user) {
    return user == FOR_MODEL     ? "models"
           : user == FOR_LITMUS  ? "litmus tests"
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
        return complain(c, "--%s needs a value: --%s%s", row->name, row->name,
                        option_placeholder(row));
    if (v->given && (row->kind == TAKES_KINDS || row->kind == TAKES_NAMES))
        return complain(c, "--%s is there twice: separate by commas",
                        row->name);
    *v = (struct option_value){.given = true, .text = value ? value : ""};
    return option_parse(row, v, c);
}

static int find(const char *name, size_t length, char letter) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (letter ? rows[i].letter == letter
                   : strlen(rows[i].name) == length &&
                         memcmp(rows[i].name, name, length) == 0)
            return i;
    return -1;
}

// Which option a word is, or -1; *value is what stands after its '='.
static int option_of(const char *word, const char **value) {
    *value = NULL;
    if (word[0] != '-' || !word[1])
        return -1;
    if (word[1] != '-')
        return word[2] ? -1 : find(NULL, 0, word[1]);
    const char *equals = strchr(word, '=');
    *value = equals ? equals + 1 : NULL;
    return find(word + 2, strcspn(word + 2, "="), 0);
}

static bool is_value(const char *word) {
    return word && (word[0] != '-' || !word[1]);
}

bool options_take_next(const char *word, const char *next) {
    const char *value;
    int id = option_of(word, &value);
    return id >= 0 && rows[id].kind != TAKES_NOTHING && !value &&
           is_value(next);
}

static bool unknown_option(enum option_user user, const char *word,
                           const struct complaint *c) {
    complain(c, "unknown option %s", word);
    if (word[1] != '-')
        return false;
    struct nearest near = nearest_to(word + 2, strcspn(word + 2, "="));
    for (int i = 0; i < OPTION_COUNT; i++)
        if (rows[i].users & user & AVAILABLE && !(rows[i].users & NOT_YET))
            nearest_offer(&near, rows[i].name, strlen(rows[i].name));
    return suggest(c, "--", &near);
}

static bool argument(struct options *o, enum option_user user, const char *text,
                     const char *next, const struct complaint *c) {
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
        o->help = true;
        return true;
    }
    const char *value;
    int id = option_of(text, &value);
    if (id < 0 || (rows[id].users == FROM_TOOL && !(user & FROM_TOOL)))
        return unknown_option(user, text, c);
    return give(o, user, (enum option)id,
                options_take_next(text, next) ? next : value, c);
}

static bool graphs_are_for(const struct options *o, const struct complaint *c) {
    enum algorithm asked = options_algorithm(o);
    const char *memory = o->at[OPTION_MEMORY].text;
    bool weak = option_number(o, OPTION_MEMORY) != MEMORY_SC;
    if (weak && !algorithm_has(asked, GRAPHS))
        return complain(c,
                        "--algorithm=%s knows no --memory=%s: "
                        "--algorithm=graph does",
                        algorithm_name(asked), memory);
    if (!algorithm_has(asked, GRAPHS))
        return true;
    static const struct {
        enum option option;
        const char *value;
    } unknown[] = {{OPTION_RACES, "interleave"}, {OPTION_REUSE, "on"}};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (option_is(o, unknown[i].option, unknown[i].value))
            return complain(c, "--algorithm=%s knows no --%s=%s",
                            algorithm_name(asked), rows[unknown[i].option].name,
                            unknown[i].value);
    return true;
}

// What bounds switches, or runs executions at random, is an algorithm of its
// own.
static bool bounds_agree(const struct options *o, enum algorithm asked,
                         const struct complaint *c) {
    static const enum option ways[] = {OPTION_PREEMPTIONS, OPTION_DEEPEN,
                                       OPTION_MAX_CONTEXT_SWITCHES,
                                       OPTION_RANDOM, OPTION_PCT};
    const struct option_row *first = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const struct option_row *row = &rows[ways[i]];
        if (!o->at[ways[i]].given)
            continue;
        if (first && !(ways[i] == OPTION_PCT && option_on(o, OPTION_RANDOM)))
            return complain(c, "--%s and --%s exclude each other", first->name,
                            row->name);
        first = row;
        if (asked != ALGORITHM_AUTO && ways[i] != OPTION_MAX_CONTEXT_SWITCHES)
            return complain(c, "--algorithm=%s has no --%s: leave it out",
                            algorithm_name(asked), row->name);
    }
    return true;
}

// What is left of a search can be kept where it can be divided.
static bool can_be_kept(const struct options *o, const struct complaint *c) {
    enum algorithm asked = options_algorithm(o);
    const char *name = option_file(o, OPTION_CHECKPOINT) ? "checkpoint"
                       : option_file(o, OPTION_RESUME)   ? "resume"
                       : option_file(o, OPTION_UNIT)     ? "unit"
                       : option_file(o, OPTION_SPLIT)    ? "into"
                                                         : NULL;
    if (!name)
        return true;
    if (option_file(o, OPTION_UNIT) &&
        (option_file(o, OPTION_CHECKPOINT) || option_file(o, OPTION_RESUME)))
        return complain(c, "--unit keeps what is left by itself: no "
                           "--checkpoint and no --resume");
    if (!algorithm_sharing(asked))
        return complain(c,
                        "--algorithm=%s cannot be divided, which --%s needs: "
                        "--algorithm=pop can",
                        algorithm_name(asked), name);
    if (option_on(o, OPTION_DIGEST))
        return complain(c, "--%s and --digest exclude each other", name);
    return option_number(o, OPTION_MAX_STEPS) ||
                   o->at[OPTION_MAX_CONTEXT_SWITCHES].given ||
                   o->at[OPTION_PREEMPTIONS].given ||
                   option_on(o, OPTION_DEEPEN) || option_on(o, OPTION_RANDOM) ||
                   option_on(o, OPTION_PCT)
               ? complain(c, "--%s does not go with bounds of executions", name)
               : true;
}

// Execution graphs of C programs leave other events out than traces do.
static bool digest_is_known(const struct options *o, enum option_user user,
                            const struct complaint *c) {
    enum algorithm asked = options_algorithm(o);
    if (!option_on(o, OPTION_DIGEST))
        return true;
    if (algorithm_has(asked, KNOWS_STATES | EVERY_ORDER))
        return complain(c,
                        "--algorithm=%s has no --digest: it does not explore "
                        "each class once",
                        algorithm_name(asked));
    return !algorithm_has(asked, GRAPHS) || !(user & (FOR_CHECK | FOR_RUN)) ||
           complain(c, "--algorithm=%s has no --digest of C programs",
                    algorithm_name(asked));
}

static bool consistent(const struct options *o, enum option_user user,
                       const struct complaint *c) {
    if (option_on(o, OPTION_QUIET) && option_on(o, OPTION_VERBOSE))
        return complain(c, "--quiet and --verbose exclude each other");
    enum algorithm asked = options_algorithm(o);
    if (o->at[OPTION_K].given && !algorithm_has(asked, TAKES_K))
        return complain(c, "--algorithm=%s has no --k", algorithm_name(asked));
    if (!graphs_are_for(o, c) || !can_be_kept(o, c))
        return false;
    if (option_on(o, OPTION_CHECK_STATES) &&
        !algorithm_has(asked, KNOWS_STATES))
        return complain(c, "--algorithm=%s has no --check-states",
                        algorithm_name(asked));
    if (!bounds_agree(o, asked, c) || !digest_is_known(o, user, c))
        return false;
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
        bool fine = option_parse(&rows[i], &o->at[i], &c);
        invariant(fine);
    }
    bool all_files = false; // after --
    for (int i = 0; i < count; i++) {
        const char *text = arguments[i];
        const char *next = i + 1 < count ? arguments[i + 1] : NULL;
        if (all_files || text[0] != '-' || !text[1])
            vec_push(&o->files, text);
        else if (strcmp(text, "--") == 0)
            all_files = true;
        else if (!argument(o, user, text, next, &c))
            return false;
        else
            i += options_take_next(text, next);
    }
    return property_adapt(o, &c) && consistent(o, user, &c);
}

void options_free(struct options *o) {
    memory_free(o->owned);
    vec_free(&o->files);
}

bool option_is(const struct options *o, enum option id, const char *word) {
    return strcmp(o->at[id].text, word) == 0;
}

bool option_adapt(struct options *o, enum option id, const char *word) {
    char nothing[1];
    struct complaint c = {nothing, sizeof nothing};
    struct option_value value = {.text = word};
    bool fine = option_parse(&rows[id], &value, &c);
    invariant(fine);
    if (o->at[id].given)
        return option_is(o, id, word);
    o->at[id] = value;
    return true;
}

// The text is for the JSON result, and for programs that are told: it must
// last.
void option_count_only(struct options *o, const char *kinds) {
    char nothing[1];
    struct complaint c = {nothing, sizeof nothing};
    if (o->at[OPTION_CHECK].given)
        return;
    struct option_value value = {.given = true,
                                 .text = memory_text(kinds, strlen(kinds))};
    bool fine = option_parse(&rows[OPTION_CHECK], &value, &c);
    invariant(fine);
    o->at[OPTION_CHECK] = value;
    o->owned = (char *)value.text;
}

const char *option_function(const struct options *o, enum option id) {
    const char *at = strchr(o->at[id].text, '@');
    return at ? at + 1 : NULL;
}

bool option_range(const struct options *o, enum option id, int64_t *least,
                  int64_t *most) {
    return o->at[id].given && option_read_range(o->at[id].text, least, most);
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

// Is it a function of one of the object files?
static bool is_in_object(const char *words, const char *function) {
    bool found = false;
    for (size_t length = 0; !found && (words = next_word(words, &length));) {
        char *path = memory_text(words, length);
        found = object_file_defines(path, function);
        memory_free(path);
    }
    return found;
}

bool options_trust(const struct options *o, const struct outside *outside) {
    const char *trusted = o->at[OPTION_TRUST].text;
    return has_word(trusted, "all") || has_word(trusted, outside->name) ||
           has_word(trusted, outside->object) ||
           (!outside->object[0] && is_in_object(trusted, outside->name));
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

cJSON *options_json(const struct options *o, enum option_user user) {
    cJSON *object = json_made(cJSON_CreateObject());
    for (int i = 0; i < OPTION_COUNT; i++)
        if (rows[i].users & user && !(rows[i].users & NOT_YET))
            option_add_json(object, &rows[i], &o->at[i]);
    return object;
}

void options_print(const struct options *o, enum option_user user, FILE *out) {
    fputs("options:", out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &rows[i];
        const struct option_value *v = &o->at[i];
        if (!(row->users & user) || row->users & NOT_YET ||
            option_is_none(row, v) ||
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

bool option_is_taken(enum option id, enum option_user user) {
    return rows[id].users & user && !(rows[id].users & NOT_YET);
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

enum { HELP_COLUMN = 26 };

void options_help(FILE *out, enum option_user users) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->users & users) || row->users & NOT_YET)
            continue;
        const char *value = option_placeholder(row);
        fprintf(out, "  --%s%s", row->name, value);
        unsigned used = 4 + text_columns(row->name) + text_columns(value);
        if (row->letter)
            used += (unsigned)fprintf(out, ", -%c", row->letter);
        paragraph_print(out, used, HELP_COLUMN, row->help);
        if (row->kind == TAKES_WORD)
            fprintf(out, "%*s%s; default %s\n", HELP_COLUMN, "", row->values,
                    row->initial);
        else if (row->initial[0] && strcmp(row->initial, "0") != 0)
            fprintf(out, "%*sdefault %s\n", HELP_COLUMN, "", row->initial);
    }
}

void options_later(FILE *out) {
    const char *before = "\nnot in this version:";
    for (int i = 0; i < OPTION_COUNT; i++)
        if (rows[i].users & NOT_YET) {
            fprintf(out, "%s --%s", before, rows[i].name);
            before = "";
        }
    if (!before[0])
        fputc('\n', out);
}
