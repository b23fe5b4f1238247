// SPDX-License-Identifier: Apache-2.0
// Data races of an execution: two accesses to one variable by different
// threads, one of them a write, not both atomic, of which none happens before
// the other by C's rules.

#ifndef MAZURKA_LITMUS_LITMUS_RACES_H
#define MAZURKA_LITMUS_LITMUS_RACES_H

#include "litmus/litmus_outcomes.h"

// Of a trace whose steps choose what is read (graph_choice).
bool litmus_races(const struct trace *trace, struct litmus_race *race);

#endif
