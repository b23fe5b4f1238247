// SPDX-License-Identifier: Apache-2.0
// walk => 30 late
// walk ARGUMENT=1 => 25 late
// walk ARGUMENT=2 => 29 late
// walk ARGUMENT=3 => 19 late
// walk ARGUMENT=4 => 137 late
// The library calls the program: what it knows itself is not lost. The two
// walks must meet the same states.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int order, x, y;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key, other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static int compare(const void *a, const void *b) {
    int sign = atomic_load(&order) ? -1 : 1;
    return sign * (*(const int *)a - *(const int *)b);
}

static void *sorter(void *unused) {
    int values[] = {3, 1, 2};
    qsort(values, 3, sizeof *values, compare);
    atomic_store(&x, values[0] * 100 + values[1] * 10 + values[2]);
    int wanted = 2;
    int *found = bsearch(&wanted, values, 3, sizeof *values, compare);
    atomic_store(&y, found ? (int)(found - values) : 9);
    return unused;
}

static void *changer(void *unused) {
    atomic_store(&order, 1);
    return unused;
}

static void routine(void) {
    int seen = atomic_load(&x);
    atomic_store(&y, seen);
}

static void *first(void *unused) {
    pthread_once(&once, routine);
    atomic_fetch_add(&x, 1);
    return unused;
}

static void destructor(void *value) {
    atomic_fetch_add(&x, (int)(long)value);
}

static void *keeper(void *unused) {
    pthread_setspecific(key, (void *)(1 + (long)atomic_load(&x)));
    pthread_setspecific(other, (void *)2);
    return unused;
}

static void *timed(void *unused) {
    pthread_mutex_lock(&mutex);
    struct timespec soon = {1, 0};
    int result = pthread_cond_timedwait(&condition, &mutex, &soon);
    pthread_mutex_unlock(&mutex);
    atomic_store(&y, result);
    return unused;
}

static void *signaller(void *unused) {
    pthread_cond_signal(&condition);
    return unused;
}

static void handler(void) {
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&y, 1);
}

int main(int argc, char **argv) {
    static void *(*const start[][2])(void *) = {{sorter, changer},
                                                {first, first},
                                                {keeper, keeper},
                                                {timed, signaller},
                                                {first, keeper}};
    int which = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t a, b;
    pthread_key_create(&key, destructor);
    pthread_key_create(&other, destructor);
    if (which == 4)
        atexit(handler);
    pthread_create(&a, NULL, start[which][0], NULL);
    pthread_create(&b, NULL, start[which][1], NULL);
    return 0;
}
