// SPDX-License-Identifier: Apache-2.0
// A runtime that does what the hooks promise, on one thread, and says so: one
// line on standard output for each call. The tests compare these lines.

#include "machine/hooks.h"
#include "op/op.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct mz_site *__mz_at;

static const char *const orders[] = {"relaxed", "consume", "acquire",
                                     "release", "acq_rel", "seq_cst"};
static const char *const updates[] = {"add",  "sub",  "and",     "or",
                                      "xor",  "max",  "min",     "umax",
                                      "umin", "nand", "exchange"};

// Addresses are not the same on every run: large values have no digits.
static const char *number(uint64_t value, char *text) {
    if (value >> 40 && (value >> 40) != 0xffffff)
        return "large";
    sprintf(text, "%lld", (long long)value);
    return text;
}

static void say(const struct mz_site *site, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf(" %s\n", site->expression);
}

// ---------------------------------------------------------- plain accesses

void __mz_read(const void *address, uint64_t size, const struct mz_site *site) {
    (void)address;
    say(site, "read %d", (int)size);
}

void __mz_write(void *address, uint64_t size, uint64_t value,
                const struct mz_site *site) {
    (void)address;
    char text[32];
    say(site, "write %d %s", (int)size, number(value, text));
}

void *__mz_memcpy(void *to, const void *from, uint64_t size,
                  const struct mz_site *site) {
    say(site, "memcpy %d", (int)size);
    return memcpy(to, from, size);
}

void *__mz_memmove(void *to, const void *from, uint64_t size,
                   const struct mz_site *site) {
    say(site, "memmove %d", (int)size);
    return memmove(to, from, size);
}

void *__mz_memset(void *to, int byte, uint64_t size,
                  const struct mz_site *site) {
    say(site, "memset %d %d", byte & 255, (int)size);
    return memset(to, byte, size);
}

// ----------------------------------------------------------------- atomics

static uint64_t peek(const void *address, uint32_t size) {
    uint64_t value = 0;
    memcpy(&value, address, size);
    return value;
}

uint64_t __mz_load(const void *address, uint32_t size, uint32_t order,
                   const struct mz_site *site) {
    say(site, "load %u %s", size, orders[order]);
    return peek(address, size);
}

void __mz_store(void *address, uint32_t size, uint64_t value, uint32_t order,
                const struct mz_site *site) {
    char text[32];
    say(site, "store %u %s %s", size, number(value, text), orders[order]);
    memcpy(address, &value, size);
}

static int64_t extend(uint64_t value, uint32_t size) {
    unsigned shift = 64 - 8 * size;
    return (int64_t)(value << shift) >> shift;
}

static uint64_t apply(uint32_t update, uint64_t value, uint64_t arg,
                      uint32_t size) {
    int64_t left = extend(value, size), right = extend(arg, size);
    switch (update) {
#define X(name, text, class, result) \
    case RMW_##name:                 \
        return result;
        UPDATES(X)
#undef X
    }
    return arg;
}

uint64_t __mz_rmw(void *address, uint32_t size, uint32_t update,
                  uint64_t operand, uint32_t order, uint32_t used,
                  const struct mz_site *site) {
    char text[32];
    say(site, "%s %u %s %s %s", updates[update], size, number(operand, text),
        orders[order], used ? "used" : "blind");
    uint64_t old = peek(address, size);
    uint64_t new = apply(update, old, operand, size);
    memcpy(address, &new, size);
    return old;
}

uint64_t __mz_cas(void *address, uint32_t size, uint64_t expected,
                  uint64_t desired, uint32_t order, uint32_t failure_order,
                  const struct mz_site *site) {
    char from[32], to[32];
    say(site, "cas %u %s %s %s %s", size, number(expected, from),
        number(desired, to), orders[order], orders[failure_order]);
    uint64_t old = peek(address, size);
    if (old == expected)
        memcpy(address, &desired, size);
    return old;
}

// Nobody else is there: what is waited for must be there already.
static const char *const comparisons[] = {"==", "!=", "<",  "<=", ">",
                                          ">=", "u<", "u<=", "u>", "u>="};

uint64_t __mz_load_await(const void *address, uint32_t size, uint32_t compare,
                         uint64_t operand, uint64_t bits, uint32_t order,
                         uint64_t head, const struct mz_site *site) {
    char wanted[32], mask[32] = "";
    if (bits)
        snprintf(mask, sizeof mask, "& %llu ", (unsigned long long)bits);
    say(site, "await %u %s%s %s %s%s", size, mask,
        comparisons[compare], number(operand, wanted),
        orders[order], head ? " assumed" : "");
    return peek(address, size);
}

