// SPDX-License-Identifier: Apache-2.0
// Steps: the pending operation of a thread happens, and the thread runs on
// until it parks again; so do those that it creates, and those who wait for its
// end.

#ifndef MAZURKA_MACHINE_NATIVE_STEP_H
#define MAZURKA_MACHINE_NATIVE_STEP_H

#include "machine/native/effect.h"
#include "machine/native/runtime_state.h"

// For the machine (machine.h).
const struct op *step_pending(struct machine *machine, unsigned thread);
bool step_enabled(struct machine *machine, unsigned thread);
void step_take(struct machine *machine, struct step step);

// As a step that is no operation: a thread that spins goes on to its next one.
// machine_goto undoes it.
void step_go_on(struct machine *machine, struct step step);

// Threads that were created in this step run to their first operation.
void step_run_newborn(void);
// A thread has run: has the last one ended, and what is left behind?
void step_look_for_leaks(const struct thread *thread);

__attribute__((noinline)) void step_decide_anew(struct thread *thread);

// How the operation of a thread that is parked would happen now.
static inline struct op *step_op(struct thread *t) {
    if (t->base.fast_path)
        t->base.op.old = *fast_path_word(&t->base.op);
    else if (native.decided != t)
        step_decide_anew(t);
    return &t->base.op;
}

static inline bool step_is_enabled(const struct thread *t) {
    if (t->base.status != THREAD_ALIVE)
        return false;
    return t->base.fast_path ? fast_path_enabled(t->base.fast_path, &t->base.op)
                             : effect_can_happen(&t->base.op, t->base.number);
}

// Does the detector of data races remember anything? If not, it is as it was
// at the start.
static inline bool step_remembers_accesses(void) {
    return native.c11 && native.race_candidates.any;
}

#endif
