// SPDX-License-Identifier: Apache-2.0
// check --memory=rc11 => not checked: weak_sizes.c:N acts on bytes that weak_sizes.c:N acts on in another size, which --algorithm=graph does not support
// check --memory=rc11 -- plain => not checked: writes a part of what weak_sizes.c:N accesses atomically, which --algorithm=graph does not support at weak_sizes.c:N, which is not supported
// exit 3
// Of an execution graph, what is read was written as a whole.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static union {
    atomic_int whole;
    atomic_uchar part[4];
    unsigned char plain[4];
} value;
static int plainly;

static void *work(void *unused) {
    atomic_store_explicit(&value.whole, 1, memory_order_relaxed);
    if (plainly)
        value.plain[1] = 1;
    else
        atomic_store_explicit(&value.part[1], 1, memory_order_relaxed);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t t;
    (void)argv;
    plainly = argc > 1;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