uint64_t __mz_exchange_await(void *address, uint32_t size, uint32_t compare,
                             uint64_t operand, uint64_t value, uint32_t order,
                             uint64_t head, const struct mz_site *site) {
    char wanted[32], to[32];
    say(site, "exchange-await %u %s %s %s %s%s", size,
        comparisons[compare], number(operand, wanted),
        number(value, to), orders[order],
        head ? " assumed" : "");
    uint64_t old = peek(address, size);
    memcpy(address, &value, size);
    return old;
}

uint64_t __mz_head(void) {
    return 1;
}

void __mz_assume(uint32_t condition, uint64_t head,
                 const struct mz_site *site) {
    (void)head;
    say(site, "assume %u", condition);
}

void __mz_load16(const void *address, void *old, uint32_t order,
                 const struct mz_site *site) {
    say(site, "load16 %s", orders[order]);
    memcpy(old, address, 16);
}

void __mz_store16(void *address, const void *value, uint32_t order,
                  const struct mz_site *site) {
    say(site, "store16 %s", orders[order]);
    memcpy(address, value, 16);
}

void __mz_exchange16(void *address, const void *value, void *old,
                     uint32_t order, const struct mz_site *site) {
    say(site, "exchange16 %s", orders[order]);
    memcpy(old, address, 16);
    memcpy(address, value, 16);
}

void __mz_cas16(void *address, const void *expected, const void *desired,
                void *old, uint32_t order, uint32_t failure_order,
                const struct mz_site *site) {
    say(site, "cas16 %s %s", orders[order], orders[failure_order]);
    memcpy(old, address, 16);
    if (!memcmp(old, expected, 16))
        memcpy(address, desired, 16);
}

void __mz_fence(uint32_t order, const struct mz_site *site) {
    (void)site;
    printf("fence %s\n", orders[order]);
}

// ------------------------------------------------------------ local memory

static char stack[1 << 20] __attribute__((aligned(64)));
static char *top = stack;

// Marks are told as numbers: how many frames deep.
void *__mz_frame_enter(void) {
    printf("enter %d\n", (int)(top - stack));
    return top;
}

void *__mz_frame_alloc(uint64_t size, uint64_t align,
                       const struct mz_site *site) {
    say(site, "alloc %d %d", (int)size, (int)align);
    top += -(uintptr_t)top & (align - 1);
    void *memory = top;
    top += size;
    return memory;
}

void __mz_frame_leave(void *mark) {
    top = mark;
    printf("leave %d\n", (int)(top - stack));
}

extern char __start_mz_tls[] __attribute__((weak));
extern char __stop_mz_tls[] __attribute__((weak));

void *__mz_thread_block(void) {
    static char *block;
    if (!block) {
        size_t size = (size_t)(__stop_mz_tls - __start_mz_tls);
        block = aligned_alloc(64, (size + 63) & ~(size_t)63);
        memcpy(block, __start_mz_tls, size);
    }
    return block;
}

// ------------------------------------------------------------------- calls

// Which local it is says nothing that its allocation does not say.
void __mz_lends(const void *start, uint64_t size, uint32_t index,
                const struct mz_site *site) {
    (void)start, (void)size, (void)index, (void)site;
}

void __mz_divides(const struct mz_site *site) {
    say(site, "divides");
    abort();
}

void __mz_external(const void *function, const struct mz_site *site) {
    (void)function;
    say(site, "external");
}

void __mz_indirect(const void *function, const struct mz_site *site) {
    (void)function;
    say(site, "indirect");
}

_Noreturn void __mz_unsupported(const char *what, const struct mz_site *site) {
    printf("unsupported: %s line %u\n", what, site->line);
    fflush(stdout);
    _Exit(3);
}

void __mz_nondet(const void *values, uint32_t count, uint32_t all) {
    printf("nondet%s", all ? " all" : "");
    for (uint32_t i = 0; i < count; i++)
        printf(" %lld", (long long)((const int64_t *)values)[i]);
    printf("\n");
}

void __mz_error(const struct mz_site *site) {
    say(site, "error");
}

void __mz_atomic_begin(const struct mz_site *site) {
    say(site, "begin");
}

void __mz_atomic_end(const struct mz_site *site) {
    say(site, "end");
}

uint64_t __mz_most_rounds = UINT64_MAX;

_Noreturn void __mz_cut(const struct mz_site *site) {
    printf("cut %u\n", site->line);
    _Exit(0);
}

_Noreturn void __mz_outside(const void *address, const void *start,
                            uint64_t size, const struct mz_site *site) {
    printf("outside %td of %u %s\n",
           (const char *)address - (const char *)start, (unsigned)size,
           site->expression);
    fflush(stdout);
    _Exit(0);
}

