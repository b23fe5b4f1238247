// SPDX-License-Identifier: Apache-2.0
// POSIX semaphores without names. Shared between processes or not: there is
// one process.

#include "machine/native/api/api.h"

#include <limits.h>

// A sem_t, inside.
struct semaphore {
    uint64_t value;
    uint32_t life;
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "room");
_Static_assert(SEM_VALUE_MAX <= INT_MAX, "sem_getvalue() gives it as an int");

static const struct api_class semaphores = {
    .name = "semaphore",
    .misuse = FINDING_API_MISUSE,
    .size = sizeof(sem_t),
    .life = offsetof(struct semaphore, life),
};

// Semaphores tell errors the old way.
static int error(int number) {
    require(number > 0);
    if (native_self()->error != number) // or a round would seem to change it
        native_set(native_self()->error, number);
    return -1;
}

int __mz_sem_init(sem_t *sem, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return error(EINVAL);
    const struct mz_site *site = native_at();
    if (api_fails(site))
        return error(ENOSPC);
    api_begin(&semaphores, sem, value, site);
    return 0;
}

int __mz_sem_destroy(sem_t *sem) {
    api_look(&semaphores, sem, native_at());
    api_end(&semaphores, sem); // who waits at it will never be posted
    return 0;
}

// A unit was taken.
static void took(sem_t *sem, const struct op *op) {
    invariant(op->old > 0 && *(uint64_t *)sem == op->old - 1);
    api_acquire(sem);
}

int __mz_sem_wait(sem_t *sem) {
    struct op op = api_op(OP_SEM_WAIT, sem);
    api_act(&semaphores, &op, native_at());
    took(sem, &op);
    return 0;
}

static bool try(sem_t *sem, const struct mz_site *site) {
    struct op op = api_op(OP_SEM_TRYWAIT, sem);
    api_act(&semaphores, &op, site);
    if (op.kind != OP_SEM_TRYWAIT)
        return false;
    took(sem, &op);
    return true;
}

int __mz_sem_trywait(sem_t *sem) {
    return try(sem, native_at()) ? 0 : error(EAGAIN);
}

// With a time limit: one try, at any time. See mutex.c.
int __mz_sem_clockwait(sem_t *sem, clockid_t clock,
                       const struct timespec *limit) {
    const struct mz_site *site = native_at();
    if (!api_clock(clock))
        return error(EINVAL);
    struct api_limit until = api_limit(clock, limit, site);
    return try(sem, site) ? 0
                          : error(api_timed(api_failure(until), until, site));
}

int __mz_sem_timedwait(sem_t *sem, const struct timespec *limit) {
    return __mz_sem_clockwait(sem, CLOCK_REALTIME, limit);
}

int __mz_sem_post(sem_t *sem) {
    struct op op = api_op(OP_SEM_POST, sem);
    api_act(&semaphores, &op, native_at());
    invariant(*(uint64_t *)sem == op.old + 1);
    if (op.old >= SEM_VALUE_MAX) { // take it back
        struct semaphore *s = (struct semaphore *)(void *)sem;
        native_set(s->value, op.old);
        return error(EOVERFLOW);
    }
    api_release(sem);
    return 0;
}

int __mz_sem_getvalue(sem_t *sem, int *value) {
    const struct mz_site *site = native_at();
    struct op op = api_op(OP_SEM_READ, sem);
    api_act(&semaphores, &op, site);
    native_writes(value, sizeof *value, site);
    *value = (int)op.old;
    return 0;
}

// --------------------------------------------- with names: shared with others

sem_t *__mz_sem_open(const char *name, int flags, ...) {
    (void)name;
    (void)flags;
    __mz_unsupported("calls sem_open()", native_at());
}

int __mz_sem_close(sem_t *sem) {
    (void)sem;
    __mz_unsupported("calls sem_close()", native_at());
}

int __mz_sem_unlink(const char *name) {
    (void)name;
    __mz_unsupported("calls sem_unlink()", native_at());
}
