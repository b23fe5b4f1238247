// SPDX-License-Identifier: Apache-2.0
// What the benchmarks are told on the command line.

#ifndef MAZURKA_BENCH_ARGUMENT_H
#define MAZURKA_BENCH_ARGUMENT_H

// What follows "--name=" in a word, or NULL if the word is something else.
const char *argument_value(const char *word, const char *option);

#endif
