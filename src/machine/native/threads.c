// SPDX-License-Identifier: Apache-2.0

#include "machine/native/threads.h"

#include "base/fault.h"
#include "machine/native/goto.h"
#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"
#include "machine/native/state/states.h"

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

// Thread-local variables have redzones, too, which stay where they are.
static void mark_variables(struct fiber *f) {
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        if (!g->thread_local_ || !g->redzone)
            continue;
        char *start = f->locals + ((char *)g->address - __start_mz_tls);
        invariant((start - f->locals) % FIBER_GRAIN == 0);
        fiber_mark(f, start, start, g->size, start + g->size + g->redzone);
    }
}

struct thread *threads_new(unsigned number) {
    require(number < NATIVE_MOST_THREADS && !native.thread[number]);
    struct thread *t = memory_new(1, sizeof *t);
    t->base.number = number;
    t->creator = NOBODY;
    if (!fiber_reserve(&t->fiber, number)) {
        memory_free(t);
        if (!native.running)
            fault("no room for a stack");
        native_limit(LIMIT_THREADS);
    }
    mark_variables(&t->fiber);
    native.thread[number] = t;
    if (number >= native.base.threads)
        native.base.threads = number + 1;
    return t;
}

// --------------------------------------------------------- numbers and names
//
// A thread has a row of places for those that it creates, and each place has a
// number, given out when it is first used and kept for ever. A new thread takes
// the first place that is free. It becomes free again when its creator joins the
// thread there, and not when somebody else does: only what a thread itself has
// done before decides which number the next one has that it creates, so that
// this is the same in every schedule.
//
//   main creates a, b; joins a; creates c         number 1   number 2
//   place 0: a ──┤joined├── c                        a          b
//   place 1:     b ─────────                         c          b
//
// Whoever ends with a lock keeps its number, which is in the lock.

static void give_number(struct thread *creator, unsigned place,
                        unsigned number) {
    creator->child[place] = number;
    native.thread[number]->creator = creator->base.number;
    native.thread[number]->place = place;
}

// The first children of main have numbers that nobody has before or after them,
// as long as there are so few: then what is known of a thread by its number (who
// races with whom, explore/order.h) is known of one thread alone. Events of an
// execution graph are put into another order, in which a thread that has a number
// again could come before the one that had it: there nobody has one again.
enum { OWN_NUMBERS = 16 };

// Does somebody have this number of a child?
static bool is_taken(unsigned number) {
    const struct native_thread *t = &native.thread[number]->base;
    return number && t->status != THREAD_UNBORN &&
           t->joined != JOINED_BY_CREATOR;
}

unsigned native_next_child(void) {
    struct thread *self = native.running;
    bool own = native.base.graphs ||
               (self->base.number == 0 && self->base.children < OWN_NUMBERS);
    unsigned place = own ? (unsigned)self->base.children : 0;
    while (place < NATIVE_MOST_THREADS && is_taken(self->child[place]))
        place++;
    if (place == NATIVE_MOST_THREADS)
        return NATIVE_MOST_THREADS;
    if (!self->child[place]) {
        unsigned number = native.base.threads;
        if (number == NATIVE_MOST_THREADS)
            return NATIVE_MOST_THREADS;
        threads_new(number);
        give_number(self, place, number);
    }
    return self->child[place];
}

void threads_number(struct machine *m, unsigned creator, unsigned number) {
    (void)m;
    if (creator >= native.base.threads || !number ||
        number >= NATIVE_MOST_THREADS)
        return;
    struct thread *above = native.thread[creator];
    unsigned place = 0;
    while (place < NATIVE_MOST_THREADS && above->child[place])
        place++;
    for (unsigned i = native.base.threads; i <= number; i++)
        threads_new(i);
    if (place < NATIVE_MOST_THREADS &&
        native.thread[number]->creator == NOBODY)
        give_number(above, place, number);
}

// One that is too long is shortened, and still nobody else's. (Most are short,
// and printf takes longer than all else about a new thread.)
static void name_child(struct thread *child, const struct thread *creator) {
    char name[sizeof child->base.name];
    unsigned long k = creator->base.children;
    size_t length = strlen(creator->base.name);
    if (length + 4 <= sizeof name && k < 100) {
        memcpy(name, creator->base.name, length);
        name[length++] = '/';
        if (k >= 10)
            name[length++] = (char)('0' + k / 10);
        name[length++] = (char)('0' + k % 10);
        name[length] = '\0';
    } else if (snprintf(name, sizeof name, "%s/%lu", creator->base.name, k) >=
               (int)sizeof name) {
        snprintf(name, sizeof name, "%.24s…/%lu#%u", creator->base.name, k,
                 child->base.number);
    }
    if (strcmp(name, child->base.name) == 0)
        return;
    native_save_quietly(child->base.name, sizeof child->base.name);
    strcpy(child->base.name, name);
}

// -------------------------------------------------------------- who had it

static void note_former(struct thread *t) {
    unsigned holder = t->base.holder;
    if (holder < t->former.count)
        memory_free(t->former.at[holder].name); // of another execution
    else
        vec_push(&t->former, (struct former_holder){0});
    t->former.at[holder] = (struct former_holder){
        memory_text(t->base.name, strlen(t->base.name)),
        native.c11 ? c11_epoch(native.c11, t->base.number) : 0};
}

