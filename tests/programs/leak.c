// SPDX-License-Identifier: Apache-2.0
// check => unsafe: leak at leak.c:13 after N executions
// check --algorithm=source => unsafe: leak at leak.c:13 after N executions
// Both make the object, and one of them is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic object;

static void *work(void *unused) {
    if (!atomic_load(&object))
        atomic_store(&object, malloc(sizeof(int)));
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&object));
    return 0;
}
