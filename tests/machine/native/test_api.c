// SPDX-License-Identifier: Apache-2.0
// The thread API against a machine that lets every operation happen at once.
//
// Threads are only numbers here: a test says who calls (as()), and what others
// do while an operation waits to happen (meanwhile()). Everything that is
// saved is put back at the end of each test, and then the objects must be as
// they were in the beginning.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/native/api/api.h"
#include "machine/native/libc/libc.h"
#include "machine/native/native_machine.h"
#include "one_time.h"
#include "stateless.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, MOST = 8192, MOST_OBJECTS = 64 };

enum outcome { RETURNED, FAILED, BLOCKED, ENDED, UNSUPPORTED, LIMITED };

static struct {
    struct native_thread thread[NATIVE_MOST_THREADS];
    unsigned self, threads;
    bool crowded; // no more threads
    struct native_settings settings;
    uint32_t choice; // of the next choice
    // What happened.
    struct op ops[MOST];
    unsigned op_count;
    enum finding_kind finding;
    const char *unsupported;
    enum limit limit;
    // Done before the next operation of this kind happens.
    enum op_kind meanwhile_at;
    void (*meanwhile)(void);
    const void *freed; // memory that is not the program's any more
    jmp_buf stop;
    // What was saved.
    struct {
        void *address, *old;
        size_t size;
    } saved[MOST];
    unsigned saved_count;
    // Objects that must come back.
    struct {
        void *address, *old;
        size_t size;
    } kept[MOST_OBJECTS];
    unsigned kept_count;
    // Vector clocks.
    unsigned clock[THREADS][THREADS];
    struct {
        const void *object;
        unsigned clock[THREADS];
    } released[MOST_OBJECTS];
    unsigned released_count;
} world;

static const struct mz_site here = {"t.c", "f", "m", 1, 1, "", ""};

// ----------------------------------------------------- native.h, for tests

bool native_replays(void) {
    return false;
}

bool native_lost_control(void) {
    return false;
}

struct native_thread *native_self(void) {
    return &world.thread[world.self];
}

struct native_thread *native_thread(unsigned number) {
    return number <= world.threads ? &world.thread[number] : NULL;
}

const char *native_name_of(unsigned who) {
    return who < world.threads ? world.thread[who].name : NULL;
}

unsigned native_next_child(void) {
    world.thread[world.threads].number = world.threads;
    return world.crowded ? NATIVE_MOST_THREADS : world.threads;
}

struct native_thread *native_spawn(void *(*start)(void *), int (*c11)(void *),
                                   void *argument) {
    struct native_thread *t = &world.thread[world.threads++];
    t->number = world.threads - 1;
    t->status = THREAD_ALIVE;
    t->start = start;
    t->start_c11 = c11;
    t->argument = argument;
    snprintf(t->name, sizeof t->name, "main/%u", t->number);
    return t;
}

void native_joined(struct native_thread *t) {
    native_set(t->joined, true);
}

_Noreturn void native_end_thread(void) {
    native_self()->status = THREAD_ENDED;
    longjmp(world.stop, ENDED);
}

void native_save(void *address, size_t size) {
    assert_true(world.saved_count < MOST);
    void *old = malloc(size);
    memcpy(old, address, size);
    world.saved[world.saved_count].address = address;
    world.saved[world.saved_count].size = size;
    world.saved[world.saved_count++].old = old;
}

static uint64_t *state_word(const struct op *op) {
    bool memory = op_object((enum op_kind)op->kind) == ON_MEMORY;
    return (uint64_t *)(uintptr_t)(memory ? op->addr & ~7ull : op->addr);
}

static bool can_happen(const struct op *op) {
    uint64_t state = op->addr ? *state_word(op) : 0;
    if (op->kind == OP_JOIN)
        return world.thread[op->target].status == THREAD_ENDED;
    if (op->kind == OP_LEAVE)
        return state >= (op->arg + 1) * *(uint32_t *)(uintptr_t)(op->addr + 8);
    if (op->kind == OP_AWAKE &&
        *(uint64_t *)(uintptr_t)op->arg >> world.self & 1)
        return false;
    return op_enabled(op, state);
}

static void let_others(const struct op *op) {
    void (*others)(void) = world.meanwhile;
    if (!others || world.meanwhile_at != (enum op_kind)op->kind)
        return;
    unsigned self = world.self;
    world.meanwhile = NULL;
    others();
    world.self = self;
}

void native_visible(struct op *op) {
    const struct mz_site *site = __mz_at;
    assert_ptr_equal(site, &here);
    let_others(op);
    if (op->addr)
        op_decide(op, *state_word(op));
    if (!can_happen(op))
        longjmp(world.stop, BLOCKED);
    op_set_mode(op);
    if (op->kind == OP_CHOOSE)
        op->choice = world.choice;
    if (op->addr2) {
        uint64_t *waiters = (uint64_t *)(uintptr_t)op->addr2;
        native_set(*waiters, *waiters | 1ull << world.self);
    }
    if (op->addr)
        native_set(*state_word(op),
                   op_state_after(op, op, world.self, op->old));
    world.ops[world.op_count++] = *op;
    __mz_at = site;
}

void native_join(struct op *op) {
    native_visible(op);
}

void native_touches(const void *object, size_t size, bool write,
                    const struct mz_site *site) {
    (void)size, (void)write;
    if (object && object == world.freed)
        native_fail(FINDING_USE_AFTER_FREE, site, "freed");
}

void native_reads(const void *address, size_t size,
                  const struct mz_site *site) {
    native_touches(address, size, false, site);
}

void native_writes(void *address, size_t size, const struct mz_site *site) {
    native_touches(address, size, false, site);
    native_save(address, size);
}

void native_gives(void *address, const void *value, size_t size,
                  const struct mz_site *site) {
    native_writes(address, size, site);
    memcpy(address, value, size);
}

void native_calls(void (*function)(void)) {
    (void)function;
}

size_t native_reads_text(const char *text, const struct mz_site *site) {
    (void)site;
    return strlen(text);
}

void native_timed_out(const struct mz_site *site) {
    (void)site;
}

void native_report(enum finding_kind kind, const struct mz_site *site,
                   const char *format, ...) {
    (void)format;
    assert_ptr_equal(site, &here);
    world.finding = kind;
}

