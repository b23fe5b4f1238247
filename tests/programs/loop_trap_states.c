// SPDX-License-Identifier: Apache-2.0
// flags --states
// check --algorithm=stateful -- trylock => unsafe: livelock at loop_trap_states.c:23 after 3 executions
// check --algorithm=source -- trylock => unsafe: livelock at loop_trap_states.c:23 after 1 executions
// check --algorithm=stateful -- semaphore => unsafe: livelock at loop_trap_states.c:26 after 3 executions
// check --algorithm=stateful -- posted => safe: 2 executions, 1 blocked
// check --algorithm=optimal -- posted => safe: 2 executions, 1 blocked
// check --algorithm=stateful -- served => safe: 1 executions, 1 blocked
// A program that tells its states polls for ever, or until somebody helps; a
// thread that does so after the program has ended is no finding.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static atomic_int other;
static const char *how;

static void poll(void) {
    if (!strcmp(how, "trylock"))
        while (pthread_mutex_trylock(&mutex)) {
        }
    else
        while (sem_trywait(&semaphore)) {
        }
}

static void *work(void *unused) {
    if (!strcmp(how, "posted"))
        sem_post(&semaphore);
    else if (!strcmp(how, "served"))
        poll();
    else
        other = 1;
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    how = words[count - 1];
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(how, "served"))
        return 0;
    poll();
    pthread_join(thread, NULL);
    return 0;
}
