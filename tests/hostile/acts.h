// SPDX-License-Identifier: Apache-2.0
// The hostile acts of acts.def as functions; act(name) does one of them.

#ifndef ACTS_H
#define ACTS_H

#include <argp.h>
#include <assert.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <linux/seccomp.h>
#include <ucontext.h>
#include <unistd.h>

#include "mazurka.h"

// ------------------------------------------------- what the acts stand on

static volatile int act_data;
static void *volatile act_nothing;
static const struct argp act_argp;

// The real function, not its model.
static inline void *act_find(const char *name) {
    void *function = dlsym(RTLD_DEFAULT, name);
    if (!function)
        abort();
    return function;
}

static inline void act_recurse(unsigned long depth) {
    volatile char some[64];
    some[depth % 64] = 1;
    if (depth)
        act_recurse(depth - 1);
    some[0] = some[1];
}

static inline void act_handler(int number) {
    (void)number;
}

static inline void *act_thread(void *unused) {
    return unused;
}

static inline void act_exits(void) {
    exit(0);
}

static inline void act_exits_found(void) {
    void (*f)(int) = act_find("_exit");
    f(0);
}

static inline void act_for_ever(void) {
    for (volatile uint64_t i = 1; i; i++) {
    }
}

static inline int act_compare_for_ever(const void *a, const void *b) {
    act_for_ever();
    return a < b;
}

static inline int act_compare_badly(const void *a, const void *b) {
    static _Thread_local unsigned n;
    (void)a, (void)b;
    return (int)(n++ * 2654435761u >> 16) % 3 - 1;
}

static inline void act_verrx(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verrx(code, format, arguments);
}

static void act_ping(uint64_t n);

static __attribute__((noinline)) void act_pong(uint64_t n) {
#ifdef __clang__
    __attribute__((musttail)) return act_ping(n + 1);
#else
    act_ping(n + 1);
#endif
}

static __attribute__((noinline)) void act_ping(uint64_t n) {
#ifdef __clang__
    __attribute__((musttail)) return act_pong(n + 1);
#else
    act_pong(n + 1);
#endif
}

static __attribute__((noinline)) void act_sets(jmp_buf back) {
    volatile char room[256];
    room[0] = 1;
    if (setjmp(back))
        act_data = room[0];
}

// --------------------------------------------------------------- the acts

#ifndef ACTS_APART
#define ACT(name, class, ...) static void act_##name(void) __VA_ARGS__
#include "acts.def"
#undef ACT

static inline void act(const char *wanted) {
#define ACT(name, class, ...) {#name, act_##name},
    static const struct {
        const char *name;
        void (*act)(void);
    } acts[] = {
#include "acts.def"
    };
#undef ACT
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (!strcmp(acts[i].name, wanted)) {
            acts[i].act();
            return;
        }
    fprintf(stderr, "there is no act %s\n", wanted);
    abort();
}
#endif

#endif
