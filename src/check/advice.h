// SPDX-License-Identifier: Apache-2.0
// What to try next when a search was not finished: options that there are, for
// this program and this command, the most promising ones first.

#ifndef MAZURKA_CHECK_ADVICE_H
#define MAZURKA_CHECK_ADVICE_H

#include "check/check.h"

// A few lines, or nothing.
void advice_print(const struct check *check);

#endif
