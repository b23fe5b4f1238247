// SPDX-License-Identifier: Apache-2.0
// What the executions of a litmus test come to: its final states, and how many
// executions satisfy the condition. Told as herd tells it.

#ifndef MAZURKA_LITMUS_LITMUS_OUTCOMES_H
#define MAZURKA_LITMUS_LITMUS_OUTCOMES_H

#include "explore/trace/trace.h"
#include "litmus/litmus.h"

#include <stdio.h>

struct litmus_outcomes {
    const struct litmus *litmus;
    bool races_count;            // is there a happens-before to tell them by?
    VEC(int64_t) states;         // rows of what is told, each once, sorted
    uint64_t positive, negative; // executions that satisfy it, or not
    uint64_t first_negative, first_positive; // number, from 1; 0: none
    uint64_t races;                          // executions that have one
    struct litmus_race {
        unsigned line, other; // of the first one
    } race;
};

// An execution is over: the machine stands at its end.
void litmus_outcome(struct litmus_outcomes *outcomes, const struct trace *trace,
                    uint64_t number);
// Does the condition hold as it is written, of all that was seen?
bool litmus_is_ok(const struct litmus_outcomes *outcomes);
// All lines, from Test to Observation.
void litmus_print(const struct litmus_outcomes *outcomes,
                  const struct model_program *program, FILE *out);
void litmus_outcomes_free(struct litmus_outcomes *outcomes);

#endif
