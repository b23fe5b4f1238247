// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => safe: 7 executions
// check --algorithm=source => safe: 7 executions
// check --algorithm=quasi => safe: 7 executions
// check --races=interleave => safe: 7 executions
// check --algorithm=graph --memory=rc11 => safe: 7 executions
// A thread that has the number of one that was joined has nothing else of it:
// thread-local variables, keys, errno, its name, what it was given and returned.
// Its handle is another one. Some of them end in the middle of a function, deep
// in a recursion. Another thread goes on beside them, so that much is undone and
// done again.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static _Thread_local int mine = 7;
static _Thread_local char more[3000];
static pthread_key_t key;
static pthread_t before;

static long deep(long n, volatile long *above) {
    volatile long here[40];
    for (int i = 0; i < 40; i++)
        here[i] = n + i;
    if (n > 0)
        return deep(n - 1, here) + above[3] - n;
    x++;
    if (above[0] == 1 && x % 2 == 0)
        pthread_exit((void *)(above[0] + 4));
    return above[0] + 4;
}

static void *work(void *argument) {
    char name[16], text[16];
    volatile long local[8];
    for (int i = 0; i < 8; i++)
        local[i] = i;
    assert(mine == 7 && more[2999] == 0 && !pthread_getspecific(key));
    assert(errno == 0 && !pthread_equal(pthread_self(), before));
    before = pthread_self();
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "worker") != 0 && argument);
    strcpy(text, "a b");
    assert(strtok(*(char *)argument ? text : NULL, " ") != NULL);
    pthread_setname_np(pthread_self(), "worker");
    mine = 8;
    more[2999] = 1;
    errno = 5;
    pthread_setspecific(key, &x);
    x = 1;
    return (void *)deep(*(char *)argument * 20, local);
}

static void *beside(void *unused) {
    atomic_load(&x);
    return unused;
}

int main(void) {
    pthread_t other, thread;
    static char arguments[3] = {1, 2, 1};
    void *result;
    pthread_key_create(&key, NULL);
    pthread_create(&other, NULL, beside, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, work, &arguments[i]);
        pthread_join(thread, &result);
        assert(result != NULL);
    }
    pthread_join(other, NULL);
    return 0;
}
