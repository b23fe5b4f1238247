// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_bit_fields.c:10 after 1 executions
// check --algorithm=source => unsafe: data-race at race_bit_fields.c:10 after 1 executions
// Bit fields side by side are one memory location.
#include <pthread.h>

static struct { unsigned a : 3, b : 5; } bits;

static void *work(void *which) {
    if (which) bits.a = 1; else bits.b = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