void __mz_round(const struct mz_site *site, const void *call, uint32_t loop,
                uint64_t before, uint32_t count, ...) {
    (void)site, (void)call, (void)loop, (void)before, (void)count;
}

void __mz_endless(const struct mz_site *site) {
    printf("endless %u\n", site->line);
    exit(0);
}

void __mz_loop(const struct mz_site *site) {
    printf("loop %u\n", site->line);
}

// ------------------------------------------------------------------ models

static void called(const char *name) {
    printf("%s", name);
    if (strcmp(name, __mz_at->expression))
        printf(" as %s", *__mz_at->expression ? __mz_at->expression : "?");
    printf(" line %u\n", __mz_at->line);
}

#define MODEL(type, name, parameters, ...) \
    type __mz_##name parameters;           \
    type __mz_##name parameters {          \
        called(#name);                     \
        __VA_ARGS__                        \
    }

MODEL(void *, malloc, (size_t n), return malloc(n);)
MODEL(void, free, (void *p), free(p);)
MODEL(char *, strdup, (const char *s), return strdup(s);)
MODEL(size_t, strlen, (const char *s), return strlen(s);)
MODEL(char *, strcpy, (char *to, const char *s), return strcpy(to, s);)
MODEL(int, puts, (const char *s), return puts(s);)
MODEL(int, putchar, (int c), return putchar(c);)
MODEL(int, atexit, (void (*f)(void)), return atexit(f);)
MODEL(int, rand, (void), return 4;)
MODEL(int, pthread_mutex_lock, (void *m), (void)m; return 0;)
MODEL(int, pthread_mutex_unlock, (void *m), (void)m; return 0;)
MODEL(int, sched_yield, (void), return 0;)
MODEL(int, __VERIFIER_nondet_int, (void), return 7;)
MODEL(void, __VERIFIER_assume, (int c), (void)c;)
MODEL(void, reach_error, (void), )
MODEL(void, __atomic_load, (size_t n, void *from, void *to, int order),
      (void)order;
      memcpy(to, from, n);)
MODEL(void, __atomic_store, (size_t n, void *to, void *from, int order),
      (void)order;
      memcpy(to, from, n);)
MODEL(void, qsort,
      (void *base, size_t n, size_t size,
       int (*order)(const void *, const void *)),
      qsort(base, n, size, order);)
_Noreturn void __mz___assert_fail(const char *what, const char *file,
                                  unsigned line, const char *function);
_Noreturn void __mz___assert_fail(const char *what, const char *file,
                                  unsigned line, const char *function) {
    (void)file, (void)function;
    printf("assert %s line %u\n", what, line);
    fflush(stdout);
    _Exit(1);
}

_Noreturn void __mz_exit(int status);
_Noreturn void __mz_exit(int status) {
    called("exit");
    exit(status);
}

int __mz_vprintf(const char *format, va_list arguments);
int __mz_vprintf(const char *format, va_list arguments) {
    called("vprintf");
    return vprintf(format, arguments);
}

int __mz_printf(const char *format, ...);
int __mz_printf(const char *format, ...) {
    called("printf");
    va_list arguments;
    va_start(arguments, format);
    int count = vprintf(format, arguments);
    va_end(arguments);
    return count;
}

int *__mz___errno_location(void);
int *__mz___errno_location(void) {
    called("__errno_location");
    static int number_;
    return &number_;
}

// ------------------------------------------------------------------ tables

extern const struct mz_site __start_mz_sites[] __attribute__((weak));
extern const struct mz_site __stop_mz_sites[] __attribute__((weak));
extern const struct mz_global __start_mz_globals[] __attribute__((weak));
extern const struct mz_global __stop_mz_globals[] __attribute__((weak));

// With an argument, the tables instead of a run.
int main(int argc, char **argv, char **envp) {
    if (argc > 1 && !strcmp(argv[1], "--sites"))
        for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites;
             s++)
            printf("site %s:%u:%u %s: %s\n", s->file, s->line, s->column,
                   s->function, s->expression);
    if (argc > 1 && !strcmp(argv[1], "--globals"))
        for (const struct mz_global *g = __start_mz_globals;
             g < __stop_mz_globals; g++)
            printf("global %s %d %s:%u%s\n", g->name, (int)g->size, g->file,
                   g->line, g->thread_local_ ? " thread" : "");
    if (argc > 1 && !strncmp(argv[1], "--", 2))
        return 0;
    int status = __mz_main(argc, argv, envp);
    printf("returned %d\n", status);
    return 0;
}

_Noreturn void __mz_longjmp(struct __jmp_buf_tag *place, int value);
_Noreturn void __mz_longjmp(struct __jmp_buf_tag *place, int value) {
    longjmp(place, value);
}
