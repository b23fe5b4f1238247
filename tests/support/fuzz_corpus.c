// SPDX-License-Identifier: Apache-2.0
// What a fuzz target does without libFuzzer: it runs the files and folders that
// it is given, their beginnings and their neighbours, as a test.

#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
