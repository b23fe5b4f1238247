// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// Neighbouring bytes are different memory locations: no race, no conflict.
#include <assert.h>
#include <pthread.h>

static char text[2];
static struct { short a, b; } pair;

static void *left(void *unused) {
    text[0] = 'a';
    pair.a = 1;
    return unused;
}

static void *right(void *unused) {
    text[1] = 'b';
    pair.b = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(text[0] == 'a' && text[1] == 'b' && pair.a == 1 && pair.b == 2);
    return 0;
}
