// SPDX-License-Identifier: Apache-2.0
// Threads: creating, joining, ending. A handle says who it is among all threads
// of the execution, and not only its number, which others may get; no handle is
// 0.

#include "machine/native/api/api.h"

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <string.h>

static pthread_t handle_of(unsigned who) {
    return (pthread_t)who + 1;
}

static bool is_handle(pthread_t handle) {
    return handle && handle <= UINT32_MAX && native_name_of(handle - 1);
}

// NULL, too, if it has been joined and another has its number.
struct native_thread *api_thread(pthread_t handle) {
    if (!is_handle(handle))
        return NULL;
    struct native_thread *t =
        native_thread((unsigned)(handle - 1) % NATIVE_MOST_THREADS);
    bool same = native_who(t) == handle - 1;
    return same && t->status != THREAD_UNBORN ? t : NULL;
}

// ----------------------------------------------------------------- creating

// What the library remembers of one who had this number before.
static void library_forgets(unsigned number) {
    require(number < NATIVE_MOST_THREADS);
    native_set(library.threads.cleanup[number], NULL);
    if (*library.threads.name[number])
        native_set(*library.threads.name[number], '\0');
    if (library.signals.handling[number])
        native_set(library.signals.handling[number], 0);
    if (library.signals.pending_of[number])
        native_set(library.signals.pending_of[number], 0);
}

// The handle is stored before the thread exists, as glibc does: the new thread
// may look at it.
int api_create(pthread_t *handle, struct api_creation how,
               void *(*start)(void *), int (*start_c11)(void *),
               void *argument) {
    const struct mz_site *site = native_at();
    require(!start || !start_c11); // both NULL is the program's own error
    unsigned child = native_next_child();
    if (child >= NATIVE_MOST_THREADS)
        native_limit(LIMIT_THREADS);
    const struct native_thread *last = native_thread(child);
    unsigned who = native_who(last);
    if (last->status != THREAD_UNBORN) // another had its number
        who += NATIVE_MOST_THREADS;
    pthread_t new = handle_of(who);
    native_gives(handle, &new, sizeof new, site);
    struct op op = {
        .kind = OP_SPAWN, .target = child, .arg2 = who / NATIVE_MOST_THREADS};
    api_visible(&op, site);
    native_calls(start ? (void (*)(void))start : (void (*)(void))start_c11);
    struct native_thread *t = native_spawn(start, start_c11, argument);
    invariant(t->number == child && native_who(t) == who);
    t->stack_size = how.stack_size; // saved, like what it starts with
    if (how.detached)
        native_set(t->detached, true);
    if (t->holder)
        library_forgets(child);
    uint64_t blocked = library.signals.blocked[api_self()];
    if (library.signals.blocked[child] != blocked) // it inherits them
        native_set(library.signals.blocked[child], blocked);
    if (native_c11())
        c11_fork(native_c11(), api_self(), child);
    return 0;
}

int __mz_pthread_create(pthread_t *handle, const pthread_attr_t *attr,
                        void *(*start)(void *), void *argument) {
    struct api_creation how = api_attr_creation(attr, native_at());
    return api_create(handle, how, start, NULL, argument);
}

// ------------------------------------------------------------------ joining

static void check_joinable(const struct native_thread *t, const char *what,
                           const struct mz_site *site) {
    if (t->joined)
        native_fail(FINDING_API_MISUSE, site,
                    "thread %s is %s, which was joined before", t->name, what);
    if (t->detached)
        native_fail(FINDING_API_MISUSE, site,
                    "thread %s is %s, which is detached", t->name, what);
}

// Who can be joined no more: somebody else has its number.
static void check_not_gone(pthread_t handle, const char *what,
                           const struct mz_site *site) {
    if (is_handle(handle) && !api_thread(handle) &&
        native_who(native_thread((unsigned)(handle - 1) %
                                 NATIVE_MOST_THREADS)) >= handle)
        native_fail(FINDING_API_MISUSE, site,
                    "thread %s is %s, which was joined before",
                    native_name_of((unsigned)handle - 1), what);
}

// What can be said before the thread has ended: 0, or an error.
static int may_join(const struct native_thread *t, pthread_t handle,
                    const struct mz_site *site) {
    if (!t) {
        check_not_gone(handle, "joined", site);
        return ESRCH;
    }
    if (t == native_self())
        return EDEADLK;
    check_joinable(t, "joined", site);
    return 0;
}

