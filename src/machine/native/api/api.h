// SPDX-License-Identifier: Apache-2.0
// The thread API as the program under test sees it: POSIX threads, semaphores
// and C11 threads. The compiler makes the program call __mz_NAME instead of
// NAME (cc/ir/library.def), with the same arguments; its place is native_at().
//
// Every object keeps its state inside itself, so that going back restores it
// with the rest of the program's memory, and so that static initialisers work:
// the first word is the state word of op.h, one word tells the object's life,
// the rest is bookkeeping that no other thread's operation depends on.
//
// What a thread knows for certain needs no visible operation: only the owner
// of a mutex can change that it is the owner. All else is looked at when an
// operation has happened, never before: it may change while the thread parks.

#ifndef MAZURKA_MACHINE_NATIVE_API_API_H
#define MAZURKA_MACHINE_NATIVE_API_API_H

#include "machine/native/races/c11.h"
#include "machine/native/native.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

// --------------------------------------------------- what the models share

// The life word of an object. Objects with a static initialiser begin as 0.
enum api_life {
    API_STATIC = 0,
    API_LIVE = 0x4d7a4c76,
    API_DESTROYED = 0x4d7a4465,
};

// A class of synchronisation objects.
struct api_class {
    const char *name; // as findings call it
    enum finding_kind misuse;
    uint32_t size;  // of an object
    uint32_t life;  // offset of its life word
    bool is_static; // has a static initialiser, all zero there
};

static inline unsigned api_self(void) {
    return native_self()->number;
}

// How the state words of mutexes and read-write locks name a thread.
static inline uint64_t api_owner(void) {
    return 1ull + api_self();
}

// For the clocks of C11: nothing to tell if nobody looks for data races.
static inline void api_acquire(const void *object) {
    if (native_c11())
        c11_acquire(native_c11(), api_self(), object);
}

static inline void api_release(const void *object) {
    if (native_c11())
        c11_release(native_c11(), api_self(), object);
}

static inline struct op api_op(enum op_kind kind, const void *object) {
    return (struct op){
        .kind = (uint8_t)kind, .size = 1, .addr = (uintptr_t)object};
}

// The same, where the thread keeps its operation: good until it makes another.
static inline struct op *api_next_op(enum op_kind kind, const void *object) {
    struct op *op = &native_self()->op;
    *op = api_op(kind, object);
    return op;
}

// The program is given a setting through a pointer.
#define API_GIVE(place, value, site) \
    (native_writes((place), sizeof *(place), (site)), *(place) = (value))

// Sets longer than a word: the rest is empty.
uint64_t api_read_set(const void *set, size_t size, const struct mz_site *site);
void api_write_set(void *set, size_t size, uint64_t word,
                   const struct mz_site *site);

// The result of a wait with a time limit.
static inline int api_timed(int result, const struct mz_site *site) {
    if (result == ETIMEDOUT)
        native_timed_out(site);
    return result;
}

// Let an operation happen. Other calls may have left their place since the one
// at `site` began.
static inline void api_visible(struct op *op, const struct mz_site *site) {
    __mz_at = site;
    native_visible(op);
}

static inline uint32_t *api_life(const struct api_class *class, void *object) {
    return (uint32_t *)(void *)((char *)object + class->life);
}

// May this object be used? If not, a finding, and no return.
static inline void api_use(const struct api_class *class, void *object,
                           const struct mz_site *site) {
    native_touches(object, class->size, true, site);
    uint32_t life = *api_life(class, object);
    if (life == API_LIVE || (life == API_STATIC && class->is_static))
        return;
    native_fail(class->misuse, site, "a %s is used that %s", class->name,
                life == API_DESTROYED ? "was destroyed before"
                                      : "was never initialised");
}

// The same before an operation of that kind is announced. That the object was
// destroyed is no finding yet, unless the operation would have to wait: it is
// one when the operation happens, which conflicts with what has destroyed it,
// so that the other order is seen, too.
static inline void api_comes(const struct api_class *class, void *object,
                             enum op_kind kind, const struct mz_site *site) {
    struct op op = api_op(kind, object);
    native_touches(object, class->size, true, site);
    if (*api_life(class, object) != API_DESTROYED ||
        !op_enabled(&op, *(uint64_t *)object))
        api_use(class, object, site);
}

