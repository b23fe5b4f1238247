// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check --keep-going => unsafe: assertion at scenarios.c:43 after 7 executions
// check --algorithm=source --keep-going => unsafe: assertion at scenarios.c:43 after 7 executions
// check --algorithm=optimal => unsafe: assertion at scenarios.c:43 after 7 executions
// says scenario locked: safe, 2 executions
// says scenario three values: safe, 3 executions
// says scenario lost: unsafe, assertion at scenarios.c:43
// says scenario never: unsafe, assertion at scenarios.c:43
// says scenario locked: safe, 2 executions
// says scenarios.c:43, main, scenario never
// Each is searched by itself, also after one that no execution survives.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *loses(void *unused) {
    pthread_mutex_lock(&m);
    int seen = n;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    n = seen + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void two(void *(*start)(void *), int wanted) {
    pthread_t a, b;
    pthread_create(&a, NULL, start, NULL);
    pthread_create(&b, NULL, start, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == wanted);
}

static void locked(void) {
    two(adds, 2);
}

static void values(void) {
    assert(mz_choose(3) < 3);
}

static void lost(void) {
    two(loses, 2);
}

static void never(void) {
    two(adds, 5);
}

int main(void) {
    mz_run(locked);
    mz_run_named("three values", values);
    mz_run(lost);
    mz_run(never);
    mz_run(locked);
    return 0;
}
