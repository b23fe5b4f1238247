// SPDX-License-Identifier: Apache-2.0
// What other checkers have taught programs to say: hints change nothing, and
// awaits wait.
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);
void __VERIFIER_loop_bound(int);
int __VERIFIER_load_await_aint(atomic_int *place, int condition, int operand);
int __VERIFIER_xchg_await_aint(atomic_int *place, int value, int condition,
                               int operand);

enum { EQUAL = 2, SIGNED_LESS = 12 };

#define await_while(condition)                                         \
    for (__VERIFIER_loop_begin();                                      \
         __VERIFIER_spin_start(),                                      \
         (condition) ? 1 : (__VERIFIER_spin_end(1), 0);                \
         __VERIFIER_spin_end(0))

static atomic_int turn, number;

static void *work(void *unused) {
    __VERIFIER_loop_bound(3);
    await_while (turn == 0)
        ;
    number = __VERIFIER_xchg_await_aint(&turn, 7, EQUAL, 1);
    return unused;
}

static void *other(void *unused) {
    number = 5;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, other, NULL);
    turn = 1;
    int last = __VERIFIER_load_await_aint(&turn, EQUAL, 7);
    assert(last == 7);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(number == 1 || number == 5);
    assert(__VERIFIER_load_await_aint(&number, SIGNED_LESS, 6) >= 1);
    return 0;
}
