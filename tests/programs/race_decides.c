// SPDX-License-Identifier: Apache-2.0
// What the plain read finds decides how the second thread goes on. That it may do
// something else in the same schedule is no finding beside the data race.
// check -k => unsafe: data-race at race_decides.c:N after N executions
// check -k --algorithm=optimal => unsafe: data-race at race_decides.c:N after N executions
// check -k --algorithm=optimal --seed=5 => unsafe: data-race at race_decides.c:N after N executions
// check -k --algorithm=pop --seed=6 => unsafe: data-race at race_decides.c:N after N executions
// check -k --algorithm=source => unsafe: data-race at race_decides.c:N after N executions
// never nondeterminism
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;
static int p;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *wait(void *unused) {
    int expected = 1;
    pthread_mutex_lock(&mutex);
    while (p == 0)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    atomic_compare_exchange_strong(&a, &expected, 2);
    return unused;
}

static void *set(void *unused) {
    a = 1;
    p = 1;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, set, NULL);
    pthread_create(&two, NULL, wait, NULL);
    pthread_detach(two);
    pthread_detach(one);
    return 0;
}
