// SPDX-License-Identifier: Apache-2.0
// Spin locks: four bytes that hold 0, or 1 + the owner.

#include "machine/native/api/api.h"

enum { FREE = 0, DESTROYED = 0x7fffffff };
_Static_assert(sizeof(pthread_spinlock_t) == 4, "as operations say");
_Static_assert((int)NATIVE_MOST_THREADS < (int)DESTROYED, "no owner is that");

static void check(pthread_spinlock_t *lock, const struct mz_site *site) {
    native_touches((const void *)(uintptr_t)lock, sizeof *lock, true, site);
    if (*lock == DESTROYED)
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a spin lock is used that was destroyed before");
    if (*lock < FREE || *lock > NATIVE_MOST_THREADS)
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a spin lock is used that was never initialised");
}

int __mz_pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    struct op op = api_access(OP_WRITE, lock);
    op.arg = FREE;
    api_access_happens(&op, native_at());
    return 0;
}

int __mz_pthread_spin_destroy(pthread_spinlock_t *lock) {
    const struct mz_site *site = native_at();
    check(lock, site);
    struct op op = api_access(OP_RMW, lock);
    op.update = RMW_EXCHANGE;
    op.arg = DESTROYED;
    api_access_happens(&op, site);
    if (op_value(&op, op.old) != FREE)
        native_report(
            FINDING_MUTEX_MISUSE, site, "a spin lock is destroyed that is %s",
            op_value(&op, op.old) == DESTROYED ? "destroyed already" : "held");
    return 0;
}

int __mz_pthread_spin_lock(pthread_spinlock_t *lock) {
    const struct mz_site *site = native_at();
    check(lock, site);
    struct op op = api_access(OP_XAWAIT, lock);
    op.compare = CMP_EQ;
    op.arg = FREE;
    op.arg2 = api_owner();
    api_access_happens(&op, site);
    invariant((uint64_t)*lock == api_owner());
    api_acquire((const void *)(uintptr_t)lock);
    return 0;
}

int __mz_pthread_spin_trylock(pthread_spinlock_t *lock) {
    const struct mz_site *site = native_at();
    check(lock, site);
    struct op op = api_access(OP_CAS, lock);
    op.arg = FREE;
    op.arg2 = api_owner();
    api_access_happens(&op, site);
    if (op.kind != OP_CAS) {
        check(lock, site);
        return EBUSY;
    }
    invariant((uint64_t)*lock == api_owner());
    api_acquire((const void *)(uintptr_t)lock);
    return 0;
}

int __mz_pthread_spin_unlock(pthread_spinlock_t *lock) {
    const struct mz_site *site = native_at();
    check(lock, site);
    if ((uint64_t)*lock != api_owner())
        native_fail(FINDING_MUTEX_MISUSE, site,
                    "a spin lock is unlocked that the thread does not hold");
    struct op op = api_access(OP_WRITE, lock);
    op.arg = FREE;
    api_access_happens(&op, site);
    invariant(*lock == FREE);
    api_release((const void *)(uintptr_t)lock);
    return 0;
}
