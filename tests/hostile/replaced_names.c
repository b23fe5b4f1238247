// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// Names that a runtime might use itself.
#include <pthread.h>
#include <stdatomic.h>

int report, machine, channel, fault_happened, native, undo, heap, fiber;
int signal_number, stop, memory_new_count, search_count;

void fault(void) {
    fault_happened = 1;
}

void search(void) {
    search_count++;
}

void require(void) {
    stop = 1;
}

void invariant(void) {
    heap = 1;
}

void *memory_new(void) {
    memory_new_count++;
    return &heap;
}

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    fault();
    search();
    require();
    invariant();
    return memory_new() == &heap ? 0 : 1;
}
