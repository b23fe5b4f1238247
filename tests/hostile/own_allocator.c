// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions || not checked: *
// The program has an allocator of its own, under the names of the library's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static _Alignas(16) char arena[1 << 16];
static size_t used;
static atomic_int x;

void *malloc(size_t size) {
    void *block = arena + used;
    used += (size + 15) & ~(size_t)15;
    assert(used <= sizeof arena);
    return block;
}

void *calloc(size_t count, size_t size) {
    return memset(malloc(count * size), 0, count * size);
}

void *realloc(void *old, size_t size) {
    return old ? memcpy(malloc(size), old, size) : malloc(size);
}

void free(void *block) {
    (void)block;
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    size_t before = used;
    char *volatile block = malloc(100);
    assert(block >= arena && block < arena + sizeof arena);
    assert(used == before + 112);
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
