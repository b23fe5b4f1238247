// SPDX-License-Identifier: Apache-2.0
// Attributes. What a model knows nothing of is kept and given back as it was
// set, if it could not change which executions there are: stack sizes,
// priorities, processors. What it would have to obey is refused (ENOTSUP):
// robust mutexes, priority protocols, objects shared between processes.

#include "machine/native/api/api.h"

#include <limits.h>
#include <string.h>

// The program reads or writes a setting through a pointer.
#define GIVE(place, value, site) \
    (native_writes((place), sizeof *(place), (site)), *(place) = (value))

// -------------------------------------------------------------- of a thread

enum { STACK_SIZE = 8 << 20, GUARD_SIZE = 4096 };

// A pthread_attr_t, inside.
struct attr {
    uint32_t life;
    uint8_t detached, explicit_sched, scope, masked;
    int32_t policy, priority;
    uint64_t stack, stack_size, guard_size;
    uint64_t signals, processors; // the first 64 of them
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "room");

static const struct attr defaults = {.life = API_LIVE,
                                     .policy = SCHED_OTHER,
                                     .stack_size = STACK_SIZE,
                                     .guard_size = GUARD_SIZE,
                                     .processors = 1};

static void check(const struct attr *a, const struct mz_site *site) {
    if (a->life != API_LIVE)
        native_fail(FINDING_API_MISUSE, site,
                    "thread attributes are used that were %s",
                    a->life == API_DESTROYED ? "destroyed before"
                                             : "never initialised");
}

static const struct attr *read_attr(const pthread_attr_t *attr,
                                    const struct mz_site *site) {
    const struct attr *a = (const struct attr *)(const void *)attr;
    native_reads(attr, sizeof *attr, site);
    check(a, site);
    return a;
}

static struct attr *write_attr(pthread_attr_t *attr,
                               const struct mz_site *site) {
    struct attr *a = (struct attr *)(void *)attr;
    native_writes(attr, sizeof *attr, site);
    check(a, site);
    return a;
}

bool api_attr_detached(const pthread_attr_t *attr, const struct mz_site *site) {
    return attr && read_attr(attr, site)->detached;
}

void api_attr_describe(pthread_attr_t *attr, bool detached,
                       const struct mz_site *site) {
    native_writes(attr, sizeof *attr, site);
    struct attr a = defaults;
    a.detached = detached;
    memcpy(attr, &a, sizeof a);
}

int __mz_pthread_attr_init(pthread_attr_t *attr) {
    api_attr_describe(attr, false, native_at());
    return 0;
}

int __mz_pthread_attr_destroy(pthread_attr_t *attr) {
    write_attr(attr, native_at())->life = API_DESTROYED;
    return 0;
}

int __mz_pthread_getattr_default_np(pthread_attr_t *attr) {
    return __mz_pthread_attr_init(attr);
}

int __mz_pthread_setattr_default_np(const pthread_attr_t *attr) {
    (void)attr;
    return ENOTSUP;
}

int __mz_pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
    const struct mz_site *site = native_at();
    int value = read_attr(attr, site)->detached ? PTHREAD_CREATE_DETACHED
                                                : PTHREAD_CREATE_JOINABLE;
    GIVE(state, value, site);
    return 0;
}

int __mz_pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE)
        return EINVAL;
    write_attr(attr, native_at())->detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

int __mz_pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size) {
    const struct mz_site *site = native_at();
    size_t value = read_attr(attr, site)->guard_size;
    GIVE(size, value, site);
    return 0;
}

int __mz_pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
    write_attr(attr, native_at())->guard_size = size;
    return 0;
}

int __mz_pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size) {
    const struct mz_site *site = native_at();
    size_t value = read_attr(attr, site)->stack_size;
    GIVE(size, value, site);
    return 0;
}

int __mz_pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
    if (size < (size_t)PTHREAD_STACK_MIN)
        return EINVAL;
    write_attr(attr, native_at())->stack_size = size;
    return 0;
}

int __mz_pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack) {
    const struct mz_site *site = native_at();
    void *value = (void *)(uintptr_t)read_attr(attr, site)->stack;
    GIVE(stack, value, site);
    return 0;
}

int __mz_pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack) {
    write_attr(attr, native_at())->stack = (uintptr_t)stack;
    return 0;
}

int __mz_pthread_attr_getstack(const pthread_attr_t *attr, void **stack,
                               size_t *size) {
    int error = __mz_pthread_attr_getstackaddr(attr, stack);
    return error ? error : __mz_pthread_attr_getstacksize(attr, size);
}

int __mz_pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size) {
    int error = __mz_pthread_attr_setstacksize(attr, size);
    return error ? error : __mz_pthread_attr_setstackaddr(attr, stack);
}

int __mz_pthread_attr_getscope(const pthread_attr_t *attr, int *scope) {
    const struct mz_site *site = native_at();
    int value = read_attr(attr, site)->scope;
    GIVE(scope, value, site);
    return 0;
}

