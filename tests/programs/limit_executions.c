// SPDX-License-Identifier: Apache-2.0
// check --max-executions=1 => incomplete: execution limit after 1 executions
// check --max-executions=2 => incomplete: execution limit after 2 executions
// check --max-executions=5 --algorithm=source => incomplete: execution limit after 5 executions
// What a number of executions shows is the same each time: those that tell how
// large the search is, beside it, would find something else within the time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *adds(void *unused) {
    for (int i = 0; i < 3; i++)
        x = x + 1;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, adds, NULL);
    pthread_create(&two, NULL, adds, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(x > 2);
    return 0;
}
