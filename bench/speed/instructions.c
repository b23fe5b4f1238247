// SPDX-License-Identifier: Apache-2.0

#include "instructions.h"

#include "base/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

// "MAZURKA_OPTIONS=" and the words; to be freed.
static char *environment(const struct words *options, const char *one_more) {
    size_t length = 64 + strlen(one_more);
    for (size_t i = 0; i < options->count; i++)
        length += strlen(options->at[i]) + 1;
    char *text = memory_new(length, 1);
    strcpy(text, "MAZURKA_OPTIONS=--quiet");
    for (size_t i = 0; i < options->count; i++)
        strcat(strcat(text, " "), options->at[i]);
    return strcat(strcat(text, " "), one_more);
}

// The number that callgrind says it has collected, in all processes; 0 if it did
// not.
static uint64_t collected(const char *path) {
    const char *why;
    size_t length;
    char *text = file_read(path, LARGEST_FILE, &length, &why);
    static const char word[] = "Collected : ";
    uint64_t number = 0;
    for (const char *at = text; at && (at = strstr(at, word));) {
        at += sizeof word - 1;
        number += strtoull(at, NULL, 10);
    }
    memory_free(text);
    return number;
}

static uint64_t count(struct workshop *shop, const char *binary,
                      const struct words *options, const char *one_more,
                      double seconds) {
    char *setting = environment(options, one_more);
    char *errors = workshop_file(shop, "valgrind");
    const char *const words[] = {"env",
                                 setting,
                                 "valgrind",
                                 "--tool=callgrind",
                                 "--callgrind-out-file=/dev/null",
                                 "--trace-children=yes", // it begins once more
                                 binary};
    struct words command = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        vec_push(&command, words[i]);
    int code = command_run(&command, NULL, errors, seconds, NULL);
    uint64_t number = code >= 0 ? collected(errors) : 0;
    vec_free(&command);
    memory_free(setting);
    memory_free(errors);
    return number;
}

// The number of instructions an execution that an earlier run has written for
// this case; 0 if there is none.
static uint64_t earlier(const char *text, const char *key) {
    size_t length = strlen(key);
    for (const char *line = text; line && *line;) {
        if (strncmp(line, key, length) == 0 && line[length] == '\t')
            return strtoull(line + length + 1, NULL, 10);
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return 0;
}

// Instructions an execution, without those of starting; 0 if that failed.
static uint64_t measure(const struct measured *m, const struct measuring *how,
                        struct workshop *shop) {
    struct words build = {0}, run = {0};
    char why[200];
    uint64_t whole = 0, start = 0;
    measured_words(m, &build, &run);
    const char *binary =
        workshop_build(shop, m->row->program, &build, why, sizeof why);
    if (binary) {
        whole = count(shop, binary, &run, "", how->seconds);
        start = count(shop, binary, &run, "--max-executions=1", how->seconds);
    }
    vec_free(&build);
    vec_free(&run);
    uint64_t more = m->cell->complete.number + m->cell->blocked.number - 1;
    return whole > start && more ? (whole - start) / more : 0;
}

int instructions_run(struct measurements *all, const struct measuring *how,
                     struct workshop *shop, const char *file,
                     const char *against) {
    const char *why = NULL;
    size_t length;
    char *before =
        against ? file_read(against, LARGEST_FILE, &length, &why) : NULL;
    FILE *out = file ? fopen(file, "w") : NULL;
    if (why || (file && !out)) {
        fprintf(stderr, "bench-speed: %s: %s\n", why ? against : file,
                why ? why : strerror(errno));
        memory_free(before);
        return 3;
    }
    int code = 0;
    for (size_t i = 0; i < all->cells.count; i++) {
        const struct measured *m = &all->cells.at[i];
        if (!measured_is_selected(m, how))
            continue;
        char key[128], *parameters = row_parameters(m->row);
        snprintf(key, sizeof key, "%s%s %s", m->row->program, parameters,
                 measured_column(m));
        memory_free(parameters);
        uint64_t now = measure(m, how, shop), then = earlier(before, key);
        printf("%-32s %9" PRIu64 " instructions an execution", key, now);
        if (then)
            printf("  %+.1f %%", 100.0 * ((double)now / (double)then - 1));
        printf("%s\n", now ? "" : ": not counted; is valgrind there?");
        fflush(stdout);
        if (out)
            fprintf(out, "%s\t%" PRIu64 "\n", key, now);
        code |= now == 0;
    }
    if (out)
        fclose(out);
    memory_free(before);
    return code;
}
