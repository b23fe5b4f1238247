// SPDX-License-Identifier: Apache-2.0

#include "output.h"

#include "report/json.h"

#include <inttypes.h>
#include <string.h>

// "12+3", or "12" if nothing was blocked.
static void ours_print(const struct outcome *o, char *text, size_t room) {
    if (o->blocked)
        snprintf(text, room, "%" PRIu64 "+%" PRIu64, o->complete, o->blocked);
    else
        snprintf(text, room, "%" PRIu64, o->complete);
}

static double microseconds(const struct outcome *o) {
    uint64_t runs = o->complete + o->blocked;
    return runs ? 1e6 * o->cpu_seconds / (double)runs : 0;
}

// ------------------------------------------------------------------ text

void output_line(const struct measured *m) {
    char paper[64], ours[64], name[128], *parameters = row_parameters(m->row);
    const struct outcome *o = &m->outcome;
    snprintf(name, sizeof name, "%s%s", m->row->program, parameters);
    memory_free(parameters);
    counts_print(m->cell, paper, sizeof paper);
    ours_print(o, ours, sizeof ours);
    printf("%-16s %-24s %-10s %14s", m->table->name, name, measured_column(m),
           paper);
    if (m->judgement == FAILED || m->judgement == NOT_RUN)
        printf("  %s: %s\n", judgement_name(m->judgement), m->why);
    else
        printf(" %14s  %-10s %9.3f s %8.1f us/run %7.1f MiB\n", ours,
               judgement_name(m->judgement), o->cpu_seconds, microseconds(o),
               (double)o->peak_kib / 1024);
    if (m->judgement == DIFFERENT && m->cell->steps.known)
        printf("%16s steps: paper %" PRIu64 ", ours %" PRIu64 "\n", "",
               m->cell->steps.number, o->steps);
    fflush(stdout);
}

// -------------------------------------------------------------- Markdown

static void markdown_cell(const struct measured *m, FILE *out) {
    char paper[64], ours[64];
    const struct outcome *o = &m->outcome;
    counts_print(m->cell, paper, sizeof paper);
    ours_print(o, ours, sizeof ours);
    switch (m->judgement) {
    case EQUAL:
        if (m->cell->complete.known && m->cell->blocked.known)
            fprintf(out, " %s =", ours);
        else
            fprintf(out, " %s (%s)", ours, paper);
        break;
    case INDICATIVE:
        fprintf(out, " %s (%s)", ours, paper);
        break;
    case DIFFERENT:
        fprintf(out, " **%s ≠ %s**", ours, paper);
        break;
    case NOT_RUN:
        fprintf(out, " %s: not run: %s |", paper, m->why);
        return;
    case FAILED:
        fprintf(out, " **%s: failed: %s** |", paper, m->why);
        return;
    case NOT_ASKED:
        fprintf(out, " |");
        return;
    }
    fprintf(out, ", %.2f s, %.1f µs, %.1f MiB |", o->cpu_seconds,
            microseconds(o), (double)o->peak_kib / 1024);
}

static bool row_was_asked(const struct measurements *all,
                          const struct row *row) {
    for (size_t i = 0; i < all->cells.count; i++)
        if (all->cells.at[i].row == row &&
            all->cells.at[i].judgement != NOT_ASKED)
            return true;
    return false;
}

static void markdown_row(const struct measurements *all,
                         const struct paper_table *table, const struct row *row,
                         FILE *out) {
    char *parameters = row_parameters(row);
    fprintf(out, "| %s%s |", row->program, parameters);
    memory_free(parameters);
    for (size_t c = 0; c < table->columns.count; c++) {
        const struct measured *m = NULL;
        for (size_t i = 0; i < all->cells.count; i++)
            if (all->cells.at[i].row == row &&
                all->cells.at[i].cell->column == c)
                m = &all->cells.at[i];
        if (m)
            markdown_cell(m, out);
        else
            fprintf(out, " |");
    }
    fprintf(out, "\n");
}

