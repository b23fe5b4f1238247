// SPDX-License-Identifier: Apache-2.0
// Conditions on final states: `0:r0=0 /\ (x=1 \/ ~ y=2)`.

#ifndef MAZURKA_LITMUS_LITMUS_CONDITION_H
#define MAZURKA_LITMUS_LITMUS_CONDITION_H

#include "base/text.h"
#include "litmus/litmus.h"

// The value of a place in the final state that is asked for.
typedef int64_t litmus_value(void *context, struct litmus_place place);

bool litmus_holds(const struct litmus *litmus, uint32_t node,
                  litmus_value *value, void *context);

// As herd writes them, without brackets around the whole. `program` has the
// names.
void litmus_node_text(const struct litmus *litmus, uint32_t node,
                      const struct model_program *program, struct text *text);
void litmus_place_text(struct litmus_place place,
                       const struct model_program *program, struct text *text);
void litmus_value_text(int64_t value, const struct model_program *program,
                       struct text *text);

#endif
