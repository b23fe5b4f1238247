// SPDX-License-Identifier: Apache-2.0
// seed 101000
// expected to be wrong: data-race
// expected outcomes: 2
//   0
//   2
// stateful (--algorithm=stateful): data race missed 
// stateful-replay (--algorithm=stateful --goto=replay): data race missed 
// quiet-stateful (--algorithm=stateful): data race missed 
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(struct node *) q0;
static void *thread2(void *argument) {
    long zero = (long)argument;
    struct node *q = NULL;
    q = malloc(sizeof *q);
    q->v = 2;
    atomic_init(&q->w, 2);
    atomic_store_explicit(&q0, q, memory_order_seq_cst);
    return result(0, 0, 0, 0);
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    struct node *q = NULL;
    q = atomic_load_explicit(&q0, memory_order_seq_cst);
    if (q) q->v = 2;
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    long r2 = 0;
    struct node *q = NULL;
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    q = atomic_exchange_explicit(&q0, NULL, memory_order_seq_cst);
    if (q) r2 = q->v;
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r2);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
