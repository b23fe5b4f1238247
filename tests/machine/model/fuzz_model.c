// SPDX-License-Identifier: Apache-2.0
// Any bytes at all as a model: they are refused with a place, or they run.
//
// With libFuzzer (make fuzz) this is the fuzz target; without it, a program
// that runs the files and folders that it is given, as a test.

#include "base/memory.h"
#include "explore/search.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct model_error error;
    struct model_program *program =
        model_parse("fuzz", (const char *)data, size, &error);
    if (!program) {
        if (error.line < 1 || error.column < 1 || !error.message[0])
            abort(); // refused without saying why
        return 0;
    }
    struct machine *machine =
        model_machine(program, (struct relation){.blind_adds = size % 2});
    struct search_options options = {.algorithm = size % 3
                                                      ? ALGORITHM_OPTIMAL
                                                      : ALGORITHM_SOURCE,
                                     .max_steps = 40,
                                     .max_executions = 20,
                                     .timeout = 1,
                                     .keep_going = true};
    struct search_result result;
    search(machine, &options, NULL, NULL, &result);
    char text[256];
    for (unsigned t = 0; t < machine->threads; t++) {
        const struct op *op = machine_pending(machine, t);
        if (op)
            machine_describe(machine, op, text, sizeof text);
    }
    search_result_free(&result);
    machine_destroy(machine);
    return 0;
}

#ifndef MAZURKA_LIBFUZZER

#include <dirent.h>
#include <string.h>

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    uint8_t *data = memory_new(1 << 20, 1);
    size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    // The whole, and every beginning of it: files get cut off.
    for (size_t cut = 0; cut < size && cut < 2000; cut++)
        LLVMFuzzerTestOneInput(data, cut);
    LLVMFuzzerTestOneInput(data, size);
    // And with single bytes changed.
    for (size_t at = 0; at < size && at < 2000; at++) {
        uint8_t old = data[at];
        data[at] ^= (uint8_t)(1u << (at % 7));
        LLVMFuzzerTestOneInput(data, size);
        data[at] = old;
    }
    memory_free(data);
}

int main(int argc, char **argv) {
    unsigned files = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(argv[i]);
            files++;
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[1024];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            run_file(path);
            files++;
        }
        closedir(folder);
    }
    printf("%u passed, 0 failed\n", files);
    return files == 0;
}

#endif
