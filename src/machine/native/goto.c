// SPDX-License-Identifier: Apache-2.0

#include "machine/native/goto.h"

#include "base/fault.h"
#include "machine/native/hide.h"
#include "machine/native/memory/heap.h"
#include "machine/native/state/states.h"
#include "machine/native/step.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

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

// Of a thread that has taken several of the steps, what the first one saved is
// all of it that comes back: the rest of it is left out. Whose they are.
static uint64_t undo_memory(size_t step) {
    struct taken_step *taken = native.taken.at;
    size_t top = native.undo.top, count = native.taken.count;
    uint64_t threads = 0;
    for (size_t i = step; i < count; i++) {
        uint64_t bit = 1ull << taken[i].step.thread;
        taken[i].again = threads & bit;
        threads |= bit;
    }
    for (size_t i = count; i-- > step;) {
        size_t left_out = taken[i].again ? taken[i].saved : 0;
        if (!left_out && i > step)
            continue;
        undo_restore(&native.undo, top, taken[i].undo + left_out);
        top = taken[i].undo;
    }
    native.undo.top = top;
    return threads;
}

void goto_undo_from(size_t step) {
    if (step == native.taken.count)
        return;
    const struct taken_step *first = &native.taken.at[step];
    invariant(step < native.taken.count && first->undo <= native.undo.top);
    native.decided = NULL;
    hide_undo(first->runs);
    for (uint64_t left = undo_memory(step); left; left &= left - 1)
        native.thread[__builtin_ctzll(left)]->stack_copy.good = false;
    native.base.living = first->living;
    native.taken.count = step;
    if (native.settings.states)
        states_back(step);
    if (step_remembers_accesses())
        c11_back(native.c11, first->c11);
}

// ------------------------------------------------- after calls of others' code

// Can these bytes no longer be written? What the program and we have is there;
// what others have lent it may be gone.
static bool is_lost(const void *address, size_t size) {
    enum { PAGE = 4096 };
    uintptr_t a = (uintptr_t)address;
    if (heap_owns(address) || a >> 44 == 3 || // stacks
        a - native.memory_map.data <
            native.memory_map.data_end - native.memory_map.data)
        return false;
    for (uintptr_t at = a; at < a + size; at = (at | (PAGE - 1)) + 1) {
        char byte;
        struct iovec here = {&byte, 1}, there = {(void *)at, 1};
        if (at / PAGE == native.known_page)
            continue;
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != 1 ||
            process_vm_writev(getpid(), &here, 1, &there, 1, 0) != 1)
            return errno == EFAULT;
        native.known_page = at / PAGE;
    }
    return false;
}

static void forget_what_is_lost(void) {
    native.known_page = 0;
    undo_leave_out(&native.undo, 0, is_lost);
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
    struct mishap *m = &native.base.mishaps.at[0];
    native.base.mishaps.count = 1;
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
        const struct op *op = m->graphs ? weak_memory_chosen(m, next)
                                        : step_op(t);
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
    if (native.settings.show_output && native.settings.files_write)
        native_files_note();
    native.settings.show_output = false;
    native.decided = NULL;
    if (native.uncontrolled)
        forget_what_is_lost();
    checkpoint_undo(same);
    if (again && native.started) {
        globals_restore(&native.globals);
        files_rewind();
    }
    for (size_t i = same; i < count; i++)
        if (!step_again(m, steps[i], i < before.count ? &before.at[i] : NULL))
            break;
    vec_free(&before);
}
