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

static const char *text_at(const cJSON *object, const char *key) {
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

static double number_at(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

// The numbers in -DT=2 -DN=8196; how many there are. Other macros are none.
static size_t parameters(const cJSON *cell, double *numbers,
                         const char **macros) {
    const cJSON *macro;
    size_t count = 0;
    cJSON_ArrayForEach(macro, cJSON_GetObjectItem(cell, "macros")) {
        const char *text = cJSON_GetStringValue(macro);
        const char *value = text ? strchr(text, '=') : NULL;
        if (!value || strncmp(text, "-D", 2) != 0 || count == MOST_PARAMETERS)
            continue;
        macros[count] = text + 2;
        numbers[count++] = strtod(value + 1, NULL);
    }
    return count;
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

// Which of a program's parameters changes first; MOST_PARAMETERS if none does.
static size_t varying(const cJSON *cells, const char *table,
                      const char *program) {
    const cJSON *cell;
    double first[MOST_PARAMETERS], now[MOST_PARAMETERS];
    const char *macros[MOST_PARAMETERS];
    size_t count = 0, which = MOST_PARAMETERS;
    cJSON_ArrayForEach(cell, cells) {
        if (!is_of(cell, table, program) || !is_measured(cell))
            continue;
        if (count == 0) {
            count = parameters(cell, first, macros);
            continue;
        }
        size_t here = parameters(cell, now, macros);
        for (size_t i = 0; i < here && i < count && i < which; i++)
            if (now[i] != first[i])
                which = i;
    }
    return which;
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
    for (size_t i = 0; i < 2; i++)
        if (has_column(cells, table, usual[i]))
            names[count++] = usual[i];
    if (count > 0)
        return count;
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

static void add_point(struct line *line, double x, double y) {
    for (size_t i = 0; i < line->points.count; i++)
        if (line->points.at[i].x == x)
            return; // a variant with the same parameter
    vec_push(&line->points, (struct point){x, y});
}

// Time and memory of one program. False if there is nothing to draw.
static bool draw_program(const cJSON *cells, const char *table,
                         const char *program, struct chart charts[2]) {
    const char *names[MOST_LINES];
    const cJSON *cell;
    size_t which = varying(cells, table, program);
    size_t count = lines_of(cells, table, names);
    if (which == MOST_PARAMETERS)
        return false;
    charts[0] = charts[1] = (struct chart){
        .title = program, .x_label = "parameter", .count = count};
    charts[0].y_label = "processor time, s";
    charts[1].y_label = "peak memory, MiB";
    for (size_t i = 0; i < count; i++) {
        charts[0].lines[i].name = charts[1].lines[i].name = names[i];
        cJSON_ArrayForEach(cell, cells) {
            double numbers[MOST_PARAMETERS];
            const char *macros[MOST_PARAMETERS];
            if (!is_of(cell, table, program) || !is_measured(cell) ||
                strcmp(text_at(cell, "column"), names[i]) != 0 ||
                parameters(cell, numbers, macros) <= which)
                continue;
            charts[0].x_label = charts[1].x_label = macros[which];
            double seconds = number_at(cell, "cpu_seconds");
            add_point(&charts[0].lines[i], numbers[which],
                      seconds > 1e-5 ? seconds : 1e-5);
            add_point(&charts[1].lines[i], numbers[which],
                      number_at(cell, "peak_kib") / 1024);
        }
    }
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
