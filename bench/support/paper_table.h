// SPDX-License-Identifier: Apache-2.0
// A table of a paper, as plain text (README.md has the form): programs with
// their parameters, columns with mazurka's options, and the counts to come out.
//
// All text of a table points into one block that the table owns.

#ifndef MAZURKA_BENCH_PAPER_TABLE_H
#define MAZURKA_BENCH_PAPER_TABLE_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct words {
    const char **at;
    size_t count, room;
};

// A number of the paper: 3432 has to come out, ~3025 is indicative (it depends
// on what a tool chooses freely), ? is not known.
struct count {
    bool known, exact;
    uint64_t number;
};

struct column {
    const char *name;
    struct words options;
};

struct cell {
    size_t column; // which of the table's
    struct count complete, blocked;
    struct count steps;
    bool quick;           // belongs to the set that is run always
    struct words options; // after those of the column
};

struct row {
    const char *program;     // bench/programs/PROGRAM.c
    struct words parameters; // -DN=7
    const char *note;        // or NULL
    unsigned line;
    VEC(struct cell) cells;
};

struct paper_table {
    const char *name; // the file's, without .table
    const char *title, *paper;
    VEC(struct column) columns;
    VEC(struct row) rows;
    char *text, *name_text;
};

// False: `error` is "FILE:LINE: what is wrong". To be freed in any case.
bool paper_table_read(struct paper_table *table, const char *path, char *error,
                      size_t room);
void paper_table_free(struct paper_table *table);

// Is a word of a row, column or cell for 'mazurka cc'? The others are for
// 'mazurka run'.
bool paper_table_word_builds(const char *word);

// "-DN=7 -DK=4" as "(7, 4)"; to be freed.
char *row_parameters(const struct row *row);

#endif