// Let an operation on an object happen that may be used. That has to be asked
// again: both the object and its memory can go while the thread waits.
static inline void api_happens(const struct api_class *class, struct op *op,
                               const struct mz_site *site) {
    void *object = (void *)(uintptr_t)op->addr;
    api_visible(op, site);
    api_use(class, object, site);
    // From now on it can be told from memory that holds something else.
    if (*api_life(class, object) == API_STATIC)
        native_set(*api_life(class, object), (uint32_t)API_LIVE);
}

static inline void api_act(const struct api_class *class, struct op *op,
                           const struct mz_site *site) {
    api_comes(class, (void *)(uintptr_t)op->addr, (enum op_kind)op->kind, site);
    api_happens(class, op, site);
}

// Spin locks and once controls are four bytes, with no room for a state word:
// they are seen as the atomic accesses that they stand for.
static inline struct op api_access(enum op_kind kind,
                                   const volatile int *word) {
    struct op op = api_op(kind, (const void *)(uintptr_t)word);
    op.size = sizeof *word;
    return op;
}

static inline void api_access_happens(struct op *op,
                                      const struct mz_site *site) {
    native_touches((const void *)(uintptr_t)op->addr, op->size, true, site);
    api_visible(op, site);
    native_touches((const void *)(uintptr_t)op->addr, op->size, true, site);
}

// Initialise: a write of the state word that others can see, since who comes
// too early finds what was there before. All of the object is saved; its other
// words are the caller's to set. What the state was is returned if it was an
// object in use, else 0.
static inline uint64_t api_begin(const struct api_class *class, void *object,
                                 uint64_t value, const struct mz_site *site) {
    native_touches(object, class->size, true, site);
    struct op op = {
        .kind = OP_WRITE, .size = 8, .addr = (uintptr_t)object, .arg = value};
    api_visible(&op, site);
    native_touches(object, class->size, true, site);
    bool lived = *api_life(class, object) == API_LIVE;
    native_save(object, class->size);
    *api_life(class, object) = API_LIVE;
    return lived ? op.old : 0;
}

// See the state of an object that is about to be destroyed, or that is used
// against the rules: an operation that conflicts with all others on it,
// although it changes nothing.
static inline uint64_t api_look(const struct api_class *class, void *object,
                                const struct mz_site *site) {
    struct op op = {.kind = OP_RMW,
                    .update = RMW_ADD,
                    .size = 8,
                    .addr = (uintptr_t)object};
    api_act(class, &op, site);
    return op.old;
}

static inline void api_end(const struct api_class *class, void *object) {
    native_set(*api_life(class, object), (uint32_t)API_DESTROYED);
}

// A time limit of the program: 0, or EINVAL if it is no time at all.
static inline int api_time(const struct timespec *limit,
                           const struct mz_site *site) {
    native_reads(limit, sizeof *limit, site);
    return limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000 ? EINVAL : 0;
}

// The clocks that a time limit may be told by.
static inline bool api_clock(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// A pthread_mutex_t or mtx_t, inside. `kind` is where the static initialisers
// of glibc have the type; `depth` counts the owner's locks after the first.
struct api_mutex {
    uint64_t state;
    uint32_t depth;
    uint32_t life;
    int32_t kind;
};
_Static_assert(sizeof(struct api_mutex) <= sizeof(pthread_mutex_t), "room");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "one layout");
_Static_assert(offsetof(struct api_mutex, kind) ==
                   offsetof(pthread_mutex_t, __data.__kind),
               "static initialisers put the type there");

// The one for condition variables, too.
extern const struct api_class api_mutexes;

static inline bool api_mutex_held(const struct api_mutex *mutex) {
    return mutex->state == api_owner();
}

