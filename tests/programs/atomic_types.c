// SPDX-License-Identifier: Apache-2.0
// flags -latomic
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// Signed, floating, bool, pointer and struct atomics: main alone, then one
// exchange against another: 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct small {
    short x, y;
};
struct odd {
    char c[3];
};

static _Atomic signed char tiny = -128;
static _Atomic float f = 1.5f;
static _Atomic double d = -2.25;
static atomic_bool b;
static _Atomic struct small s;
static _Atomic struct odd o;
static _Atomic(char *) p;

static void *work(void *unused) {
    struct small mine = {5, 6}, old = atomic_exchange(&s, mine);
    assert((old.x == 1 && old.y == 2) || (old.x == 3 && old.y == 4));
    return unused;
}

int main(void) {
    pthread_t thread;
    char text[4] = "abc";
    struct small one = {1, 2}, two = {3, 4};
    struct odd three = {{1, 2, 3}};
    signed char expected = 127;
    assert(atomic_fetch_sub(&tiny, 1) == -128 && tiny == 127);
    assert(atomic_compare_exchange_strong(&tiny, &expected, -5));
    assert(tiny == -5 && (tiny += 6) == 1);
    f += 1.0f;
    d *= 2;
    assert(f == 2.5f && d == -4.5);
    assert(!atomic_exchange(&b, true) && b);
    p = text;
    assert(*atomic_fetch_add(&p, 1) == 'a' && *p == 'b');
    atomic_store(&o, three);
    struct odd loaded = atomic_load(&o);
    assert(loaded.c[2] == 3);
    atomic_store(&s, one);
    pthread_create(&thread, NULL, work, NULL);
    struct small old = atomic_exchange(&s, two);
    assert((old.x == 1 && old.y == 2) || (old.x == 5 && old.y == 6));
    pthread_join(thread, NULL);
    return 0;
}
