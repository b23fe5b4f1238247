// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_many_words.c:38 after N executions
// check --algorithm=pop => unsafe: data-race at race_many_words.c:38 after N executions
// So many words are handed over, one after the other, that remembering all is
// cheaper than finding out which need be remembered. The last one, written long
// before that, is not handed over.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { WORDS = 300 };
static long data[WORDS + 1];
static atomic_int ready;

static void *stray(void *unused) {
    data[WORDS] = 1;
    return unused;
}

static void *produce(void *unused) {
    for (int i = 0; i < WORDS; i++) {
        data[i] = i;
        atomic_store(&ready, i + 1);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    long sum = 0;
    pthread_create(&a, NULL, stray, NULL);
    pthread_create(&b, NULL, produce, NULL);
    for (int i = 0; i < WORDS; i++) {
        while (atomic_load(&ready) <= i) {}
        sum += data[i];
    }
    // Nobody has waited for the stray one.
    sum += data[WORDS];
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return sum < 0;
}
