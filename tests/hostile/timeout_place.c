// SPDX-License-Identifier: Apache-2.0
// check --timeout=1 => incomplete: *
// says timeout_place.c:
// says main/1
// When time is up, the report says in which thread and line the program was.
#include <pthread.h>
#include <stdint.h>

static void *work(void *unused) {
    for (volatile uint64_t i = 1; i; i++) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
