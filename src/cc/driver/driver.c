// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/driver.h"

#include "base/fault.h"
#include "cc/driver/link.h"
#include "cc/driver/process.h"
#include "cc/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MAZURKA_CLANG
#define MAZURKA_CLANG "clang-19"
#endif

struct driver {
    struct arguments arguments;
    const char *clang;
    enum pipeline_loops loops;
    bool paper;          // --purity=paper
    struct text *errors; // NULL: our own standard error
    char *directory;     // of temporary objects, or NULL
};

static const char *clang_name(void) {
    const char *named = getenv("MAZURKA_CLANG");
    return named && *named ? named : MAZURKA_CLANG;
}

// What it is, and why not.
static int refuse(struct driver *driver, const char *what, const char *why) {
    struct text message = {0};
    text_add(&message, "mazurka: not checked: %s%s\n", what, why);
    if (driver->errors)
        text_add(driver->errors, "%s", text_get(&message));
    else
        fputs(text_get(&message), stderr);
    text_free(&message);
    return CC_NOT_CHECKED;
}

// ---------------------------------------------------------------- compiling

// Read the source, but neither optimise it nor forbid us to; lines are always
// wanted, for the site table. Fortified functions are the library's business.
// C has no exceptions; with them, clean-up handlers are run by the library.
static const char *const front_end[] = {"-O0",
                                        "-Xclang",
                                        "-disable-O0-optnone",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-g",
                                        "-D__MAZURKA__=1",
                                        "-U_FORTIFY_SOURCE",
                                        "-fno-exceptions",
                                        "-Qunused-arguments",
                                        "-emit-llvm",
                                        "-c",
                                        "-o",
                                        "-"};

// `dir/name.c` with another suffix; without its directory unless kept.
static char *with_suffix(const char *path, const char *suffix, bool keep) {
    const char *slash = strrchr(path, '/');
    const char *start = keep || !slash ? path : slash + 1;
    const char *dot = strrchr(start, '.');
    if (dot && strchr(dot, '/'))
        dot = NULL;
    size_t length = dot ? (size_t)(dot - start) : strlen(start);
    struct text name = {0};
    text_add_bytes(&name, start, length);
    text_add(&name, "%s", suffix);
    return name.at;
}

// clang names dependency files after the output, which it does not know here.
static void add_dependencies(struct driver *driver, struct command *command,
                             const char *source, const char *object) {
    struct arguments *arguments = &driver->arguments;
    command_add_all(command, arguments->compile.at, arguments->compile.count);
    if (!arguments->dependencies)
        return;
    bool linking = arguments->action == ARGUMENTS_LINK;
    const char *output = arguments->output;
    char *stem = !linking && output ? with_suffix(output, ".d", true)
                                    : with_suffix(source, ".d", false);
    char *target = linking ? with_suffix(source, ".o", false) : NULL;
    if (!arguments->dependency_file) {
        command_add(command, "-MF");
        command_add(command, stem);
    }
    if (!arguments->dependency_target) {
        command_add(command, "-MT");
        command_add(command, target ? target : object);
    }
    memory_free(stem);
    memory_free(target);
}

static bool read_bytes(struct text *bytes, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char block[65536];
    size_t count;
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(bytes, block, count);
    fclose(file);
    return true;
}

// The source's bitcode. Returns clang's status.
static int run_front_end(struct driver *driver,
                         const struct arguments_input *input,
                         const char *object, struct text *bitcode) {
    if (input->language == LANGUAGE_IR) {
        if (read_bytes(bitcode, input->text))
            return 0;
        return refuse(driver, input->text, " cannot be read");
    }
    struct arguments *arguments = &driver->arguments;
    struct command command = {0};
    command_add(&command, driver->clang);
    command_add_all(&command, arguments->flags.at, arguments->flags.count);
    add_dependencies(driver, &command, input->text, object);
#ifdef __x86_64__
    command_add(&command, "-mcx16"); // 16-byte atomics as instructions
#endif
    command_add_all(&command, front_end, sizeof front_end / sizeof *front_end);
    // The suffix may say nothing, after -x c.
    command_add(&command, "-x");
    command_add(&command, text_ends(input->text, ".i") ? "cpp-output" : "c");
    command_add(&command, input->text);
    int status = process_run(&command, bitcode, driver->errors);
    command_free(&command);
    return status;
}

static enum pipeline_form form_of(const struct arguments *arguments) {
    if (arguments->action == ARGUMENTS_LOOPS)
        return PIPELINE_LOOPS;
    if (arguments->action == ARGUMENTS_ASSEMBLY)
        return arguments->emit_llvm ? PIPELINE_IR : PIPELINE_ASSEMBLY;
    return arguments->emit_llvm && arguments->action == ARGUMENTS_COMPILE
               ? PIPELINE_BITCODE
               : PIPELINE_OBJECT;
}

// Which of three words is this, or -1.
static int index_in(const char *const words[3], const char *word) {
    for (int i = 0; i < 3 && words[i]; i++)
        if (!strcmp(word, words[i]))
            return i;
    return -1;
}

// How loops are treated; else the exit code for an option with a wrong value.
static int read_loops(struct driver *driver) {
    static const char *const ways[3] = {"await", "assume", "off"};
    static const char *const depths[3] = {"full", "paper"};
    const struct arguments *arguments = &driver->arguments;
    int way = index_in(ways, arguments->loops);
    int depth = index_in(depths, arguments->purity);
    struct text what = {0};
    int status = 0;
    if (way < 0) {
        text_add(&what, "--loops=%s", arguments->loops);
        status = refuse(driver, text_get(&what),
                        ": one of await, assume, off is needed");
    } else if (depth < 0) {
        text_add(&what, "--purity=%s", arguments->purity);
        status =
            refuse(driver, text_get(&what), ": one of full, paper is needed");
    }
    text_free(&what);
    driver->loops = (enum pipeline_loops)way;
    driver->paper = depth == 1;
    return status;
}

