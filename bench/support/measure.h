// SPDX-License-Identifier: Apache-2.0
// The papers' tables with what mazurka makes of them: which cells are run, how
// long that may take, and how the counts compare.

#ifndef MAZURKA_BENCH_MEASURE_H
#define MAZURKA_BENCH_MEASURE_H

#include "measured_program.h"

enum judgement {
    NOT_ASKED,  // not selected
    EQUAL,      // all known counts
    INDICATIVE, // those that differ are only indicative
    DIFFERENT,
    NOT_RUN, // it would take too long, or did
    FAILED,  // does not compile, is not checked, an unexpected finding
};

struct measured {
    const struct paper_table *table;
    const struct row *row;
    const struct cell *cell;
    enum judgement judgement;
    struct outcome outcome;
    char why[200]; // NOT_RUN, FAILED
};

struct measuring {
    double seconds; // that a cell may take
    unsigned mib;   // that it may use
    bool quick;     // only the cells that are marked so
    const char
        *only; // or NULL: a pattern for table, program or table/program/column
    bool progress; // a line on standard error
};

struct measurements {
    VEC(struct paper_table) tables;
    VEC(struct measured) cells; // in the order of the tables
};

// Read every table of a folder, in the order of their names. False: `error`.
bool measurements_open(struct measurements *all, const char *folder,
                       char *error, size_t room);
void measurements_close(struct measurements *all);

// Run what is selected and not known yet. `done` is called after each cell.
void measurements_run(struct measurements *all, const struct measuring *how,
                      struct workshop *shop,
                      void (*done)(void *context, const struct measured *cell),
                      void *context);

// Is a cell one of those that are asked for?
bool measured_is_selected(const struct measured *cell,
                          const struct measuring *how);

// What a cell's program is built with, and what its search is told: of the row,
// the column and the cell. To be freed.
void measured_words(const struct measured *cell, struct words *build,
                    struct words *run);

// How a cell's outcome compares with the paper.
enum judgement measured_judge(const struct cell *cell,
                              const struct outcome *outcome);

const char *judgement_name(enum judgement judgement);
const char *measured_column(const struct measured *cell);

// "12+~3", as in the table.
void counts_print(const struct cell *cell, char *text, size_t room);

#endif
