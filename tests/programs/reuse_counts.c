// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => safe: 135 executions
// check --algorithm=source => safe: 135 executions
// check --algorithm=optimal => safe: 135 executions
// check --algorithm=pop => safe: 135 executions
// check --algorithm=quasi => safe: 135 executions
// check --algorithm=graph => safe: 135 executions
// check --algorithm=optimal --goto=replay => safe: 135 executions
// Two threads create and join two each, one after another, beside a third: the
// second of each has the number of the first. The writes of x are four in two
// rows, {1, 2} and {3, 4}, among which the loads are: as many orders as there
// are when each thread has a number of its own.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *work(void *which) {
    x = (int)(long)which;
    return NULL;
}

static void *beside(void *unused) {
    atomic_load(&x);
    y = 1;
    atomic_load(&x);
    return unused;
}

static void *in_turn(void *unused) {
    for (long i = 1; i <= 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, (void *)i);
        pthread_join(thread, NULL);
    }
    atomic_load(&y);
    return unused;
}

int main(void) {
    pthread_t a, b, thread;
    pthread_create(&a, NULL, beside, NULL);
    pthread_create(&b, NULL, in_turn, NULL);
    for (long i = 3; i <= 4; i++) {
        pthread_create(&thread, NULL, work, (void *)i);
        pthread_join(thread, NULL);
    }
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
