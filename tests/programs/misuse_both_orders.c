// SPDX-License-Identifier: Apache-2.0
// A mutex is destroyed beside its use. What is wrong is seen when the use
// happens, and what goes on if that comes first is seen as well.
// check -k => unsafe: mutex-misuse at misuse_both_orders.c:N after N executions
// check -k --algorithm=optimal => unsafe: mutex-misuse at misuse_both_orders.c:N after N executions
// check -k --algorithm=pop => unsafe: mutex-misuse at misuse_both_orders.c:N after N executions
// check -k --algorithm=source => unsafe: mutex-misuse at misuse_both_orders.c:N after N executions
// check -k --algorithm=quasi => unsafe: mutex-misuse at misuse_both_orders.c:N after N executions
// says a mutex is used that was destroyed before
// says assertion `!"the lock came first"' failed
// says a mutex is unlocked that nobody holds
// says a mutex is unlocked that main/1 holds
// never nondeterminism
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *use(void *unused) {
    x++;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    assert(!"the lock came first");
    return unused;
}

static void *hold(void *unused) {
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, hold, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_unlock(&other);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