// `limited`: the thread would not wait for ever. An execution in which it does
// is none of the program's.
static void join(struct native_thread *t, void **result, bool limited,
                 const struct mz_site *site) {
    struct op op = {.kind = OP_JOIN,
                    .target = t->number,
                    .arg = limited,
                    .arg2 = t->holder};
    pthread_t handle = handle_of(native_who(t));
    __mz_at = site;
    native_join(&op);
    if (t->holder != op.arg2)
        check_not_gone(handle, "joined", site);
    check_joinable(t, "joined", site); // somebody else may have been faster
    invariant(t->status == THREAD_ENDED && t != native_self());
    native_joined(t);
    invariant(t->joined);
    if (native_c11())
        c11_join(native_c11(), api_self(), t->number);
    *result = t->result;
    if (native_settings()->states) // nobody can ask for it again
        native_set(t->result, NULL);
}

int api_join(pthread_t handle, void **result, const struct mz_site *site) {
    struct native_thread *t = api_thread(handle);
    int error = may_join(t, handle, site);
    if (!error)
        join(t, result, false, site);
    return error;
}

static void give(void **place, void *result, const struct mz_site *site) {
    if (place)
        native_gives(place, &result, sizeof result, site);
}

int __mz_pthread_join(pthread_t handle, void **place) {
    const struct mz_site *site = native_at();
    void *result;
    int error = api_join(handle, &result, site);
    if (!error)
        give(place, result, site);
    return error;
}

// The end of a thread is not ordered with anything but its being joined: until
// then, it can always be late. So whether it has ended in time is a choice; if
// it has, this is a join.
static int try_join(pthread_t handle, void **place, int failure,
                    const struct mz_site *site) {
    struct native_thread *t = api_thread(handle);
    int error = may_join(t, handle, site);
    if (error)
        return error;
    struct op op = {.kind = OP_CHOOSE, .arg = 2};
    api_visible(&op, site);
    if (op.choice == 0)
        return failure;
    void *result;
    join(t, &result, true, site);
    give(place, result, site);
    return 0;
}

int __mz_pthread_tryjoin_np(pthread_t handle, void **place) {
    return try_join(handle, place, EBUSY, native_at());
}

int __mz_pthread_clockjoin_np(pthread_t handle, void **place, clockid_t clock,
                              const struct timespec *limit) {
    const struct mz_site *site = native_at();
    if (!api_clock(clock))
        return EINVAL;
    if (!limit) // for ever, says glibc
        return __mz_pthread_join(handle, place);
    struct api_limit until = api_limit(clock, limit, site);
    return api_timed(until.wrong ? until.wrong
                                 : try_join(handle, place, ETIMEDOUT, site),
                     until, site);
}

int __mz_pthread_timedjoin_np(pthread_t handle, void **place,
                              const struct timespec *limit) {
    return __mz_pthread_clockjoin_np(handle, place, CLOCK_REALTIME, limit);
}

// No operation: who joins a thread that another detaches is wrong in either
// order.
int __mz_pthread_detach(pthread_t handle) {
    struct native_thread *t = api_thread(handle);
    check_not_gone(handle, "detached", native_at());
    if (!t)
        return ESRCH;
    check_joinable(t, "detached", native_at());
    native_set(t->detached, true);
    return 0;
}

// ------------------------------------------------------------------- ending

// pthread_cleanup_push() is a macro: it calls setjmp, and then one of these.
// To run its handler is to jump there; the handler ends in
// __pthread_unwind_next.
static void push(__pthread_unwind_buf_t *buffer) {
    native_set(buffer->__pad[0], (void *)library.threads.cleanup[api_self()]);
    native_set(library.threads.cleanup[api_self()], buffer);
}

static void pop(__pthread_unwind_buf_t *buffer) {
    native_set(library.threads.cleanup[api_self()],
               (__pthread_unwind_buf_t *)buffer->__pad[0]);
}

void __mz___pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
    push(buffer);
}
NATIVE_SAME(__pthread_register_cancel_defer, __pthread_register_cancel)

void __mz___pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) {
    pop(buffer);
}
NATIVE_SAME(__pthread_unregister_cancel_restore, __pthread_unregister_cancel)

