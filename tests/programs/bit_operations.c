// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// check --independent-adds=off => safe: 6 executions
// Two blind ORs commute with each other, not with a blind XOR: each is before
// or after it, 2^2; if nothing commutes, 3!.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits;

static void *set(void *bit) {
    atomic_fetch_or(&bits, *(int *)bit);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, set, &one);
    pthread_create(&b, NULL, set, &two);
    atomic_fetch_xor(&bits, 4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return bits != 7;
}
