// SPDX-License-Identifier: Apache-2.0
// C11's own spin lock.
// check => safe: 2 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
static int data;

static void *enter(void *unused) {
    while (atomic_flag_test_and_set(&held))
        ;
    data++;
    atomic_flag_clear(&held);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, enter, NULL);
    enter(NULL);
    pthread_join(other, NULL);
}
