// SPDX-License-Identifier: Apache-2.0
// flags -DORDER=memory_order_release
// says memory: sequential consistency. The program asks for weaker orders than seq_cst and
// says shares volatile
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// What is checked is said where another memory model would say more: a store of a
// weaker order, and a volatile variable.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static volatile int seen;

static void *work(void *unused) {
    atomic_store_explicit(&x, 1, ORDER);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    seen = atomic_load(&x);
    pthread_join(thread, NULL);
    return 0;
}
