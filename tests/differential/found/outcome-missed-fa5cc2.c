// SPDX-License-Identifier: Apache-2.0
// seed 11010087
// expected to be wrong: data-race, use-after-free
// expected outcomes: 2
//   200000000000
//   0
// if freed blocks come again:
// expected to be wrong: data-race, use-after-free
// expected outcomes: 2
//   200000000000
//   0
// reuse-pop-i (--algorithm=pop --races=interleave --reuse=on): outcome missed 1 of 2: 0
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(struct node *) q0;
static long result2;
static void *thread2(void *argument) {
    long zero = (long)argument;
    struct node *q = NULL;
    q = atomic_load_explicit(&q0, memory_order_seq_cst);
    if (q) atomic_store_explicit(&q->w, 1, memory_order_seq_cst);
    {
        struct node *mine = q;
        atomic_compare_exchange_strong_explicit(&q0, &mine, NULL, memory_order_seq_cst, memory_order_seq_cst);
    }
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    long r3 = 0;
    struct node *q = NULL;
    q = atomic_load_explicit(&q0, memory_order_seq_cst);
    {
        struct node *mine = q;
        r3 = atomic_compare_exchange_strong_explicit(&q0, &mine, NULL, memory_order_seq_cst, memory_order_seq_cst);
    }
    free(q);
    q = atomic_exchange_explicit(&q0, NULL, memory_order_seq_cst);
    q = malloc(sizeof *q);
    q->v = 1;
    atomic_init(&q->w, 1);
    return result(0, 0, 0, r3);
}
static void main_(long zero, int quiet) {
    long r4 = 0;
    struct node *q = NULL;
    pthread_t h1;
    pthread_t h2;
    q = malloc(sizeof *q);
    q->v = 1;
    atomic_init(&q->w, 1);
    atomic_store_explicit(&q0, q, memory_order_seq_cst);
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    { void *value; pthread_join(h1, &value); r4 = (long)value; }
    if (quiet)
        return;
    outcome o = 0;
    o = put(o, r4);
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
