// SPDX-License-Identifier: Apache-2.0

#include "machine/native/step.h"

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/memory/heap.h"
#include "machine/native/findings.h"
#include "machine/native/park.h"
#include "machine/native/threads.h"

// What a thread has waited for when it ends is waited for by who joins it, too.
static void decide_join(struct thread *self, struct op *op) {
    const struct thread *other = native.thread[op->target];
    op->joined = self->joined;
    if (other->base.status == THREAD_ENDED && other->base.holder == op->arg2)
        op->joined |= other->joined;
}

__attribute__((noinline)) void step_decide_anew(struct thread *t) {
    t->base.op.choice = 0;
    if (t->base.op.kind == OP_JOIN)
        decide_join(t, &t->base.op);
    effect_decide(&t->base.op);
    if (native.base.graphs && op_is_access(&t->base.op))
        t->base.op.mode = OP_IGNORES;
    native.decided = t;
}

const struct op *step_pending(struct machine *m, unsigned thread) {
    (void)m;
    struct thread *t = native.thread[thread];
    return t->base.status == THREAD_ALIVE ? step_op(t) : NULL;
}

bool step_enabled(struct machine *m, unsigned thread) {
    (void)m;
    return step_is_enabled(native.thread[thread]) && !native.unsupported;
}

// What a step can change of the thread itself, apart from memory. So much, if it
// is all.
static uint32_t save_thread(struct thread *t) {
    size_t mark = native.undo.top;
    _Static_assert(THREAD_PIECE < offsetof(struct thread, base.op) &&
                       offsetof(struct thread, base.op) <
                           offsetof(struct thread, locals_top) &&
                       (int)THREAD_PIECE_SIZE == UNDO_PIECE,
                   "one piece");
    stack_copy_before(&t->stack_copy, &t->fiber, &native.undo,
                      (char *)t + THREAD_PIECE, THREAD_PIECE_SIZE);
    if (native.settings.states)
        native_save_quietly(&t->local, offsetof(struct thread, stack_copy) -
                                           offsetof(struct thread, local));
    return t->stack_copy.mirror ? 0 : (uint32_t)(native.undo.top - mark);
}

void step_run_newborn(void) {
    for (size_t i = 0; i < native.newborn.count; i++)
        park_resume(native.thread[native.newborn.at[i]]);
    native.newborn.count = 0;
}

// Nobody frees anything on the way to a failure; but a number is none.
void step_look_for_leaks(const struct thread *t) {
    enum finding_kind kind = machine_mishap_kind(&native.base);
    if (t->base.status == THREAD_ENDED &&
        (!kind || kind == FINDING_EXIT_STATUS) && !native.base.living &&
        !heap_is_empty())
        findings_look_for_leaks();
}

// A thread whose operation has happened, and whose state is saved, runs on. In
// line, because after a switch of stacks the processor mispredicts every return
// to a caller.
__attribute__((always_inline)) static inline void run_on(struct thread *t) {
    uint32_t before = t->hidden;
    native.hides_now = native.hides || native.hides_joins;
    park_resume(t);
    if (native.weak.lost.count)
        weak_memory_put_back();
    native.hides_now = false;
    stack_copy_after(&t->stack_copy, &t->fiber, &native.undo,
                     t->base.status == THREAD_ALIVE);
    if (t->hidden == before)
        return;
    vec_push(&native.hidden,
             (struct hidden){t->base.number, t->hidden - before});
    native.base.hidden += t->hidden - before;
    native.base.hidden_now += t->hidden - before;
}

// Those who have waited for the end of a thread that has ended in this step run
// on, which may end further ones.
static void run_unblocked(void) {
    while (native.unblocked) {
        struct thread *t = native.thread[__builtin_ctzll(native.unblocked)];
        native.unblocked &= native.unblocked - 1;
        save_thread(t);
        run_on(t);
    }
}

