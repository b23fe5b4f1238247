// SPDX-License-Identifier: Apache-2.0
// System calls: futexes, and what has a model under its own name.
//
// A futex is as in the kernel: a queue of those who wait, and a lock under
// which a thread looks at the word and joins the queue, or wakes others. So
// nobody can change the word and wake the others between the two. It orders no
// accesses: that is what the program's atomic operations are for.

#include "machine/native/api/api.h"

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

// ------------------------------------------------------------------- futexes

static struct library_futex *futex_at(const uint32_t *word) {
    int number = library_futex_number(word);
    if (number < 0)
        native_limit(LIMIT_FUTEXES);
    return &library.futexes[number];
}

static void with_lock(struct library_futex *f, enum op_kind kind,
                      const struct mz_site *site) {
    struct op op = api_op(kind, &f->lock);
    api_visible(&op, site);
}

static long fails(int error) {
    libc_set_error(error);
    return -1;
}

// In nanoseconds since the start, when a wait is over; 0: never.
static struct api_limit limit_of(const struct timespec *limit, int operation,
                                 const struct mz_site *site) {
    clockid_t clock =
        operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        return api_limit(clock, limit, site);
    native_reads(limit, sizeof *limit, site);
    if (limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000)
        return (struct api_limit){.wrong = EINVAL};
    return (struct api_limit){.until = library.time.of[api_self()].passed +
                                       (uint64_t)limit->tv_sec * 1000000000 +
                                       (uint64_t)limit->tv_nsec};
}

// The word as it is while the futex is locked.
static uint32_t look(uint32_t *word, const struct mz_site *site) {
    struct op op = api_access(OP_READ, (const volatile int *)word);
    api_access_happens(&op, site);
    return *word;
}

static long wait_at(uint32_t *word, int operation, uint32_t value,
                    const struct timespec *limit, const struct mz_site *site) {
    struct library_futex *f = futex_at(word);
    struct api_limit until = {0};
    if (limit)
        until = limit_of(limit, operation, site);
    if (until.wrong)
        return fails(until.wrong);
    with_lock(f, OP_LOCK, site);
    if (look(word, site) != value) {
        with_lock(f, OP_UNLOCK, site);
        return fails(EAGAIN);
    }
    struct op wait = api_op(OP_WAIT, &f->lock);
    wait.addr2 = (uintptr_t)&f->waiters;
    api_visible(&wait, site);
    if (!limit) {
        struct op awake = api_op(OP_AWAKE, &f->lock);
        awake.arg = (uintptr_t)&f->waiters;
        api_visible(&awake, site);
        with_lock(f, OP_UNLOCK, site);
        return 0;
    }
    struct op expire = api_op(OP_EXPIRE, &f->waiters);
    expire.target = api_self();
    api_visible(&expire, site);
    if (expire.kind != OP_EXPIRE)
        return 0;
    return fails(api_timed(ETIMEDOUT, until, site));
}

// Who is woken is any of those that wait: the order of a queue is nobody's to
// rely on.
static long wake_at(uint32_t *word, uint32_t count,
                    const struct mz_site *site) {
    struct library_futex *f = futex_at(word);
    long woken = 0;
    with_lock(f, OP_LOCK, site);
    if (count >= NATIVE_MOST_THREADS) {
        struct op op = api_op(OP_BROADCAST, &f->waiters);
        api_visible(&op, site);
        woken = __builtin_popcountll(op.old);
    }
    for (uint32_t i = 0; count < NATIVE_MOST_THREADS && i < count; i++) {
        struct op op = api_op(OP_SIGNAL, &f->waiters);
        api_visible(&op, site);
        if (!op.choice)
            break;
        woken++;
    }
    with_lock(f, OP_UNLOCK, site);
    return woken;
}

// Who would have to wait at another word is woken, too: that can always happen,
// and who waits looks at its word again.
static long requeue(uint32_t *word, bool compare, uint32_t value,
                    const struct mz_site *site) {
    if (compare && look(word, site) != value)
        return fails(EAGAIN);
    return wake_at(word, UINT32_MAX, site);
}

static long futex(va_list list, const struct mz_site *site) {
    uint32_t *word = va_arg(list, uint32_t *);
    int operation = va_arg(list, int);
    uint32_t value = va_arg(list, uint32_t);
    const struct timespec *limit = va_arg(list, const struct timespec *);
    (void)va_arg(list, uint32_t *);
    uint32_t value3 = va_arg(list, uint32_t);
    if ((uintptr_t)word % sizeof *word)
        return fails(EINVAL);
    switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
        return wait_at(word, operation, value, limit, site);
    case FUTEX_WAKE:
        return wake_at(word, value, site);
    case FUTEX_WAIT_BITSET:
        if (value3 == FUTEX_BITSET_MATCH_ANY)
            return wait_at(word, operation, value, limit, site);
        break;
    case FUTEX_WAKE_BITSET:
        if (value3 == FUTEX_BITSET_MATCH_ANY)
            return wake_at(word, value, site);
        break;
    case FUTEX_REQUEUE:
        return requeue(word, false, 0, site);
    case FUTEX_CMP_REQUEUE:
        return requeue(word, true, value3, site);
    }
    __mz_unsupported("calls syscall(SYS_futex) for an unusual operation", site);
}

// ---------------------------------------------------------------- all of them

long __mz_syscall(long number, ...) {
    const struct mz_site *site = native_at();
    if (number == SYS_gettid)
        return __mz_gettid();
    if (number == SYS_getpid)
        return __mz_getpid();
    if (number == SYS_getppid)
        return __mz_getppid();
    if (number == SYS_sched_yield)
        return __mz_sched_yield();
    if (number != SYS_futex)
        __mz_unsupported("calls syscall()", site);
    va_list list;
    va_start(list, number);
    long result = futex(list, site);
    va_end(list);
    return result;
}
