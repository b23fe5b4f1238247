// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => unsafe: data-race at own_race.c:N after N executions
// check --algorithm=pop => unsafe: data-race at own_race.c:N after N executions
// never afterwards
//
// A variable that one thread accesses atomically and another by plain accesses:
// only one thread makes steps of it, but it is a data race. It is told up to
// there, not what follows in the same step.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static union {
    atomic_int atomic;
    int plain;
} value;
static atomic_int other, afterwards;

static void *atomically(void *unused) {
    (void)unused;
    atomic_store(&other, 1);
    for (int i = 0; i < 10; i++)
        atomic_store(&value.atomic, i);
    return NULL;
}

static void *plainly(void *unused) {
    (void)unused;
    if (atomic_load(&other))
        value.plain = 10;
    atomic_store(&afterwards, 1);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, plainly, NULL);
    pthread_create(&two, NULL, atomically, NULL);
    pthread_exit(NULL);
}
