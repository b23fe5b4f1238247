// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_string.c:13 after N executions
// check --algorithm=source => unsafe: data-race at race_string.c:13 after N executions
// strlen reads what another thread writes.
#include <pthread.h>
#include <string.h>

static char name[16] = "x";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    strcpy(name, "longer");
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    size_t length = strlen(name);
    pthread_join(thread, NULL);
    return length > 6;
}
