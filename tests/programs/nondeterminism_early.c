// SPDX-License-Identifier: Apache-2.0
// flags -D_GNU_SOURCE
// check => unsafe: nondeterminism at nondeterminism_early.c:26 after N executions
// check --algorithm=source => unsafe: nondeterminism at nondeterminism_early.c:26 after N executions
// The difference comes long before the place that is to be done otherwise.
#include <pthread.h>
#include <search.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER,
                       common = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&common);
    pthread_mutex_unlock(&common);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (hcreate(8)) {
        pthread_mutex_lock(&first);
        pthread_mutex_unlock(&first);
    } else {
        pthread_mutex_lock(&second);
        pthread_mutex_unlock(&second);
    }
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