const char *native_name_of(unsigned who) {
    unsigned holder = who / NATIVE_MOST_THREADS;
    const struct thread *t = native.thread[who % NATIVE_MOST_THREADS];
    if (!t || holder > t->base.holder)
        return NULL;
    return holder == t->base.holder ? t->base.name : t->former.at[holder].name;
}

const char *native_name_then(unsigned number, uint32_t epoch) {
    const struct thread *t = native.thread[number];
    for (unsigned i = 0; i < t->base.holder; i++)
        if (epoch < t->former.at[i].end)
            return t->former.at[i].name;
    return t->base.name;
}

// -------------------------------------------------------------------- birth

static size_t tls_size(void) {
    return __start_mz_tls ? (size_t)(__stop_mz_tls - __start_mz_tls) : 0;
}

static __attribute__((noinline)) _Noreturn void returned(void *result) {
    struct thread *self = native.running;
    if (result) // else it is NULL already
        goto_set(self->base.result, result);
    native_thread_returns();
    native_end_thread();
}

// Where a fiber begins: in the start function of its thread. (Its frame is
// saved with every step, so there is nothing in it.)
static void entry(void) {
    const struct native_thread *self = &native.running->base;
    returned(self->start_c11
                 ? (void *)(intptr_t)self->start_c11(self->argument)
                 : self->start(self->argument));
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
    if (tls && t->base.holder)
        goto_save(t->fiber.locals, tls);
    else if (tls)
        native_memory_begins(t->fiber.locals, tls);
    if (tls)
        memcpy(t->fiber.locals, __start_mz_tls, tls_size());
    t->local = (struct state){0};
    t->locals_top = t->fiber.locals + tls;
    if (!t->base.holder) // else what others have left there is to be kept
        t->locals_high = t->locals_top;
    t->loops = t->atomic = 0;
    t->hidden = 0;
    t->joined = 0;
    t->rounds = (struct loop_rounds){0};
    fiber_prepare(&t->fiber, entry);
}

// Another has had the number: all that it has left behind is kept, for those who
// go back to when it lived. What is part of the program's state (states.h) is
// cleared aloud.
static void succeed(struct thread *t) {
    struct native_thread *base = &t->base;
    char *bottom = t->fiber.locals + ((tls_size() + 63) & ~(size_t)63);
    note_former(t);
    native_save_quietly(&base->start, offsetof(struct native_thread, keys) -
                                          offsetof(struct native_thread, start));
    native_save_quietly(&base->site, offsetof(struct native_thread, status) -
                                         offsetof(struct native_thread, site));
    native_save_quietly((char *)t + THREAD_PIECE, THREAD_PIECE_SIZE);
    native_save_quietly(&t->local, offsetof(struct thread, stack_copy) -
                                       offsetof(struct thread, local));
    if (t->rounds.used)
        native_save_quietly(&t->rounds,
                            offsetof(struct loop_rounds, at) +
                                t->rounds.used * sizeof *t->rounds.at);
    if (t->stack_copy.mirror) // of its stack, only what changed was kept
        native_save_quietly(t->fiber.sp,
                            (size_t)(t->fiber.top - (char *)t->fiber.sp));
    t->stack_copy.good = false;
    t->stack_copy.before = NULL;
    if (t->locals_top > bottom) // it has left by pthread_exit
        native_memory_ends(bottom, (size_t)(t->locals_top - bottom));
    goto_set(base->holder, base->holder + 1);
    goto_set(base->joined, NOT_JOINED);
    if (base->result)
        goto_set(base->result, NULL);
    states_forget_thread(base);
}

struct native_thread *native_spawn(void *(*start)(void *), int (*c11)(void *),
                                   void *argument) {
    unsigned number = native_next_child();
    if (number == NATIVE_MOST_THREADS)
        return NULL;
    struct thread *t = native.thread[number], *self = native.running;
    native_save_quietly(&self->base.children, sizeof self->base.children);
    self->base.children++;
    if (native_is_alone())
        goto_set(native.phase, native.phase + 1);
    goto_set(native.unjoined, native.unjoined + 1);
    invariant(t->base.status == THREAD_UNBORN ||
              (t->base.status == THREAD_ENDED && t->base.joined));
    if (t->base.status == THREAD_ENDED)
        succeed(t);
    name_child(t, self);
    native_save_quietly(&t->base.status, sizeof t->base.status);
    t->base.status = THREAD_ALIVE;
    native.base.living |= 1ull << number;
    // An unborn thread has no state of its own: no need to save the rest.
    t->base.start = start;
    t->base.start_c11 = c11;
    t->base.argument = argument;
    t->base.result = NULL;
    t->base.children = 0;
    t->base.detached = false;
    t->base.joined = NOT_JOINED;
    t->base.woke_by_itself = false;
    t->base.error = 0;
    t->base.held = t->base.timeouts = 0;
    t->base.awaited_by = 0;
    t->base.locks = 0;
    for (unsigned i = 0; i < library.keys.end; i++)
        if (t->base.keys[i]) // of a thread that had its number before
            goto_set(t->base.keys[i], NULL);
    thread_time_inherit(number);
    threads_prepare(t);
    vec_push(&native.newborn, number);
    return &t->base;
}

void native_joined(struct native_thread *joined) {
    struct thread *self = native.running, *t = native.thread[joined->number];
    bool vacant = t->creator == self->base.number && !joined->held;
    goto_set(joined->joined, vacant ? JOINED_BY_CREATOR : JOINED);
    goto_set(native.unjoined, native.unjoined - 1);
    thread_time_join(joined->number);
}
