// SPDX-License-Identifier: Apache-2.0
// The instructions, in two files: on memory, and on everything else.

#ifndef DIFFERENTIAL_WORLD_STEPS_H
#define DIFFERENTIAL_WORLD_STEPS_H

#include "world.h"

// One thread's instruction that is being executed.
struct stepping {
    struct interpreter *in;
    struct world *w;
    struct values *v;
    struct thread_values *me;
    unsigned thread, choice;
    const struct instruction *i;
};

typedef void step_function(struct stepping *s);
extern step_function *const memory_steps[INSTRUCTION_COUNT];
extern step_function *const object_steps[INSTRUCTION_COUNT];

// Something is wrong, and the thread goes no further, or it does.
void step_fails(struct stepping *s, enum wrong wrong);
void step_is_wrong(struct stepping *s, enum wrong wrong);

static inline void step_result(struct stepping *s, int64_t value) {
    if (s->i->reg >= 0)
        s->me->reg[s->i->reg] = value;
}

// The constant, and a register's value if there is one.
static inline int64_t step_operand(const struct stepping *s) {
    uint64_t k = (uint64_t)s->i->k;
    return (int64_t)(s->i->from < 0 ? k : k + (uint64_t)s->me->reg[s->i->from]);
}

#endif