_Noreturn void native_fail(enum finding_kind kind, const struct mz_site *site,
                           const char *format, ...) {
    (void)format;
    assert_ptr_equal(site, &here);
    world.finding = kind;
    longjmp(world.stop, FAILED);
}

_Noreturn void __mz_unsupported(const char *what, const struct mz_site *site) {
    assert_ptr_equal(site, &here);
    world.unsupported = what;
    longjmp(world.stop, UNSUPPORTED);
}

_Noreturn void native_limit(enum limit limit) {
    world.limit = limit;
    longjmp(world.stop, LIMITED);
}

const struct native_settings *native_settings(void) {
    return &world.settings;
}

int __mz_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    (void)set;
    (void)old;
    return how == SIG_BLOCK ? 0 : -1;
}

void libc_set_error(int error) {
    native_self()->error = error;
}

int signal_thread(unsigned thread, int number) {
    (void)thread;
    return number < 65 ? 0 : EINVAL;
}

pid_t __mz_getpid(void) {
    return 1;
}

pid_t __mz_getppid(void) {
    return 0;
}

pid_t __mz_gettid(void) {
    return 1;
}

// -------------------------------------------------------- c11.h, for tests

struct c11 *native_c11(void) {
    return (struct c11 *)&world; // any address: it is not looked at
}

static void merge(unsigned *to, const unsigned *from) {
    for (unsigned i = 0; i < THREADS; i++)
        to[i] = to[i] > from[i] ? to[i] : from[i];
}

static unsigned *clock_of(const void *object) {
    unsigned i = 0;
    while (i < world.released_count && world.released[i].object != object)
        i++;
    assert_true(i < MOST_OBJECTS);
    if (i == world.released_count)
        world.released[world.released_count++].object = object;
    return world.released[i].clock;
}

void c11_acquire(struct c11 *c11, unsigned thread, const void *object) {
    (void)c11;
    merge(world.clock[thread], clock_of(object));
}

void c11_release(struct c11 *c11, unsigned thread, const void *object) {
    (void)c11;
    merge(clock_of(object), world.clock[thread]);
    world.clock[thread][thread]++;
}

void c11_fork(struct c11 *c11, unsigned thread, unsigned child) {
    (void)c11;
    merge(world.clock[child], world.clock[thread]);
    world.clock[thread][thread]++;
}

void c11_join(struct c11 *c11, unsigned thread, unsigned other) {
    (void)c11;
    merge(world.clock[thread], world.clock[other]);
}

// What a thread does now, as a time; and whether another one has seen it.
static unsigned now(unsigned thread) {
    return world.clock[thread][thread];
}

static bool has_seen(unsigned who, unsigned thread, unsigned time) {
    return world.clock[who][thread] >= time;
}

// -------------------------------------------------------------- for tests

static void as(unsigned thread) {
    world.self = thread;
}

static void meanwhile(enum op_kind at, void (*others)(void)) {
    world.meanwhile_at = at;
    world.meanwhile = others;
}

static void keep(void *address, size_t size) {
    unsigned i = world.kept_count++;
    world.kept[i].address = address;
    world.kept[i].size = size;
    world.kept[i].old = malloc(size);
    memcpy(world.kept[i].old, address, size);
}

static const struct op *last(void) {
    assert_true(world.op_count > 0);
    return &world.ops[world.op_count - 1];
}

// How a call goes on: RETURNED if it does. One at a time.
#define HOW(call)                                             \
    ({                                                        \
        __mz_at = &here;                                      \
        enum outcome how_ = (enum outcome)setjmp(world.stop); \
        if (how_ == RETURNED)                                 \
            call;                                             \
        how_;                                                 \
    })
#define DO(call) (__mz_at = &here, (call))
#define FAILS(kind, call)                      \
    do {                                       \
        assert_int_equal(HOW(call), FAILED);   \
        assert_int_equal(world.finding, kind); \
        world.finding = NO_FINDING;            \
    } while (0)
#define REPORTS(kind, call)                    \
    do {                                       \
        assert_int_equal(HOW(call), RETURNED); \
        assert_int_equal(world.finding, kind); \
        world.finding = NO_FINDING;            \
    } while (0)
#define STUCK(call) assert_int_equal(HOW(call), BLOCKED)
// Never is the program told by an error number.
#define LIMITED_BY(which, call)                \
    (assert_int_equal(HOW(call), LIMITED), \
     assert_int_equal(world.limit, LIMIT_##which))
#define REFUSED(call) assert_int_equal(HOW(call), UNSUPPORTED)

static int setup(void **state) {
    (void)state;
    memset(&world, 0, sizeof world);
    world.threads = 4;
    for (unsigned i = 0; i < world.threads; i++) {
        world.thread[i].number = i;
        world.thread[i].status = THREAD_ALIVE;
        snprintf(world.thread[i].name, sizeof world.thread[i].name, "t%u", i);
    }
    for (unsigned i = 0; i < THREADS; i++)
        world.clock[i][i] = 1;
    __mz_at = &here;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    while (world.saved_count) {
        world.saved_count--;
        memcpy(world.saved[world.saved_count].address,
               world.saved[world.saved_count].old,
               world.saved[world.saved_count].size);
        free(world.saved[world.saved_count].old);
    }
    int wrong = world.finding != NO_FINDING;
    for (unsigned i = 0; i < world.kept_count; i++) {
        wrong |= memcmp(world.kept[i].address, world.kept[i].old,
                        world.kept[i].size);
        free(world.kept[i].old);
    }
    return wrong;
}

static const struct timespec soon = {1, 0}, never = {1, -1};

// The objects of all tests: static, since going back writes to them after the
// test has returned.
static pthread_mutex_t mutex, other_mutex;
static pthread_cond_t condition;
static pthread_rwlock_t rwlock;
static pthread_barrier_t barrier;
static struct {
    char shift[4];
    pthread_spinlock_t lock; // not at a multiple of 8
} spin;
static sem_t semaphore;
static void *place;
static int number;

static void keep_all(void) {
    keep(&mutex, sizeof mutex);
    keep(&other_mutex, sizeof other_mutex);
    keep(&condition, sizeof condition);
    keep(&rwlock, sizeof rwlock);
    keep(&barrier, sizeof barrier);
    keep(&spin, sizeof spin);
    keep(&semaphore, sizeof semaphore);
    keep(&place, sizeof place);
    keep(&number, sizeof number);
}

static void init_mutex(pthread_mutex_t *m, int type) {
    static pthread_mutexattr_t attr;
    assert_int_equal(DO(__mz_pthread_mutexattr_init(&attr)), 0);
    assert_int_equal(DO(__mz_pthread_mutexattr_settype(&attr, type)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_init(m, &attr)), 0);
}

// ----------------------------------------------------------------- mutexes

static void a_mutex_is_held_by_one(void **state) {
    (void)state;
    keep_all();
    as(1);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
    assert_int_equal(last()->kind, OP_LOCK);
    assert_int_equal(*(uint64_t *)&mutex, 2);
    unsigned before = now(1);
    as(2);
    STUCK(__mz_pthread_mutex_lock(&mutex));
    assert_int_equal(DO(__mz_pthread_mutex_trylock(&mutex)), EBUSY);
    assert_int_equal(last()->kind, OP_TRYLOCK_FAIL);
    assert_int_equal(DO(__mz_pthread_mutex_timedlock(&mutex, &soon)),
                     ETIMEDOUT);
    assert_int_equal(DO(__mz_pthread_mutex_timedlock(&mutex, &never)), EINVAL);
    assert_false(has_seen(2, 1, before));
    as(1);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), 0);
    as(2);
    assert_int_equal(DO(__mz_pthread_mutex_timedlock(&mutex, &never)), 0);
    assert_int_equal(last()->kind, OP_TRYLOCK);
    assert_true(has_seen(2, 1, before));
    assert_false(has_seen(2, 1, now(1)));
}

