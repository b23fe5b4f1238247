// SPDX-License-Identifier: Apache-2.0
// A smaller program with the same disagreement.

#ifndef DIFFERENTIAL_SHRINK_H
#define DIFFERENTIAL_SHRINK_H

#include "compare.h"

// Replaces *program.
void shrink(const struct tool *tool, const struct configuration *configuration,
            enum disagreement disagreement, struct program **program);

// Compile programs, at most MOST_TOGETHER, in one file.
enum { MOST_TOGETHER = 50 };
enum builds { BUILD_PLAIN = 1, BUILD_STATES = 2, BUILD_BOTH = 3 };
bool build_together(const struct tool *tool, struct program *const *programs,
                    unsigned count, const char *name, enum builds builds,
                    struct built *built);

#endif
