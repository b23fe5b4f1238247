// SPDX-License-Identifier: Apache-2.0
// 16 bytes are compared and exchanged, and changed by halves: what the others
// would have found cannot be told, and nothing is lost for that.
// check => safe: 32 executions
// check --algorithm=source => safe: 32 executions, 4 blocked
// check --algorithm=pop => safe: 32 executions
// flags -latomic
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned __int128 word;
static _Atomic word value;
static atomic_int found;

static void *compares(void *number) {
    word expected = (word)1 << 64;
    if (atomic_compare_exchange_strong(
            &value, &expected, (word)(unsigned long)number << 64 | 5))
        found = 1;
    else
        (void)atomic_load(&found);
    return NULL;
}

static void *changes(void *unused) {
    _Atomic unsigned long *half = (_Atomic unsigned long *)&value;
    atomic_store(half + 1, 1);
    atomic_store(half, 3);
    atomic_fetch_sub(half, 3);
    return unused;
}

int main(void) {
    pthread_t id[3];
    pthread_create(&id[0], NULL, compares, (void *)1);
    pthread_create(&id[1], NULL, compares, (void *)2);
    pthread_create(&id[2], NULL, changes, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(id[i], NULL);
    return 0;
}