int __mz_pthread_attr_setscope(pthread_attr_t *attr, int scope) {
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP; // as on Linux
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    write_attr(attr, native_at())->scope = (uint8_t)scope;
    return 0;
}

int __mz_pthread_attr_getinheritsched(const pthread_attr_t *attr,
                                      int *inherit) {
    const struct mz_site *site = native_at();
    int value = read_attr(attr, site)->explicit_sched ? PTHREAD_EXPLICIT_SCHED
                                                      : PTHREAD_INHERIT_SCHED;
    GIVE(inherit, value, site);
    return 0;
}

int __mz_pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
    if (inherit != PTHREAD_EXPLICIT_SCHED && inherit != PTHREAD_INHERIT_SCHED)
        return EINVAL;
    write_attr(attr, native_at())->explicit_sched =
        inherit == PTHREAD_EXPLICIT_SCHED;
    return 0;
}

int __mz_pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy) {
    const struct mz_site *site = native_at();
    int value = read_attr(attr, site)->policy;
    GIVE(policy, value, site);
    return 0;
}

int __mz_pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    write_attr(attr, native_at())->policy = policy;
    return 0;
}

int __mz_pthread_attr_getschedparam(const pthread_attr_t *attr,
                                    struct sched_param *param) {
    const struct mz_site *site = native_at();
    struct sched_param value = {.sched_priority =
                                    read_attr(attr, site)->priority};
    GIVE(param, value, site);
    return 0;
}

int __mz_pthread_attr_setschedparam(pthread_attr_t *attr,
                                    const struct sched_param *param) {
    const struct mz_site *site = native_at();
    native_reads(param, sizeof *param, site);
    int priority = param->sched_priority;
    write_attr(attr, site)->priority = priority;
    return 0;
}

// Sets longer than a word: the rest is empty.
static uint64_t read_set(const void *set, size_t size,
                         const struct mz_site *site) {
    uint64_t word = 0;
    native_reads(set, size, site);
    memcpy(&word, set, size < sizeof word ? size : sizeof word);
    return word;
}

static void write_set(void *set, size_t size, uint64_t word,
                      const struct mz_site *site) {
    native_writes(set, size, site);
    memset(set, 0, size);
    memcpy(set, &word, size < sizeof word ? size : sizeof word);
}

int __mz_pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size,
                                     cpu_set_t *set) {
    const struct mz_site *site = native_at();
    uint64_t processors = read_attr(attr, site)->processors;
    write_set(set, size, processors, site);
    return 0;
}

int __mz_pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size,
                                     const cpu_set_t *set) {
    const struct mz_site *site = native_at();
    uint64_t processors = read_set(set, size, site);
    write_attr(attr, site)->processors = processors;
    return 0;
}

int __mz_pthread_attr_getsigmask_np(const pthread_attr_t *attr, sigset_t *set) {
    const struct mz_site *site = native_at();
    const struct attr *a = read_attr(attr, site);
    if (!a->masked)
        return PTHREAD_ATTR_NO_SIGMASK_NP;
    uint64_t signals = a->signals;
    write_set(set, sizeof *set, signals, site);
    return 0;
}

int __mz_pthread_attr_setsigmask_np(pthread_attr_t *attr, const sigset_t *set) {
    const struct mz_site *site = native_at();
    uint64_t signals = set ? read_set(set, sizeof *set, site) : 0;
    struct attr *a = write_attr(attr, site);
    a->masked = set != NULL;
    a->signals = signals;
    return 0;
}

// --------------------------------------- how threads are given to processors

int __mz_pthread_getschedparam(pthread_t thread, int *policy,
                               struct sched_param *param) {
    const struct mz_site *site = native_at();
    if (!api_thread(thread))
        return ESRCH;
    GIVE(policy, SCHED_OTHER, site);
    GIVE(param, ((struct sched_param){.sched_priority = 0}), site);
    return 0;
}

int __mz_pthread_setschedparam(pthread_t thread, int policy,
                               const struct sched_param *param) {
    (void)policy;
    native_reads(param, sizeof *param, native_at());
    return api_thread(thread) ? 0 : ESRCH;
}

int __mz_pthread_setschedprio(pthread_t thread, int priority) {
    (void)priority;
    return api_thread(thread) ? 0 : ESRCH;
}

// There is one processor, whatever machine the program is checked on.
int __mz_pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    if (!api_thread(thread))
        return ESRCH;
    write_set(set, size, 1, native_at());
    return 0;
}

int __mz_pthread_setaffinity_np(pthread_t thread, size_t size,
                                const cpu_set_t *set) {
    read_set(set, size, native_at());
    return api_thread(thread) ? 0 : ESRCH;
}

int __mz_sched_getcpu(void) {
    return 0;
}

int __mz_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    (void)pid;
    write_set(set, size, 1, native_at());
    return 0;
}