static void a_normal_mutex_deadlocks_with_its_owner(void **state) {
    (void)state;
    keep_all();
    DO(__mz_pthread_mutex_lock(&mutex));
    STUCK(__mz_pthread_mutex_lock(&mutex));
    assert_int_equal(DO(__mz_pthread_mutex_trylock(&mutex)), EBUSY);
    assert_int_equal(DO(__mz_pthread_mutex_timedlock(&mutex, &soon)),
                     ETIMEDOUT);
}

static void a_recursive_mutex_counts(void **state) {
    (void)state;
    keep_all();
    init_mutex(&mutex, PTHREAD_MUTEX_RECURSIVE);
    unsigned before = world.op_count;
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_trylock(&mutex)), 0);
    assert_int_equal(
        DO(__mz_pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon)), 0);
    assert_int_equal(world.op_count, before + 1);
    for (int i = 0; i < 3; i++)
        assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), 0);
    assert_int_equal(world.op_count, before + 1);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), 0);
    assert_int_equal(last()->kind, OP_UNLOCK);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), EPERM);
    DO(__mz_pthread_mutex_lock(&mutex));
    DO(__mz_pthread_mutex_lock(&mutex));
    REPORTS(FINDING_MUTEX_MISUSE, init_mutex(&mutex, PTHREAD_MUTEX_RECURSIVE));
    DO(__mz_pthread_mutex_lock(&mutex));
    DO(__mz_pthread_mutex_unlock(&mutex)); // no locks of before are left
    assert_int_equal(last()->kind, OP_UNLOCK);
}

static void an_error_checking_mutex_tells(void **state) {
    (void)state;
    keep_all();
    init_mutex(&mutex, PTHREAD_MUTEX_ERRORCHECK);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), EPERM);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), EDEADLK);
    assert_int_equal(DO(__mz_pthread_mutex_timedlock(&mutex, &soon)), EDEADLK);
    assert_int_equal(DO(__mz_pthread_mutex_trylock(&mutex)), EBUSY);
    as(1);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), EPERM);
}

static void static_initialisers_are_those_of_glibc(void **state) {
    (void)state;
    static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
    keep(&recursive, sizeof recursive);
    keep(&checking, sizeof checking);
    keep(&adaptive, sizeof adaptive);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&recursive)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&recursive)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&checking)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&checking)), EDEADLK);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&adaptive)), 0);
    STUCK(__mz_pthread_mutex_lock(&adaptive));
}

static void mutex_misuse_is_found(void **state) {
    (void)state;
    keep_all();
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_unlock(&mutex));
    as(1);
    DO(__mz_pthread_mutex_lock(&mutex));
    as(2);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_unlock(&mutex));
    REPORTS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_destroy(&mutex));
    REPORTS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_init(&mutex, NULL));
    assert_int_equal(DO(__mz_pthread_mutex_destroy(&mutex)), 0);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_lock(&mutex));
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_destroy(&mutex));
    assert_int_equal(DO(__mz_pthread_mutex_init(&mutex, NULL)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
}

static void garbage_is_no_mutex(void **state) {
    (void)state;
    static pthread_mutex_t garbage;
    memset(&garbage, 0xb5, sizeof garbage);
    keep(&garbage, sizeof garbage);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_lock(&garbage));
    assert_int_equal(DO(__mz_pthread_mutex_init(&garbage, NULL)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&garbage)), 0);
}

static void destroy_mutex_as_2(void) {
    as(2);
    assert_int_equal(DO(__mz_pthread_mutex_destroy(&mutex)), 0);
}

static void free_mutex(void) {
    world.freed = &mutex;
}

static void a_mutex_can_go_while_a_thread_waits(void **state) {
    (void)state;
    keep_all();
    meanwhile(OP_LOCK, destroy_mutex_as_2);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_mutex_lock(&mutex));
    DO(__mz_pthread_mutex_init(&mutex, NULL));
    DO(__mz_pthread_mutex_lock(&mutex));
    meanwhile(OP_UNLOCK, free_mutex);
    FAILS(FINDING_USE_AFTER_FREE, __mz_pthread_mutex_unlock(&mutex));
    FAILS(FINDING_USE_AFTER_FREE, __mz_pthread_mutex_lock(&mutex));
}

static void destroying_conflicts_with_locking(void **state) {
    (void)state;
    keep_all();
    DO(__mz_pthread_mutex_init(&mutex, NULL));
    struct op init = *last();
    DO(__mz_pthread_mutex_lock(&mutex));
    struct op lock = *last();
    DO(__mz_pthread_mutex_unlock(&mutex));
    DO(__mz_pthread_mutex_destroy(&mutex));
    assert_true(op_depends(last(), &lock));
    assert_true(op_depends(&init, &lock));
}

