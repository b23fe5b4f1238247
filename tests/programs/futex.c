// SPDX-License-Identifier: Apache-2.0
// check -- mutex => safe: 12 executions
// check --algorithm=optimal -- mutex => safe: 12 executions
// check -- flag => safe: 4 executions
// check -- lost => unsafe: deadlock at futex.c:29 after N executions
// check -- timed => safe: 4 executions
// check -- one => unsafe: deadlock at futex.c:29 after N executions
// check -- all => safe: 23 executions
// check -- errors => safe: 1 executions
// check --goto=replay -- mutex => safe: 12 executions
// Locks and flags that a program makes itself of futexes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const char *which;
static _Atomic uint32_t word;
static int inside, timed_out;

static long wait_at(uint32_t value, const struct timespec *limit) {
    return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, limit, NULL, 0);
}

static long wake(int count) {
    return syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static int is(const char *name) {
    return !strcmp(which, name);
}

// 0: free, 1: taken, 2: and somebody may wait.
static void lock(void) {
    uint32_t old = 0;
    if (atomic_compare_exchange_strong(&word, &old, 1))
        return;
    while (atomic_exchange(&word, 2) != 0)
        wait_at(2, NULL);
}

static void unlock(void) {
    if (atomic_exchange(&word, 0) == 2)
        wake(1);
}

static void *work(void *unused) {
    struct timespec limit = {.tv_sec = 1};
    if (is("mutex")) {
        lock();
        assert(!inside++);
        inside--;
        unlock();
    } else if (is("timed")) {
        timed_out = wait_at(0, &limit) == -1 && errno == ETIMEDOUT;
    } else {
        while (word == 0)
            wait_at(0, NULL);
    }
    return unused;
}

static void errors(void) {
    word = 5;
    assert(wait_at(4, NULL) == -1 && errno == EAGAIN && wake(1) == 0);
    assert(syscall(SYS_gettid) == getpid());
}

int main(int count, char **words) {
    pthread_t thread[2];
    which = words[count - 1];
    if (is("errors")) {
        errors();
        return 0;
    }
    int threads = is("one") || is("all") ? 2 : 1;
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    if (is("mutex")) {
        work(NULL);
    } else {
        word = 1;
        if (!is("lost"))
            wake(is("all") ? INT32_MAX : 1);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}
