// SPDX-License-Identifier: Apache-2.0
// check -- aborts => unsafe: abort at FILE:N after N executions
// check -- again => safe: 1 executions
// check -- asserts => unsafe: assertion at FILE:N after N executions
// check -- by_thread => safe: 1 executions
// check -- by_thread_3 => unsafe: exit-status at FILE:N after N executions
// check -- daemon => safe: 1 executions
// check -- double_exit => unsafe: exit-status at FILE:N after N executions
// check -- exit_0_of_3 => safe: 1 executions
// check -- exit_256 => unsafe: exit-status at FILE:N after N executions
// check -- exit_in => unsafe: exit-status at FILE:N after N executions
// check -- exit_minus => unsafe: exit-status at FILE:N after N executions
// check --timeout=5 -- for_ever => incomplete: *
// check -- frees => safe: 1 executions
// check -- leaves => safe: 1 executions
// check -- locks => unsafe: deadlock at FILE:N after N executions
// check -- main_leaves => safe: 4 executions
// check -- on_exit => unsafe: exit-status at FILE:N after N executions
// check -- other_status => unsafe: exit-status at FILE:N after N executions
// check -- quick => safe: 1 executions
// check -- starts => safe: 2 executions
// check -- uses => unsafe: use-after-free at FILE:N after N executions
// How a program may end: handlers that end it otherwise, threads that end it,
// and what cannot happen after that.
#include "how.h"
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *u) {
    x = 7;
    return u;
}
static void *exits(void *u) {
    exit(0);
    return u;
}
static void *exits_3(void *u) {
    exit(3);
    return u;
}
static void *loops_lock(void *u) {
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        sched_yield();
    }
    return u;
}
static void h_other_status(void) {
    _exit(5);
}
static void h_exit(void) {
    exit(4);
}
static void h_exit_0(void) {
    exit(0);
}
static void h_quick(void) {
    quick_exit(0);
}
static void h_assert(void) {
    assert(x == 7);
}
static void h_thread(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    pthread_join(t, NULL);
}
static void h_again(void) {
    static int n;
    if (n++ < 5)
        atexit(h_again);
}
static void h_for_ever(void) {
    atexit(h_for_ever);
}
static void h_lock(void) {
    pthread_mutex_lock(&m);
}
static void h_leave(void) {
    pthread_exit(NULL);
}
static void h_abort(void) {
    abort();
}
static void h_free(void) {
    static void *p;
    free(p);
    p = malloc(3);
}
static char *block;
static void h_use(void) {
    block[0] = 1;
}
static void on(int s, void *a) {
    (void)a;
    if (s)
        x = 5;
}
static void *uses_later(void *u) {
    for (int i = 0; i < 3; i++)
        x++;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    IS(other_status) atexit(h_other_status);
    IS(exit_in) atexit(h_exit);
    IS(exit_0_of_3) {
        atexit(h_exit_0);
        exit(3);
    }
    IS(quick) atexit(h_quick);
    IS(asserts) {
        atexit(h_assert);
        return 0;
    }
    IS(starts) atexit(h_thread);
    IS(again) atexit(h_again);
    IS(for_ever) atexit(h_for_ever);
    IS(locks) {
        pthread_mutex_lock(&m);
        atexit(h_lock);
    }
    IS(leaves) atexit(h_leave);
    IS(aborts) atexit(h_abort);
    IS(frees) atexit(h_free);
    IS(uses) {
        block = malloc(10);
        atexit(h_use);
        free(block);
    }
    IS(on_exit) {
        on_exit(on, &x);
        exit(2);
    }
    IS(by_thread) {
        pthread_t e;
        pthread_create(&e, NULL, exits, NULL);
        pthread_join(e, NULL);
        assert(0);
    }
    IS(by_thread_3) {
        pthread_t e;
        pthread_create(&e, NULL, exits_3, NULL);
        pthread_join(e, NULL);
    }
    IS(main_leaves) {
        pthread_create(&t, NULL, uses_later, NULL);
        pthread_exit(NULL);
    }
    IS(daemon) {
        pthread_create(&t, NULL, loops_lock, NULL);
        return 0;
    }
    IS(exit_256) exit(256);
    IS(exit_minus) exit(-1);
    IS(double_exit) {
        pthread_t e;
        pthread_create(&e, NULL, exits_3, NULL);
        exit(0);
    }
    pthread_join(t, NULL);
    return 0;
}