// ----------------------------------------------------- condition variables

static void signal_as_2(void) {
    as(2);
    assert_int_equal(DO(__mz_pthread_mutex_lock(&mutex)), 0);
    assert_int_equal(DO(__mz_pthread_cond_signal(&condition)), 0);
    assert_int_equal(DO(__mz_pthread_mutex_unlock(&mutex)), 0);
}

static void a_wait_ends_with_a_signal(void **state) {
    (void)state;
    keep_all();
    as(1);
    DO(__mz_pthread_mutex_lock(&mutex));
    STUCK(__mz_pthread_cond_wait(&condition, &mutex));
    assert_int_equal(last()->kind, OP_WAIT);
    assert_int_equal(last()->addr, (uintptr_t)&mutex);
    assert_int_equal(last()->addr2, (uintptr_t)&condition);
    assert_int_equal(*(uint64_t *)&mutex, 0);
    DO(__mz_pthread_mutex_lock(&mutex));
    unsigned before = now(2);
    meanwhile(OP_AWAKE, signal_as_2);
    assert_int_equal(DO(__mz_pthread_cond_wait(&condition, &mutex)), 0);
    assert_int_equal(last()->kind, OP_AWAKE);
    assert_int_equal(last()->arg, (uintptr_t)&condition);
    assert_int_equal(*(uint64_t *)&mutex, 2);
    assert_true(has_seen(1, 2, before));
    assert_true(has_seen(2, 1, 1)); // the wait has let go of the mutex
}

static void broadcast_and_destroy_as_2(void) {
    as(2);
    assert_int_equal(DO(__mz_pthread_cond_broadcast(&condition)), 0);
    assert_int_equal(DO(__mz_pthread_cond_destroy(&condition)), 0);
    world.freed = &condition;
}

static void who_wakes_all_may_destroy(void **state) {
    (void)state;
    keep_all();
    as(1);
    DO(__mz_pthread_mutex_lock(&mutex));
    meanwhile(OP_AWAKE, broadcast_and_destroy_as_2);
    assert_int_equal(DO(__mz_pthread_cond_wait(&condition, &mutex)), 0);
}

static void a_timed_wait_ends_both_ways(void **state) {
    (void)state;
    keep_all();
    as(1);
    DO(__mz_pthread_mutex_lock(&mutex));
    assert_int_equal(DO(__mz_pthread_cond_timedwait(&condition, &mutex, &soon)),
                     ETIMEDOUT);
    assert_int_equal(last()->kind, OP_LOCK);
    assert_int_equal(last()[-1].kind, OP_EXPIRE);
    assert_int_equal(last()[-1].target, 1);
    assert_int_equal(*(uint64_t *)&condition, 0);
    meanwhile(OP_EXPIRE, signal_as_2);
    assert_int_equal(DO(__mz_pthread_cond_clockwait(&condition, &mutex,
                                                    CLOCK_MONOTONIC, &soon)),
                     0);
    assert_int_equal(last()[-1].kind, OP_EXPIRE_WOKEN);
    assert_int_equal(
        DO(__mz_pthread_cond_timedwait(&condition, &mutex, &never)), EINVAL);
    assert_int_equal(*(uint64_t *)&mutex, 2);
}

static void a_wake_up_can_be_spurious(void **state) {
    (void)state;
    keep_all();
    world.settings.spurious_wakeups = true;
    DO(__mz_pthread_mutex_lock(&mutex));
    assert_int_equal(DO(__mz_pthread_cond_wait(&condition, &mutex)), 0);
    assert_int_equal(last()[-1].kind, OP_EXPIRE);
}

static void misuse_of_conditions_is_found(void **state) {
    (void)state;
    keep_all();
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_cond_wait(&condition, &mutex));
    init_mutex(&mutex, PTHREAD_MUTEX_RECURSIVE);
    DO(__mz_pthread_mutex_lock(&mutex));
    DO(__mz_pthread_mutex_lock(&mutex));
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_cond_wait(&condition, &mutex));
    DO(__mz_pthread_mutex_unlock(&mutex));
    STUCK(__mz_pthread_cond_wait(&condition, &mutex));
    REPORTS(FINDING_API_MISUSE, __mz_pthread_cond_destroy(&condition));
    as(1);
    DO(__mz_pthread_mutex_lock(&other_mutex));
    FAILS(FINDING_API_MISUSE, __mz_pthread_cond_wait(&condition, &other_mutex));
    DO(__mz_pthread_cond_broadcast(&condition));
    DO(__mz_pthread_mutex_lock(&other_mutex));
    STUCK(__mz_pthread_cond_wait(&condition, &other_mutex)); // alone: fine
    REPORTS(FINDING_API_MISUSE, __mz_pthread_cond_init(&condition, NULL));
    DO(__mz_pthread_cond_destroy(&condition));
    FAILS(FINDING_API_MISUSE, __mz_pthread_cond_signal(&condition));
}

// --------------------------------------------------------- read-write locks

static void readers_share(void **state) {
    (void)state;
    keep_all();
    for (unsigned i = 1; i <= 2; i++) {
        as(i);
        assert_int_equal(DO(__mz_pthread_rwlock_rdlock(&rwlock)), 0);
        assert_int_equal(DO(__mz_pthread_rwlock_tryrdlock(&rwlock)), 0);
    }
    assert_int_equal(*(uint64_t *)&rwlock, 4);
    as(3);
    STUCK(__mz_pthread_rwlock_wrlock(&rwlock));
    assert_int_equal(DO(__mz_pthread_rwlock_trywrlock(&rwlock)), EBUSY);
    assert_int_equal(last()->kind, OP_TRYWRLOCK_FAIL);
    assert_int_equal(DO(__mz_pthread_rwlock_timedwrlock(&rwlock, &soon)),
                     ETIMEDOUT);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_rwlock_unlock(&rwlock));
    unsigned before = now(1);
    for (unsigned i = 0; i < 4; i++) {
        as(1 + i % 2);
        assert_int_equal(DO(__mz_pthread_rwlock_unlock(&rwlock)), 0);
        assert_int_equal(last()->kind, OP_RDUNLOCK);
    }
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_rwlock_unlock(&rwlock));
    as(2);
    assert_int_equal(DO(__mz_pthread_rwlock_rdlock(&rwlock)), 0);
    assert_false(has_seen(2, 1, before)); // a reader orders no reader
    DO(__mz_pthread_rwlock_unlock(&rwlock));
    assert_int_equal(DO(__mz_pthread_rwlock_wrlock(&rwlock)), 0);
    assert_true(has_seen(2, 1, before));
}

