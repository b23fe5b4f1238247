// SPDX-License-Identifier: Apache-2.0

#include "machine/native/goto.h"

#include "base/fault.h"
#include "machine/native/hide.h"
#include "machine/native/memory/heap.h"
#include "machine/native/state/states.h"
#include "machine/native/step.h"

#include <stdio.h>
#include <string.h>

void native_save(void *address, size_t size) {
    goto_save(address, size);
}

// Was all of it saved in this step?
static bool is_saved(const char *start, size_t size) {
    for (size_t i = 0; i < native.saved_large.count; i++) {
        const struct saved_range *range = &native.saved_large.at[i];
        if (start >= range->start && size <= range->size &&
            (size_t)(start - range->start) <= range->size - size)
            return true;
    }
    return false;
}

void goto_save_large(void *address, size_t size) {
    enum { PIECE = 1 << 30 };
    // Told states are read off the log.
    if (!native.settings.states &&
        (is_saved(address, size) ||
         (heap_owns(address) && heap_is_new(address))))
        return;
    vec_push(&native.saved_large, (struct saved_range){address, size});
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = size - done < PIECE ? size - done : PIECE;
        undo_save(&native.undo, (char *)address + done, piece);
    }
}

size_t native_step_now(void) {
    return native.taken.count;
}

void native_keeps(size_t size) {
    native.piece_end -= size < native.piece_end ? size : native.piece_end;
}

void native_save_quietly(void *address, size_t size) {
    undo_save_quietly(&native.undo, address, address, size);
}

void goto_undo_step(void) {
    const struct taken_step *last = &native.taken.at[--native.taken.count];
    invariant(last->undo != NOT_KEPT && last->undo <= native.undo.top);
    native.decided = NULL;
    native.thread[last->step.thread]->stack_copy.good = false;
    hide_undo(last->runs);
    undo_back(&native.undo, last->undo);
    native.base.living = last->living;
    if (native.settings.states)
        states_back(native.taken.count);
    if (step_remembers_accesses())
        c11_back(native.c11, last->c11);
}

// Globals again as they were at the start, for what was not saved.
static void restore_globals(void) {
    char *at = native.snapshot;
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        memcpy(g->address, at, g->size);
        at += g->size;
    }
}

void goto_take_snapshot(void) {
    size_t size = 0;
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        size += g->size;
    char *at = native.snapshot = memory_new(size, 1);
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        memcpy(at, g->address, g->size);
        at += g->size;
    }
}

size_t goto_common_prefix(const struct step *steps, size_t count) {
    size_t same = native.base.kept;
    invariant(same <= count && same <= native.taken.count);
    while (same < count && same < native.taken.count &&
           step_equals(steps[same], native.taken.at[same].step))
        same++;
    return same;
}

static void different(enum op_kind was, unsigned thread) {
    struct mishap *m = &native.base.mishap;
    *m = (struct mishap){.kind = FINDING_NONDETERMINISM, .thread = thread};
    const struct native_thread *t = &native.thread[thread]->base;
    m->site = t->op.site;
    snprintf(m->message, sizeof m->message,
             "the same schedule did something else: %s instead of %s",
             t->status == THREAD_ALIVE ? op_name((enum op_kind)t->op.kind)
                                       : "nothing",
             op_name(was));
}

// Take a step again; what it was before must be what it is now.
static bool step_again(struct machine *m, struct step next,
                       const struct taken_step *was) {
    struct thread *t = native.thread[next.thread];
    bool same = step_is_enabled(t);
    if (same && was) {
        const struct op *op = step_op(t);
        same = op->kind == was->kind && op->addr == was->addr;
    }
    if (!same) {
        static const struct taken_step unknown = {.kind = OP_CHOOSE};
        different((enum op_kind)(was ? was : &unknown)->kind, next.thread);
        return false;
    }
    machine_step(m, next);
    m->replayed++;
    const struct taken_step *now = &native.taken.at[native.taken.count - 1];
    if (was &&
        (now->next_addr != was->next_addr || now->hidden != was->hidden ||
         now->next_status != was->next_status)) {
        different((enum op_kind)was->next_kind, next.thread);
        return false;
    }
    return true;
}

void goto_steps(struct machine *m, const struct step *steps, size_t count) {
    size_t same = goto_common_prefix(steps, count);
    invariant(!native.running);
    VEC(struct taken_step) before = {0}; // to be compared with when run again
    bool again = native.uncontrolled || native.replay;
    size_t back = again ? 0 : checkpoint_before(same);
    if (back < same) {
        for (size_t i = 0; i < same; i++)
            vec_push(&before, native.taken.at[i]);
        same = back;
    }
    native.settings.show_output = false;
    native.decided = NULL;
    checkpoint_undo(same);
    if (again && native.snapshot) {
        restore_globals();
        files_rewind();
    }
    for (size_t i = same; i < count; i++)
        if (!step_again(m, steps[i], i < before.count ? &before.at[i] : NULL))
            break;
    vec_free(&before);
}
