// SPDX-License-Identifier: Apache-2.0
// Attributes of threads. What is asked for is kept and given back, and changes
// nothing, but for a small stack: the thread's variables have to fit there.

#include "machine/native/api/api.h"

#include <limits.h>
#include <string.h>

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
_Static_assert(PTHREAD_SCOPE_SYSTEM <= UINT8_MAX, "room for the only scope");

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

struct api_creation api_attr_creation(const pthread_attr_t *attr,
                                      const struct mz_site *site) {
    if (!attr)
        return (struct api_creation){0};
    const struct attr *a = read_attr(attr, site);
    return (struct api_creation){
        a->detached, a->stack_size == STACK_SIZE ? 0 : a->stack_size};
}

void api_attr_describe(pthread_attr_t *attr, struct api_creation how,
                       const struct mz_site *site) {
    native_writes(attr, sizeof *attr, site);
    struct attr a = defaults;
    a.detached = how.detached;
    if (how.stack_size)
        a.stack_size = how.stack_size;
    memcpy(attr, &a, sizeof a);
}

int __mz_pthread_attr_init(pthread_attr_t *attr) {
    api_attr_describe(attr, (struct api_creation){0}, native_at());
    return 0;
}
NATIVE_SAME(pthread_getattr_default_np, pthread_attr_init)

int __mz_pthread_attr_destroy(pthread_attr_t *attr) {
    write_attr(attr, native_at())->life = API_DESTROYED;
    return 0;
}

int __mz_pthread_setattr_default_np(const pthread_attr_t *attr) {
    (void)attr;
    return ENOTSUP;
}

// What is given back: the function, its type, and of `a`, the attributes.
#define GET(function, type, value)                               \
    int __mz_pthread_attr_##function(const pthread_attr_t *attr, \
                                     type *place) {              \
        const struct mz_site *site = native_at();                \
        const struct attr *a = read_attr(attr, site);            \
        type given = value;                                      \
        API_GIVE(place, given, site);                            \
        return 0;                                                \
    }
GET(getdetachstate, int,
    a->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE)
GET(getguardsize, size_t, a->guard_size)
GET(getstacksize, size_t, a->stack_size)
GET(getstackaddr, void *, (void *)(uintptr_t)a->stack)
GET(getscope, int, a->scope)
GET(getinheritsched, int,
    a->explicit_sched ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED)
GET(getschedpolicy, int, a->policy)

int __mz_pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
    write_attr(attr, native_at())->guard_size = size;
    return 0;
}

int __mz_pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack) {
    write_attr(attr, native_at())->stack = (uintptr_t)stack;
    return 0;
}

int __mz_pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE)
        return EINVAL;
    write_attr(attr, native_at())->detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

int __mz_pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
    if (size < (size_t)PTHREAD_STACK_MIN)
        return EINVAL;
    write_attr(attr, native_at())->stack_size = size;
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

int __mz_pthread_attr_setscope(pthread_attr_t *attr, int scope) {
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP; // as on Linux
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    write_attr(attr, native_at())->scope = (uint8_t)scope;
    return 0;
}

int __mz_pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
    if (inherit != PTHREAD_EXPLICIT_SCHED && inherit != PTHREAD_INHERIT_SCHED)
        return EINVAL;
    write_attr(attr, native_at())->explicit_sched =
        inherit == PTHREAD_EXPLICIT_SCHED;
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
    API_GIVE(param, value, site);
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

int __mz_pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size,
                                     cpu_set_t *set) {
    const struct mz_site *site = native_at();
    uint64_t processors = read_attr(attr, site)->processors;
    api_write_set(set, size, processors, site);
    return 0;
}

int __mz_pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size,
                                     const cpu_set_t *set) {
    const struct mz_site *site = native_at();
    uint64_t processors = api_read_set(set, size, site);
    write_attr(attr, site)->processors = processors;
    return 0;
}

int __mz_pthread_attr_getsigmask_np(const pthread_attr_t *attr, sigset_t *set) {
    const struct mz_site *site = native_at();
    const struct attr *a = read_attr(attr, site);
    if (!a->masked)
        return PTHREAD_ATTR_NO_SIGMASK_NP;
    uint64_t signals = a->signals;
    api_write_set(set, sizeof *set, signals, site);
    return 0;
}

int __mz_pthread_attr_setsigmask_np(pthread_attr_t *attr, const sigset_t *set) {
    const struct mz_site *site = native_at();
    uint64_t signals = set ? api_read_set(set, sizeof *set, site) : 0;
    struct attr *a = write_attr(attr, site);
    a->masked = set != NULL;
    a->signals = signals;
    return 0;
}