static void a_writer_is_alone(void **state) {
    (void)state;
    keep_all();
    as(1);
    assert_int_equal(DO(__mz_pthread_rwlock_wrlock(&rwlock)), 0);
    assert_int_equal(*(uint64_t *)&rwlock >> 32, 2);
    assert_int_equal(DO(__mz_pthread_rwlock_wrlock(&rwlock)), EDEADLK);
    assert_int_equal(DO(__mz_pthread_rwlock_rdlock(&rwlock)), EDEADLK);
    unsigned before = now(1);
    as(2);
    STUCK(__mz_pthread_rwlock_rdlock(&rwlock));
    assert_int_equal(DO(__mz_pthread_rwlock_tryrdlock(&rwlock)), EBUSY);
    assert_int_equal(last()->kind, OP_TRYRDLOCK_FAIL);
    assert_int_equal(
        DO(__mz_pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &soon)),
        ETIMEDOUT);
    REPORTS(FINDING_MUTEX_MISUSE, __mz_pthread_rwlock_destroy(&rwlock));
    as(1);
    assert_int_equal(DO(__mz_pthread_rwlock_unlock(&rwlock)), 0);
    assert_int_equal(last()->kind, OP_WRUNLOCK);
    as(2);
    assert_int_equal(DO(__mz_pthread_rwlock_timedrdlock(&rwlock, &soon)), 0);
    assert_true(has_seen(2, 1, before));
    STUCK(__mz_pthread_rwlock_wrlock(&rwlock)); // waits for itself
    DO(__mz_pthread_rwlock_unlock(&rwlock));
    assert_int_equal(DO(__mz_pthread_rwlock_destroy(&rwlock)), 0);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_rwlock_rdlock(&rwlock));
}

static void too_many_reads_are_refused(void **state) {
    (void)state;
    keep_all();
    for (unsigned i = 0; i < 15; i++)
        assert_int_equal(DO(__mz_pthread_rwlock_rdlock(&rwlock)), 0);
    LIMITED_BY(READ_LOCKS, __mz_pthread_rwlock_rdlock(&rwlock));
    for (unsigned i = 0; i < 15; i++)
        assert_int_equal(DO(__mz_pthread_rwlock_unlock(&rwlock)), 0);
    assert_int_equal(*(uint64_t *)&rwlock, 0);
}

// -------------------------------------------------------------- semaphores

static void a_semaphore_counts(void **state) {
    (void)state;
    keep_all();
    FAILS(FINDING_API_MISUSE, __mz_sem_post(&semaphore));
    assert_int_equal(DO(__mz_sem_init(&semaphore, 0, 1)), 0);
    assert_int_equal(DO(__mz_sem_wait(&semaphore)), 0);
    STUCK(__mz_sem_wait(&semaphore));
    assert_int_equal(DO(__mz_sem_trywait(&semaphore)), -1);
    assert_int_equal(native_self()->error, EAGAIN);
    assert_int_equal(last()->kind, OP_SEM_TRYWAIT_FAIL);
    assert_int_equal(DO(__mz_sem_timedwait(&semaphore, &soon)), -1);
    assert_int_equal(native_self()->error, ETIMEDOUT);
    as(1);
    unsigned before = now(1);
    assert_int_equal(DO(__mz_sem_post(&semaphore)), 0);
    as(0);
    assert_int_equal(DO(__mz_sem_getvalue(&semaphore, &number)), 0);
    assert_int_equal(number, 1);
    assert_false(has_seen(0, 1, before));
    assert_int_equal(DO(__mz_sem_trywait(&semaphore)), 0);
    assert_true(has_seen(0, 1, before));
    assert_int_equal(DO(__mz_sem_destroy(&semaphore)), 0);
    FAILS(FINDING_API_MISUSE, __mz_sem_wait(&semaphore));
}

static void a_semaphore_does_not_overflow(void **state) {
    (void)state;
    keep_all();
    assert_int_equal(DO(__mz_sem_init(&semaphore, 0, SEM_VALUE_MAX + 1u)), -1);
    assert_int_equal(native_self()->error, EINVAL);
    assert_int_equal(DO(__mz_sem_init(&semaphore, 1, SEM_VALUE_MAX)), 0);
    assert_int_equal(DO(__mz_sem_post(&semaphore)), -1);
    assert_int_equal(native_self()->error, EOVERFLOW);
    assert_int_equal(*(uint64_t *)&semaphore, SEM_VALUE_MAX);
}

static void named_semaphores_are_refused(void **state) {
    (void)state;
    REFUSED(__mz_sem_open("/s", 0));
    assert_string_equal(world.unsupported, "calls sem_open()");
    REFUSED(__mz_sem_close(NULL));
    REFUSED(__mz_sem_unlink("/s"));
}

// ---------------------------------------------------------------- barriers

static unsigned arrived_at;

static void arrive_as_2(void) {
    as(2);
    arrived_at = now(2);
    assert_int_equal(DO(__mz_pthread_barrier_wait(&barrier)),
                     PTHREAD_BARRIER_SERIAL_THREAD);
    // The next round: nobody of the last one has seen what comes now.
    STUCK(__mz_pthread_barrier_wait(&barrier));
}

static void all_leave_when_all_have_come(void **state) {
    (void)state;
    keep_all();
    assert_int_equal(DO(__mz_pthread_barrier_init(&barrier, NULL, 0)), EINVAL);
    assert_int_equal(DO(__mz_pthread_barrier_init(&barrier, NULL, 2)), 0);
    as(1);
    unsigned before = now(1);
    meanwhile(OP_LEAVE, arrive_as_2);
    assert_int_equal(DO(__mz_pthread_barrier_wait(&barrier)), 0);
    assert_int_equal(last()->kind, OP_LEAVE);
    assert_true(has_seen(1, 2, arrived_at));
    assert_false(has_seen(1, 2, arrived_at + 1));
    assert_true(has_seen(2, 1, before));
    REPORTS(FINDING_API_MISUSE, __mz_pthread_barrier_destroy(&barrier));
    REPORTS(FINDING_API_MISUSE, __mz_pthread_barrier_init(&barrier, NULL, 3));
    assert_int_equal(DO(__mz_pthread_barrier_destroy(&barrier)), 0);
    FAILS(FINDING_API_MISUSE, __mz_pthread_barrier_wait(&barrier));
}

