// SPDX-License-Identifier: Apache-2.0
// check -- alloca_loop => safe: 1 executions
// check -- alloca_loop_ever => unsafe: stack-overflow at FILE:N after N executions
// check -- deep_10000 => safe: 1 executions
// check -- deep_1000000 => unsafe: stack-overflow at FILE:N after N executions
// check -- deep_40000 => safe: 1 executions
// check -- grow => safe: 25 executions
// check -- grow_two => safe: 1 executions
// check -- huge_alloca => unsafe: stack-overflow at FILE:N after N executions
// check -- huge_array => unsafe: stack-overflow at FILE:N after N executions
// check -- large => safe: 1 executions
// check -- minimum => safe: 1 executions
// check -- minimum_big => unsafe: stack-overflow at FILE:N after 1 executions
// check -- minimum_fits => safe: 1 executions
// check -- tiny => safe: 1 executions
// check --goto=both -- grow => safe: 25 executions
// Much on the stack, or little of it.
#include "how.h"
static atomic_int x;
static size_t depth;
static __attribute__((noinline)) long deep(long n) {
    volatile char room[64];
    room[0] = (char)n;
    return n ? deep(n - 1) + room[0] % 2 : 0;
}
static __attribute__((noinline)) int visible(int n, size_t size) {
    char *room = alloca(size);
    memset(room, n, size);
    x++;
    int r = n ? visible(n - 1, size * 3 / 2) : 0;
    x++;
    assert(room[0] == n && room[size - 1] == n);
    return r;
}
static void *grows(void *u) {
    visible(4, 30000);
    visible(1, 100);
    visible(4, 20000);
    return u;
}
static void *big_local(void *u) {
    volatile char room[1 << 20];
    room[5] = 1;
    x = room[5];
    room[(1 << 20) - 1] = 2;
    return u;
}
static void *small(void *u) {
    x = 3;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t, s;
    pthread_attr_t a;
    pthread_attr_init(&a);
    IS(huge_alloca) {
        volatile char *p = alloca(1ul << 33);
        p[0] = 1;
    }
    IS(huge_array) {
        volatile size_t n = 1ul << 34;
        char v[n];
        v[n / 2] = 1;
        x = v[n / 2];
    }
    IS(alloca_loop) for (int i = 0; i < 100; i++) {
        char *p = alloca(1000);
        p[0] = (char)i;
        x = p[0];
    }
    IS(alloca_loop_ever) for (;;) {
        volatile char *p = alloca(1000);
        p[0] = 1;
    }
    IS(deep_10000) deep(10000);
    IS(deep_40000) deep(40000);
    IS(deep_1000000) deep(1000000);
    IS(minimum) {
        pthread_attr_setstacksize(&a, PTHREAD_STACK_MIN);
        pthread_create(&t, &a, small, NULL);
        pthread_join(t, NULL);
    }
    IS(minimum_big) {
        pthread_attr_setstacksize(&a, PTHREAD_STACK_MIN);
        pthread_create(&t, &a, big_local, NULL);
        pthread_join(t, NULL);
    }
    IS(minimum_fits) {
        size_t size;
        pthread_attr_setstacksize(&a, 2 << 20);
        assert(!pthread_attr_getstacksize(&a, &size) && size == 2 << 20);
        pthread_create(&t, &a, big_local, NULL);
        assert(!pthread_getattr_np(t, &a));
        assert(!pthread_attr_getstacksize(&a, &size) && size == 2 << 20);
        pthread_join(t, NULL);
    }
    IS(tiny) {
        assert(pthread_attr_setstacksize(&a, 100) == EINVAL);
    }
    IS(large) {
        assert(!pthread_attr_setstacksize(&a, 64 << 20));
        pthread_create(&t, &a, big_local, NULL);
        pthread_join(t, NULL);
    }
    IS(grow) {
        pthread_create(&t, NULL, grows, NULL);
        pthread_create(&s, NULL, small, NULL);
        pthread_join(t, NULL);
        pthread_join(s, NULL);
    }
    IS(grow_two) {
        pthread_create(&t, NULL, grows, NULL);
        visible(2, 9000);
        pthread_join(t, NULL);
    }
    depth++;
    return 0;
}
