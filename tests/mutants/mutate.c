// SPDX-License-Identifier: Apache-2.0
// Apply a mutant to the sources.
//
//   mutate FILE.mutant SOURCES OUTPUT
//
// Copies of what it changes go to OUTPUT, under the same paths, which are
// printed. Exits with 1, and says why, if its text is found nowhere in SOURCES
// (stale) or in more than one place (ambiguous).
//
// Behind its heading a mutant has hunks, with an empty line between them. A
// line of a hunk begins as in a patch: '-' goes, '+' comes, ' ' stays. There
// are neither names of files nor numbers of lines, white space and comments do
// not matter, and "..." stands for anything (as little as possible, and not
// beyond the brackets that it is in), so that code may move and what is around
// it may change.

#include <ctype.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 2000, MOST_LINES = 50 };

struct source {
    char *path, *text;
    bool changed;
};

struct place {
    const char *begin, *end;
};

struct hunk {
    char *line[MOST_LINES]; // the first character says what it is
    size_t count;
    struct place place[MOST_LINES]; // what the line has matched
};

static struct source sources[MOST_FILES];
static size_t source_count;

__attribute__((noreturn, format(printf, 1, 2))) static void
fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    exit(1);
}

// -------------------------------------------------------------------- files

static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!file)
        fail("cannot read %s", path);
    if (getdelim(&text, &room, '\0', file) < 0)
        text = strdup("");
    fclose(file);
    return text;
}

static int add_source(const char *path, const struct stat *status, int type,
                      struct FTW *where) {
    (void)status;
    (void)where;
    size_t length = strlen(path);
    if (type != FTW_F || (strcmp(path + length - 2, ".c") != 0 &&
                          strcmp(path + length - 2, ".h") != 0))
        return 0;
    if (source_count == MOST_FILES)
        fail("too many files");
    sources[source_count++] =
        (struct source){.path = strdup(path), .text = read_file(path)};
    return 0;
}

static void make_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0777);
        *at = '/';
    }
}

static void write_source(const struct source *source, const char *name,
                         const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    make_folders(path);
    FILE *file = fopen(path, "w");
    if (!file || fputs(source->text, file) < 0 || fclose(file) != 0)
        fail("cannot write %s", path);
    puts(name);
}

// ----------------------------------------------------------------- matching

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at) {
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (at[0] == '/' && at[1] == '/')
            at += strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*' && strstr(at + 2, "*/"))
            at = strstr(at + 2, "*/") + 2;
        else
            return at;
    }
}

static bool match_line(struct hunk *hunk, size_t line, const char *text,
                       const char *s);

static const char *skip_literal(const char *at) {
    char quote = *at++;
    while (*at && *at != quote)
        at += 1 + (at[0] == '\\' && at[1]);
    return *at ? at + 1 : at;
}

// Behind "...", which may enter brackets but not leave those that it is in.
static bool match_after_any(struct hunk *hunk, size_t line, const char *text,
                            const char *s) {
    for (int depth = 0; *s;) {
        if (match_line(hunk, line, text, s))
            return true;
        depth += strchr("([{", *s) ? 1 : strchr(")]}", *s) ? -1 : 0;
        if (depth < 0)
            return false;
        const char *next = skip_blanks(s);
        s = next != s ? next : strchr("'\"", *s) ? skip_literal(s) : s + 1;
    }
    return false;
}

// The rest of a line's text from s on, which stands behind `before`.
static bool match_rest(struct hunk *hunk, size_t line, const char *text,
                       char before, const char *s) {
    for (;;) {
        const char *next = skip_blanks(text), *t = skip_blanks(s);
        bool apart = next != text;
        if (*next == '\0') {
            hunk->place[line].end = s;
            return !(is_word(before) && is_word(*s)) &&
                   match_line(hunk, line + 1, NULL, s);
        }
        if (strncmp(next, "...", 3) == 0)
            return match_after_any(hunk, line, next + 3, s);
        if (*next != *t ||
            (is_word(before) && is_word(*next) && apart != (t != s)))
            return false;
        before = *next;
        text = next + 1;
        s = t + 1;
    }
}

