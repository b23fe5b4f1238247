// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => unsafe: data-race at race_many_locks.c:24 after N executions
// check --algorithm=pop => unsafe: data-race at race_many_locks.c:16 after N executions
// More locks than fit into a set, each for a variable of its own; the last two
// threads take different ones for the same variable.
#include <pthread.h>
#include <stddef.h>

enum { LOCKS = 80 };
static pthread_mutex_t lock[LOCKS];
static int x[LOCKS];

static void *all(void *unused) {
    for (int i = 0; i < LOCKS; i++) {
        pthread_mutex_lock(&lock[i]);
        x[i]++;
        pthread_mutex_unlock(&lock[i]);
    }
    return unused;
}

static void *wrong(void *unused) {
    pthread_mutex_lock(&lock[LOCKS - 1]);
    x[LOCKS - 2]++;
    pthread_mutex_unlock(&lock[LOCKS - 1]);
    return unused;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&lock[i], NULL);
    pthread_create(&a, NULL, all, NULL);
    pthread_create(&b, NULL, wrong, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
