// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// A compiler barrier, a fence and a pause are harmless; an exchange is atomic,
// and seen: 2 orders.
#include <pthread.h>

static int word;

static void *work(void *unused) {
    __asm__ volatile("" ::: "memory");
#ifdef __x86_64__
    int value = 1;
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("xchg %0, %1" : "+r"(value), "+m"(word) : : "memory");
    return value == 5 ? unused : NULL;
#else
    return __atomic_exchange_n(&word, 1, __ATOMIC_SEQ_CST) == 5 ? unused : NULL;
#endif
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
