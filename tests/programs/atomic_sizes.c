// SPDX-License-Identifier: Apache-2.0
// check => safe: 16 executions
// check --algorithm=source => safe: 16 executions
// check --races=interleave => safe: 16 executions
// Variables of 1, 2, 4 and 8 bytes; to each, two threads add, and look at what
// was there: 2 orders each, 2^4.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t one = 255;
static _Atomic uint16_t two = 65535;
static _Atomic uint32_t four = UINT32_MAX;
static _Atomic uint64_t eight = UINT64_MAX;

#define ADDER(name)                               \
    static void *add_##name(void *unused) {       \
        uint64_t old = atomic_fetch_add(&name, 1); \
        assert(old != 1);                         \
        return unused;                            \
    }
ADDER(one)
ADDER(two)
ADDER(four)
ADDER(eight)

int main(void) {
    static void *(*const start[4])(void *) = {add_one, add_two, add_four,
                                              add_eight};
    pthread_t thread[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&thread[i], NULL, start[i / 2], NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(thread[i], NULL);
    assert(one == 1 && two == 1 && four == 1 && eight == 1);
    return 0;
}
