// SPDX-License-Identifier: Apache-2.0
// check => safe: 120 executions
// check --algorithm=quasi --k=optimal => safe: 120 executions
// T threads each compute a part of the sum 4/1 - 4/3 + 4/5 - … and add it
// to the whole: T!.
//
// [QPOR] Table 1, Pi(T): (5) 120, (6) 720, (7) 5040, (8) 40320
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef T
#define T 5
#endif

enum { TERMS = 5000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void *add_part(void *argument) {
    int id = (int)(intptr_t)argument;
    double part = 0;
    for (int i = id * (TERMS / T); i < (id + 1) * (TERMS / T); i++)
        part += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
    pthread_mutex_lock(&lock);
    sum += part;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[T];
    for (intptr_t i = 0; i < T; i++)
        pthread_create(&threads[i], NULL, add_part, (void *)i);
    for (int i = 0; i < T; i++)
        pthread_join(threads[i], NULL);
    assert(3.14 < sum && sum < 3.143);
    return 0;
}
