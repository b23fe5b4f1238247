// SPDX-License-Identifier: Apache-2.0
// check --races=interleave --algorithm=optimal --keep-going => unsafe: assertion at own_stack.c:N after 3 executions
// check --races=interleave --algorithm=pop --keep-going => unsafe: use-after-free at own_stack.c:N after 1 executions
//
// Each thread works on a table on its own stack. One passes a pointer into it
// on; what the other finds there is whole only if it comes early or late.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic passed_on;

static void *one(void *unused) {
    (void)unused;
    int table[16];
    for (int i = 0; i < 16; i++)
        table[i] = i;
    atomic_store(&passed_on, &table[3]);
    table[3] = -1;
    table[3] = 33;
    return NULL;
}

static void *two(void *unused) {
    (void)unused;
    int table[16], sum = 0;
    for (int i = 0; i < 16; i++)
        table[i] = i;
    int *found = atomic_load(&passed_on);
    if (found)
        assert(*found != -1);
    for (int i = 0; i < 16; i++)
        sum += table[i];
    assert(sum == 120);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
