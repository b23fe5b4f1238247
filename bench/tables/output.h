// SPDX-License-Identifier: Apache-2.0
// Measured tables for people and for programs.

#ifndef MAZURKA_BENCH_OUTPUT_H
#define MAZURKA_BENCH_OUTPUT_H

#include "measure.h"

#include <stdio.h>

// One cell as one line, with a title where a table begins.
void output_line(const struct measured *cell);

void output_markdown(const struct measurements *all, const char *where,
                     FILE *out);
// To be freed with memory_free.
char *output_json(const struct measurements *all, const char *where);

#endif
