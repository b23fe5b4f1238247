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
    api_use(class, (void *)(uintptr_t)op->addr, site);
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

// See the state of an object that is about to be destroyed: an operation that
// conflicts with all others on it, although it changes nothing.
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

int __mz_pthread_create(pthread_t *restrict newthread,
                        const pthread_attr_t *restrict attr,
                        void *(*start)(void *), void *restrict arg);
int __mz_pthread_join(pthread_t th, void **thread_return);
int __mz_pthread_tryjoin_np(pthread_t th, void **thread_return);
int __mz_pthread_timedjoin_np(pthread_t th, void **thread_return,
                              const struct timespec *abstime);
int __mz_pthread_clockjoin_np(pthread_t th, void **thread_return,
                              clockid_t clockid,
                              const struct timespec *abstime);
int __mz_pthread_detach(pthread_t th);
_Noreturn void __mz_pthread_exit(void *retval);
pthread_t __mz_pthread_self(void);
int __mz_pthread_equal(pthread_t thread1, pthread_t thread2);
int __mz_pthread_yield(void);
int __mz_sched_yield(void);
int __mz_pthread_setname_np(pthread_t target_thread, const char *name);
int __mz_pthread_getname_np(pthread_t target_thread, char *buf, size_t buflen);
int __mz_pthread_getattr_np(pthread_t th, pthread_attr_t *attr);
int __mz_pthread_getcpuclockid(pthread_t thread_id, clockid_t *clock_id);
int __mz_pthread_cancel(pthread_t th);
void __mz_pthread_testcancel(void);
int __mz_pthread_setcancelstate(int state, int *oldstate);
int __mz_pthread_setcanceltype(int type, int *oldtype);
void __mz___pthread_register_cancel(__pthread_unwind_buf_t *buf);
void __mz___pthread_unregister_cancel(__pthread_unwind_buf_t *buf);
void __mz___pthread_register_cancel_defer(__pthread_unwind_buf_t *buf);
void __mz___pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buf);
_Noreturn void __mz___pthread_unwind_next(__pthread_unwind_buf_t *buf);
int __mz_pthread_kill(pthread_t threadid, int signo);
int __mz_pthread_sigqueue(pthread_t threadid, int signo,
                          const union sigval value);
int __mz_pthread_sigmask(int how, const sigset_t *restrict newmask,
                         sigset_t *restrict oldmask);
int __mz_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                        void (*child)(void));

// ----------------------------------------------------------------- attributes

int __mz_pthread_attr_init(pthread_attr_t *attr);
int __mz_pthread_attr_destroy(pthread_attr_t *attr);
int __mz_pthread_attr_getdetachstate(const pthread_attr_t *attr,
                                     int *detachstate);
int __mz_pthread_attr_setdetachstate(pthread_attr_t *attr, int detachstate);
int __mz_pthread_attr_getguardsize(const pthread_attr_t *attr,
                                   size_t *guardsize);
int __mz_pthread_attr_setguardsize(pthread_attr_t *attr, size_t guardsize);
int __mz_pthread_attr_getschedparam(const pthread_attr_t *restrict attr,
                                    struct sched_param *restrict param);
int __mz_pthread_attr_setschedparam(pthread_attr_t *restrict attr,
                                    const struct sched_param *restrict param);
int __mz_pthread_attr_getschedpolicy(const pthread_attr_t *restrict attr,
                                     int *restrict policy);
int __mz_pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
int __mz_pthread_attr_getinheritsched(const pthread_attr_t *restrict attr,
                                      int *restrict inherit);
int __mz_pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit);
int __mz_pthread_attr_getscope(const pthread_attr_t *restrict attr,
                               int *restrict scope);
int __mz_pthread_attr_setscope(pthread_attr_t *attr, int scope);
int __mz_pthread_attr_getstackaddr(const pthread_attr_t *restrict attr,
                                   void **restrict stackaddr);
int __mz_pthread_attr_setstackaddr(pthread_attr_t *attr, void *stackaddr);
int __mz_pthread_attr_getstacksize(const pthread_attr_t *restrict attr,
                                   size_t *restrict stacksize);
int __mz_pthread_attr_setstacksize(pthread_attr_t *attr, size_t stacksize);
int __mz_pthread_attr_getstack(const pthread_attr_t *restrict attr,
                               void **restrict stackaddr,
                               size_t *restrict stacksize);
int __mz_pthread_attr_setstack(pthread_attr_t *attr, void *stackaddr,
                               size_t stacksize);
int __mz_pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t cpusetsize,
                                     const cpu_set_t *cpuset);
int __mz_pthread_attr_getaffinity_np(const pthread_attr_t *attr,
                                     size_t cpusetsize, cpu_set_t *cpuset);
int __mz_pthread_attr_setsigmask_np(pthread_attr_t *attr,
                                    const sigset_t *sigmask);