static int compile(struct driver *driver, const struct arguments_input *input,
                   const char *object) {
    struct text bitcode = {0};
    int status = run_front_end(driver, input, object, &bitcode);
    if (!status) {
        struct pipeline_request request = {.bitcode = text_get(&bitcode),
                                           .size = bitcode.count,
                                           .name = input->text,
                                           .output = object,
                                           .form = form_of(&driver->arguments),
                                           .level = driver->arguments.level,
                                           .loops = driver->loops,
                                           .paper = driver->paper,
                                           .states = driver->arguments.states};
        if (!pipeline_run(&request))
            status = EXIT_FAULT;
    }
    text_free(&bitcode);
    return status;
}

// -c and -S: one output for each source.
static int compile_each(struct driver *driver) {
    static const char *const suffixes[] = {".o", ".s", ".bc", ".ll"};
    struct arguments *arguments = &driver->arguments;
    if (arguments->output && arguments->sources > 1) {
        fprintf(stderr, "mazurka: error: cannot specify -o when generating "
                        "multiple output files\n");
        return 1;
    }
    int status = 0;
    for (size_t i = 0; i < arguments->inputs.count; i++) {
        struct arguments_input *input = &arguments->inputs.at[i];
        if (!input->is_source)
            continue;
        const char *suffix = suffixes[form_of(arguments)];
        char *own = with_suffix(input->text, suffix, false);
        int one =
            compile(driver, input, arguments->output ? arguments->output : own);
        status = one ? one : status;
        memory_free(own);
    }
    return status;
}

// --explain-loops: all to standard output.
static int explain_each(struct driver *driver) {
    struct arguments *arguments = &driver->arguments;
    const char *output = arguments->output ? arguments->output : "-";
    int status = 0;
    for (size_t i = 0; i < arguments->inputs.count && !status; i++)
        if (arguments->inputs.at[i].is_source)
            status = compile(driver, &arguments->inputs.at[i], output);
    return status;
}

// ------------------------------------------------------------------ linking

static bool make_directory(struct driver *driver) {
    const char *where = getenv("TMPDIR");
    struct text path = {0};
    text_add(&path, "%s/mazurka-XXXXXX", where && *where ? where : "/tmp");
    driver->directory = path.at;
    return mkdtemp(driver->directory);
}

static int compile_and_link(struct driver *driver) {
    struct arguments *arguments = &driver->arguments;
    size_t count = arguments->inputs.count;
    char **objects = memory_new(count, sizeof *objects);
    int status = 0;
    if (arguments->sources && !make_directory(driver))
        status = refuse(driver, driver->directory, " cannot be made");
    for (size_t i = 0; i < count && !status; i++) {
        struct arguments_input *input = &arguments->inputs.at[i];
        if (!input->is_source)
            continue;
        struct text path = {0};
        text_add(&path, "%s/%zu.o", driver->directory, i);
        objects[i] = path.at;
        status = compile(driver, input, objects[i]);
    }
    struct link_request request = {
        .arguments = arguments,
        .clang = driver->clang,
        .output = arguments->output ? arguments->output : "a.out",
        .objects = objects,
        .errors = driver->errors};
    if (!status)
        status = link_program(&request);
    for (size_t i = 0; i < count; i++) {
        if (objects[i])
            unlink(objects[i]);
        memory_free(objects[i]);
    }
    if (driver->directory)
        rmdir(driver->directory);
    memory_free(driver->directory);
    memory_free(objects);
    return status;
}

// ----------------------------------------------------------------- commands

static int run_clang(struct driver *driver) {
    struct command command = {0};
    command_add(&command, driver->clang);
    command_add(&command, "-D__MAZURKA__=1");
    command_add(&command, "-Qunused-arguments");
    struct arguments_list *all = &driver->arguments.all;
    command_add_all(&command, all->at, all->count);
    int status = process_run(&command, NULL, driver->errors);
    command_free(&command);
    return status;
}

static int run(struct driver *driver) {
    struct arguments *arguments = &driver->arguments;
    if (arguments->shared && arguments->action != ARGUMENTS_CLANG)
        return refuse(driver, "-shared",
                      ": a shared library cannot be explored; link its "
                      "objects into the program");
    if (arguments->not_supported && arguments->action != ARGUMENTS_CLANG)
        return refuse(driver, arguments->not_supported, " is not C");
    int status = read_loops(driver);
    if (status)
        return status;
    bool nothing = arguments->action != ARGUMENTS_LINK && !arguments->sources;
    if (arguments->action == ARGUMENTS_CLANG || nothing)
        return run_clang(driver);
    if (arguments->action == ARGUMENTS_LOOPS)
        return explain_each(driver);
    return arguments->action == ARGUMENTS_LINK ? compile_and_link(driver)
                                               : compile_each(driver);
}

int cc_command(int argc, char **argv) {
    struct driver driver = {.clang = clang_name()};
    arguments_read(&driver.arguments, argc - 1, argv + 1);
    int status = run(&driver);
    arguments_free(&driver.arguments);
    return status;
}

int cc_build(const char *const *words, size_t count, const char *output,
             struct text *diagnostics) {
    struct driver driver = {.clang = clang_name(), .errors = diagnostics};
    arguments_read(&driver.arguments, (int)count, (char **)words);
    driver.arguments.output = output;
    driver.arguments.action = ARGUMENTS_LINK;
    int status = run(&driver);
    arguments_free(&driver.arguments);
    return status;
}