int __mz_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set) {
    (void)pid;
    read_set(set, size, native_at());
    return 0;
}

int __mz_sched_get_priority_max(int policy) {
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int __mz_sched_get_priority_min(int policy) {
    return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

// --------------------------------- of mutexes, condition variables and so on

// All of these are one small number in the first four bytes, 0 by default: the
// type of a mutex, the clock of a condition variable, whom a read-write lock
// prefers.
int api_attr_number(const void *attr, const struct mz_site *site) {
    int value;
    native_reads(attr, sizeof value, site);
    memcpy(&value, attr, sizeof value);
    return value;
}

static int get_number(const void *attr, int *place,
                      const struct mz_site *site) {
    int value = api_attr_number(attr, site);
    GIVE(place, value, site);
    return 0;
}

static int set_number(void *attr, int value, const struct mz_site *site) {
    native_writes(attr, sizeof value, site);
    memcpy(attr, &value, sizeof value);
    return 0;
}

static int get_default(int *place, int value) {
    const struct mz_site *site = native_at();
    GIVE(place, value, site);
    return 0;
}

// Only the default can be had.
static int set_default(int value, int only, int last) {
    if (value == only)
        return 0;
    return value < 0 || value > last ? EINVAL : ENOTSUP;
}

int __mz_pthread_mutexattr_init(pthread_mutexattr_t *attr) {
    return set_number(attr, PTHREAD_MUTEX_DEFAULT, native_at());
}

int __mz_pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
    return set_number(attr, -1, native_at());
}

int __mz_pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) {
    return get_number(attr, type, native_at());
}

int __mz_pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    return set_number(attr, type, native_at());
}

int __mz_pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr,
                                      int *shared) {
    (void)attr;
    return get_default(shared, PTHREAD_PROCESS_PRIVATE);
}

int __mz_pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
    (void)attr;
    return set_default(shared, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED);
}

int __mz_pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr,
                                       int *protocol) {
    (void)attr;
    return get_default(protocol, PTHREAD_PRIO_NONE);
}

int __mz_pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr,
                                       int protocol) {
    (void)attr;
    return set_default(protocol, PTHREAD_PRIO_NONE, PTHREAD_PRIO_PROTECT);
}

int __mz_pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr,
                                          int *ceiling) {
    (void)attr;
    return get_default(ceiling, 0);
}

int __mz_pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr,
                                          int ceiling) {
    (void)attr;
    (void)ceiling;
    return ENOTSUP;
}

int __mz_pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr,
                                     int *robust) {
    (void)attr;
    return get_default(robust, PTHREAD_MUTEX_STALLED);
}

int __mz_pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    (void)attr;
    return set_default(robust, PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_ROBUST);
}

int __mz_pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr,
                                        int *robust) {
    return __mz_pthread_mutexattr_getrobust(attr, robust);
}

int __mz_pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust) {
    return __mz_pthread_mutexattr_setrobust(attr, robust);
}

int __mz_pthread_condattr_init(pthread_condattr_t *attr) {
    return set_number(attr, CLOCK_REALTIME, native_at());
}

int __mz_pthread_condattr_destroy(pthread_condattr_t *attr) {
    return set_number(attr, -1, native_at());
}

int __mz_pthread_condattr_getclock(const pthread_condattr_t *attr,
                                   clockid_t *clock) {
    return get_number(attr, clock, native_at());
}

int __mz_pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
    return api_clock(clock) ? set_number(attr, clock, native_at()) : EINVAL;
}

int __mz_pthread_condattr_getpshared(const pthread_condattr_t *attr,
                                     int *shared) {
    (void)attr;
    return get_default(shared, PTHREAD_PROCESS_PRIVATE);
}

int __mz_pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
    (void)attr;
    return set_default(shared, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED);
}

int __mz_pthread_rwlockattr_init(pthread_rwlockattr_t *attr) {
    return set_number(attr, PTHREAD_RWLOCK_DEFAULT_NP, native_at());
}

int __mz_pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
    return set_number(attr, -1, native_at());
}

int __mz_pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr,
                                       int *kind) {
    return get_number(attr, kind, native_at());
}

int __mz_pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    return set_number(attr, kind, native_at());
}

int __mz_pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr,
                                       int *shared) {
    (void)attr;
    return get_default(shared, PTHREAD_PROCESS_PRIVATE);
}

int __mz_pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
    (void)attr;
    return set_default(shared, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED);
}

int __mz_pthread_barrierattr_init(pthread_barrierattr_t *attr) {
    return set_number(attr, 0, native_at());
}

int __mz_pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
    return set_number(attr, -1, native_at());
}

int __mz_pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr,
                                        int *shared) {
    (void)attr;
    return get_default(shared, PTHREAD_PROCESS_PRIVATE);
}

int __mz_pthread_barrierattr_setpshared(pthread_barrierattr_t *attr,
                                        int shared) {
    (void)attr;
    return set_default(shared, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED);
}
