// SPDX-License-Identifier: Apache-2.0
// How large a search is, told long before it ends: a mean of random samples,
// each of which is right on average [Knuth, Estimating the efficiency of
// backtrack programs].
//
// A way down a tree that takes each branch with a chance p, and at its end is
// worth 1 / (p1 · p2 · …), is worth on average as much as there are ends. That
// holds for any chances, which may be learnt from earlier samples; good ones
// only make the samples differ less.

#ifndef MAZURKA_EXPLORE_ESTIMATE_H
#define MAZURKA_EXPLORE_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

// Where randomness comes from; always the same numbers.
struct estimate_random {
    uint64_t state;
};

unsigned estimate_pick(struct estimate_random *random, unsigned count);
double estimate_uniform(struct estimate_random *random); // in [0, 1)

struct samples {
    uint64_t count;
    double sum, squares;
};

void samples_add(struct samples *samples, double sample);
double samples_mean(const struct samples *samples);

// Plain data: it is sent from process to process. All in executions.
struct estimate {
    double total;     // 0: nothing is known
    double low, high; // between these with some confidence
    // If more than twice as many are done as were thought possible, nothing is
    // known: what was thought. A loop may go round as often as others let it.
    double refuted;
};

// From samples of the whole search. Another estimate of the same that is larger
// makes it less certain: rare large samples are what is missed most easily.
struct estimate estimate_from(const struct samples *samples, double other);
// The same search has come this far, so it is no smaller; of what was sampled,
// `each` takes that many executions.
void estimate_adapt(struct estimate *estimate, double done, double each);

#endif
