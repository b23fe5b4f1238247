// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/arguments.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool equal(const char *a, const char *b) {
    return !strcmp(a, b);
}

// Options whose value is the next argument.
static const char with_value[] =
    "-D -U -I -F -include -imacros -isystem -idirafter -iquote -iprefix "
    "-iwithprefix -iwithprefixbefore -isysroot --sysroot -MF -MT -MQ -Xclang "
    "-Xassembler -Xpreprocessor -mllvm -target -arch --param -B -G -A "
    "-include-pch -gcc-toolchain -dumpbase -dumpdir -cxx-isystem "
    "-working-directory --config";

// The same, for the linker: they keep their place among the files.
static const char linker_with_value[] = "-L -l -Xlinker -T -u -z -e -rpath -R";

// With these clang does everything itself, and nothing is instrumented.
static const char clang_alone[] =
    "-E -M -MM --version -dumpversion -dumpmachine -### --help -help "
    "-fsyntax-only --analyze -dM --preprocess --print-search-dirs -cc1";

// Other instrumentation would see our calls, and we its.
static const char dropped[] =
    "-fsanitize= -fno-sanitize= -fsanitize- -fno-sanitize- -fprofile- "
    "-fcoverage- --coverage -flto -fuse-linker-plugin -fno-lto "
    "-fwhole-program -ffat-lto-objects -fno-fat-lto-objects -save-temps "
    "--save-temps";

// ---------------------------------------------------------------- languages

static enum arguments_language language_named(const char *name) {
    if (equal(name, "c") || equal(name, "cpp-output") ||
        equal(name, "c-header"))
        return LANGUAGE_C;
    if (equal(name, "ir"))
        return LANGUAGE_IR;
    if (text_starts(name, "assembler"))
        return LANGUAGE_OTHER;
    return equal(name, "none") ? LANGUAGE_BY_NAME : LANGUAGE_REFUSED;
}

static enum arguments_language language_of(const char *file) {
    static const struct {
        const char *suffix;
        enum arguments_language language;
    } suffixes[] = {
        {".c", LANGUAGE_C},         {".i", LANGUAGE_C},
        {".ll", LANGUAGE_IR},       {".bc", LANGUAGE_IR},
        {".s", LANGUAGE_OTHER},     {".S", LANGUAGE_OTHER},
        {".cc", LANGUAGE_REFUSED},  {".cpp", LANGUAGE_REFUSED},
        {".cxx", LANGUAGE_REFUSED}, {".C", LANGUAGE_REFUSED},
        {".c++", LANGUAGE_REFUSED}, {".m", LANGUAGE_REFUSED},
        {".mm", LANGUAGE_REFUSED},  {".f", LANGUAGE_REFUSED},
    };
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (text_ends(file, suffixes[i].suffix))
            return suffixes[i].language;
    return LANGUAGE_BY_NAME; // an object, an archive, a linker script
}

// ----------------------------------------------------------- response files

static void own(struct arguments *arguments, const struct text *word) {
    char *copy = memory_text(text_get(word), word->count);
    vec_push(&arguments->owned, copy);
    vec_push(&arguments->all, copy);
}

// Words separated by blanks; quotes and backslashes as in a shell.
static void read_words(struct arguments *arguments, FILE *file) {
    struct text word = {0};
    bool open = false;
    int quote = 0;
    for (int c; (c = getc(file)) != EOF;) {
        if (!quote && isspace(c)) {
            if (open)
                own(arguments, &word);
            open = false;
            word.count = 0;
            continue;
        }
        open = true;
        if (c == quote)
            quote = 0;
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
        else {
            if (c == '\\' && quote != '\'')
                c = getc(file);
            char byte = (char)c;
            text_add_bytes(&word, &byte, 1);
        }
    }
    if (open)
        own(arguments, &word);
    text_free(&word);
}

static void expand(struct arguments *arguments, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        FILE *file = argv[i][0] == '@' ? fopen(argv[i] + 1, "r") : NULL;
        if (!file) {
            vec_push(&arguments->all, argv[i]);
            continue;
        }
        read_words(arguments, file);
        fclose(file);
    }
}

// ------------------------------------------------------------------ reading

struct reader {
    struct arguments *arguments;
    size_t next;
    enum arguments_language language; // of -x
    const char *loops, *purity;       // the last --loops=… and --purity=…
};

static void add_input(struct reader *reader, const char *text) {
    struct arguments *arguments = reader->arguments;
    enum arguments_language language = reader->language;
    if (language == LANGUAGE_BY_NAME)
        language = language_of(text);
    bool source = language == LANGUAGE_C || language == LANGUAGE_IR;
    if (language == LANGUAGE_REFUSED && !arguments->not_supported)
        arguments->not_supported = text;
    arguments->sources += source;
    vec_push(&arguments->inputs,
             (struct arguments_input){text, source, language});
}

static const char *value(struct reader *reader) {
    struct arguments *arguments = reader->arguments;
    return reader->next < arguments->all.count
               ? arguments->all.at[reader->next++]
               : NULL;
}

// --loops await is --loops=await.
static const char *joined(struct reader *reader, const char *word) {
    const char *next = value(reader);
    struct text text = {0};
    text_add(&text, "%s=%s", word, next ? next : "");
    vec_push(&reader->arguments->owned, text.at);
    return text.at;
}

