// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/link.h"

#include "cc/driver/driver.h"
#include "cc/driver/installed.h"
#include "cc/driver/process.h"
#include "cc/ir/library.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// -------------------------------------------------------------- overriding

// A library function that the program defines itself, in whichever of its
// files: calls of the model are its own then. Each instrumented file says what
// it defines by a symbol, whose name is found in the file's string table.
static void override(struct command *command, const char *start,
                     const char *end, struct text_map *done) {
    static const char mark[] = "__mz_defines_";
    size_t length = sizeof mark - 1;
    const char *at = start;
    while ((at = memmem(at, (size_t)(end - at), mark, length))) {
        at += length;
        size_t size = strnlen(at, (size_t)(end - at));
        if (at + size == end || size > 64)
            continue;
        bool is_new = false;
        const char *model = library_model(at);
        if (model)
            text_map_put(done, at, 0, &is_new);
        if (!is_new)
            continue;
        struct text word = {0};
        text_add(&word, "-Wl,--defsym=__mz_%s=%s", model, at);
        command_add(command, text_get(&word));
        text_free(&word);
    }
}

static void look_into(struct command *command, const char *file,
                      struct text_map *done) {
    int handle = open(file, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (handle < 0)
        return;
    if (!fstat(handle, &status) && S_ISREG(status.st_mode) &&
        status.st_size > 0) {
        size_t size = (size_t)status.st_size;
        char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, handle, 0);
        if (bytes != MAP_FAILED) {
            override(command, bytes, bytes + size, done);
            munmap(bytes, size);
        }
    }
    close(handle);
}

// ------------------------------------------------------------------ linking

static bool is_file(const char *input) {
    return input[0] != '-';
}

static bool has_flag(const struct arguments *arguments, const char *flag) {
    for (size_t i = 0; i < arguments->flags.count; i++)
        if (!strcmp(arguments->flags.at[i], flag))
            return true;
    return false;
}

// -lx in one of the directories that the command line names: the program's
// own libraries. Those of the system are not ours anyway.
static void look_into_library(struct command *command,
                              const struct arguments *arguments,
                              const char *name, struct text_map *done) {
    for (size_t i = 0; i < arguments->inputs.count; i++) {
        const char *word = arguments->inputs.at[i].text;
        if (!text_starts(word, "-L"))
            continue;
        const char *directory = word + 2;
        if (!*directory && i + 1 < arguments->inputs.count)
            directory = arguments->inputs.at[i + 1].text;
        struct text path = {0};
        text_add(&path, "%s/lib%s.a", directory, name);
        look_into(command, text_get(&path), done);
        text_free(&path);
    }
}

static void add_inputs(struct command *command,
                       const struct link_request *request) {
    const struct arguments *arguments = request->arguments;
    struct text_map done = {0};
    for (size_t i = 0; i < arguments->inputs.count; i++) {
        const char *object = request->objects[i];
        const char *input = object ? object : arguments->inputs.at[i].text;
        command_add(command, input);
        // A partial link leaves its choices, and its runtime, to the last one.
        if (has_flag(arguments, "-r"))
            continue;
        if (is_file(input))
            look_into(command, input, &done);
        else if (text_starts(input, "-l"))
            look_into_library(command, arguments, input + 2, &done);
    }
    text_map_free(&done);
}

int link_program(const struct link_request *request) {
    const struct arguments *arguments = request->arguments;
    struct command command = {0};
    struct text runtime = {0};
    int status;
    command_add(&command, request->clang);
    command_add_all(&command, arguments->flags.at, arguments->flags.count);
    command_add(&command, "-Qunused-arguments");
    add_inputs(&command, request);
    bool partial = has_flag(arguments, "-r");
    if (partial || installed_runtime(&runtime)) {
        if (!partial) {
            // -z now: a wild write cannot turn a call of the runtime elsewhere.
            static const char *const needed[] = {"-lcjson", "-lm", "-ldl",
                                                 "-pthread", "-Wl,-z,now"};
            command_add(&command, text_get(&runtime));
            command_add_all(&command, needed, sizeof needed / sizeof *needed);
        }
        command_add(&command, "-o");
        command_add(&command, request->output);
        status = process_run(&command, NULL, request->errors);
    } else {
        process_say(request->errors, "mazurka: no runtime library: %s\n",
                    text_get(&runtime));
        status = CC_NOT_CHECKED;
    }
    text_free(&runtime);
    command_free(&command);
    return status;
}
