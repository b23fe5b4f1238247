// SPDX-License-Identifier: Apache-2.0

#include "cli/manual.h"

#include "base/fault.h"
#include "check/options.h"
#include "cli/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A backslash begins a command of roff; so does a dot or a quote that begins a
// line. A dash is not a hyphen.
static void print_text(const char *text) {
    bool begins = true;
    for (; *text; text++) {
        if (begins && strchr(".'", *text))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        begins = *text == '\n';
    }
}

static void print_synopsis(void) {
#define X(name, function, usage, purpose) \
    fputs(".TP\n.B mazurka ", stdout);    \
    print_text(usage);                    \
    putchar('\n');                        \
    print_text(purpose);                  \
    putchar('\n');
    COMMANDS(X)
#undef X
}

static void print_option(const char *name, char letter, enum option_kind kind,
                         const char *initial, const char *values,
                         unsigned users, const char *help) {
    if (!(users & AVAILABLE) || users & NOT_YET)
        return;
    fputs(".TP\n.B \\-\\-", stdout);
    print_text(name);
    if (kind != TAKES_NOTHING) {
        putchar('=');
        print_text(kind == TAKES_WORD ? values : "VALUE");
    }
    if (letter)
        printf(", \\-%c", letter);
    putchar('\n');
    print_text(help);
    if (initial[0] && strcmp(initial, "0") != 0) {
        fputs("; default ", stdout);
        print_text(initial);
    }
    putchar('\n');
}

// What a topic prints, as it is.
static void print_topic(const struct help_topic *topic) {
    char *text = NULL;
    size_t size;
    FILE *real = stdout;
    stdout = open_memstream(&text, &size);
    if (!stdout)
        fault("out of memory");
    topic->print();
    fclose(stdout);
    stdout = real;
    fputs(".SH ", stdout);
    for (const char *at = topic->name; *at; at++)
        putchar(*at == '-' ? ' ' : toupper(*at));
    fputs("\n.nf\n", stdout);
    print_text(text);
    fputs(".fi\n", stdout);
    free(text);
}

void manual_print(const struct help_topic *topics, int count) {
    puts(".TH MAZURKA 1 \"\" \"mazurka " MAZURKA_VERSION "\"\n"
         ".SH NAME\n"
         "mazurka \\- check multithreaded C programs under every schedule\n"
         ".SH SYNOPSIS");
    print_synopsis();
    puts(".SH OPTIONS");
#define X(id, name, letter, kind, initial, values, users, help) \
    print_option(name, letter, kind, initial, values, users, help);
    OPTIONS(X)
#undef X
    for (int i = 0; i < count; i++)
        print_topic(&topics[i]);
}
