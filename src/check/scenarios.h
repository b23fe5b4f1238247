// SPDX-License-Identifier: Apache-2.0
// The check of a program that has several scenarios (mz_run): each is searched
// and reported by itself, one after the other, and then all are one result.
//
//     scenarios_add    what the check has come to is a scenario's, and is put
//                      aside; the check is as if it had not begun
//     scenarios_end    the check's report is that of all of them
//
// Counts are sums; findings are numbered on, and the numbers of executions too.

#ifndef MAZURKA_CHECK_SCENARIOS_H
#define MAZURKA_CHECK_SCENARIOS_H

#include "check/check.h"

struct scenarios {
    struct search_result sum;
    VEC(char *) traces;
    VEC(cJSON *) stories;
    VEC(struct finding) unconfirmed;
    VEC(struct outside) outside, trusted;
    VEC(struct scenario_report) reports;
    uint64_t peak_kib;
    char *graph, *tree;
    bool tree_of_finding;
};

// Executions of those that were added.
uint64_t scenarios_total(const struct scenarios *all);
// `it.name` "": main alone, after the last one; it is only added if there is
// something to be said of it.
void scenarios_add(struct scenarios *all, struct check *check,
                   struct scenario it);
void scenarios_end(struct scenarios *all, struct check *check);

#endif
