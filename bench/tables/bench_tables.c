// SPDX-License-Identifier: Apache-2.0
// The papers' tables, each count beside ours (README.md).
//
//   bench-tables [--quick] [--only=GLOB] [--json=FILE] [--markdown=FILE]
//                [--timeout=SECONDS] [--progress] [--known=FILE]…
//
// Exit code 1 if a count differs that must not, 3 if nothing could be measured.

#include "argument.h"
#include "base/file.h"
#include "known.h"
#include "machine_info.h"
#include "measure.h"
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOT_MEASURED = 3, MEMORY_MIB = 3000, SECONDS = 180, QUICK_SECONDS = 60 };

struct asked {
    struct measuring how;
    const char *json, *markdown;
    struct words known;
    const char *mazurka, *programs, *tables;
};

static bool read_arguments(struct asked *a, int count, char **arguments) {
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i], *value;
        if (strcmp(word, "--quick") == 0)
            a->how.quick = true;
        else if (strcmp(word, "--progress") == 0)
            a->how.progress = true;
        else if ((value = argument_value(word, "--only=")))
            a->how.only = value;
        else if ((value = argument_value(word, "--json=")))
            a->json = value;
        else if ((value = argument_value(word, "--markdown=")))
            a->markdown = value;
        else if ((value = argument_value(word, "--timeout=")) &&
                 atof(value) > 0)
            a->how.seconds = atof(value);
        else if ((value = argument_value(word, "--known=")))
            vec_push(&a->known, value);
        else if ((value = argument_value(word, "--mazurka=")))
            a->mazurka = value;
        else if ((value = argument_value(word, "--programs=")))
            a->programs = value;
        else if ((value = argument_value(word, "--tables=")))
            a->tables = value;
        else {
            fprintf(stderr, "bench-tables: what is %s?\n", word);
            return false;
        }
    }
    return true;
}

static bool write_json(const struct asked *a, const struct measurements *all,
                       const char *where) {
    char *text = output_json(all, where);
    bool fine = file_write(a->json, text, strlen(text));
    memory_free(text);
    return fine;
}

static bool write_markdown(const struct asked *a,
                           const struct measurements *all, const char *where) {
    FILE *out = fopen(a->markdown, "w");
    if (out)
        output_markdown(all, where, out);
    return out && fclose(out) == 0;
}

static bool write_files(const struct asked *a, const struct measurements *all) {
    char where[256];
    machine_info(where, sizeof where);
    bool fine = (!a->json || write_json(a, all, where)) &&
                (!a->markdown || write_markdown(a, all, where));
    if (!fine)
        fprintf(stderr, "bench-tables: cannot write: %s\n", strerror(errno));
    return fine;
}

struct so_far {
    const struct asked *asked;
    const struct measurements *all;
};

// A run that takes long may be interrupted: what is known is kept.
static void on_cell(void *context, const struct measured *cell) {
    const struct so_far *s = context;
    char where[256];
    output_line(cell);
    machine_info(where, sizeof where);
    if (s->asked->json)
        write_json(s->asked, s->all, where);
}

static bool take_known(const struct asked *a, struct measurements *all) {
    const char *why;
    for (size_t i = 0; i < a->known.count; i++)
        if (!known_take(all, a->known.at[i], &why)) {
            fprintf(stderr, "bench-tables: %s: %s\n", a->known.at[i], why);
            return false;
        }
    return true;
}

static int summary(const struct measurements *all) {
    size_t how_many[FAILED + 1] = {0};
    for (size_t i = 0; i < all->cells.count; i++)
        how_many[all->cells.at[i].judgement]++;
    printf("%zu equal, %zu differ where they may, %zu not run, %zu different, "
           "%zu failed\n",
           how_many[EQUAL], how_many[INDICATIVE], how_many[NOT_RUN],
           how_many[DIFFERENT], how_many[FAILED]);
    if (how_many[EQUAL] + how_many[INDICATIVE] + how_many[NOT_RUN] +
            how_many[DIFFERENT] + how_many[FAILED] ==
        0) {
        fprintf(stderr, "bench-tables: nothing selected\n");
        return NOT_MEASURED;
    }
    return how_many[DIFFERENT] + how_many[FAILED] ? 1 : 0;
}

int main(int argc, char **argv) {
    struct asked a = {
        .how = {.mib = MEMORY_MIB, .progress = isatty(STDERR_FILENO)},
        .mazurka = MAZURKA,
        .programs = BENCH "/programs",
        .tables = BENCH "/tables"};
    if (!read_arguments(&a, argc - 1, argv + 1))
        return NOT_MEASURED;
    if (a.how.seconds <= 0)
        a.how.seconds = a.how.quick ? QUICK_SECONDS : SECONDS;
    struct measurements all;
    struct workshop shop;
    char error[400];
    int code = NOT_MEASURED;
    if (!measurements_open(&all, a.tables, error, sizeof error)) {
        fprintf(stderr, "bench-tables: %s\n", error);
    } else if (!take_known(&a, &all)) {
        // it has been said
    } else if (!workshop_open(&shop, a.mazurka, a.programs)) {
        fprintf(stderr, "bench-tables: no folder for what is built\n");
    } else {
        struct so_far so_far = {&a, &all};
        measurements_run(&all, &a.how, &shop, on_cell, &so_far);
        workshop_close(&shop);
        code = summary(&all);
        if (!write_files(&a, &all))
            code = NOT_MEASURED;
    }
    measurements_close(&all);
    vec_free(&a.known);
    return code;
}
