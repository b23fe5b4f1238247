// SPDX-License-Identifier: Apache-2.0
// A library function writes to the other half of a compare-exchange's word: what
// it has written is not known, and does not matter.
// check --races=interleave --algorithm=quasi => safe: 40 executions
// check --races=interleave --algorithm=optimal => safe: 40 executions
// check --races=interleave => safe: 40 executions
// check --algorithm=quasi => safe: 40 executions
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    _Alignas(8) atomic_int x;
    char text[4];
} word;

static void exchange(int from, int to) {
    atomic_compare_exchange_strong(&word.x, &from, to);
}

static void *work(void *unused) {
    exchange(0, 1);
    exchange(1, 2);
    return unused;
}

static void *write_too(void *unused) {
    strcpy(word.text, "abc");
    exchange(1, 0);
    memset(word.text, 1, 4);
    exchange(1, 3);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, write_too, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
