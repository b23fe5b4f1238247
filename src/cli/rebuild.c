// SPDX-License-Identifier: Apache-2.0

#include "cli/rebuild.h"

#include "check/messages.h"
#include "cli/launch.h"
#include "report/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------- the words

// Words as they are, and words that begin so: what they say of the code that is
// made, and nothing else.
static const char whole[] =
    "-g -g0 -g1 -g2 -g3 -ggdb -ggdb0 -ggdb1 -ggdb2 -ggdb3 -gdwarf -gdwarf-2 "
    "-gdwarf-3 -gdwarf-4 -gdwarf-5 -gline-tables-only -O -O0 -O1 -O2 -O3 -Og "
    "-Os -Oz -Ofast -w -ansi -pedantic -pedantic-errors -pthread -pipe "
    "-fPIC -fpic -fPIE -fpie -fno-pic -fno-pie -fcommon -fno-common -fwrapv "
    "-fno-wrapv -ftrapv -fsigned-char -funsigned-char -fshort-enums "
    "-fno-short-enums -fstrict-aliasing -fno-strict-aliasing -fno-builtin "
    "-fbuiltin -fms-extensions -fgnu89-inline -fno-inline -ffast-math "
    "-fno-math-errno -fomit-frame-pointer -fno-omit-frame-pointer "
    "-ffreestanding -fno-strict-overflow -fstack-protector "
    "-fstack-protector-strong -fno-stack-protector --states";
static const char begins[] =
    "-I -isystem -iquote -idirafter -D -U -std= -march= -mtune= -mcpu= "
    "-msse -mavx -mno- -m64 -mcx16 -mbmi -mfma -mpopcnt --loops= --purity=";
// The word after these belongs to them.
static const char with_value[] = "-I -isystem -iquote -idirafter -D -U";

// A library that the system has, by its name; not a file.
static bool is_library(const char *word) {
    if (!text_starts(word, "-l") || !word[2])
        return false;
    for (const char *c = word + 2; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_+-.", *c))
            return false;
    return true;
}

// -Wall, but none of -Wl, -Wa, and -Wp, which are for other programs.
static bool is_warning(const char *word) {
    return text_starts(word, "-W") && !strchr(word, ',');
}

// Whoever replaces main takes the runtime's.
static bool defines_main(const char *word) {
    const char *name = text_starts(word, "-D") ? word + 2 : word;
    return text_starts(name, "main") && !isalnum((unsigned char)name[4]) &&
           name[4] != '_';
}

static bool is_harmless(const char *word) {
    if (text_starts(word, "-D"))
        return !defines_main(word);
    return options_is_source(word) || is_library(word) || is_warning(word) ||
           text_is_one_of(word, whole) || text_starts_with_one_of(word, begins);
}

const char *rebuild_suspicious(const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_harmless(words[i]))
            return words[i];
        if (!text_is_one_of(words[i], with_value))
            continue;
        bool defines = strcmp(words[i], "-D") == 0;
        if (++i == count || (defines && defines_main(words[i])))
            return words[i - 1];
    }
    return NULL;
}

// ---------------------------------------------------------------- the user

static bool user_agrees(const struct options *o, const char *const *words,
                        int count) {
    if (option_on(o, OPTION_REBUILD))
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        refuse("--rebuild agrees to that; or build it by 'mazurka cc' and "
               "replay a trace of that program",
               "the trace is of a program that would have to be built again");
        return false;
    }
    fputs("mazurka: build this again, and run it?\n ", stderr);
    for (int i = 0; i < count; i++) {
        fputc(' ', stderr);
        print_clean(stderr, words[i]);
    }
    fputs("\n[y/N] ", stderr);
    int answer = getchar();
    if (answer == 'y' || answer == 'Y')
        return true;
    refuse(NULL, "the program was not built again");
    return false;
}

// For a debugger without optimisation: the operations are the same, because
// they are instrumented before that, and variables are where they can be seen.
// With -Og, which is -O1 for LLVM, arguments and locals are gone where their
// last use is behind, and functions are in their callers.
static char *build(const char *const *words, int count, bool debugger,
                   int *code) {
    VEC(const char *) all = {0};
    for (int i = 0; i < count; i++)
        vec_push(&all, words[i]);
    if (debugger)
        vec_push(&all, "-O0");
    struct launch_failure failure;
    char *built = launch_build(all.at, (int)all.count, &failure);
    if (!built)
        *code = launch_say(&failure);
    vec_free(&all);
    return built;
}

char *rebuild(const struct options *o, const struct trace_file *trace,
              const char *const *words, int count, int *code) {
    *code = VERDICT_NOT_CHECKED;
    const char *bad = rebuild_suspicious(words, count);
    struct program_hash now = trace_build_hash(words, (size_t)count);
    if (bad)
        refuse("build it by 'mazurka cc', and replay a trace of that program",
               "the trace asks the compiler for %s, which a replay does not do",
               bad);
    else if (!now.text[0] || strcmp(now.text, trace->build.text) != 0)
        refuse(NULL, "the sources, or how they are compiled, have changed "
                     "since the trace was made");
    else if (user_agrees(o, words, count))
        return build(words, count, option_on(o, OPTION_GDB), code);
    return NULL;
}