int __mz_pthread_attr_getsigmask_np(const pthread_attr_t *attr,
                                    sigset_t *sigmask);
int __mz_pthread_mutexattr_init(pthread_mutexattr_t *attr);
int __mz_pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int __mz_pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr,
                                      int *restrict pshared);
int __mz_pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int pshared);
int __mz_pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attr,
                                   int *restrict kind);
int __mz_pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind);
int __mz_pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr,
                                       int *restrict protocol);
int __mz_pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol);
int __mz_pthread_mutexattr_getprioceiling(
    const pthread_mutexattr_t *restrict attr, int *restrict prioceiling);
int __mz_pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr,
                                          int prioceiling);
int __mz_pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr,
                                     int *robustness);
int __mz_pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr,
                                        int *robustness);
int __mz_pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robustness);
int __mz_pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr,
                                        int robustness);
int __mz_pthread_rwlockattr_init(pthread_rwlockattr_t *attr);
int __mz_pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr);
int __mz_pthread_rwlockattr_getpshared(
    const pthread_rwlockattr_t *restrict attr, int *restrict pshared);
int __mz_pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int pshared);
int __mz_pthread_rwlockattr_getkind_np(
    const pthread_rwlockattr_t *restrict attr, int *restrict pref);
int __mz_pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int pref);
int __mz_pthread_condattr_init(pthread_condattr_t *attr);
int __mz_pthread_condattr_destroy(pthread_condattr_t *attr);
int __mz_pthread_condattr_getpshared(const pthread_condattr_t *restrict attr,
                                     int *restrict pshared);
int __mz_pthread_condattr_setpshared(pthread_condattr_t *attr, int pshared);
int __mz_pthread_condattr_getclock(const pthread_condattr_t *restrict attr,
                                   clockid_t *restrict clock_id);
int __mz_pthread_condattr_setclock(pthread_condattr_t *attr,
                                   clockid_t clock_id);
int __mz_pthread_barrierattr_init(pthread_barrierattr_t *attr);
int __mz_pthread_barrierattr_destroy(pthread_barrierattr_t *attr);
int __mz_pthread_barrierattr_getpshared(
    const pthread_barrierattr_t *restrict attr, int *restrict pshared);
int __mz_pthread_barrierattr_setpshared(pthread_barrierattr_t *attr,
                                        int pshared);
int __mz_pthread_getattr_default_np(pthread_attr_t *attr);
int __mz_pthread_setattr_default_np(const pthread_attr_t *attr);
int __mz_pthread_getschedparam(pthread_t target_thread, int *restrict policy,
                               struct sched_param *restrict param);
int __mz_pthread_setschedparam(pthread_t target_thread, int policy,
                               const struct sched_param *param);
int __mz_pthread_setschedprio(pthread_t target_thread, int prio);
int __mz_pthread_getaffinity_np(pthread_t th, size_t cpusetsize,
                                cpu_set_t *cpuset);
int __mz_pthread_setaffinity_np(pthread_t th, size_t cpusetsize,
                                const cpu_set_t *cpuset);
int __mz_sched_getcpu(void);
int __mz_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __mz_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int __mz_sched_get_priority_max(int algorithm);
int __mz_sched_get_priority_min(int algorithm);

// -------------------------------------------------------------------- mutexes

int __mz_pthread_mutex_init(pthread_mutex_t *mutex,
                            const pthread_mutexattr_t *mutexattr);
int __mz_pthread_mutex_destroy(pthread_mutex_t *mutex);
int __mz_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __mz_pthread_mutex_lock(pthread_mutex_t *mutex);
int __mz_pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                 const struct timespec *restrict abstime);
int __mz_pthread_mutex_clocklock(pthread_mutex_t *restrict mutex,
                                 clockid_t clockid,
                                 const struct timespec *restrict abstime);
int __mz_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __mz_pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex,
                                      int *restrict prioceiling);
int __mz_pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex,
                                      int prioceiling,
                                      int *restrict old_ceiling);
int __mz_pthread_mutex_consistent(pthread_mutex_t *mutex);
int __mz_pthread_mutex_consistent_np(pthread_mutex_t *mutex);

// -------------------------------------------------------- condition variables

int __mz_pthread_cond_init(pthread_cond_t *restrict cond,
                           const pthread_condattr_t *restrict cond_attr);
int __mz_pthread_cond_destroy(pthread_cond_t *cond);
int __mz_pthread_cond_signal(pthread_cond_t *cond);
int __mz_pthread_cond_broadcast(pthread_cond_t *cond);
int __mz_pthread_cond_wait(pthread_cond_t *restrict cond,
                           pthread_mutex_t *restrict mutex);
int __mz_pthread_cond_timedwait(pthread_cond_t *restrict cond,
                                pthread_mutex_t *restrict mutex,
                                const struct timespec *restrict abstime);
