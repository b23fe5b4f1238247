// SPDX-License-Identifier: Apache-2.0
// Accesses from macros, and arguments of atomics.
#include <stdatomic.h>
struct q { atomic_int head; int tail; } queue, *q = &queue;
int x;
#define SET(what, value) ((what) = (value))
#define COUNTER x
#define TAIL(q) ((q)->tail)
int main(void) {
    SET(q->tail, 3);
    COUNTER = 4;
    TAIL(q)++;
    atomic_store(&q->head, 1);
    atomic_int *p = &queue.head;
    atomic_fetch_add(p, 1);
    return __atomic_load_n(&x, __ATOMIC_SEQ_CST) + *p;
}
// expect: read 8 q
// expect: write 4 3 q->tail
// expect: write 4 4 x
// expect: read 8 q
// expect: read 4 q->tail
// expect: write 4 4 q->tail
// expect: read 8 q
// expect: store 4 1 seq_cst q->head
// expect: add 4 1 seq_cst blind *p
// expect: load 4 seq_cst x
// expect: load 4 seq_cst *p
// expect: returned 6