// siglongjmp() under a name of its own: the buffer of the macro is a jmp_buf
// without its last part, which is not used, and compilers mind.
_Noreturn void jump(struct __cancel_jmp_buf_tag *buffer,
                    int value) __asm__("siglongjmp");

// The handlers one by one, the last pushed first; then the destructors of keys.
static _Noreturn void unwind(void) {
    __pthread_unwind_buf_t *buffer = library.threads.cleanup[api_self()];
    if (buffer) {
        pop(buffer);
        jump(buffer->__cancel_jmp_buf, 1);
    }
    native_thread_returns();
    native_end_thread();
}

_Noreturn void __mz___pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
    (void)buffer; // popped already
    unwind();
}

_Noreturn void __mz_pthread_exit(void *result) {
    native_set(native_self()->result, result);
    unwind();
}

// --------------------------------------------------------- who is who, names

pthread_t __mz_pthread_self(void) {
    return handle_of(native_who(native_self()));
}

int __mz_pthread_equal(pthread_t a, pthread_t b) {
    return a == b;
}

int __mz_pthread_setname_np(pthread_t handle, const char *name) {
    struct native_thread *t = api_thread(handle);
    size_t length = native_reads_text(name, native_at());
    if (!t)
        return ESRCH;
    if (length >= LIBRARY_NAME)
        return ERANGE;
    library_changes(LIBRARY_NAMES);
    char *place = library.threads.name[t->number];
    native_save(place, LIBRARY_NAME);
    memcpy(place, name, length + 1);
    return 0;
}

int __mz_pthread_getname_np(pthread_t handle, char *text, size_t room) {
    struct native_thread *t = api_thread(handle);
    if (!t)
        return ESRCH;
    library_looks(LIBRARY_NAMES);
    const char *name = library.threads.name[t->number];
    if (!*name)
        name = t->name;
    char copy[LIBRARY_NAME];
    size_t length = strnlen(name, LIBRARY_NAME - 1);
    if (room <= length)
        return ERANGE;
    memcpy(copy, name, length);
    copy[length] = '\0';
    native_gives(text, copy, length + 1, native_at());
    return 0;
}

int __mz_pthread_getattr_np(pthread_t handle, pthread_attr_t *attr) {
    const struct native_thread *t = api_thread(handle);
    if (!t)
        return ESRCH;
    api_attr_describe(attr, (struct api_creation){t->detached, t->stack_size},
                      native_at());
    return 0;
}

// Time stands still on this clock, as on all others.
int __mz_pthread_getcpuclockid(pthread_t handle, clockid_t *clock) {
    if (!api_thread(handle))
        return ESRCH;
    native_writes(clock, sizeof *clock, native_at());
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

// Other threads can run between any two operations anyway.
int __mz_sched_yield(void) {
    return 0;
}
NATIVE_SAME(pthread_yield, sched_yield)

// -------------------------------------------- cancelling, forking, signalling

int __mz_pthread_cancel(pthread_t handle) {
    (void)handle;
    __mz_unsupported("calls pthread_cancel()", native_at());
}

// Without cancellation these do nothing, and do it well.
void __mz_pthread_testcancel(void) {
}

static int set_cancel(int value, int last, int *old) {
    if (value < 0 || value > last)
        return EINVAL;
    if (old) {
        native_writes(old, sizeof *old, native_at());
        *old = 0; // enabled, deferred
    }
    return 0;
}

int __mz_pthread_setcancelstate(int state, int *old) {
    return set_cancel(state, PTHREAD_CANCEL_DISABLE, old);
}

int __mz_pthread_setcanceltype(int type, int *old) {
    return set_cancel(type, PTHREAD_CANCEL_ASYNCHRONOUS, old);
}

int __mz_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                        void (*child)(void)) {
    (void)prepare;
    (void)parent;
    (void)child;
    return 0; // nobody ever forks
}

int __mz_pthread_kill(pthread_t handle, int number) {
    if (number == 0) // only asks whether there is such a thread
        return api_thread(handle) ? 0 : ESRCH;
    const struct native_thread *thread = api_thread(handle);
    return thread ? signal_thread(thread->number, number) : ESRCH;
}

int __mz_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    return __mz_sigprocmask(how, set, old) ? EINVAL : 0;
}
