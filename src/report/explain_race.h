// SPDX-License-Identifier: Apache-2.0
// A data race in sentences: what it is about, both accesses, and what there is
// between their threads that does not order them.
//
//   data race on ring[h % 2] (int, 4 bytes, ring)
//
//     main/1  writes  ring.c:11  ring[h % 2] = v;     holding nothing
//     main/2  reads   ring.c:17  *v = ring[t % 2];    holding nothing
//
//     Nothing orders the two: no lock that both of them hold. main/2 has read
//     at ring.c:16 what main/1 wrote at ring.c:10, which comes before
//     ring.c:11.

#ifndef MAZURKA_REPORT_EXPLAIN_RACE_H
#define MAZURKA_REPORT_EXPLAIN_RACE_H

#include "report/slice.h"

void explain_race_title(const struct story *story, const struct mishap *mishap,
                        struct text *text);
void explain_race(const struct story *story, const struct mishap *mishap,
                  struct text *text);

#endif
