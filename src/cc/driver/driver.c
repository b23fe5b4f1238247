// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/driver.h"

#include "cc/driver/compile.h"
#include "cc/driver/installed.h"
#include "cc/driver/link.h"
#include "cc/driver/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef MAZURKA_CLANG
#define MAZURKA_CLANG "clang-19"
#endif

struct driver {
    struct arguments arguments;
    const char *clang;
    struct text *errors; // NULL: our own standard error
    char *directory;     // of temporary objects, or NULL
};

static const char *clang_name(void) {
    const char *named = getenv("MAZURKA_CLANG");
    return named && *named ? named : MAZURKA_CLANG;
}

static int compile(struct driver *driver, const struct arguments_input *input,
                   const char *object) {
    return compile_source(&(struct compile_request){
        &driver->arguments, driver->clang, input, object, driver->errors});
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
        const char *suffix = suffixes[compile_form(arguments)];
        char *own = compile_name(input->text, suffix, false);
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
        status = process_refuse(driver->errors, driver->directory,
                                " cannot be made");
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
    installed_headers(&command);
    struct arguments_list *all = &driver->arguments.all;
    command_add_all(&command, all->at, all->count);
    int status = process_run(&command, NULL, driver->errors);
    command_free(&command);
    return status;
}

static int run(struct driver *driver) {
    struct arguments *arguments = &driver->arguments;
    if (arguments->shared && arguments->action != ARGUMENTS_CLANG)
        return process_refuse(driver->errors, "-shared",
                              ": a shared library cannot be explored; link its "
                              "objects into the program");
    if (arguments->not_supported && arguments->action != ARGUMENTS_CLANG)
        return process_refuse(driver->errors, arguments->not_supported,
                              " is not C");
    if (arguments->wrong)
        return process_refuse(driver->errors, arguments->wrong,
                              arguments->wrong_why);
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
