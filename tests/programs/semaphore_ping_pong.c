// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// They take turns: there is only one order.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void *work(void *unused) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        assert(ball == 2 * i + 1);
        ball++;
        sem_post(&pong);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 3; i++) {
        ball++;
        sem_post(&ping);
        sem_wait(&pong);
    }
    assert(ball == 6);
    pthread_join(thread, NULL);
    return 0;
}