// -------------------------------------------------------------- spin locks

static void a_spin_lock_is_four_bytes(void **state) {
    (void)state;
    keep_all();
    assert_int_equal(DO(__mz_pthread_spin_init(&spin.lock, 0)), 0);
    as(1);
    assert_int_equal(DO(__mz_pthread_spin_lock(&spin.lock)), 0);
    assert_int_equal(last()->kind, OP_XAWAIT);
    assert_int_equal(spin.lock, 2);
    unsigned before = now(1);
    as(2);
    STUCK(__mz_pthread_spin_lock(&spin.lock));
    assert_int_equal(DO(__mz_pthread_spin_trylock(&spin.lock)), EBUSY);
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_spin_unlock(&spin.lock));
    as(1);
    assert_int_equal(DO(__mz_pthread_spin_unlock(&spin.lock)), 0);
    as(2);
    assert_int_equal(DO(__mz_pthread_spin_trylock(&spin.lock)), 0);
    assert_int_equal(spin.lock, 3);
    assert_true(has_seen(2, 1, before));
    REPORTS(FINDING_MUTEX_MISUSE, __mz_pthread_spin_destroy(&spin.lock));
    FAILS(FINDING_MUTEX_MISUSE, __mz_pthread_spin_unlock(&spin.lock));
    assert_memory_equal(spin.shift, "\0\0\0\0", 4);
}

// -------------------------------------------------------------- once, keys

// A machine reads the whole word around what it acts on.
static _Alignas(8) union {
    pthread_once_t control;
    once_flag flag;
    uint64_t word;
} once;
static int calls;

static void routine(void) {
    calls++;
    as(1);
    STUCK(__mz_pthread_once(&once.control, routine)); // still running
    as(0);
    __mz_at = NULL; // whatever was called last
}

static void once_is_once(void **state) {
    (void)state;
    keep(&once, sizeof once);
    calls = 0;
    unsigned before = now(0);
    assert_int_equal(DO(__mz_pthread_once(&once.control, routine)), 0);
    as(2);
    assert_int_equal(DO(__mz_pthread_once(&once.control, routine)), 0);
    assert_int_equal(last()->kind, OP_AWAIT);
    assert_true(has_seen(2, 0, before));
    DO(__mz_call_once(&once.flag, routine));
    assert_int_equal(calls, 1);
}

static pthread_key_t key, second_key;

static void destructor(void *value) {
    calls++;
    assert_null(__mz_pthread_getspecific(key)); // NULL before the call
    assert_int_equal(__mz_pthread_setspecific(key, value), 0);
}

static void values_are_destroyed(void **state) {
    (void)state;
    calls = 0;
    assert_int_equal(DO(__mz_pthread_key_create(&key, destructor)), 0);
    assert_int_equal(last()->kind, OP_RMW);
    assert_int_equal(DO(__mz_pthread_key_create(&second_key, NULL)), 0);
    assert_int_not_equal(key, second_key);
    assert_int_equal(__mz_pthread_setspecific(key, &calls), 0);
    assert_int_equal(__mz_pthread_setspecific(second_key, &key), 0);
    as(1);
    assert_null(__mz_pthread_getspecific(key));
    as(0);
    assert_ptr_equal(__mz_pthread_getspecific(key), &calls);
    native_thread_returns();
    assert_int_equal(calls, PTHREAD_DESTRUCTOR_ITERATIONS);
    assert_int_equal(DO(__mz_pthread_key_delete(second_key)), 0);
    assert_int_equal(DO(__mz_pthread_key_delete(second_key)), EINVAL);
    assert_int_equal(__mz_pthread_setspecific(second_key, &key), EINVAL);
    assert_null(__mz_pthread_getspecific(second_key));
    assert_int_equal(DO(__mz_pthread_key_create(&second_key, NULL)), 0);
    assert_null(__mz_pthread_getspecific(second_key)); // no value of the old
}

static void keys_can_run_out(void **state) {
    (void)state;
    for (unsigned i = 0; i < NATIVE_MOST_KEYS; i++)
        assert_int_equal(DO(__mz_pthread_key_create(&key, NULL)), 0);
    assert_int_equal(DO(__mz_pthread_key_create(&key, NULL)), EAGAIN);
    assert_int_equal(__mz_pthread_setspecific(~0u, &key), EINVAL);
}

// ----------------------------------------------------------------- threads

static void *start(void *argument) {
    return argument;
}

static pthread_t handle;

static void a_thread_is_created_and_joined(void **state) {
    (void)state;
    volatile unsigned before = now(0); // across longjmp
    assert_int_equal(DO(__mz_pthread_create(&handle, NULL, start, &calls)), 0);
    assert_int_equal(last()->kind, OP_SPAWN);
    assert_int_equal(last()->target, 4);
    assert_int_equal(handle, 5);
    assert_true(has_seen(4, 0, before));
    assert_ptr_equal(world.thread[4].argument, &calls);
    STUCK(__mz_pthread_join(handle, &place));
    assert_int_equal(DO(__mz_pthread_join(__mz_pthread_self(), NULL)), EDEADLK);
    assert_int_equal(DO(__mz_pthread_join(0, NULL)), ESRCH);
    assert_int_equal(DO(__mz_pthread_join(60, NULL)), ESRCH);
    as(4);
    before = now(4);
    assert_true(__mz_pthread_equal(__mz_pthread_self(), handle));
    assert_int_equal(HOW(__mz_pthread_exit(&number)), ENDED);
    as(0);
    assert_int_equal(DO(__mz_pthread_join(handle, &place)), 0);
    assert_ptr_equal(place, &number);
    assert_true(has_seen(0, 4, before));
    FAILS(FINDING_API_MISUSE, __mz_pthread_join(handle, NULL));
    FAILS(FINDING_API_MISUSE, __mz_pthread_detach(handle));
    world.crowded = true;
    LIMITED_BY(THREADS, __mz_pthread_create(&handle, NULL, start, NULL));
}

