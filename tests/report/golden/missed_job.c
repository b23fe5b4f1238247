// SPDX-License-Identifier: Apache-2.0
// Looked at the queue, then waited, with the signal in between.

#include <pthread.h>
#include <stdlib.h>
struct job {
    struct job *next;
    int n;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static struct job *queue;
static int empty(void) {
    pthread_mutex_lock(&m);
    int e = queue == NULL;
    pthread_mutex_unlock(&m);
    return e;
}
static void *worker(void *x) {
    (void)x;
    if (empty()) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&ready, &m);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    struct job *j = queue;
    queue = j->next;
    pthread_mutex_unlock(&m);
    free(j);
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct job *j = calloc(1, sizeof *j);
    pthread_mutex_lock(&m);
    j->next = queue;
    queue = j;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
