// SPDX-License-Identifier: Apache-2.0
// check => safe: 3 executions
// check --algorithm=source => safe: 3 executions
// flags -latomic
// 16 bytes are read in one piece: before, between or after two stores.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic __int128 value;

static __int128 both(unsigned long part) {
    return (__int128)part << 64 | part;
}

static void *work(void *unused) {
    atomic_store(&value, both(1));
    atomic_store(&value, both(2));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __int128 seen = atomic_load(&value);
    assert((unsigned long)seen == (unsigned long)(seen >> 64));
    pthread_join(thread, NULL);
    assert(atomic_load(&value) == both(2));
    return 0;
}