// What attributes hold: the one number of those of mutexes and the like; those
// of a thread.
int api_attr_number(const void *attr, const struct mz_site *site);
bool api_attr_detached(const pthread_attr_t *attr, const struct mz_site *site);
void api_attr_describe(pthread_attr_t *attr, bool detached,
                       const struct mz_site *site);

// A thread of the program by its handle; NULL if there is no such thread.
struct native_thread *api_thread(pthread_t handle);
int api_create(pthread_t *handle, bool detached, void *(*start)(void *),
               int (*start_c11)(void *), void *argument);
// The value that the thread ended with goes to *result.
int api_join(pthread_t handle, void **result, const struct mz_site *site);

// -------------------------------------------------------------------- threads

// clang-format off
#define API_THREADS(X)                                                        \
    X(pthread_create) X(pthread_join) X(pthread_tryjoin_np)                   \
    X(pthread_timedjoin_np) X(pthread_clockjoin_np) X(pthread_detach)         \
    X(pthread_self) X(pthread_equal) X(sched_yield) X(pthread_setname_np)     \
    X(pthread_getname_np) X(pthread_getattr_np) X(pthread_getcpuclockid)      \
    X(pthread_cancel) X(pthread_testcancel) X(pthread_setcancelstate)         \
    X(pthread_setcanceltype) X(__pthread_register_cancel)                     \
    X(__pthread_unregister_cancel) X(__pthread_register_cancel_defer)         \
    X(__pthread_unregister_cancel_restore) X(pthread_kill)                    \
    X(pthread_sigqueue) X(pthread_sigmask) X(pthread_atfork)
API_THREADS(NATIVE_MODEL)
_Noreturn void __mz_pthread_exit(void *retval);
int __mz_pthread_yield(void);
_Noreturn void __mz___pthread_unwind_next(__pthread_unwind_buf_t *buf);

// ----------------------------------------------------------------- attributes

#define API_ATTRIBUTES(X)                                                     \
    X(pthread_attr_init) X(pthread_attr_destroy)                              \
    X(pthread_attr_getdetachstate) X(pthread_attr_setdetachstate)             \
    X(pthread_attr_getguardsize) X(pthread_attr_setguardsize)                 \
    X(pthread_attr_getschedparam) X(pthread_attr_setschedparam)               \
    X(pthread_attr_getschedpolicy) X(pthread_attr_setschedpolicy)             \
    X(pthread_attr_getinheritsched) X(pthread_attr_setinheritsched)           \
    X(pthread_attr_getscope) X(pthread_attr_setscope)                         \
    X(pthread_attr_getstacksize) X(pthread_attr_setstacksize)                 \
    X(pthread_attr_getstack) X(pthread_attr_setstack)                         \
    X(pthread_attr_setaffinity_np) X(pthread_attr_getaffinity_np)             \
    X(pthread_attr_setsigmask_np) X(pthread_attr_getsigmask_np)               \
    X(pthread_mutexattr_init) X(pthread_mutexattr_destroy)                    \
    X(pthread_mutexattr_getpshared) X(pthread_mutexattr_setpshared)           \
    X(pthread_mutexattr_gettype) X(pthread_mutexattr_settype)                 \
    X(pthread_mutexattr_getprotocol) X(pthread_mutexattr_setprotocol)         \
    X(pthread_mutexattr_getprioceiling) X(pthread_mutexattr_setprioceiling)   \
    X(pthread_mutexattr_getrobust) X(pthread_mutexattr_setrobust)             \
    X(pthread_rwlockattr_init) X(pthread_rwlockattr_destroy)                  \
    X(pthread_rwlockattr_getpshared) X(pthread_rwlockattr_setpshared)         \
    X(pthread_rwlockattr_getkind_np) X(pthread_rwlockattr_setkind_np)         \
    X(pthread_condattr_init) X(pthread_condattr_destroy)                      \
    X(pthread_condattr_getpshared) X(pthread_condattr_setpshared)             \
    X(pthread_condattr_getclock) X(pthread_condattr_setclock)                 \
    X(pthread_barrierattr_init) X(pthread_barrierattr_destroy)                \
    X(pthread_barrierattr_getpshared) X(pthread_barrierattr_setpshared)       \
    X(pthread_getattr_default_np) X(pthread_setattr_default_np)               \
    X(pthread_getschedparam) X(pthread_setschedparam) X(pthread_setschedprio) \
    X(pthread_getaffinity_np) X(pthread_setaffinity_np) X(sched_getcpu)       \
    X(sched_getaffinity) X(sched_setaffinity) X(sched_get_priority_max)       \
    X(sched_get_priority_min)
