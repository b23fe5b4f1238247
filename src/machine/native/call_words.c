// SPDX-License-Identifier: Apache-2.0

#include "machine/native/call_words.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MOST_FILE = 16 << 20,
    MOST_WORDS = 40,  // characters that are shown
    MOST_CALL = 2000, // and that are looked at
};

static bool is_older_than_program(const char *path) {
    struct stat source, program;
    if (stat(path, &source) != 0 || stat("/proc/self/exe", &program) != 0)
        return false;
    const struct timespec *a = &source.st_mtim, *b = &program.st_mtim;
    return S_ISREG(source.st_mode) &&
           (a->tv_sec < b->tv_sec ||
            (a->tv_sec == b->tv_sec && a->tv_nsec <= b->tv_nsec));
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// Behind the name, in this line; NULL if it is not called there.
static const char *call_in(const char *line, const char *function) {
    const char *end = line + strcspn(line, "\n");
    size_t length = strlen(function);
    for (const char *at = line; (at = strstr(at, function)) && at < end; at++)
        if ((at == line || !in_word(at[-1])) &&
            at[length + strspn(at + length, " ")] == '(')
            return at + length + strspn(at + length, " ");
    return NULL;
}

// Up to the bracket that closes it. Brackets in texts count, too: then there is
// too little or too much.
static size_t bracket(const char *at) {
    unsigned depth = 0;
    for (size_t i = 0; at[i] && i < MOST_CALL; i++) {
        depth += at[i] == '(';
        depth -= at[i] == ')' && depth;
        if (!depth)
            return i + 1;
    }
    return 0;
}

static void add_words(const char *at, size_t length, struct text *text) {
    size_t start = text->count;
    for (size_t i = 0; i < length; i++) {
        bool blank = isspace((unsigned char)at[i]);
        if (blank && (isspace((unsigned char)at[i - 1]) || at[i - 1] == '('))
            continue;
        if (text->count - start >= MOST_WORDS && (at[i] & 0xc0) != 0x80) {
            text_add(text, "…)");
            return;
        }
        text_add_bytes(text, blank ? " " : &at[i], 1);
    }
}

void call_words(const char *path, unsigned line, const char *function,
                struct text *text) {
    size_t length;
    const char *error;
    if (!is_older_than_program(path))
        return;
    char *all = file_read(path, MOST_FILE, &length, &error);
    const char *at = all;
    for (unsigned i = 1; at && i < line; i++)
        at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    const char *call = at ? call_in(at, function) : NULL;
    size_t size = call ? bracket(call) : 0;
    if (size > 2) // f() says nothing
        add_words(call, size, text);
    memory_free(all);
}
