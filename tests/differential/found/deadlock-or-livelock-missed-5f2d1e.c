// SPDX-License-Identifier: Apache-2.0
// seed 5000393
// expected to be wrong: livelock
// expected outcomes: 1, with loops
//   
// auto (--algorithm=auto): deadlock or livelock missed 
// optimal (--algorithm=optimal): deadlock or livelock missed 
// pop (--algorithm=pop): deadlock or livelock missed 
// source (--algorithm=source): deadlock or livelock missed 
// classic (--algorithm=classic): deadlock or livelock missed 
// quasi (--algorithm=quasi): deadlock or livelock missed 
// stateful (--algorithm=stateful): deadlock or livelock missed 
// all (--algorithm=all): deadlock or livelock missed 
// auto-i (--algorithm=auto --races=interleave): deadlock or livelock missed 
// optimal-i (--algorithm=optimal --races=interleave): deadlock or livelock missed 
// pop-i (--algorithm=pop --races=interleave): deadlock or livelock missed 
// source-i (--algorithm=source --races=interleave): deadlock or livelock missed 
// quasi-i (--algorithm=quasi --races=interleave): deadlock or livelock missed 
// stateful-i (--algorithm=stateful --races=interleave): deadlock or livelock missed 
// optimal-replay (--algorithm=optimal --goto=replay): deadlock or livelock missed 
// pop-i-replay (--algorithm=pop --races=interleave --goto=replay): deadlock or livelock missed 
// stateful-replay (--algorithm=stateful --goto=replay): deadlock or livelock missed 
// states-optimal (--algorithm=optimal): deadlock or livelock missed 
// states-pop (--algorithm=pop): deadlock or livelock missed 
// states-source (--algorithm=source): deadlock or livelock missed 
// states-auto-i (--algorithm=auto --races=interleave): deadlock or livelock missed 
// optimal-adds (--algorithm=optimal --independent-adds=off): deadlock or livelock missed 
// optimal-seed (--algorithm=optimal --seed=5): deadlock or livelock missed 
// pop-seed (--algorithm=pop --seed=6): deadlock or livelock missed 
// optimal-rounds (--algorithm=optimal --dynamic-loops=on): deadlock or livelock missed 
// auto-rounds-i (--algorithm=auto --races=interleave --dynamic-loops=on): deadlock or livelock missed 
// quiet-auto (--algorithm=auto): deadlock or livelock missed 
// quiet-stateful (--algorithm=stateful): deadlock or livelock missed 
// quiet-auto-i (--algorithm=auto --races=interleave): deadlock or livelock missed 
// counts (--algorithm=optimal): deadlock or livelock missed 
// counts-replay (--algorithm=optimal --goto=replay): deadlock or livelock missed 
// counts-i (--algorithm=optimal --races=interleave): deadlock or livelock missed 
#define OUTCOME_IN_WORDS
#include "../report.h"

static _Atomic(int) a0 = 0;
static long result2;
static void *thread2(void *argument) {
    long zero = (long)argument;
    a0 = 3;
    mz_await(!(atomic_load_explicit(&a0, memory_order_seq_cst) * 2 > 2));
    result2 = (long)result(0, 0, 0, 0);
    return NULL;
}
static void *thread1(void *argument) {
    long zero = (long)argument;
    a0 = 1;
    return result(0, 0, 0, 0);
}
static void main_(long zero, int quiet) {
    pthread_t h1;
    pthread_t h2;
    pthread_create(&h1, NULL, thread1, NULL);
    pthread_create(&h2, NULL, thread2, NULL);
    pthread_join(h2, NULL);
    if (quiet)
        return;
    outcome o = 0;
    tell(o);
}

int main(int count, char **arguments) {
    (void)arguments;
    main_(0, count > 2);
    return 0;
}
