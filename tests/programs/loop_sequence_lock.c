// SPDX-License-Identifier: Apache-2.0
// A sequence lock's reader. It sees all of the writer or nothing: 2. An
// iteration that goes round for nothing is cut, and that is seen when the
// second look waits in vain for the 0 of the first, with the old or the new
// value in between.
// check => safe: 2 executions, 2 blocked

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, value;

static void *writer(void *unused) {
    sequence = 1;
    value = 7;
    sequence = 2;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int before, found;
    do {
        while ((before = sequence) & 1)
            ;
        found = value;
    } while (sequence != before);
    assert(found == (before == 2 ? 7 : 0));
    pthread_join(thread, NULL);
}
