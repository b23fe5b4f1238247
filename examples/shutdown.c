// SPDX-License-Identifier: Apache-2.0
// A thread that cannot be stopped: the worker looks at the flag, decides to
// wait, and before it waits the flag is set and the signal is sent, to nobody.
//
//     mazurka examples/shutdown.c
//     => unsafe: deadlock at examples/shutdown.c:26 after 2 executions
//     mazurka examples/shutdown.c -DFIXED
//     => safe: 2 executions
//
// To learn: what a condition variable waits for has to be changed while its
// lock is held, even if it is atomic. The report names the signal that came too
// early.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void *worker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!stop)
        pthread_cond_wait(&wake, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    stop = true;
    pthread_cond_signal(&wake);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(thread, NULL);
    return 0;
}
