// SPDX-License-Identifier: Apache-2.0
// walk => 18 late
// A freed block holds nothing: 3 before the load; 6 while the block holds what
// was seen; then 3 places of the writer at each of the two others, and the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *reader(void *unused) {
    int *kept = malloc(sizeof *kept);
    *kept = atomic_load(&x);
    atomic_store(&y, 1);
    free(kept);
    atomic_store(&y, 2);
    atomic_store(&y, 3);
    return unused;
}

static void *writer(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_exit(NULL);
}
