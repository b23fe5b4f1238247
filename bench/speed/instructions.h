// SPDX-License-Identifier: Apache-2.0
// How many instructions a search takes, counted by valgrind's callgrind: the
// same on every run, so that a change of speed is seen on a noisy machine.

#ifndef MAZURKA_BENCH_INSTRUCTIONS_H
#define MAZURKA_BENCH_INSTRUCTIONS_H

#include "measure.h"

// Count for every cell that is selected, print, and write a line of
// tab-separated values for each to `file` (if not NULL); beside each, the
// change since `against` (if not NULL), a file of an earlier run. The exit
// code.
int instructions_run(struct measurements *all, const struct measuring *how,
                     struct workshop *shop, const char *file,
                     const char *against);

#endif
