// SPDX-License-Identifier: Apache-2.0
// The thread API as the program under test sees it: POSIX threads, semaphores
// and C11 threads. The compiler makes the program call __mz_NAME instead of
// NAME (library_functions.h), with the same arguments; its place is
// native_at().
//
// Every object keeps its state inside itself, so that going back restores it
// with the rest of the program's memory, and so that static initialisers work:
// the first word is the state word of op.h, one word tells the object's life,
// the rest is bookkeeping that no other thread's operation depends on.
//
// Objects are the program's memory: whatever stands there must not make us
// fail. Only right after an operation, before anybody else has run, an object
// is as the operation has left it, and that is what the assertions are about.
//
// What a thread knows for certain needs no visible operation: only the owner
// of a mutex can change that it is the owner. All else is looked at when an
// operation has happened, never before: it may change while the thread parks.

#ifndef MAZURKA_MACHINE_NATIVE_API_API_H
#define MAZURKA_MACHINE_NATIVE_API_API_H

#include "base/fault.h"
#include "machine/native/races/c11.h"
#include "machine/native/native.h"
#include "machine/native/thread_time.h"

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
    bool is_lock;   // can be destroyed only when nobody holds it
};

static inline unsigned api_self(void) {
    return native_self()->number;
}

// How the state words of mutexes and read-write locks name a thread; sets of
// threads are words, too.
_Static_assert(NATIVE_MOST_THREADS <= 64, "a thread is a bit of a word");
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

// Let an operation happen. Other calls may have left their place since the one
// at `site` began.
static inline void api_visible(struct op *op, const struct mz_site *site) {
    expensive(op->kind < OP_KINDS && native_self());
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        op->flags |= OP_OF_OBJECT;
    __mz_at = site;
    native_visible(op);
}

static inline uint32_t *api_life(const struct api_class *class, void *object) {
    // Behind the state word, inside of the object.
    expensive(class->life >= 8 &&
              class->life + sizeof(uint32_t) <= class->size);
    return (uint32_t *)(void *)((char *)object + class->life);
}

// The real functions, called by code that nobody controls, count users where
// the life word is.
static inline bool api_is_counted(uint32_t life) {
    enum { MOST = 4096 };
    return native_lost_control() &&
           (life < MOST || life - API_LIVE + MOST < 2 * MOST);
}

// May this object be used? If not, a finding, and no return.
static inline void api_use(const struct api_class *class, void *object,
                           const struct mz_site *site) {
    native_touches(object, class->size, true, site);
    uint32_t life = *api_life(class, object);
    if (life == API_LIVE || (life == API_STATIC && class->is_static))
        return;
    if (api_is_counted(life))
        __mz_unsupported("uses an object of threads that code outside of "
                         "control has changed",
                         site);
    native_fail(class->misuse, site, "a %s is used that %s", class->name,
                life == API_DESTROYED ? "was destroyed before"
                                      : "was never initialised");
}

// Out of line, so that its operation is no part of the stack that is saved with
// each step of who calls it.
__attribute__((noinline, cold, unused)) static bool
api_can_happen(enum op_kind kind, const void *object) {
    struct op op = api_op(kind, object);
    return op_enabled(&op, *(const uint64_t *)object);
}

