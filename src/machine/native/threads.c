// SPDX-License-Identifier: Apache-2.0

#include "machine/native/threads.h"

#include "base/fault.h"
#include "machine/native/goto.h"
#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"

#include <stdio.h>
#include <string.h>

struct native_thread *native_self(void) {
    expensive(native.running);
    return &native.running->base;
}

struct native_thread *native_thread(unsigned number) {
    if (number >= NATIVE_MOST_THREADS || !native.thread[number])
        return NULL;
    return &native.thread[number]->base;
}

struct thread *threads_new(unsigned number) {
    require(number < NATIVE_MOST_THREADS && !native.thread[number]);
    struct thread *t = memory_new(1, sizeof *t);
    t->base.number = number;
    if (!fiber_reserve(&t->fiber, number))
        fault("no room for the stack of another thread");
    native.thread[number] = t;
    if (number >= native.base.threads)
        native.base.threads = number + 1;
    return t;
}

// Numbers are given out when a child is first seen and kept for ever: the k-th
// child of a thread has the same number in every schedule.
unsigned native_next_child(void) {
    struct thread *self = native.running;
    unsigned k = self->base.children;
    if (k >= NATIVE_MOST_THREADS)
        return NATIVE_MOST_THREADS;
    if (!self->child[k]) {
        if (native.base.threads == NATIVE_MOST_THREADS)
            return NATIVE_MOST_THREADS;
        self->child[k] = native.base.threads;
        struct thread *child = threads_new(native.base.threads);
        snprintf(child->base.name, sizeof child->base.name, "%.40s/%u",
                 self->base.name, k + 1);
    }
    return self->child[k];
}

static size_t tls_size(void) {
    return __start_mz_tls ? (size_t)(__stop_mz_tls - __start_mz_tls) : 0;
}

// Where a fiber begins: in the start function of its thread.
static void entry(void) {
    struct thread *self = native.running;
    void *result;
    if (self->base.start_c11)
        result = (void *)(intptr_t)self->base.start_c11(self->base.argument);
    else
        result = self->base.start(self->base.argument);
    if (result) // else it is NULL already
        goto_set(self->base.result, result);
    native_thread_returns();
    native_end_thread();
}

bool threads_are_sound(void) {
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        if (!t || t->base.number != i)
            return false;
        enum thread_status status = t->base.status;
        bool lives = status != THREAD_UNBORN && status != THREAD_ENDED;
        if (lives != (native.base.living >> i & 1) ||
            (lives && (t->locals_top < t->fiber.locals ||
                       t->locals_top > t->fiber.locals_end)))
            return false;
    }
    return !native.running;
}

void threads_prepare(struct thread *t) {
    size_t tls = (tls_size() + 63) & ~(size_t)63;
    if (tls) {
        native_memory_begins(t->fiber.locals, tls);
        memcpy(t->fiber.locals, __start_mz_tls, tls_size());
    }
    t->local = (struct state){0};
    t->locals_top = t->locals_high = t->fiber.locals + tls;
    t->loops = t->atomic = 0;
    t->hidden = 0;
    t->joined = 0;
    t->rounds = (struct loop_rounds){0};
    fiber_prepare(&t->fiber, entry);
}

struct native_thread *native_spawn(void *(*start)(void *), int (*c11)(void *),
                                   void *argument) {
    unsigned number = native_next_child();
    if (number == NATIVE_MOST_THREADS)
        return NULL;
    struct thread *t = native.thread[number];
    invariant(t->base.status == THREAD_UNBORN);
    goto_set(native.running->base.children, native.running->base.children + 1);
    if (native_is_alone())
        goto_set(native.phase, native.phase + 1);
    goto_set(native.unjoined, native.unjoined + 1);
    native_save_quietly(&t->base.status, sizeof t->base.status);
    t->base.status = THREAD_ALIVE;
    native.base.living |= 1ull << number;
    // An unborn thread has no state of its own: no need to save the rest.
    t->base.start = start;
    t->base.start_c11 = c11;
    t->base.argument = argument;
    t->base.result = NULL;
    t->base.children = 0;
    t->base.detached = t->base.joined = false;
    t->base.woke_by_itself = false;
    t->base.error = 0;
    t->base.held = t->base.timeouts = 0;
    t->base.awaited_by = 0;
    t->base.locks = 0;
    for (unsigned i = 0; i < library.keys.end; i++)
        if (t->base.keys[i]) // of a thread that had its number before
            goto_set(t->base.keys[i], NULL);
    threads_prepare(t);
    vec_push(&native.newborn, number);
    return &t->base;
}

void native_joined(struct native_thread *t) {
    goto_set(t->joined, true);
    goto_set(native.unjoined, native.unjoined - 1);
}