static void detached_threads_are_not_joined(void **state) {
    (void)state;
    static pthread_attr_t attr;
    FAILS(FINDING_API_MISUSE, __mz_pthread_create(&handle, &attr, start, NULL));
    assert_int_equal(DO(__mz_pthread_attr_init(&attr)), 0);
    assert_int_equal(
        DO(__mz_pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED)),
        0);
    assert_int_equal(DO(__mz_pthread_create(&handle, &attr, start, NULL)), 0);
    FAILS(FINDING_API_MISUSE, __mz_pthread_join(handle, NULL));
    assert_int_equal(DO(__mz_pthread_getattr_np(handle, &attr)), 0);
    assert_int_equal(DO(__mz_pthread_attr_getdetachstate(&attr, &number)), 0);
    assert_int_equal(number, PTHREAD_CREATE_DETACHED);
    assert_int_equal(DO(__mz_pthread_detach(2)), 0);
    FAILS(FINDING_API_MISUSE, __mz_pthread_detach(2));
    assert_int_equal(DO(__mz_pthread_detach(40)), ESRCH);
}

static void a_timed_join_ends_both_ways(void **state) {
    (void)state;
    assert_int_equal(DO(__mz_pthread_tryjoin_np(2, &place)), EBUSY);
    assert_int_equal(last()->kind, OP_CHOOSE);
    assert_int_equal(DO(__mz_pthread_timedjoin_np(2, &place, &soon)),
                     ETIMEDOUT);
    world.choice = 1;
    STUCK(__mz_pthread_tryjoin_np(2, &place));
    world.thread[1].status = THREAD_ENDED;
    world.thread[1].result = &calls;
    assert_int_equal(
        DO(__mz_pthread_clockjoin_np(2, &place, CLOCK_MONOTONIC, &soon)), 0);
    assert_ptr_equal(place, &calls);
    assert_int_equal(last()->arg, 1);
}

static void join_as_1(void) {
    as(1);
    assert_int_equal(DO(__mz_pthread_join(3, NULL)), 0);
}

static void two_cannot_join_one(void **state) {
    (void)state;
    world.thread[2].status = THREAD_ENDED;
    meanwhile(OP_JOIN, join_as_1);
    FAILS(FINDING_API_MISUSE, __mz_pthread_join(3, NULL));
}

static char order[8];

static void note(void *text) {
    strcat(order, text);
}

static void leaves_early(void) {
    __mz_at = &here;
#define __pthread_register_cancel __mz___pthread_register_cancel
#define __pthread_unregister_cancel __mz___pthread_unregister_cancel
#define __pthread_unwind_next __mz___pthread_unwind_next
    pthread_cleanup_push(note, "a");
    pthread_cleanup_push(note, "b");
    pthread_cleanup_push(note, "c");
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, "d");
    pthread_cleanup_pop(0);
    __mz_pthread_exit(NULL);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
#undef __pthread_register_cancel
#undef __pthread_unregister_cancel
#undef __pthread_unwind_next
}

static void cleanup_handlers_run(void **state) {
    (void)state;
    order[0] = '\0';
    assert_int_equal(HOW(leaves_early()), ENDED);
    while (world.saved_count) // of a stack frame that is gone
        free(world.saved[--world.saved_count].old);
    assert_string_equal(order, "cba");
    order[0] = '\0';
    assert_int_equal(HOW(__mz_pthread_exit(NULL)), ENDED);
    assert_string_equal(order, ""); // none are left
}

static void threads_have_names(void **state) {
    (void)state;
    static char text[16];
    assert_int_equal(DO(__mz_pthread_getname_np(2, text, sizeof text)), 0);
    assert_string_equal(text, "t1");
    assert_int_equal(DO(__mz_pthread_setname_np(2, "worker")), 0);
    assert_int_equal(DO(__mz_pthread_getname_np(2, text, sizeof text)), 0);
    assert_string_equal(text, "worker");
    assert_int_equal(DO(__mz_pthread_getname_np(2, text, 6)), ERANGE);
    assert_int_equal(DO(__mz_pthread_setname_np(2, "sixteen letters!")),
                     ERANGE);
    assert_int_equal(DO(__mz_pthread_setname_np(0, "x")), ESRCH);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    REFUSED(__mz_pthread_cancel(1));
    assert_string_equal(world.unsupported, "calls pthread_cancel()");
    REFUSED(__mz_syscall(999));
    assert_int_equal(DO(__mz_pthread_atfork(NULL, NULL, NULL)), 0);
    assert_int_equal(DO(__mz_pthread_kill(1, 0)), 0);
    assert_int_equal(
        DO(__mz_pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &number)), 0);
    assert_int_equal(number, PTHREAD_CANCEL_ENABLE);
    assert_int_equal(DO(__mz_pthread_setcanceltype(7, NULL)), EINVAL);
    assert_int_equal(DO(__mz_pthread_sigmask(SIG_BLOCK, NULL, NULL)), 0);
    assert_int_equal(DO(__mz_pthread_sigmask(-1, NULL, NULL)), EINVAL);
    __mz_pthread_testcancel();
    assert_int_equal(__mz_sched_yield() | __mz_pthread_yield(), 0);
}

// -------------------------------------------------------------- attributes

static void attributes_of_mutexes_are_kept(void **state) {
    (void)state;
    static pthread_mutexattr_t attr;
    DO(__mz_pthread_mutexattr_init(&attr));
    assert_int_equal(
        DO(__mz_pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_STALLED)), 0);
    assert_int_equal(
        DO(__mz_pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST)), 0);
    assert_int_equal(
        DO(__mz_pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT)), 0);
    assert_int_equal(
        DO(__mz_pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED)),
        0);
    assert_int_equal(
        DO(__mz_pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_PRIVATE)),
        0);
    assert_int_equal(DO(__mz_pthread_mutexattr_settype(&attr, 9)), EINVAL);
    assert_int_equal(
        DO(__mz_pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK)), 0);
    assert_int_equal(DO(__mz_pthread_mutexattr_gettype(&attr, &number)), 0);
    assert_int_equal(number, PTHREAD_MUTEX_ERRORCHECK);
    assert_int_equal(DO(__mz_pthread_mutexattr_destroy(&attr)), 0);
    FAILS(FINDING_API_MISUSE, __mz_pthread_mutex_init(&mutex, &attr));
}

