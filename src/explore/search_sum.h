// SPDX-License-Identifier: Apache-2.0
// What several searches have come to, as if one had: searches of other
// scenarios, or of parts of the same program.
//
// Parts stand in the order in which one process would explore them: then the
// first finding of all, and the execution that shows it, are those of a search
// that was not divided.

#ifndef MAZURKA_EXPLORE_SEARCH_SUM_H
#define MAZURKA_EXPLORE_SEARCH_SUM_H

#include "explore/search.h"

// Counts and times are added, the largest of what is largest stays, and of
// reasons the first.
void search_sum_add(struct search_result *sum, const struct search_result *r);
// The same for the next part of one search: what was found before is known, and
// its executions come after those of the sum. The findings, with their
// schedules, are the sum's from now on.
void search_sum_add_part(struct search_result *sum, struct search_result *part);

#endif
