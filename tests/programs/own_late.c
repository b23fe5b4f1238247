// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal --keep-going => unsafe: assertion at own_late.c:N after 2 executions
// check --algorithm=pop --keep-going => unsafe: assertion at own_late.c:N after 2 executions
// check --algorithm=source --keep-going => unsafe: assertion at own_late.c:N after 2 executions
//
// In the first execution nobody but the writer accesses `value`: the others do
// so only after they have seen the flag. One of the two values that can be
// found then stands there for a single step.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value, flag;

static void *reader(void *unused) {
    (void)unused;
    if (atomic_load(&flag))
        assert(atomic_load(&value) == 2);
    return NULL;
}

static void *writer(void *unused) {
    (void)unused;
    atomic_store(&value, 1);
    atomic_store(&flag, 1);
    atomic_store(&value, 2);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, reader, NULL);
    pthread_create(&two, NULL, writer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