static void attributes_are_kept(void **state) {
    (void)state;
    static pthread_attr_t attr;
    static size_t size;
    static pthread_condattr_t clock;
    static cpu_set_t set;
    DO(__mz_pthread_attr_init(&attr));
    assert_int_equal(DO(__mz_pthread_attr_setstacksize(&attr, 1 << 20)), 0);
    assert_int_equal(DO(__mz_pthread_attr_getstack(&attr, &place, &size)), 0);
    assert_int_equal(size, 1 << 20);
    assert_int_equal(DO(__mz_pthread_attr_setstacksize(&attr, 1)), EINVAL);
    assert_int_equal(DO(__mz_pthread_attr_destroy(&attr)), 0);
    FAILS(FINDING_API_MISUSE, __mz_pthread_attr_getguardsize(&attr, &size));
    DO(__mz_pthread_condattr_init(&clock));
    assert_int_equal(
        DO(__mz_pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)), 0);
    assert_int_equal(DO(__mz_pthread_condattr_getclock(&clock, &number)), 0);
    assert_int_equal(number, CLOCK_MONOTONIC);
    assert_int_equal(DO(__mz_pthread_cond_init(&condition, &clock)), 0);
    assert_int_equal(DO(__mz_pthread_getaffinity_np(1, sizeof set, &set)), 0);
    assert_int_equal(CPU_COUNT(&set), 1);
}

// ------------------------------------------------------------- C11 threads

static int start_c11(void *argument) {
    return argument != NULL;
}

static void c11_threads_are_threads(void **state) {
    (void)state;
    static thrd_t thread;
    assert_int_equal(DO(__mz_thrd_create(&thread, start_c11, NULL)),
                     thrd_success);
    assert_ptr_equal(world.thread[4].start_c11, start_c11);
    as(4);
    assert_true(__mz_thrd_equal(__mz_thrd_current(), thread));
    assert_int_equal(HOW(__mz_thrd_exit(-7)), ENDED);
    as(0);
    assert_int_equal(DO(__mz_thrd_join(thread, &number)), thrd_success);
    assert_int_equal(number, -7);
    assert_int_equal(DO(__mz_thrd_join(0, NULL)), thrd_error);
    assert_int_equal(DO(__mz_thrd_sleep(&soon, NULL)), 0);
    world.crowded = true;
    LIMITED_BY(THREADS, __mz_thrd_create(&thread, start_c11, NULL));
}

static void c11_mutexes_are_mutexes(void **state) {
    (void)state;
    static mtx_t m;
    static cnd_t c;
    keep(&m, sizeof m);
    keep(&c, sizeof c);
    assert_int_equal(DO(__mz_mtx_init(&m, 8)), thrd_error);
    assert_int_equal(DO(__mz_mtx_init(&m, mtx_timed | mtx_recursive)),
                     thrd_success);
    assert_int_equal(DO(__mz_cnd_init(&c)), thrd_success);
    assert_int_equal(DO(__mz_mtx_lock(&m)), thrd_success);
    assert_int_equal(DO(__mz_mtx_trylock(&m)), thrd_success);
    assert_int_equal(DO(__mz_mtx_unlock(&m)), thrd_success);
    as(1);
    assert_int_equal(DO(__mz_mtx_trylock(&m)), thrd_busy);
    assert_int_equal(DO(__mz_mtx_timedlock(&m, &soon)), thrd_timedout);
    as(0);
    assert_int_equal(DO(__mz_cnd_timedwait(&c, &m, &soon)), thrd_timedout);
    STUCK(__mz_cnd_wait(&c, &m));
    assert_int_equal(DO(__mz_cnd_signal(&c)), thrd_success);
    assert_int_equal(DO(__mz_cnd_broadcast(&c)), thrd_success);
    DO(__mz_cnd_destroy(&c));
    DO(__mz_mtx_destroy(&m));
    FAILS(FINDING_MUTEX_MISUSE, __mz_mtx_lock(&m));
}

static void c11_keys_are_keys(void **state) {
    (void)state;
    static tss_t tss;
    assert_int_equal(DO(__mz_tss_create(&tss, NULL)), thrd_success);
    assert_int_equal(__mz_tss_set(tss, &calls), thrd_success);
    assert_ptr_equal(__mz_tss_get(tss), &calls);
    DO(__mz_tss_delete(tss));
    assert_int_equal(__mz_tss_set(tss, &calls), thrd_error);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_mutex_is_held_by_one),
        TEST(a_normal_mutex_deadlocks_with_its_owner),
        TEST(a_recursive_mutex_counts),
        TEST(an_error_checking_mutex_tells),
        TEST(static_initialisers_are_those_of_glibc),
        TEST(mutex_misuse_is_found),
        TEST(garbage_is_no_mutex),
        TEST(a_mutex_can_go_while_a_thread_waits),
        TEST(destroying_conflicts_with_locking),
        TEST(a_wait_ends_with_a_signal),
        TEST(who_wakes_all_may_destroy),
        TEST(a_timed_wait_ends_both_ways),
        TEST(a_wake_up_can_be_spurious),
        TEST(misuse_of_conditions_is_found),
        TEST(readers_share),
        TEST(a_writer_is_alone),
        TEST(too_many_reads_are_refused),
        TEST(a_semaphore_counts),
        TEST(a_semaphore_does_not_overflow),
        TEST(named_semaphores_are_refused),
        TEST(all_leave_when_all_have_come),
        TEST(a_spin_lock_is_four_bytes),
        TEST(once_is_once),
        TEST(values_are_destroyed),
        TEST(keys_can_run_out),
        TEST(a_thread_is_created_and_joined),
        TEST(detached_threads_are_not_joined),
        TEST(a_timed_join_ends_both_ways),
        TEST(two_cannot_join_one),
        TEST(cleanup_handlers_run),
        TEST(threads_have_names),
        TEST(what_cannot_be_is_refused),
        TEST(attributes_of_mutexes_are_kept),
        TEST(attributes_are_kept),
        TEST(c11_threads_are_threads),
        TEST(c11_mutexes_are_mutexes),
        TEST(c11_keys_are_keys),
    };
    return cmocka_run_group_tests_name("thread API", tests, NULL, NULL);
}