// A line, or its part behind "...", from s on.
static bool match_line(struct hunk *hunk, size_t line, const char *text,
                       const char *s) {
    while (!text && line < hunk->count && hunk->line[line][0] == '+')
        hunk->place[line++] = (struct place){s, s};
    if (line == hunk->count)
        return true;
    if (!text) {
        text = hunk->line[line] + 1;
        s = strncmp(skip_blanks(text), "...", 3) == 0 ? s : skip_blanks(s);
        hunk->place[line].begin = s;
    }
    text = skip_blanks(text);
    if (is_word(*text) && is_word(s[-1]))
        return false;
    return match_rest(hunk, line, text, '\0', s);
}

static size_t first_change(const struct hunk *hunk) {
    for (size_t i = 0; i < hunk->count; i++)
        if (hunk->line[i][0] != ' ')
            return i;
    fail("a hunk that changes nothing: %s", hunk->line[0] + 1);
}

// How many places in a source match; `found` is what the last of them is.
static unsigned find_in(const struct source *source, struct hunk *hunk,
                        struct hunk *found) {
    const char *last = NULL;
    unsigned count = 0;
    size_t change = first_change(hunk);
    for (const char *s = source->text + 1; s[-1]; s++) {
        if (skip_blanks(s) != s || !match_line(hunk, 0, NULL, s))
            continue;
        count += hunk->place[change].begin != last;
        last = hunk->place[change].begin;
        *found = *hunk;
    }
    return count;
}

// ----------------------------------------------------------------- changing

static void change(struct source *source, const struct hunk *hunk) {
    char *changed = NULL;
    size_t size;
    FILE *out = open_memstream(&changed, &size);
    const char *at = source->text;
    for (size_t i = 0; i < hunk->count; i++) {
        const struct place *place = &hunk->place[i];
        fwrite(at, 1, (size_t)(place->begin - at), out);
        at = place->begin;
        if (hunk->line[i][0] == '-')
            at = place->end;
        else if (hunk->line[i][0] == '+')
            fprintf(out, " %s", hunk->line[i] + 1); // may be in a macro
    }
    fputs(at, out);
    fclose(out);
    free(source->text);
    source->text = changed;
    source->changed = true;
}

static void apply(struct hunk *hunk) {
    struct hunk found, last = {.count = 0};
    struct source *where = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < source_count; i++) {
        unsigned more = find_in(&sources[i], hunk, &found);
        if (more && count)
            printf("%s and ", where->path);
        count += more;
        where = more ? &sources[i] : where;
        last = more ? found : last;
    }
    const char *line = hunk->line[first_change(hunk)] + 1;
    if (count == 0)
        fail("stale: nowhere is%s", line);
    if (count > 1)
        fail("%s: ambiguous: %u places have%s", where->path, count, line);
    change(where, &last);
}

// ------------------------------------------------------------------ mutants

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

// Apply each hunk of what follows the heading.
static void apply_all(char *text) {
    struct hunk hunk = {.count = 0};
    unsigned applied = 0;
    for (char *line; (line = strsep(&text, "\n"));) {
        if (*line == '\0' && hunk.count) {
            apply(&hunk);
            applied++;
            hunk.count = 0;
        } else if (*line && (!strchr(" +-", *line) || hunk.count == MOST_LINES))
            fail("not a line of a hunk: %s", line);
        else if (*line)
            hunk.line[hunk.count++] = line;
    }
    if (hunk.count)
        fail("there is no end of the line");
    if (!applied)
        fail("it changes nothing");
}

int main(int argc, char **argv) {
    if (argc != 4)
        fail("usage: mutate FILE.mutant SOURCES OUTPUT");
    char *mutant = read_file(argv[1]);
    char *hunks = strstr(mutant, "\n\n");
    if (!begins(mutant, "breaks: ") || !hunks)
        fail("its first line does not say what it breaks");
    if (nftw(argv[2], add_source, 20, 0) != 0)
        fail("cannot read %s", argv[2]);
    apply_all(hunks);
    for (size_t i = 0; i < source_count; i++)
        if (sources[i].changed)
            write_source(&sources[i], sources[i].path + strlen(argv[2]) + 1,
                         argv[3]);
    return 0;
}