// -o, -x, -O, --loops, --purity, --states: options that we act on ourselves.
static bool read_own(struct reader *reader, const char *word) {
    struct arguments *arguments = reader->arguments;
    if (equal(word, "-o")) {
        arguments->output = value(reader);
    } else if (text_starts(word, "-o") && !text_starts(word, "-object")) {
        arguments->output = word + 2;
    } else if (equal(word, "-x")) {
        const char *name = value(reader);
        reader->language = language_named(name ? name : "none");
    } else if (text_starts(word, "-x")) {
        reader->language = language_named(word + 2);
    } else if (text_starts(word, "-O")) {
        char level = word[2];
        arguments->options.level = equal(word, "-Ofast")              ? '3'
                                   : level >= '4' && level <= '9'     ? '3'
                                   : level && strchr("0123sz", level) ? level
                                                                      : '1';
    } else if (equal(word, "-c") || equal(word, "--compile")) {
        if (arguments->action == ARGUMENTS_LINK)
            arguments->action = ARGUMENTS_COMPILE;
    } else if (equal(word, "-S")) {
        if (arguments->action != ARGUMENTS_CLANG)
            arguments->action = ARGUMENTS_ASSEMBLY;
    } else if (equal(word, "--loops") || equal(word, "--purity")) {
        return read_own(reader, joined(reader, word));
    } else if (text_starts(word, "--loops=")) {
        reader->loops = word;
    } else if (text_starts(word, "--purity=")) {
        reader->purity = word;
    } else if (equal(word, "--states")) {
        arguments->options.states = true;
    } else if (equal(word, "--explain-loops")) {
        if (arguments->action != ARGUMENTS_CLANG)
            arguments->action = ARGUMENTS_LOOPS;
    } else if (equal(word, "-emit-llvm")) {
        arguments->emit_llvm = true;
    } else {
        return false;
    }
    return true;
}

static bool is_dropped(const char *word) {
    return text_starts_with_one_of(word, dropped) || equal(word, "-pg");
}

static void read_dependency(struct arguments *arguments, const char *word) {
    arguments->dependencies |= text_is_one_of(word, "-MD -MMD");
    arguments->dependency_file |= text_starts(word, "-MF");
    arguments->dependency_target |= text_starts_with_one_of(word, "-MT -MQ");
}

static void read_flag(struct reader *reader, const char *word) {
    struct arguments *arguments = reader->arguments;
    bool dependency = text_starts(word, "-M");
    struct arguments_list *list =
        dependency ? &arguments->compile : &arguments->flags;
    if (dependency)
        read_dependency(arguments, word);
    arguments->verbose |= equal(word, "-v");
    vec_push(list, word);
    const char *next = text_is_one_of(word, with_value) ? value(reader) : NULL;
    if (next)
        vec_push(list, next);
}

static bool is_linker_word(const char *word) {
    return text_starts_with_one_of(word, "-l -L -Wl,") ||
           text_is_one_of(word, linker_with_value);
}

static void read_linker_word(struct reader *reader, const char *word) {
    struct arguments *arguments = reader->arguments;
    vec_push(&arguments->inputs, (struct arguments_input){.text = word});
    const char *next =
        text_is_one_of(word, linker_with_value) ? value(reader) : NULL;
    if (next)
        vec_push(&arguments->inputs, (struct arguments_input){.text = next});
}

static void read_word(struct reader *reader, const char *word) {
    struct arguments *arguments = reader->arguments;
    if (word[0] != '-' || !word[1]) {
        add_input(reader, word);
        return;
    }
    if (text_is_one_of(word, clang_alone) ||
        text_starts_with_one_of(word, "-print- --print-"))
        arguments->action = ARGUMENTS_CLANG;
    if (equal(word, "-m32") || equal(word, "-mx32")) {
        arguments->wrong = word;
        arguments->wrong_why = ": only programs of 64 bits can be checked here";
    }
    if (equal(word, "-shared") || equal(word, "--shared"))
        arguments->shared = true;
    if (is_linker_word(word)) {
        read_linker_word(reader, word);
        return;
    }
    if (!read_own(reader, word) && !is_dropped(word))
        read_flag(reader, word);
}

// Which of the words is the option's value?
static int read_choice(struct arguments *arguments, const char *option,
                       const char *const *words, const char *why) {
    const char *chosen = strchr(option, '=') + 1;
    for (int i = 0; words[i]; i++)
        if (equal(chosen, words[i]))
            return i;
    arguments->wrong = option;
    arguments->wrong_why = why;
    return 0;
}

static void read_loops(struct reader *reader) {
    static const char *const ways[] = {"await", "assume", "off", NULL};
    static const char *const depths[] = {"full", "paper", NULL};
    struct arguments *arguments = reader->arguments;
    arguments->options.paper =
        read_choice(arguments, reader->purity, depths,
                    ": one of full, paper is needed") == 1;
    arguments->options.loops =
        (enum unit_loops)read_choice(arguments, reader->loops, ways,
                                     ": one of await, assume, off is needed");
}

void arguments_read(struct arguments *arguments, int argc, char **argv) {
    *arguments = (struct arguments){.options.level = '1'};
    expand(arguments, argc, argv);
    struct reader reader = {.arguments = arguments,
                            .loops = "--loops=await",
                            .purity = "--purity=full"};
    const char *word;
    while ((word = value(&reader)))
        read_word(&reader, word);
    read_loops(&reader);
    // Asked about itself, or without anything to do: clang knows the answer.
    if (!arguments->inputs.count)
        arguments->action = ARGUMENTS_CLANG;
}

void arguments_free(struct arguments *arguments) {
    for (size_t i = 0; i < arguments->owned.count; i++)
        memory_free((void *)arguments->owned.at[i]);
    vec_free(&arguments->owned);
    vec_free(&arguments->all);
    vec_free(&arguments->flags);
    vec_free(&arguments->compile);
    vec_free(&arguments->inputs);
}