int __mz_pthread_cond_clockwait(pthread_cond_t *restrict cond,
                                pthread_mutex_t *restrict mutex,
                                clockid_t clock_id,
                                const struct timespec *restrict abstime);

// ----------------------------------------------------------- read-write locks

int __mz_pthread_rwlock_init(pthread_rwlock_t *restrict rwlock,
                             const pthread_rwlockattr_t *restrict attr);
int __mz_pthread_rwlock_destroy(pthread_rwlock_t *rwlock);
int __mz_pthread_rwlock_rdlock(pthread_rwlock_t *rwlock);
int __mz_pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock);
int __mz_pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rwlock,
                                    const struct timespec *restrict abstime);
int __mz_pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rwlock,
                                    clockid_t clockid,
                                    const struct timespec *restrict abstime);
int __mz_pthread_rwlock_wrlock(pthread_rwlock_t *rwlock);
int __mz_pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock);
int __mz_pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock,
                                    const struct timespec *restrict abstime);
int __mz_pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rwlock,
                                    clockid_t clockid,
                                    const struct timespec *restrict abstime);
int __mz_pthread_rwlock_unlock(pthread_rwlock_t *rwlock);

// ------------------------------------------------------------------- barriers

int __mz_pthread_barrier_init(pthread_barrier_t *restrict barrier,
                              const pthread_barrierattr_t *restrict attr,
                              unsigned int count);
int __mz_pthread_barrier_destroy(pthread_barrier_t *barrier);
int __mz_pthread_barrier_wait(pthread_barrier_t *barrier);

// ----------------------------------------------------------------- spin locks

int __mz_pthread_spin_init(pthread_spinlock_t *lock, int pshared);
int __mz_pthread_spin_destroy(pthread_spinlock_t *lock);
int __mz_pthread_spin_lock(pthread_spinlock_t *lock);
int __mz_pthread_spin_trylock(pthread_spinlock_t *lock);
int __mz_pthread_spin_unlock(pthread_spinlock_t *lock);

// ----------------------------------------------------------------- once, keys

int __mz_pthread_once(pthread_once_t *once_control, void (*init_routine)(void));
int __mz_pthread_key_create(pthread_key_t *key, void (*destr_function)(void *));
int __mz_pthread_key_delete(pthread_key_t key);
void *__mz_pthread_getspecific(pthread_key_t key);
int __mz_pthread_setspecific(pthread_key_t key, const void *pointer);

// ----------------------------------------------------------------- semaphores

int __mz_sem_init(sem_t *sem, int pshared, unsigned int value);
int __mz_sem_destroy(sem_t *sem);
sem_t *__mz_sem_open(const char *name, int oflag, ...);
int __mz_sem_close(sem_t *sem);
int __mz_sem_unlink(const char *name);
int __mz_sem_wait(sem_t *sem);
int __mz_sem_timedwait(sem_t *restrict sem,
                       const struct timespec *restrict abstime);
int __mz_sem_clockwait(sem_t *restrict sem, clockid_t clock,
                       const struct timespec *restrict abstime);
int __mz_sem_trywait(sem_t *sem);
int __mz_sem_post(sem_t *sem);
int __mz_sem_getvalue(sem_t *restrict sem, int *restrict sval);

// ---------------------------------------------------------------- C11 threads

int __mz_thrd_create(thrd_t *thr, thrd_start_t func, void *arg);
int __mz_thrd_equal(thrd_t lhs, thrd_t rhs);
thrd_t __mz_thrd_current(void);
int __mz_thrd_sleep(const struct timespec *time_point,
                    struct timespec *remaining);
_Noreturn void __mz_thrd_exit(int res);
int __mz_thrd_detach(thrd_t thr);
int __mz_thrd_join(thrd_t thr, int *res);
void __mz_thrd_yield(void);
int __mz_mtx_init(mtx_t *mutex, int type);
int __mz_mtx_lock(mtx_t *mutex);
int __mz_mtx_timedlock(mtx_t *restrict mutex,
                       const struct timespec *restrict time_point);
int __mz_mtx_trylock(mtx_t *mutex);
int __mz_mtx_unlock(mtx_t *mutex);
void __mz_mtx_destroy(mtx_t *mutex);
int __mz_cnd_init(cnd_t *cond);
int __mz_cnd_signal(cnd_t *cond);
int __mz_cnd_broadcast(cnd_t *cond);
int __mz_cnd_wait(cnd_t *cond, mtx_t *mutex);
int __mz_cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
                       const struct timespec *restrict time_point);
void __mz_cnd_destroy(cnd_t *cond);
int __mz_tss_create(tss_t *tss_id, tss_dtor_t destructor);
void *__mz_tss_get(tss_t tss_id);
int __mz_tss_set(tss_t tss_id, void *val);
void __mz_tss_delete(tss_t tss_id);
void __mz_call_once(once_flag *flag, void (*func)(void));

#endif
