// SPDX-License-Identifier: Apache-2.0
// A search that is divided at random moments: its units are explored one by
// one, in any order, each from the start of the machine. Some are interrupted
// and taken up again, some given away as a whole.

#ifndef MAZURKA_TESTS_IN_PARTS_H
#define MAZURKA_TESTS_IN_PARTS_H

#include "explore/search.h"

// The observer sees all executions of all parts; `begins` is told when what was
// seen so far does not count. False: there were more executions than allowed, or
// a unit did not fit, which is printed.
bool search_in_parts(struct machine *machine,
                     const struct search_options *options,
                     const struct search_observer *observer, uint64_t seed);

// How often something happened, in all searches of the process.
struct in_parts_statistics {
    uint64_t searches, units, interrupted, restarts, disagreed, refused;
};
const struct in_parts_statistics *in_parts_statistics(void);

#endif
