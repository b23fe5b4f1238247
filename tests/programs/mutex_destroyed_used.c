// SPDX-License-Identifier: Apache-2.0
// check -k --algorithm=pop => unsafe: mutex-misuse at mutex_destroyed_used.c:18 after N executions
// check -k --algorithm=optimal => unsafe: assertion at mutex_destroyed_used.c:35 after N executions
// check -k --algorithm=quasi => unsafe: mutex-misuse at mutex_destroyed_used.c:18 after N executions
// check -k --algorithm=source => unsafe: assertion at mutex_destroyed_used.c:35 after N executions
// says assertion `!"joined"' failed
// Who uses a destroyed mutex fails, and holds it; for who comes next that is no
// reason to fail at once: in other orders, it comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *destroys(void *unused) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *uses(void *unused) {
    x++;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, uses, NULL);
    pthread_create(&second, NULL, destroys, NULL);
    pthread_join(first, NULL);
    assert(!"joined");
    return 0;
}
