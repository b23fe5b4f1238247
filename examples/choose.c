// SPDX-License-Identifier: Apache-2.0
// All inputs and all schedules at once: mz_choose tries every value, mz_assume
// leaves out what is of no interest.
//
//     mazurka examples/choose.c
//     => unsafe: assertion at examples/choose.c:52 after 10 executions
//     mazurka examples/choose.c -DFIXED
//     => safe: 24 executions, 4 blocked
//
// To learn: a test over all small inputs is a proof for small inputs, and most
// bugs have a small example. mazurka.h compiles under any compiler; there
// mz_choose returns 0.

#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

enum { SIZE = 4 };

static int ring[SIZE], head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int used(void) {
#ifdef FIXED
    return (tail - head + SIZE) % SIZE;
#else
    return tail - head; // and if the tail has come round?
#endif
}

static void *put(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    if (used() < SIZE - 1) {
        ring[tail] = 1;
        tail = (tail + 1) % SIZE;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    // Any place to begin, and any number of items but a full ring.
    head = mz_choose(SIZE);
    int items = mz_choose(SIZE);
    mz_assume(items < SIZE - 1);
    tail = (head + items) % SIZE;
    pthread_t thread;
    pthread_create(&thread, NULL, put, NULL);
    put(NULL);
    pthread_join(thread, NULL);
    assert(used() >= items && used() < SIZE);
    return 0;
}