// What `taken` says of a step before it is taken.
static inline void begin_step(struct step step, size_t mark, uint32_t saved,
                              const struct op *op) {
    vec_reserve(&native.taken, native.taken.count + 1);
    struct taken_step *taken = &native.taken.at[native.taken.count++];
    taken->step = step;
    taken->undo = mark;
    taken->saved = saved;
    taken->living = native.base.living;
    taken->runs = native.hidden.count;
    taken->c11 = step_remembers_accesses() ? c11_mark(native.c11) : 0;
    taken->kind = op->kind;
    taken->mode = op->mode;
    taken->update = op->update;
    taken->effect = EFFECT_NONE;
    taken->size = op->size;
    taken->addr = op->addr;
    native.saved_large.count = 0;
    if (native.settings.record)
        recording_begin(step.thread);
}

// And after it: where it has led its thread, with so many that were hidden.
static inline void end_step(const struct thread *t, uint64_t hidden) {
    struct taken_step *taken = &native.taken.at[native.taken.count - 1];
    taken->next_kind = t->base.op.kind;
    taken->next_addr = t->base.op.addr;
    taken->next_status = (uint8_t)t->base.status;
    taken->hidden = (uint32_t)hidden;
}

// A thread whose await finds otherwise goes no further.
static bool waits_in_vain(const struct thread *t, struct step step) {
    struct op op = t->base.op;
    if (!op_is_await(&op) || !op_is_access(&op))
        return false;
    effect_decide(&op);
    weak_memory_decide(&op, step.choice);
    if (op_enabled(&op, op.old))
        return false;
    begin_step(step, native.undo.top, 0, &op);
    native_save_quietly(&native.weak.failed, sizeof native.weak.failed);
    native.weak.failed |= 1ull << step.thread;
    weak_memory_take(&op, step.choice);
    native.decided = NULL;
    end_step(t, 0);
    return true;
}

static void take_effect(struct thread *t, struct op *op, struct step step) {
    if (native.base.graphs && op_is_access(op))
        weak_memory_take(op, step.choice);
    else
        effect_take_of(t);
}

static void take_step(struct machine *m, struct step step) {
    struct thread *t = native.thread[step.thread];
    expensive(!native.running && !native.newborn.count);
    expensive(step_is_enabled(t));
    if (native.undo.top >= native.piece_end)
        checkpoint_begin();
    if (m->graphs && waits_in_vain(t, step))
        return;
    size_t mark = native.undo.top;
    // First: who reads a whole that was just written in parts has to wait until
    // these have left the store buffer.
    uint32_t saved = save_thread(t);
    struct op *op = step_op(t);
    if (m->graphs)
        weak_memory_decide(op, step.choice);
    begin_step(step, mark, saved, op);
    if (t->rounds.used)
        effect_note(native.taken.count - 1, op);
    op->choice = step.choice;
    native.decided = NULL;
    take_effect(t, op, step);
    t->hidden = 0;
    t->joined = 0;
    uint64_t hidden = m->hidden;
    run_on(t);
    if (native.newborn.count)
        step_run_newborn();
    run_unblocked();
    end_step(t, m->hidden - hidden);
    expensive(threads_are_sound());
    step_look_for_leaks(t);
}

void step_go_on(struct machine *m, struct step step) {
    struct thread *t = native.thread[step.thread];
    invariant(t->base.status == THREAD_SPINS);
    size_t mark = native.undo.top;
    uint32_t saved = save_thread(t);
    begin_step(step, mark, saved, &t->base.op);
    native.decided = NULL;
    uint64_t hidden = m->hidden;
    run_on(t);
    end_step(t, m->hidden - hidden);
}

// There are new race candidates, of which the history knows nothing yet: run
// the execution again. What this costs in all must stay a small part of the
// search.
static void catch_up(struct machine *m) {
    size_t count = native.taken.count;
    bool replay = native.replay, show = native.settings.show_output;
    uint64_t replayed = m->replayed;
    VEC(struct step) steps = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&steps, native.taken.at[i].step);
    native.steps_run_again += count;
    if (native.steps_run_again > 1000 + native.steps_taken / 4)
        race_candidates_all(&native.race_candidates);
    native.race_candidates.behind = false;
    native.replay = true;
    machine_goto_keeping(m, steps.at, count, count);
    native.replay = replay;
    native.settings.show_output = show;
    m->replayed = replayed;
    vec_free(&steps);
}

void step_take(struct machine *m, struct step step) {
    native.steps_taken++;
    take_step(m, step);
    if (native.race_candidates.behind)
        catch_up(m);
}