// The same before an operation of that kind is announced. That the object was
// destroyed, or is not initialised yet, is no finding yet, unless the operation
// would have to wait: it is one when the operation happens, which conflicts
// with what has destroyed or will initialise it, so that the other order is
// seen, too. (Who unlocks is wrong in both.) A lock that was destroyed is held
// by somebody who has failed there; who has to wait for that waits.
static inline void api_comes(const struct api_class *class, void *object,
                             enum op_kind kind, const struct mz_site *site) {
    native_touches(object, class->size, true, site);
    uint32_t life = *api_life(class, object);
    if (life == API_LIVE || (life == API_STATIC && class->is_static) ||
        (life == API_DESTROYED && class->is_lock))
        return;
    bool releases = op_rows[kind].holds < 0 && life != API_DESTROYED;
    if (releases || !api_can_happen(kind, object))
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
    require(op_object((enum op_kind)op->kind) == ON_MEMORY && op->size == 4);
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
    invariant(*(uint64_t *)object == value);
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

// A time limit of the program.
struct api_limit {
    int wrong;      // EINVAL if it is no time at all
    uint64_t until; // when it is over (thread_time.h)
};
static inline struct api_limit api_limit(clockid_t clock,
                                         const struct timespec *limit,
                                         const struct mz_site *site) {
    native_reads(limit, sizeof *limit, site);
    if (limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000)
        return (struct api_limit){.wrong = EINVAL};
    return (struct api_limit){.until = thread_time_until(clock, limit)};
}

// What a wait returns that was in vain.
static inline int api_failure(struct api_limit limit) {
    return limit.wrong ? limit.wrong : ETIMEDOUT;
}

// The result of a wait with a time limit. Whoever has waited in vain is late.
// (Not in a search that knows states, where who waits again and again, each
// time a second longer, is in the same state each time. What is found because
// of that does not happen again when it is replayed.)
static inline int api_timed(int result, struct api_limit limit,
                            const struct mz_site *site) {
    if (result == ETIMEDOUT && (!native_settings()->states || native_replays()))
        thread_time_sleep_until(limit.until);
    if (result == ETIMEDOUT)
        native_timed_out(site);
    return result;
}

// The clocks that a time limit may be told by.
static inline bool api_clock(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// A pthread_mutex_t or mtx_t, inside. `kind` is where the static initialisers
// of glibc have the type; `depth` counts the owner's locks after the first. The
// rest is of mutexes that were made with attributes.
enum api_robust {
    API_STALLED,    // not robust
    API_CONSISTENT, // robust
    API_OWNER_DIED, // who has it now has been told
    API_ABANDONED,  // and has not made it consistent: nobody can have it
};
struct api_mutex {
    uint64_t state;
    uint32_t depth;
    uint32_t life;
    int32_t kind;
    uint8_t robust; // enum api_robust
    uint8_t protocol, ceiling;
    struct api_mutex *next; // of the robust ones that its owner has
};
_Static_assert(sizeof(struct api_mutex) <= sizeof(pthread_mutex_t), "room");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "one layout");
_Static_assert(offsetof(struct api_mutex, kind) ==
                   offsetof(pthread_mutex_t, __data.__kind),
               "static initialisers put the type there");

// The one for condition variables, too.
extern const struct api_class api_mutexes;

// The running thread ends: its robust mutexes are free, and say so.
void api_mutex_owner_ends(void);

static inline bool api_mutex_held(const struct api_mutex *mutex) {
    return mutex->state == api_owner();
}

// What attributes of mutexes and the like are: parts of one number. The type is
// that of a mutex, whom a read-write lock prefers, or the clock of a condition
// variable.
enum api_attribute {
    API_TYPE,
    API_ROBUST,
    API_SHARED,
    API_PROTOCOL,
    API_CEILING,
};
#define API_ATTRIBUTE_SHIFT(which) (4u * (which))
#define API_ATTRIBUTE_MASK(which) \
    (((which) == API_CEILING ? 0x7fu : 0xfu) << API_ATTRIBUTE_SHIFT(which))
static inline int api_attribute(int number, enum api_attribute which) {
    return (int)(((unsigned)number & API_ATTRIBUTE_MASK(which)) >>
                 API_ATTRIBUTE_SHIFT(which));
}

// The number; those of a thread.
int api_attr_number(const void *attr, const struct mz_site *site);
struct api_creation {
    bool detached;
    size_t stack_size; // 0: as it comes
};
struct api_creation api_attr_creation(const pthread_attr_t *attr,
                                      const struct mz_site *site);
void api_attr_describe(pthread_attr_t *attr, struct api_creation how,
                       const struct mz_site *site);

// A thread of the program by its handle; NULL if there is no such thread.
struct native_thread *api_thread(pthread_t handle);
int api_create(pthread_t *handle, struct api_creation how,
               void *(*start)(void *), int (*start_c11)(void *),
               void *argument);
// The value that the thread ended with goes to *result.
int api_join(pthread_t handle, void **result, const struct mz_site *site);

// --------------------------------------------------------------- the models

SYNC_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
THREAD_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
_Noreturn void __mz_pthread_exit(void *retval);
_Noreturn void __mz_thrd_exit(int res);
_Noreturn void __mz___pthread_unwind_next(__pthread_unwind_buf_t *buf);
int __mz_pthread_yield(void);
int __mz_pthread_attr_getstackaddr(const pthread_attr_t *restrict attr,
                                   void **restrict stackaddr);
int __mz_pthread_attr_setstackaddr(pthread_attr_t *attr, void *stackaddr);
int __mz_pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr,
                                        int *robustness);
int __mz_pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr,
                                        int robustness);
int __mz_pthread_mutex_consistent_np(pthread_mutex_t *mutex);

#endif
