// SPDX-License-Identifier: Apache-2.0

#include "machine/native/park.h"

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/hide.h"
#include "machine/native/native_machine.h"
#include "machine/native/findings.h"
#include "machine/native/section_steps.h"

_Noreturn void park_leave(enum thread_status status) {
    struct thread *self = native.running;
    invariant(status != THREAD_ALIVE && status != THREAD_UNBORN);
    self->base.status = status;
    if (status == THREAD_ENDED) {
        if (!self->base.exits)
            native.unblocked |= self->base.awaited_by;
        native.base.living &= ~(1ull << self->base.number);
    }
    if (native.settings.states)
        states_forget_thread(&self->base);
    park_until_resumed(self);
    fault("a thread that had ended went on");
}

_Noreturn void native_end_thread(void) {
    if (native.running->base.held)
        findings_note_held();
    park_leave(THREAD_ENDED);
}

_Noreturn void native_stuck(void) {
    park_leave(THREAD_STUCK);
}

_Noreturn void native_limit(enum limit limit) {
    struct native_thread *self = native_self();
    self->site = native_at();
    self->limit = limit;
    invariant(limit != NO_LIMIT);
    park_leave(THREAD_CUT);
}

void native_bounded(enum limit limit) {
    native.base.bound = limit;
}

// Who exits after somebody else could have done so first: each number counts.
_Noreturn void native_exit(int status, const struct mz_site *site,
                           const char *printed) {
    if (!native.exited) {
        native_set(native.exited, true);
        native_set(native.base.ended, true);
    }
    if (status && *printed)
        native_report(FINDING_EXIT_STATUS, site,
                      "exit status %d, after printing \"%s\"", status, printed);
    else if (status)
        native_report(FINDING_EXIT_STATUS, site, "exit status %d", status);
    native_set(native_self()->exits, true);
    park_leave(THREAD_ENDED);
}

// Of a schedule that is replayed.
void park_last_step(void) {
    if (native.stop)
        __mz_replay_stop();
}

__attribute__((noinline)) void park_prepare(struct thread *self) {
    struct op *op = &self->base.op;
    invariant(!self->atomic);
    if (native.settings.record)
        recording_parks();
    self->loops = 0;
    effect_complete(op);
    op->joined = self->joined;
    self->base.fast_path = (uint8_t)fast_path_of(op);
}

void native_visible(struct op *op) {
    struct thread *self = native.running;
    if (self->atomic) {
        section_steps_do(op);
        return;
    }
    if (native.has_sections)
        section_steps_outside(op);
    if (native.hides && op->addr)
        hide_share(op);
    park_with(self, op);
    if (op != &self->base.op)
        *op = self->base.op;
}

void native_last_step(uint64_t step, bool stop) {
    native.replays = true;
    native.last_step = step;
    native.stop = stop;
    race_candidates_all(&native.race_candidates); // nothing is run twice then
}

void native_replay_only(void) {
    native.replays = true;
}

bool native_replays(void) {
    return native.replays;
}

__attribute__((noipa)) void __mz_replay_stop(void) {
    __asm__ volatile(""); // something to stand on
}

__attribute__((noipa)) void __mz_found_stop(void) {
    __asm__ volatile("");
}

void *native_parked_at(unsigned thread) {
    const struct thread *t = native.thread[thread];
    return t ? t->fiber.sp : NULL;
}
