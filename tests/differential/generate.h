// SPDX-License-Identifier: Apache-2.0
// Random programs.

#ifndef DIFFERENTIAL_GENERATE_H
#define DIFFERENTIAL_GENERATE_H

#include "language.h"

enum { EVERY_FEATURE = (1 << FEATURE_COUNT) - 1 };

// The program for a seed: always the same. It draws from some of the features
// `with` (bits by enum feature), and from all of those in `always`.
struct program *generate(uint64_t seed, unsigned with, unsigned always);

#endif
