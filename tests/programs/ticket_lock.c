// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --races=interleave => safe: 4 executions
// Who draws first; the other one's look at the sign comes before or after the
// first is served: 2 * 2.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static void *work(void *unused) {
    unsigned ticket = atomic_fetch_add(&next, 1);
    if (atomic_load_explicit(&serving, memory_order_acquire) == ticket) {
        counter++;
        atomic_fetch_add_explicit(&serving, 1, memory_order_release);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter == 0;
}
