// SPDX-License-Identifier: Apache-2.0
// flags -D_GNU_SOURCE
// check => unsafe: nondeterminism at nondeterminism.c:27 after N executions
// check --algorithm=source => unsafe: nondeterminism at nondeterminism.c:27 after N executions
// check --algorithm=quasi => unsafe: nondeterminism at nondeterminism.c:27 after N executions
// hcreate is a function of the C library that nobody controls, and it fails when
// it is called again: the second execution does something else.
#include <pthread.h>
#include <search.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
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
    pthread_join(thread, NULL);
    return 0;
}
