// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --races=interleave => safe: 2 executions
// Structs by value, returned and assigned under a lock: 2! orders.
#include <assert.h>
#include <pthread.h>

struct point {
    double x, y;
    char name[20];
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct point shared = {1, 2, "origin"};

static struct point moved(struct point p, double by) {
    p.x += by;
    p.y += by;
    return p;
}

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    struct point copy = shared;
    shared = moved(copy, 10);
    pthread_mutex_unlock(&mutex);
    assert(copy.y == copy.x + 1 && copy.name[0] == 'o');
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(shared.x == 21 && shared.y == 22);
    return 0;
}
