// SPDX-License-Identifier: Apache-2.0
// What lies below the branches of a random walk, as far as earlier walks have
// shown it: how many classes begin with each. Two things are learnt:
//
//   values  below what all threads have done so far, and who sleeps there. Two
//           states that look the same need not be: it is a guess
//   rests   how often a thread that was put to sleep before an operation was
//           woken. If it never is, nothing lies below: what is not known has
//           that as its value, compared with its neighbours
//
// Whatever is guessed, estimates are right on average: a guess only says how
// often to go there.

#ifndef MAZURKA_EXPLORE_WALK_WORTH_H
#define MAZURKA_EXPLORE_WALK_WORTH_H

#include "base/table.h"
#include "explore/trace/trace.h"

struct worth_value {
    uint64_t key;
    double value;
};

struct worth_rest {
    uint64_t key;
    uint32_t slept, woken;
};

struct worth {
    TABLE(struct worth_value) values;
    TABLE(struct worth_rest) rests;
};

// One of several ways to go on.
struct way {
    uint64_t key; // of what it leads to
    double woken; // the chance that those wake up whom it puts to sleep
    double value; // of what lies below: worth_expect
};

void worth_free(struct worth *worth);

uint64_t worth_hash(uint64_t number);
// A key that stands for a thread at an operation.
uint64_t worth_rest_key(uint32_t thread, const struct op *op);
double worth_wakes(const struct worth *worth, uint64_t rest);
void worth_rested(struct worth *worth, uint64_t rest, bool woken);

// Set the values of ways that exclude each other; their sum.
double worth_expect(const struct worth *worth, struct way *ways, size_t count);
// So much was found below a way, or is expected there now.
void worth_learn(struct worth *worth, const struct way *way, double value);

#endif
