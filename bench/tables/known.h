// SPDX-License-Identifier: Apache-2.0
// What an earlier run has measured: a long run that was interrupted can go on,
// and what is quick can be measured anew beside what takes hours.

#ifndef MAZURKA_BENCH_KNOWN_H
#define MAZURKA_BENCH_KNOWN_H

#include "measure.h"

// Take the outcomes of all cells that a file written by output_json has, and
// that were measured to their end with the same numbers of the paper. False if
// it cannot be read: `why`.
bool known_take(struct measurements *all, const char *path, const char **why);

#endif