API_ATTRIBUTES(NATIVE_MODEL)
int __mz_pthread_attr_getstackaddr(const pthread_attr_t *restrict attr,
                                   void **restrict stackaddr);
int __mz_pthread_attr_setstackaddr(pthread_attr_t *attr, void *stackaddr);
int __mz_pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr,
                                        int *robustness);
int __mz_pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr,
                                        int robustness);

// -------------------------------------------------------------------- mutexes

#define API_MUTEXES(X)                                                        \
    X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_trylock)   \
    X(pthread_mutex_lock) X(pthread_mutex_timedlock)                          \
    X(pthread_mutex_clocklock) X(pthread_mutex_unlock)                        \
    X(pthread_mutex_getprioceiling) X(pthread_mutex_setprioceiling)           \
    X(pthread_mutex_consistent)
API_MUTEXES(NATIVE_MODEL)
int __mz_pthread_mutex_consistent_np(pthread_mutex_t *mutex);

// -------------------------------------------------------- condition variables

#define API_CONDITION_VARIABLES(X)                                            \
    X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_signal)       \
    X(pthread_cond_broadcast) X(pthread_cond_wait) X(pthread_cond_timedwait)  \
    X(pthread_cond_clockwait)
API_CONDITION_VARIABLES(NATIVE_MODEL)

// ----------------------------------------------------------- read-write locks

#define API_READ_WRITE_LOCKS(X)                                               \
    X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
    X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock)                 \
    X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock)                    \
    X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock)                 \
    X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock)
API_READ_WRITE_LOCKS(NATIVE_MODEL)

// ------------------------------------------------------------------- barriers

#define API_BARRIERS(X)                                                       \
    X(pthread_barrier_init) X(pthread_barrier_destroy)                        \
    X(pthread_barrier_wait)
API_BARRIERS(NATIVE_MODEL)

// ----------------------------------------------------------------- spin locks

#define API_SPIN_LOCKS(X)                                                     \
    X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock)         \
    X(pthread_spin_trylock) X(pthread_spin_unlock)
API_SPIN_LOCKS(NATIVE_MODEL)

// ----------------------------------------------------------------- once, keys

#define API_ONCE_KEYS(X)                                                      \
    X(pthread_once) X(pthread_key_create) X(pthread_key_delete)               \
    X(pthread_getspecific) X(pthread_setspecific)
API_ONCE_KEYS(NATIVE_MODEL)

// ----------------------------------------------------------------- semaphores

#define API_SEMAPHORES(X)                                                     \
    X(sem_init) X(sem_destroy) X(sem_open) X(sem_close) X(sem_unlink)         \
    X(sem_wait) X(sem_timedwait) X(sem_clockwait) X(sem_trywait) X(sem_post)  \
    X(sem_getvalue)
API_SEMAPHORES(NATIVE_MODEL)

// ---------------------------------------------------------------- C11 threads

#define API_C11_THREADS(X)                                                    \
    X(thrd_create) X(thrd_equal) X(thrd_current) X(thrd_sleep) X(thrd_detach) \
    X(thrd_join) X(thrd_yield) X(mtx_init) X(mtx_lock) X(mtx_timedlock)       \
    X(mtx_trylock) X(mtx_unlock) X(mtx_destroy) X(cnd_init) X(cnd_signal)     \
    X(cnd_broadcast) X(cnd_wait) X(cnd_timedwait) X(cnd_destroy)              \
    X(tss_create) X(tss_get) X(tss_set) X(tss_delete) X(call_once)
API_C11_THREADS(NATIVE_MODEL)
// clang-format on
_Noreturn void __mz_thrd_exit(int res);

#endif
