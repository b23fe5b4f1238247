// SPDX-License-Identifier: Apache-2.0
// check -- 1 => safe: 2 executions
// check -- 2 => safe: 6 executions
// check -- 3 => safe: 20 executions
// check -- 4 => safe: 70 executions
// check --algorithm=source -- 4 => safe: 70 executions
// check --races=interleave -- 3 => safe: 20 executions
// check --races=interleave -- 4 => safe: 70 executions
// check --races=interleave --algorithm=source -- 4 => safe: 70 executions
// All interleavings of twice N critical sections: (2N)!/(N! N!).
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SIZE = 10 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[SIZE];
static unsigned first, next;
static bool can_send = true, can_receive;
static int value, rounds;

static int insert(int item) {
    if (next >= SIZE)
        return -1;
    buffer[next] = (char)item;
    next = (next + 1) % SIZE;
    assert(next < SIZE);
    return item;
}

static int take(void) {
    if (next > 0 && first < SIZE)
        return buffer[first++];
    return -1;
}

static void *sender(void *unused) {
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&mutex);
        if (can_send) {
            value = i;
            int inserted = insert(i);
            assert(inserted == i);
            can_send = false;
            can_receive = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *receiver(void *unused) {
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&mutex);
        if (can_receive) {
            assert(take() == value);
            can_receive = false;
            can_send = true;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(int argc, char **argv) {
    pthread_t a, b;
    rounds = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
