// SPDX-License-Identifier: Apache-2.0
// Loops that change something.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

atomic_int x, y;
int plain, array[4];
_Thread_local int own;

// The only way back leads over a store.
// explain: stores: left alone: stores to y
void stores(void) {
    while (!x)
        y = 1;
}

// A plain store is one, too.
// explain: stores_plain: left alone: stores to plain
void stores_plain(void) {
    while (!x)
        plain = 1;
}

// So is one to what only this thread has: the next iteration may look.
// explain: stores_own: left alone: stores to own
void stores_own(void) {
    while (!x)
        own++;
}

// So is one to an element.
// explain: stores_to_array: left alone: stores to array[i]
void stores_to_array(void) {
    int i = 0;
    while (!x)
        array[i] = 1;
}

// So is one to a local that stays in memory.
// explain: stores_to_local: left alone: stores to local[i & 3]
void stores_to_local(int i) {
    volatile int local[4];
    while (!x)
        local[i & 3] = 1;
}

// memcpy() writes.
// explain: copies: left alone: writes to *to
void copies(char *to, const char *from) {
    while (!x)
        memcpy(to, from, 8);
}

// Pure if plain is 0, but no atomic access could end it.
// explain: waits_for_plain: left alone: waits for nothing that is atomic or volatile
void waits_for_plain(void) {
    while (!plain)
        ;
}

// It allocates from the stack.
// explain: variable_length: left alone: makes a variable
void variable_length(int n) {
    while (!x) {
        volatile char room[n];
        (void)room[0];
    }
}

// Each of the two is harmless only if 1 is 0.
// explain: add_and_subtract: left alone: updates y
void add_and_subtract(void) {
    while (x == 0) {
        atomic_fetch_add(&y, 1);
        atomic_fetch_sub(&y, 1);
    }
}

// 16 bytes are not compared.
// explain: exchange_of_a_pair: left alone: updates *p
void exchange_of_a_pair(_Atomic __int128 *p) {
    while (!atomic_exchange(p, 1))
        ;
}
