// SPDX-License-Identifier: Apache-2.0
// Time and memory against the parameter, for every program of the papers'
// tables: one picture a table, from what 'bench-tables --json=FILE' has
// written.
//
//   bench-plots FILE.json FOLDER
//
// Also writes FOLDER/README.md, which shows them all. Exit code 3 if it cannot.

#include "base/file.h"
#include "chart.h"

#include <cjson/cJSON.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_DRAWN = 3, LARGEST_FILE = 1 << 26, IN_A_ROW = 4 };
enum { MOST_PARAMETERS = 4, MOST_CHARTS = 200 };
#define MS_BELOW 0.1  // seconds
#define SHORTEST 1e-5 // seconds: what is below is noise

static const char *text_at(const cJSON *object, const char *key) {
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

static double number_at(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

// A row's macros: -DT=2 -DN=8196 -DFLAG has two numbers and one other.
struct parameters {
    const char *names[MOST_PARAMETERS]; // up to =
    double numbers[MOST_PARAMETERS];
    size_t count, others;
};

static struct parameters parameters_of(const cJSON *cell) {
    struct parameters p = {0};
    const cJSON *macro;
    cJSON_ArrayForEach(macro, cJSON_GetObjectItem(cell, "macros")) {
        const char *text = cJSON_GetStringValue(macro);
        const char *value = text ? strchr(text, '=') : NULL;
        if (!value || strncmp(text, "-D", 2) != 0 ||
            p.count == MOST_PARAMETERS) {
            p.others++;
            continue;
        }
        p.names[p.count] = text + 2;
        p.numbers[p.count++] = strtod(value + 1, NULL);
    }
    return p;
}

// Do they differ in this one at most?
static bool differ_only_in(const struct parameters *a,
                           const struct parameters *b, size_t which) {
    if (a->count != b->count || a->others != b->others || which >= a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (i != which && a->numbers[i] != b->numbers[i])
            return false;
    return true;
}

static bool is_of(const cJSON *cell, const char *table, const char *program) {
    return strcmp(text_at(cell, "table"), table) == 0 &&
           (!program || strcmp(text_at(cell, "program"), program) == 0);
}

// Was it measured to its end?
static bool is_measured(const cJSON *cell) {
    const char *judgement = text_at(cell, "judgement");
    return strcmp(judgement, "equal") == 0 ||
           strcmp(judgement, "indicative") == 0;
}

// How many rows of a program differ from one in this parameter only, itself
// included; a row may have several cells.
static size_t rows_like(const cJSON *cells, const cJSON *one, size_t which) {
    struct parameters reference = parameters_of(one);
    const char *column = text_at(one, "column");
    const cJSON *cell;
    size_t count = 0;
    cJSON_ArrayForEach(cell, cells) {
        struct parameters p = parameters_of(cell);
        count += is_of(cell, text_at(one, "table"), text_at(one, "program")) &&
                 is_measured(cell) &&
                 strcmp(text_at(cell, "column"), column) == 0 &&
                 differ_only_in(&p, &reference, which);
    }
    return count;
}

// The parameter that changes most often, and one of the rows in which it does.
// NULL if none changes.
static const cJSON *varying(const cJSON *cells, const char *table,
                            const char *program, size_t *which) {
    const cJSON *cell, *best = NULL;
    size_t most = 1;
    cJSON_ArrayForEach(cell, cells) {
        if (!is_of(cell, table, program) || !is_measured(cell))
            continue;
        for (size_t i = 0; i < parameters_of(cell).count; i++) {
            size_t rows = rows_like(cells, cell, i);
            if (rows > most) {
                most = rows;
                best = cell;
                *which = i;
            }
        }
    }
    return best;
}

static bool has_column(const cJSON *cells, const char *table,
                       const char *column) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cells) if (is_of(cell, table, NULL) &&
                                        strcmp(text_at(cell, "column"),
                                               column) == 0) return true;
    return false;
}

// The lines of a table's charts: pop and optimal; in a table without these, its
// first columns.
static size_t lines_of(const cJSON *cells, const char *table,
                       const char **names) {
    static const char *const usual[] = {"pop", "optimal"};
    const cJSON *cell;
    size_t count = 0;
    if (has_column(cells, table, usual[0]) &&
        has_column(cells, table, usual[1])) {
        memcpy(names, usual, sizeof usual);
        return sizeof usual / sizeof *usual;
    }
    cJSON_ArrayForEach(cell, cells) {
        const char *column = text_at(cell, "column");
        bool known = !is_of(cell, table, NULL);
        for (size_t i = 0; i < count; i++)
            known |= strcmp(names[i], column) == 0;
        if (!known && count < MOST_LINES)
            names[count++] = column;
    }
    return count;
}

// Short times in ms, so that their labels are short.
static void choose_unit(struct chart *times) {
    double most = 0;
    for (size_t i = 0; i < times->count; i++)
        for (size_t k = 0; k < times->lines[i].points.count; k++)
            most = fmax(most, times->lines[i].points.at[k].y);
    times->y_label =
        most < MS_BELOW ? "processor time, ms" : "processor time, s";
    for (size_t i = 0; i < times->count && most < MS_BELOW; i++)
        for (size_t k = 0; k < times->lines[i].points.count; k++)
            times->lines[i].points.at[k].y *= 1e3;
}

// Time and memory of one program. False if there is nothing to draw.
static bool draw_program(const cJSON *cells, const char *table,
                         const char *program, struct chart charts[2]) {
    const char *names[MOST_LINES];
    const cJSON *cell;
    size_t which = 0, count = lines_of(cells, table, names);
    const cJSON *one = varying(cells, table, program, &which);
    if (!one)
        return false;
    struct parameters reference = parameters_of(one);
    charts[0] = charts[1] = (struct chart){
        .title = program, .x_label = reference.names[which], .count = count};
    charts[1].y_label = "peak memory, MiB";
    for (size_t i = 0; i < count; i++) {
        charts[0].lines[i].name = charts[1].lines[i].name = names[i];
        cJSON_ArrayForEach(cell, cells) {
            struct parameters p = parameters_of(cell);
            if (!is_of(cell, table, program) || !is_measured(cell) ||
                strcmp(text_at(cell, "column"), names[i]) != 0 ||
                !differ_only_in(&p, &reference, which))
                continue;
            double x = p.numbers[which];
            double seconds = number_at(cell, "cpu_seconds");
            double mib = number_at(cell, "peak_kib") / 1024;
            seconds = seconds > SHORTEST ? seconds : SHORTEST;
            vec_push(&charts[0].lines[i].points, (struct point){x, seconds});
            vec_push(&charts[1].lines[i].points, (struct point){x, mib});
        }
    }
    choose_unit(&charts[0]);
    return true;
}

static bool was_seen(const cJSON *cells, const cJSON *until, const char *table,
                     const char *program) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cells) {
        if (cell == until)
            return false;
        if (is_of(cell, table, program))
            return true;
    }
    return false;
}

