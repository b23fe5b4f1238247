// SPDX-License-Identifier: Apache-2.0
// What a program is expected to do, as comments of its file.

#ifndef DIFFERENTIAL_EXPECTATION_H
#define DIFFERENTIAL_EXPECTATION_H

#include "interpret.h"

#include <stdio.h>

void expectation_print(FILE *out, const struct behaviour *behaviour);
// Takes one line of a file; others than those of an expectation are left.
void expectation_take(struct behaviour *behaviour, const char *line);

#endif
