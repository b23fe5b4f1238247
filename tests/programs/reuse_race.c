// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => unsafe: data-race at reuse_race.c:N after N executions
// check --algorithm=source => unsafe: data-race at reuse_race.c:N after N executions
// says main/1/3  writes
// never main/1/2  writes
// never main/1/4  writes
// Four threads have had one number, one after another. The one that has raced
// with main/1/1 is the second of them, and is called by its name.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int last;

static void *idle(void *unused) {
    return unused;
}

static void *writes(void *unused) {
    data = 1;
    return unused;
}

static void *tells(void *unused) {
    atomic_store_explicit(&last, 1, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused) {
    if (atomic_load_explicit(&last, memory_order_relaxed))
        return (void *)(long)data;
    return unused;
}

int main(void) {
    pthread_t other, thread;
    static void *(*const starts[])(void *) = {idle, writes, idle, tells};
    pthread_create(&other, NULL, reads, NULL);
    for (int i = 0; i < 4; i++) {
        pthread_create(&thread, NULL, starts[i], NULL);
        pthread_join(thread, NULL);
    }
    pthread_join(other, NULL);
    return 0;
}
