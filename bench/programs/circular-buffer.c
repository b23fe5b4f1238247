// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check --algorithm=pop => safe: 20 executions
// check --algorithm=optimal => safe: 20 executions
// check --races=interleave => safe: 20 executions
// check --algorithm=source => safe: 20 executions
//
// circular-buffer(N): POP, Table 1. Two threads and one mutex, N critical
// sections each; what they exchange goes through a buffer of 10. The classes are
// the interleavings of the critical sections: (2N)! / (N! N!).

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 7
#endif

enum { SIZE = 10 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[SIZE];
static unsigned first, next, buffer_size;
static bool can_send, can_receive;
static int value;

static int insert(int item) {
    if (next >= buffer_size)
        return -1;
    buffer[next] = (char)item;
    next = (next + 1) % buffer_size;
    assert(next < buffer_size);
    return item;
}

static int take(void) {
    if (next > 0 && first < buffer_size)
        return buffer[first++];
    return -1;
}

static void *sender(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (can_send) {
            int inserted = insert(i);
            assert(inserted == i);
            value = i;
            can_send = false;
            can_receive = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *receiver(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (can_receive) {
            int taken = take();
            assert(taken == value);
            can_receive = false;
            can_send = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    buffer_size = SIZE;
    can_send = true;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
