// SPDX-License-Identifier: Apache-2.0
// check -- local => unsafe: use-after-free at ended_thread_variables.c:48 after N executions
// check -- thread_local => unsafe: use-after-free at ended_thread_variables.c:48 after N executions
// check -- atomic => unsafe: use-after-free at ended_thread_variables.c:46 after N executions
// check --algorithm=source -- thread_local => unsafe: use-after-free at ended_thread_variables.c:48 after N executions
// check -- written => unsafe: use-after-free at ended_thread_variables.c:43 after N executions
// check -- alive => safe: N executions
// check -- exit => safe: N executions
// The variables of a thread, on its stack and thread-local ones, are gone when
// it has ended; not before, and not while the process exits.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char *which;
static _Atomic(atomic_int *) left;
static _Thread_local atomic_int own;
static sem_t done;

static void *work(void *unused) {
    atomic_int here = 1;
    left = !strcmp(which, "thread_local") ? &own : &here;
    if (!strcmp(which, "alive"))
        sem_wait(&done);
    if (!strcmp(which, "exit"))
        exit(0);
    pthread_exit(unused);
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    if (strcmp(which, "alive") && strcmp(which, "exit"))
        pthread_join(thread, NULL);
    atomic_int *it = left;
    if (!it)
        return 0;
    if (!strcmp(which, "written"))
        memset((void *)it, 0, sizeof *it);
    int value;
    if (!strcmp(which, "atomic"))
        value = *it;
    else
        value = *(int *)(void *)it;
    sem_post(&done);
    return value == 77;
}
