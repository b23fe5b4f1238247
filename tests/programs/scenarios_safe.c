// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => safe: 6 executions
// check --algorithm=all => safe: N executions
// check --races=interleave => safe: N executions
// check --max-executions=3 => incomplete: scenario orders: execution limit after 5 executions
// says scenarios: begun
// What main does before is part of each: the state at the call is the same.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *adds(void *unused) {
    x = x + 1;
    return unused;
}

static void orders(void) {
    pthread_t a, b;
    assert(x == 10);
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 11 || x == 12);
}

static void alone(void) {
    assert(x == 10);
    adds(NULL);
    assert(x == 11 && mz_choose(2) < 2);
}

int main(void) {
    x = 10;
    if (mz_scenario("alone"))
        alone();
    mz_run(orders);
    puts("scenarios: begun");
    return 0;
}
