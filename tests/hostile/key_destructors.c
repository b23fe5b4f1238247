// SPDX-License-Identifier: Apache-2.0
// check -- again => safe: 1 executions
// check -- asserts => safe: 1 executions
// check -- dead_local => unsafe: use-after-free at FILE:N after N executions
// check -- deadlock => unsafe: deadlock at FILE:N after N executions
// check -- deletes => safe: 1 executions
// check -- exits => safe: 1 executions
// check -- heap => safe: 1 executions
// check -- leaves => safe: 1 executions
// check -- locks => safe: 1 executions
// check --timeout=5 -- loops => unsafe: no-progress at FILE:N after N executions
// check -- starts => safe: 2 executions
// check -- starts_strlen => safe: 1 executions
// Destructors of keys that do what destructors should not.
#include "how.h"
static pthread_key_t a, b;
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t2;
static void again(void *v) {
    x++;
    pthread_setspecific(a, v);
}
static void starts(void *v) {
    (void)v;
    pthread_create(&t2, NULL, (void *(*)(void *))strlen, "abc");
    pthread_join(t2, NULL);
}
static void *two(void *u) {
    x = 2;
    return u;
}
static void starts2(void *v) {
    (void)v;
    pthread_t t;
    pthread_create(&t, NULL, two, NULL);
    x = 1;
    pthread_join(t, NULL);
}
static void locks(void *v) {
    (void)v;
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
}
static void leaves(void *v) {
    (void)v;
    x++;
    pthread_exit(NULL);
}
static void deletes(void *v) {
    (void)v;
    pthread_key_delete(b);
}
static void frees(void *v) {
    free(v);
}
static void asserts(void *v) {
    assert(pthread_getspecific(a) == NULL);
    (void)v;
}
static void loops(void *v) {
    (void)v;
    for (;;)
        ;
}
static void exits(void *v) {
    (void)v;
    exit(0);
}
static void *work(void *u) {
    pthread_setspecific(a, u);
    pthread_setspecific(b, u);
    return NULL;
}
static void *work_heap(void *u) {
    (void)u;
    pthread_setspecific(a, malloc(4));
    return NULL;
}
static __thread int local = 5;
static int *leaked;
static void *points(void *u) {
    leaked = &local;
    local++;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    void (*d)(void *) = NULL;
    IS(again) d = again;
    IS(starts) d = starts2;
    IS(starts_strlen) d = starts;
    IS(locks) d = locks;
    IS(leaves) d = leaves;
    IS(deletes) d = deletes;
    IS(asserts) d = asserts;
    IS(loops) d = loops;
    IS(exits) d = exits;
    IS(heap) d = frees;
    pthread_key_create(&a, d);
    pthread_key_create(&b, NULL);
    IS(deadlock) {
        d = locks;
        pthread_key_create(&a, locks);
        pthread_mutex_lock(&m);
        pthread_create(&t, NULL, work, &x);
        pthread_join(t, NULL);
        return 0;
    }
    IS(dead_local) {
        pthread_create(&t, NULL, points, NULL);
        pthread_join(t, NULL);
        return *leaked == 6;
    }
    IS(heap) pthread_create(&t, NULL, work_heap, NULL);
    else pthread_create(&t, NULL, work, &x);
    pthread_join(t, NULL);
    IS(again) assert(x == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}
