// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --races=interleave => safe: 4 executions
// Either gets the flag; the other comes before it is cleared (and goes away) or
// after: 2 * 2. What the flag protects is not raced for.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static void *work(void *unused) {
    if (!atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
        count++;
        atomic_flag_clear_explicit(&busy, memory_order_release);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return count == 0;
}
