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
// Which builds, as bits.
enum { EVERY_BUILD = (1 << BUILD_COUNT) - 1 };
bool build_together(const struct tool *tool, struct program *const *programs,
                    unsigned count, const char *name, unsigned builds,
                    struct built *built);
// All builds of a file, or some.
bool build_file(const struct tool *tool, const char *source, const char *name,
                unsigned builds, struct built *built);

#endif
