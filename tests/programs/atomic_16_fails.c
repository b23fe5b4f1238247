// SPDX-License-Identifier: Apache-2.0
// A compare-exchange of 16 bytes that fails only reads, as one of 8 bytes does:
// the counts are those of the same program with -DNARROW.
// check => safe: 304 executions
// check --algorithm=source => safe: 304 executions
// check --algorithm=pop => safe: 304 executions
// check --algorithm=quasi --k=optimal => safe: 304 executions
// flags -latomic
#include <pthread.h>
#include <stdatomic.h>

#ifdef NARROW
typedef unsigned long word;
#define WORD(x) ((word)(x))
#else
typedef unsigned __int128 word;
#define WORD(x) ((word)(x) << 64 | (x))
#endif

static _Atomic word value;

static void *sets(void *number) {
    word expected = WORD(0);
    for (int i = 0; i < 2; i++)
        atomic_compare_exchange_strong(&value, &expected,
                                       WORD((unsigned long)number));
    return NULL;
}

static void *replaces(void *number) {
    word never = WORD(7), second = WORD(2);
    atomic_compare_exchange_strong(&value, &never,
                                   WORD((unsigned long)number));
    atomic_compare_exchange_strong(&value, &second,
                                   WORD((unsigned long)number));
    return NULL;
}

int main(void) {
    pthread_t id[4];
    for (unsigned long i = 0; i < 4; i++)
        pthread_create(&id[i], NULL, i < 2 ? sets : replaces, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(id[i], NULL);
    return 0;
}
