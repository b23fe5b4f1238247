// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto => unsafe: assertion at nested_addresses.c:45 after 2 executions
// check --algorithm=source => unsafe: assertion at nested_addresses.c:45 after N executions
// check --algorithm=optimal => unsafe: assertion at nested_addresses.c:45 after N executions
// check --algorithm=quasi => unsafe: assertion at nested_addresses.c:45 after N executions
// check --algorithm=all => unsafe: assertion at nested_addresses.c:45 after N executions
// Two threads create one each, and what the program does depends on the
// addresses of what these allocate and on their handles. In one process they are
// the same in every schedule: those of the one that was seen first are lower,
// also in the schedule in which it comes second, which fails. Whoever replays
// that sees the threads in the order of this one schedule, and must come to the
// same addresses all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long first;
static char *block[2];
static pthread_t leaves[2];

static void *leaf(void *which) {
    block[(long)which] = malloc(4);
    return NULL;
}

static void *branch(void *which) {
    long nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, (long)which + 1);
    pthread_create(&leaves[(long)which], NULL, leaf, which);
    pthread_join(leaves[(long)which], NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, branch, (void *)0);
    pthread_create(&b, NULL, branch, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int lower = block[0] < block[1] && leaves[0] < leaves[1];
    free(block[0]);
    free(block[1]);
    int is_first = first == 1;
    assert(is_first == lower);
    return 0;
}
