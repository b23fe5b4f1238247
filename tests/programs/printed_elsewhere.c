// SPDX-License-Identifier: Apache-2.0
// What is shown of a finding is what the program printed in its execution, and
// nothing of the first one.
// check => unsafe: assertion at printed_elsewhere.c:32 after 2 executions
// says it printed
// says     21 on standard output
// says     21 on standard error
// never 12 on standard
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    order = order * 10 + 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    order = order * 10 + 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    printf("%d on standard output\n", order);
    fprintf(stderr, "%d on standard error\n", order);
    assert(order == 12);
}
