// SPDX-License-Identifier: Apache-2.0
// check --keep-going => unsafe: data-race at multiple_races.c:10 after 1 executions
// says data race on y
// Two different variables: two reports.
#include <pthread.h>

static int x, y;

static void *work(void *unused) {
    x = 1;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
