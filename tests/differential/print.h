// SPDX-License-Identifier: Apache-2.0
// Random programs as C. Several fit into one file: each is a function of its
// own, and an argument says which one is to be run.

#ifndef DIFFERENTIAL_PRINT_H
#define DIFFERENTIAL_PRINT_H

#include "language.h"

#include <stdio.h>

// Everything of one program; its names begin with the prefix. It is started by
// PREFIXmain_(0, quiet); quiet: it does not tell what came out.
void print_program(FILE *out, const struct program *program,
                   const char *prefix);

// A file of its own with one program, or with several of which one is chosen
// by the first argument. `report` is where report.h is.
void print_alone(FILE *out, const struct program *program, const char *report);
void print_together(FILE *out, struct program *const *programs, unsigned count,
                    const char *report);

#endif
