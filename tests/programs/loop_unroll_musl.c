// SPDX-License-Identifier: Apache-2.0
// The mutex of musl, three threads, at most two tries: the row mutex-musl(3) of
// Table I of "Awaiting for Godot": 25146+93000, with awaits 25146+81972, with
// independent additions 14736+36846; with three tries 51582+8964.
// check --unroll=2 --independent-adds=off => incomplete: loop bound at loop_unroll_musl.c:29 after 107118 executions
// check --unroll=2 => incomplete: loop bound at loop_unroll_musl.c:29 after 51582 executions
// check --unroll=3 => incomplete: loop bound at loop_unroll_musl.c:29 after 60546 executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int word, waiters, woken;
static int data;

static int swap(int from, int to) {
    return atomic_compare_exchange_strong(&word, &from, to);
}

static void sleep_while_2(void) {
    int before = woken;
    if (word != 2)
        return;
    while (woken == before)
        ;
}

static void *work(void *unused) {
    if (!swap(0, 1))
        while (!swap(0, 1)) {
            atomic_fetch_add(&waiters, 1);
            swap(1, 2);
            sleep_while_2();
            atomic_fetch_sub(&waiters, 1);
        }
    data = 1;
    int old = atomic_exchange(&word, 0);
    if (waiters > 0 || old != 1)
        atomic_fetch_add(&woken, 1);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
}
