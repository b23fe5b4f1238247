// SPDX-License-Identifier: Apache-2.0
// What an access is ordered before belongs to the state. In each of these, two
// ways lead to the same memory, and from there only one of them to a race.
// flags --states -Wno-unused-value
// check --algorithm=stateful --no-check=leak -- thread => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- thread r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- lock => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- lock r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- write => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- write r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- ended => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- ended r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- unborn => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- unborn r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- carries => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- carries r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- brings => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- brings r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- order => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- order r => unsafe: data-race at race_states.c:79 after N executions
// check --algorithm=stateful --no-check=leak -- kind => unsafe: data-race at race_states.c:207 after N executions
// check --algorithm=stateful --no-check=leak -- kind r => unsafe: data-race at race_states.c:207 after N executions
// check --algorithm=stateful --no-check=leak -- freed => unsafe: data-race at race_states.c:220 after N executions
// check --algorithm=stateful --no-check=leak -- freed r => unsafe: data-race at race_states.c:220 after N executions
// check --algorithm=stateful --no-check=leak -- large => unsafe: data-race at race_states.c:220 after N executions
// check --algorithm=stateful --no-check=leak -- large r => unsafe: data-race at race_states.c:220 after N executions
// check --algorithm=stateful --no-check=leak -- after => safe: 2 executions
// check --algorithm=stateful --no-check=leak -- after r => safe: 2 executions
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int data, *block;
static atomic_int x, y, z, flag, done, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_t started[5];

typedef void *function(void *);

// Learn nothing, and tell nothing.
static int is_set(atomic_int *what) {
    return atomic_load_explicit(what, memory_order_relaxed);
}

static void set(atomic_int *what) {
    atomic_store_explicit(what, 1, memory_order_relaxed);
}

// In two orders, which leave the same: so the search has come by once, and has
// seen who reads and writes, before it comes the way that has no race.
static void twice(void) {
    atomic_store_explicit(&z, 0, memory_order_relaxed);
}

static void pass(pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
}

// Writes, hands over by a lock and by a variable, and is done.
static void *gives(void *unused) {
    data = 0;
    pass(&m);
    atomic_store_explicit(&x, 0, memory_order_release);
    twice();
    set(&done);
    return unused;
}

static void *sets_flag(void *unused) {
    set(&flag);
    return unused;
}

// The other is done for sure: but is that known?
static void *reads(void *unused) {
    return is_set(&done) && data ? unused : NULL;
}

// Reads, too, and will know; until then the write is of interest.
static void *waits_and_reads(void *unused) {
    pthread_join(started[0], NULL);
    return data ? unused : NULL;
}

// ---------------------------------------------------------- what a thread knows

static void *thread(void *unused) {
    pass(&m);
    twice();
    return reads(unused);
}

static void *ended(void *unused) {
    pass(&m);
    twice();
    set(&ready);
    return unused;
}

static void *creates(void *unused) {
    atomic_load_explicit(&x, memory_order_acquire);
    pthread_create(&started[3], NULL, reads, NULL);
    return unused;
}

// --------------------------------------------------- what is there to be acquired

static void *lock(void *unused) {
    pthread_detach(pthread_self()); // nobody learns anything by joining it
    pass(&m);
    pass(&m2);
    twice();
    set(&ready);
    return unused;
}

static void *after_lock(void *unused) {
    if (!is_set(&ready))
        return unused;
    pass(&m2);
    return reads(unused);
}

static void *write(void *unused) {
    pass(&m);
    twice();
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *after_write(void *unused) {
    return atomic_load_explicit(&y, memory_order_acquire) ? reads(unused)
                                                          : unused;
}

// ----------------------------------------------------------------------- fences

// It knows in any case; its fence may have come before that.
static void *carries(void *unused) {
    pass(&m);
    atomic_thread_fence(memory_order_release);
    twice();
    if (!is_set(&done))
        return unused;
    atomic_load_explicit(&x, memory_order_acquire);
    set(&y);
    return unused;
}

// It has read what comes with the write, or what was there before.
static void *brings(void *unused) {
    atomic_load_explicit(&x, memory_order_relaxed);
    twice();
    if (!is_set(&done))
        return unused;
    atomic_thread_fence(memory_order_acquire);
    return reads(unused);
}

// -------------------------------------------------------- updates that commute

static void *adds(void *unused) {
    data = 0;
    x++;
    set(&flag);
    set(&done);
    return unused;
}

// If it is the other that has set the flag, that one's update comes first.
static void *adds_too(void *unused) {
    if (!is_set(&flag))
        return unused;
    x++;
    return reads(unused);
}

// The other has added before, if this one adds at all.
static void *adds_after(void *unused) {
    return is_set(&done) ? adds_too(unused) : unused;
}

// ------------------------------------------------------- what the access was

static void *up_and_down(void *unused) {
    set(&flag);
    atomic_store_explicit(&flag, 0, memory_order_relaxed);
    twice();
    return unused;
}

static void *writes_in_two_ways(void *unused) {
    if (is_set(&flag))
        data = 0;
    else
        __atomic_store_n(&data, 0, __ATOMIC_RELAXED);
    twice();
    set(&done);
    return unused;
}

static void *reads_atomically(void *unused) {
    if (is_set(&done))
        __atomic_load_n(&data, __ATOMIC_RELAXED);
    return unused;
}

static void *writes_to_block(void *unused) {
    if (is_set(&flag))
        *block = 0;
    set(&done);
    return unused;
}

static void *frees(void *unused) {
    if (is_set(&done))
        free(block);
    return unused;
}

static const struct {
    const char *name;
    function *threads[3];
} cases[] = {
    {"thread", {gives, thread}},
    {"lock", {gives, lock, after_lock}},
    {"write", {gives, write, after_write}},
    {"ended", {gives, ended}},
    {"unborn", {gives, creates}},
    {"carries", {gives, carries, after_write}},
    {"brings", {gives, brings}},
    {"order", {adds, sets_flag, adds_too}},
    {"after", {adds, adds_after}},
    {"kind", {writes_in_two_ways, reads_atomically, up_and_down}},
    {"freed", {writes_to_block, frees, up_and_down}},
    {"large", {writes_to_block, frees, up_and_down}},
};

static void start(unsigned which, function *f) {
    if (f)
        pthread_create(&started[which], NULL, f, NULL);
}

int main(int count, char **words) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count < 2 || strcmp(words[1], cases[i].name) != 0)
            continue;
        block = calloc(1, strcmp(words[1], "large") == 0 ? 8192 : 8);
        for (unsigned k = 0; k < 3; k++)
            start(count > 2 ? 2 - k : k, cases[i].threads[count > 2 ? 2 - k : k]);
        if (cases[i].threads[1] != creates && cases[i].threads[1] != frees)
            start(4, waits_and_reads);
        if (strcmp(words[1], "ended") == 0) {
            pthread_join(started[1], NULL);
            reads(NULL);
        }
    }
    pthread_exit(NULL);
}
