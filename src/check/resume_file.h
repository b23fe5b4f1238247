// SPDX-License-Identifier: Apache-2.0
// A file from which a search goes on: parts in the order in which one process
// would explore them, each with what has come of it so far and with what is
// left of it (explore/work_unit.h). A unit of a search that was split is a file
// with one part.
//
// It says for which build of the program, with which arguments and options it
// was made: whoever is another one refuses it.

#ifndef MAZURKA_CHECK_RESUME_FILE_H
#define MAZURKA_CHECK_RESUME_FILE_H

#include "check/check.h"

struct resume_part {
    struct search_result result;
    struct bytes left; // a unit of work; none: it is done
};

struct resume_file {
    char *program, *arguments, *options; // for whom it was made
    // Of a search that was split: which of how many; else 0.
    uint32_t number, of;
    struct bytes learnt; // by those who are done: a unit of work, or none
    VEC(struct resume_part) parts;
};

// What has come of a unit of a search that was split: to be freed.
char *resume_file_done(const char *path);

// For this check; it has no parts yet.
struct resume_file resume_file_for(const struct check *check);
void resume_file_free(struct resume_file *checkpoint);

// False: it could not be written, which was said.
bool resume_file_write(const struct resume_file *checkpoint, const char *path);
// NULL, or why it cannot be read.
const char *resume_file_read(struct resume_file *checkpoint, const char *path);
// NULL, or why it is not this check's.
const char *resume_file_objection(const struct resume_file *checkpoint,
                                  const struct check *check);

#endif
