// SPDX-License-Identifier: Apache-2.0
// check -- array => safe: 2 executions
// check -- at_exit => safe: 1 executions
// check -- dead => unsafe: api-misuse at FILE:N after N executions
// check -- destructor => safe: 1 executions
// check -- garbage => unsafe: api-misuse at FILE:N after N executions
// check -- lock => safe: 1 executions
// check -- loop => safe: 5 executions
// check -- once => safe: 1 executions
// check -- once_again => unsafe: livelock at FILE:N after N executions
// check -- other => unsafe: api-misuse at FILE:N after N executions
// check -- other_main => unsafe: api-misuse at FILE:N after N executions
// check -- search => safe: 2 executions
// check -- sort => safe: 2 executions
// Jumps out of what calls back, out of handlers, to other threads and to
// functions that have returned.
#include "how.h"
static jmp_buf back;
static atomic_int x;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int compare_jumps(const void *a, const void *b) {
    x++;
    if (*(int *)a == 3)
        longjmp(back, 1);
    return *(int *)a - *(int *)b;
}
static void init_jumps(void) {
    longjmp(back, 2);
}
static void handler_jumps(void) {
    longjmp(back, 3);
}
static void destructor_jumps(void *v) {
    (void)v;
    longjmp(back, 4);
}
static void *work(void *u) {
    x = 7;
    return u;
}
static void *sets(void *u) {
    if (setjmp(back))
        x = 9;
    return u;
}
static void *jumps_other(void *u) {
    longjmp(back, 1);
    return u;
}
static __attribute__((noinline)) void dead(void) {
    volatile char room[300];
    room[0] = 1;
    if (setjmp(back))
        x = room[0];
}
static void vla(int n) {
    int a[n];
    memset(a, 0, sizeof a);
    if (n > 1)
        longjmp(back, 5);
}
static void *in_lock(void *u) {
    if (!setjmp(back)) {
        pthread_mutex_lock(&m);
        longjmp(back, 1);
    }
    pthread_mutex_unlock(&m);
    return u;
}
static void *key_thread(void *u) {
    if (!setjmp(back)) {
        pthread_setspecific(key, &x);
        pthread_exit(u);
    }
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    int got;
    int n[] = {5, 3, 1, 2, 4};
    pthread_create(&t, NULL, work, NULL);
    IS(sort) {
        if (!setjmp(back))
            qsort(n, 5, sizeof *n, compare_jumps);
    }
    IS(search) {
        int k = 3;
        if (!setjmp(back))
            bsearch(&k, n, 5, sizeof *n, compare_jumps);
    }
    IS(once) {
        if (!setjmp(back))
            pthread_once(&once, init_jumps);
    }
    IS(once_again) {
        if (!setjmp(back))
            pthread_once(&once, init_jumps);
        pthread_once(&once, init_jumps);
    }
    IS(at_exit) {
        atexit(handler_jumps);
        if ((got = setjmp(back)) == 0)
            exit(0);
        pthread_join(t, NULL);
        _exit(0);
    }
    IS(array) {
        if (!setjmp(back))
            vla(1000);
        x = 3;
    }
    IS(dead) {
        dead();
        longjmp(back, 1);
    }
    IS(other) {
        pthread_t s, j;
        pthread_create(&s, NULL, sets, NULL);
        pthread_join(s, NULL);
        pthread_create(&j, NULL, jumps_other, NULL);
        pthread_join(j, NULL);
    }
    IS(other_main) {
        if (!setjmp(back)) {
            pthread_t j;
            pthread_create(&j, NULL, jumps_other, NULL);
            pthread_join(j, NULL);
        }
    }
    IS(lock) {
        pthread_t j;
        pthread_create(&j, NULL, in_lock, NULL);
        pthread_join(j, NULL);
    }
    IS(destructor) {
        pthread_key_create(&key, destructor_jumps);
        pthread_t j;
        pthread_create(&j, NULL, key_thread, NULL);
        pthread_join(j, NULL);
    }
    IS(loop) {
        volatile int i = 0;
        setjmp(back);
        x = i;
        if (++i < 4)
            longjmp(back, i);
    }
    IS(garbage) {
        memset(back, 0x5a, sizeof back);
        longjmp(back, 1);
    }
    pthread_join(t, NULL);
    return 0;
}
