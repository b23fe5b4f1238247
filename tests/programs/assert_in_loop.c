// SPDX-License-Identifier: Apache-2.0
// The values in an assertion are those of the round that fails, all of them.
// check => unsafe: assertion at assert_in_loop.c:28 after 2 executions
// says failed: done[i] is 2, wanted is 1
// never done[i] is 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, done[2], wanted = 1;

static void *worker(void *unused) {
    (void)unused;
    int mine = next;
    next = mine + 1;
    done[1 - mine]++;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    done[0] = 1;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++)
        assert(done[i] <= wanted + (i == 0));
    return 0;
}
