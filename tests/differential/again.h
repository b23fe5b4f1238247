// SPDX-License-Identifier: Apache-2.0
// Programs that were found before: is the disagreement still there? What was
// expected stands at the head of the file (expectation.h).

#ifndef DIFFERENTIAL_AGAIN_H
#define DIFFERENTIAL_AGAIN_H

#include "compare.h"

// How many configurations disagree that are named in the file; they are
// printed.
unsigned again_check(const struct tool *tool, const char *path);

#endif
