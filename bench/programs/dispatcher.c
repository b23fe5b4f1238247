// SPDX-License-Identifier: Apache-2.0
// flags -DS=2 -DR=2
// check --algorithm=pop => safe: 32 executions
// check --algorithm=optimal => safe: 32 executions
//
// dispatcher(S, R): QPOR, Table 1; dispatcher(N) of POP, Table 1, has S = R = N.
// S servers copy what is in their in-channel; main makes R requests, one after
// the other, each to the server that a picker thread, running at the same time,
// has chosen last. Only mutexes are shared: no data races.

#include <pthread.h>
#include <stdint.h>

#ifndef S
#define S 4
#endif
#ifndef R
#define R S
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, servers[S];
static int chosen;
static int in_channel[S], out_channel[S];

static void *server(void *argument) {
    intptr_t id = (intptr_t)argument;
    pthread_mutex_lock(&servers[id]);
    if (in_channel[id] > 0)
        out_channel[id] = in_channel[id];
    pthread_mutex_unlock(&servers[id]);
    return NULL;
}

static void *picker(void *unused) {
    for (int x = 0; x < S; x++) {
        pthread_mutex_lock(&lock);
        chosen = x;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void request(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, picker, NULL);
    pthread_mutex_lock(&lock);
    int id = chosen;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&servers[id]);
    in_channel[id]++;
    pthread_mutex_unlock(&servers[id]);
    pthread_join(thread, NULL);
}

int main(void) {
    pthread_t thread[S];
    for (int i = 0; i < S; i++)
        pthread_mutex_init(&servers[i], NULL);
    for (intptr_t i = 0; i < S; i++)
        pthread_create(&thread[i], NULL, server, (void *)i);
    for (int i = 0; i < R; i++)
        request();
    pthread_exit(NULL);
}
