// SPDX-License-Identifier: Apache-2.0
// check => safe: 60 executions
// check --algorithm=quasi --k=optimal => safe: 60 executions
// P producers fill a common buffer twice each, and what they see there
// decides which of W workers gets a task. Each worker looks for tasks
// twice.
//
// [QPOR] Table 1, MPC(P,W): (2,3) 66, (2,4) 54, (2,5) 60, (3,3) 2430,
// (3,4) 3486, (3,5) 2958, (4,4) 204120, (4,5) 314064
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef P
#define P 2
#endif
#ifndef W
#define W 5
#endif

enum { LOOKS = 2, TASKS = 2 };

static pthread_mutex_t buffer_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned buffer;
static pthread_mutex_t request_locks[W];
static int requested[W], done[W];

static void *work(void *argument) {
    intptr_t id = (intptr_t)argument;
    for (int i = 0; i < LOOKS; i++) {
        int have = 0;
        pthread_mutex_lock(&request_locks[id]);
        if (requested[id] > 0) {
            requested[id]--;
            have = 1;
        }
        pthread_mutex_unlock(&request_locks[id]);
        if (have)
            done[id]++;
    }
    return NULL;
}

static void *produce(void *argument) {
    unsigned id = (unsigned)(uintptr_t)argument, seen = 0, most = 1;
    for (int i = 0; i < TASKS; i++) {
        pthread_mutex_lock(&buffer_lock);
        buffer = buffer * P + id;
        seen = buffer;
        pthread_mutex_unlock(&buffer_lock);
    }
    for (int i = 0; i < TASKS * P; i++)
        most *= P;
    assert(seen <= most);
    unsigned worker = seen % W;
    pthread_mutex_lock(&request_locks[worker]);
    requested[worker]++;
    pthread_mutex_unlock(&request_locks[worker]);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < W; i++)
        pthread_mutex_init(&request_locks[i], NULL);
    for (intptr_t i = 0; i < W; i++)
        pthread_create(&thread, NULL, work, (void *)i);
    for (intptr_t i = 0; i < P; i++)
        pthread_create(&thread, NULL, produce, (void *)i);
    pthread_exit(NULL);
}