// The picture of one table; *any: there was something to draw.
static bool draw_table(const cJSON *cells, const char *table,
                       const char *folder, bool *any) {
    static struct chart charts[MOST_CHARTS];
    const cJSON *cell;
    size_t count = 0;
    cJSON_ArrayForEach(cell, cells) {
        const char *program = text_at(cell, "program");
        if (is_of(cell, table, NULL) && count + 2 <= MOST_CHARTS &&
            !was_seen(cells, cell, table, program) &&
            draw_program(cells, table, program, &charts[count]))
            count += 2;
    }
    *any = count > 0;
    if (count == 0)
        return true;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.svg", folder, table);
    FILE *out = fopen(path, "w");
    if (out)
        charts_write(out, charts, count, IN_A_ROW);
    for (size_t i = 0; i < count; i++)
        chart_free(&charts[i]);
    return out && fclose(out) == 0;
}

static bool draw_all(const cJSON *root, const char *folder) {
    const cJSON *cells = cJSON_GetObjectItem(root, "cells"), *cell;
    char path[1024];
    snprintf(path, sizeof path, "%s/README.md", folder);
    FILE *page = fopen(path, "w");
    if (!page)
        return false;
    fprintf(page,
            "# Time and memory against the parameter\n\nDrawn by `make plots` "
            "from the measurements behind `docs/tables.md`. Machine and date: "
            "%s.\nProcessor time of the search in seconds, and peak memory of "
            "the process in MiB, against\nthe parameter that changes; axes are "
            "logarithmic where values differ by much.\n",
            text_at(root, "machine"));
    bool fine = true;
    cJSON_ArrayForEach(cell, cells) {
        const char *table = text_at(cell, "table");
        bool any;
        if (was_seen(cells, cell, table, NULL))
            continue;
        fine &= draw_table(cells, table, folder, &any);
        if (any)
            fprintf(page, "\n## %s\n\n![%s](%s.svg)\n", table, table, table);
    }
    return fclose(page) == 0 && fine;
}

int main(int argc, char **argv) {
    const char *why = "";
    size_t length;
    if (argc != 3) {
        fprintf(stderr, "usage: bench-plots FILE.json FOLDER\n");
        return NOT_DRAWN;
    }
    char *text = file_read(argv[1], LARGEST_FILE, &length, &why);
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    bool fine = root && draw_all(root, argv[2]);
    if (!fine)
        fprintf(stderr, "bench-plots: %s: %s\n", root ? argv[2] : argv[1],
                root   ? strerror(errno)
                : text ? "not JSON"
                       : why);
    cJSON_Delete(root);
    memory_free(text);
    return fine ? 0 : NOT_DRAWN;
}
