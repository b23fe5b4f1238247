// SPDX-License-Identifier: Apache-2.0
// check --algorithm=optimal => safe: 8 executions
// check --algorithm=pop => safe: 8 executions
// check --algorithm=source => safe: 8 executions
// check --algorithm=pop --goto=both => safe: 8 executions
// check --algorithm=pop --races=interleave => safe: 8 executions
//
// One thread waits for a writer as the last thing that it does, and another waits
// for that one: what it reads is what was written. It may have done something
// before, or wait at once. The flags make 4 and 2 executions.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct chain {
    pthread_t writer, middle, reader;
    atomic_int value, flag;
    int data;
    int waits_at_once;
};

static struct chain chain[2] = {{.waits_at_once = 0}, {.waits_at_once = 1}};

static void *write_value(void *argument) {
    struct chain *c = argument;
    atomic_store(&c->flag, 1);
    c->data = 1;
    atomic_store(&c->value, 1);
    return NULL;
}

static void *wait_for_writer(void *argument) {
    struct chain *c = argument;
    (void)atomic_load(&c->flag);
    pthread_join(c->writer, NULL);
    return NULL;
}

static void *read_value(void *argument) {
    struct chain *c = argument;
    if (!c->waits_at_once)
        (void)atomic_load(&c->flag);
    pthread_join(c->middle, NULL);
    assert(atomic_load(&c->value) == 1 && c->data == 1);
    return NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct chain *c = &chain[i];
        pthread_create(&c->writer, NULL, write_value, c);
        pthread_create(&c->middle, NULL, wait_for_writer, c);
        pthread_create(&c->reader, NULL, read_value, c);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(chain[i].reader, NULL);
    return 0;
}