static void markdown_table(const struct measurements *all,
                           const struct paper_table *table, FILE *out) {
    bool any = false;
    for (size_t r = 0; r < table->rows.count; r++)
        any |= row_was_asked(all, &table->rows.at[r]);
    if (!any)
        return;
    fprintf(out, "\n## %s\n\n%s\n\n| program |", table->title, table->paper);
    for (size_t c = 0; c < table->columns.count; c++)
        fprintf(out, " %s |", table->columns.at[c].name);
    fprintf(out, "\n|---|");
    for (size_t c = 0; c < table->columns.count; c++)
        fprintf(out, "---|");
    fprintf(out, "\n");
    for (size_t r = 0; r < table->rows.count; r++)
        if (row_was_asked(all, &table->rows.at[r]))
            markdown_row(all, table, &table->rows.at[r], out);
    for (size_t r = 0; r < table->rows.count; r++)
        if (table->rows.at[r].note && row_was_asked(all, &table->rows.at[r])) {
            char *parameters = row_parameters(&table->rows.at[r]);
            fprintf(out, "\n%s%s: %s\n", table->rows.at[r].program, parameters,
                    table->rows.at[r].note);
            memory_free(parameters);
        }
}

void output_markdown(const struct measurements *all, const char *where,
                     FILE *out) {
    fprintf(
        out,
        "# The papers' tables\n\n"
        "Written by `make tables` (`bench/README.md`). Machine and date: "
        "%s.\n\n"
        "A cell has our complete executions, +blocked ones if there are "
        "any; then `=` if they are\nthe paper's, **≠** if they should be "
        "and are not, or in parentheses the paper's where\nthey are only "
        "indicative (`~`: they depend on what a tool chooses freely; `?`: "
        "not known);\nthen the processor time of the search, of each execution,"
        " and peak memory of the process.\n",
        where);
    for (size_t i = 0; i < all->tables.count; i++)
        markdown_table(all, &all->tables.at[i], out);
}

// ------------------------------------------------------------------ JSON

static cJSON *json_cell(const struct measured *m) {
    cJSON *cell = cJSON_CreateObject();
    const struct outcome *o = &m->outcome;
    char paper[64], *parameters = row_parameters(m->row);
    counts_print(m->cell, paper, sizeof paper);
    json_text(cell, "table", m->table->name);
    json_text(cell, "program", m->row->program);
    json_text(cell, "parameters", parameters);
    cJSON *macros = cJSON_AddArrayToObject(cell, "macros");
    for (size_t i = 0; i < m->row->parameters.count; i++)
        cJSON_AddItemToArray(macros,
                             cJSON_CreateString(m->row->parameters.at[i]));
    json_text(cell, "column", measured_column(m));
    json_text(cell, "paper", paper);
    json_text(cell, "judgement", judgement_name(m->judgement));
    if (m->why[0])
        json_text(cell, "reason", m->why);
    json_integer(cell, "complete", o->complete);
    json_integer(cell, "blocked", o->blocked);
    json_integer(cell, "sleep_set_blocked", o->sleep_set_blocked);
    json_integer(cell, "steps", o->steps);
    json_decimal(cell, "seconds", o->seconds);
    json_decimal(cell, "cpu_seconds", o->cpu_seconds);
    json_integer(cell, "peak_kib", o->peak_kib);
    memory_free(parameters);
    return cell;
}

char *output_json(const struct measurements *all, const char *where) {
    cJSON *root = cJSON_CreateObject();
    json_text(root, "machine", where);
    cJSON *cells = cJSON_AddArrayToObject(root, "cells");
    for (size_t i = 0; i < all->cells.count; i++)
        if (all->cells.at[i].judgement != NOT_ASKED)
            cJSON_AddItemToArray(cells, json_cell(&all->cells.at[i]));
    return json_print(root);
}
