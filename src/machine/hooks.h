// SPDX-License-Identifier: Apache-2.0
// What instrumented code calls: the border between the compiler (src/cc) and
// the native machine (src/machine/native).
//
// The compiler knows nothing of fibers or schedules, the machine nothing of
// LLVM. Everything that a program built by `mazurka cc` needs from the runtime
// is named here, and nothing else may be relied upon by either side.
//
// Every access that another thread could see is announced *before* it happens,
// with its place. The runtime may let other threads run inside of any of these
// calls; when the call returns, the access may happen, and nothing else runs
// until the next call. Calls that take or return values perform the access
// themselves.

#ifndef MAZURKA_MACHINE_HOOKS_H
#define MAZURKA_MACHINE_HOOKS_H

#include <stddef.h>
#include <stdint.h>

// ------------------------------------------------------------------- tables

// A place in the source: one row for each instrumented place of a module, in
// the section mz_sites. The rows of all modules follow each other in memory.
struct mz_site {
    const char *file;
    const char *function;
    const char *expression; // what is accessed or called: q->head, buf[i]
    uint32_t line, column;
    const char *source; // the text of that line, without blanks around it
    const char *type;   // of what is accessed, as cc/names/types.h has it
};

// A global variable of the program, in the section mz_globals: what has to be
// put back when the program starts again. Constants are left out.
struct mz_global {
    void *address;
    uint64_t size;
    const char *name;
    const char *file;
    uint32_t line;
    uint32_t thread_local_; // 1: the address is that of the initial image
};

// A function whose address a module takes and which it does not define itself,
// in the section mz_functions: what a call through a pointer may come to. The
// module's own functions are in the section mz_code, and have a row only if
// they were put elsewhere.
struct mz_function {
    const void *address;
    const char *name;
    const void *known; // NULL: nobody has compiled it, or has a model of it
};

// -------------------------------------------------------------------- hooks
//
// Each hook is a row: its name in the compiler, whether other threads may run
// inside of it (PLAIN: only if plain accesses interleave; ATOMIC: in every mode;
// SILENT: never; OTHER: what is none of these), what it returns, and the
// function with its parameters. Both sides are made from that: the prototypes
// below, and the compiler's types (cc/ir/unit.c), which knows pointers, uint32_t,
// int, uint64_t and struct mz_base.
// clang-format off

// Plain accesses. `value` is what will be stored, zero-extended, if size <= 8;
// else 0. The old contents are saved before __mz_write returns. Those of blocks
// do the work themselves, and are seen as the accesses that they make.
#define PLAIN_HOOKS(X)                                                                                \
    X(READ,    PLAIN, void,   __mz_read,    (const void *address, uint64_t size, const struct mz_site *site))                  \
    X(WRITE,   PLAIN, void,   __mz_write,   (void *address, uint64_t size, uint64_t value, const struct mz_site *site))        \
    X(MEMCPY,  PLAIN, void *, __mz_memcpy,  (void *to, const void *from, uint64_t size, const struct mz_site *site))           \
    X(MEMMOVE, PLAIN, void *, __mz_memmove, (void *to, const void *from, uint64_t size, const struct mz_site *site))           \
    X(MEMSET,  PLAIN, void *, __mz_memset,  (void *to, int byte, uint64_t size, const struct mz_site *site))

// Atomics. Sizes 1, 2, 4, 8, or 16 by reference, where the old value goes to
// *old. Values are zero-extended. `order` is an enum mz_order. `volatile`
// accesses are relaxed atomic ones, if they fit; else plain. __mz_rmw and
// __mz_cas return the old value: `update` is an enum rmw of op.h, `used` is 0 if
// the program never looks at what is returned; a compare-exchange has succeeded
// iff it is `expected`.
#define ATOMIC_HOOKS(X)                                                                               \
    X(LOAD,       ATOMIC, uint64_t, __mz_load,       (const void *address, uint32_t size, uint32_t order, const struct mz_site *site)) \
    X(STORE,      ATOMIC, void,     __mz_store,      (void *address, uint32_t size, uint64_t value, uint32_t order, const struct mz_site *site)) \
    X(RMW,        ATOMIC, uint64_t, __mz_rmw,        (void *address, uint32_t size, uint32_t update, uint64_t operand, uint32_t order, uint32_t used, const struct mz_site *site)) \
    X(CAS,        ATOMIC, uint64_t, __mz_cas,        (void *address, uint32_t size, uint64_t expected, uint64_t desired, uint32_t order, uint32_t failure_order, const struct mz_site *site)) \
    X(LOAD16,     ATOMIC, void,     __mz_load16,     (const void *address, void *old, uint32_t order, const struct mz_site *site)) \
    X(STORE16,    ATOMIC, void,     __mz_store16,    (void *address, const void *value, uint32_t order, const struct mz_site *site)) \
    X(EXCHANGE16, ATOMIC, void,     __mz_exchange16, (void *address, const void *value, void *old, uint32_t order, const struct mz_site *site)) \
    X(CAS16,      ATOMIC, void,     __mz_cas16,      (void *address, const void *expected, const void *desired, void *old, uint32_t order, uint32_t failure_order, const struct mz_site *site)) \
    X(FENCE,      SILENT, void,     __mz_fence,      (uint32_t order, const struct mz_site *site))

// Waiting. A load that happens only when the value, or those bits of it,
// compares so with the operand (enum comparison of op.h): the value. The same of
// all bits, and `value` is written: the old value. An execution in which the
// condition of __mz_assume is 0 is one in which a loop went round for nothing:
// the thread goes no further.
//
// `head` is what __mz_head returned when the iteration began: if all that it has
// done since finds the same again, the thread comes to the same place again.
// MZ_NO_HEAD: that is not so. 0: whatever it has done, it waits here for ever
// if what it waits for never comes.
#define WAITING_HOOKS(X)                                                                              \
    X(LOAD_AWAIT,     ATOMIC, uint64_t, __mz_load_await,     (const void *address, uint32_t size, uint32_t compare, uint64_t operand, uint64_t bits, uint32_t order, uint64_t head, const struct mz_site *site)) \
    X(EXCHANGE_AWAIT, ATOMIC, uint64_t, __mz_exchange_await, (void *address, uint32_t size, uint32_t compare, uint64_t operand, uint64_t value, uint32_t order, uint64_t head, const struct mz_site *site)) \
    X(HEAD,           SILENT, uint64_t, __mz_head,           (void))                                  \
    X(ASSUME,         SILENT, void,     __mz_assume,         (uint32_t condition, uint64_t head, const struct mz_site *site))

// Local memory. Locals whose address is taken, or that are large, do not live on
// the thread's own stack but on a second one, so that the first stays small: it
// is saved at every step. Accesses to the second one are announced like all
// others; what lives on the first is never announced.
//
//   mark = __mz_frame_enter();            at the function's entry, if needed
//   p = __mz_frame_alloc(size, align);    for each such local, at its place
//   __mz_frame_leave(mark);               before each return, and after each
//                                         return of setjmp (with the mark that
//                                         was current when it was called)
//
// __mz_outside: an access to a variable that begins at `start` would leave it.
// __mz_lends: the call at `site` of a library function gets a pointer into this
// local variable; the first such one of a call has the index 0.
// Thread-local variables: the compiler makes each an ordinary global variable
// in the section mz_tls, which holds the initial image, and computes
//   __mz_thread_block() + (address of the image - start of the section)
#define LOCAL_HOOKS(X)                                                                                \
    X(FRAME_ENTER,  SILENT, void *,         __mz_frame_enter,  (void))                                \
    X(FRAME_ALLOC,  SILENT, void *,         __mz_frame_alloc,  (uint64_t size, uint64_t align, const struct mz_site *site)) \
    X(FRAME_LEAVE,  SILENT, void,           __mz_frame_leave,  (void *mark))                          \
    X(OUTSIDE,      SILENT, _Noreturn void, __mz_outside,      (const void *address, const void *start, uint64_t size, const struct mz_site *site)) \
    X(LENDS,        SILENT, void,           __mz_lends,        (const void *start, uint64_t size, uint32_t index, const struct mz_site *site)) \
    X(THREAD_BLOCK, SILENT, void *,         __mz_thread_block, (void))

// Instructions that count cycles (in nanoseconds of the thread's time) or make
// up random numbers. __mz_divides: a division that has no result, whether it is
// wanted or not.
//
// Calls. Before a call of an external function that nobody knows, whose name is
// in site->expression; or of an instruction of that kind, and function is NULL.
// __mz_indirect before a call through a pointer that leads out of mz_code. Where something is reached that cannot be checked: the
// search ends with exit code 3 and this text (`calls fork()`, `uses inline
// assembly`). Before an atomic section of the program (__VERIFIER_atomic_begin,
// functions named __VERIFIER_atomic_*) and after it: one indivisible step.
// Before a call of __VERIFIER_nondet_*: values (int64_t) that matter; `all`: no
// other does. Before a call of the program's own reach_error().
//
// Loops. __mz_loop once an iteration of every loop that no visible operation is
// sure to be in: counts, so that it is known where the thread is. __mz_endless
// in a loop that has neither a way out nor any effect. At the head of
// every loop, if it was reached more than __mz_most_rounds times since the loop
// was entered, __mz_cut is called, and the thread goes no further. __mz_round
// when a round of a loop begins, with the values that are wanted there and that
// can have changed since the outermost loop around it was entered, as words.
// `call` is an address that no other call of the function has meanwhile, `loop`
// the loop's number in the function: several may stand at one place of the
// source. `before` is 0 when an outermost loop is entered.
#define FLOW_HOOKS(X)                                                                                 \
    X(CYCLES,       SILENT, uint64_t,       __mz_cycles,       (const struct mz_site *site))              \
    X(ENTROPY,      SILENT, uint64_t,       __mz_entropy,      (const struct mz_site *site))              \
    X(EXTERNAL,     SILENT, void,           __mz_external,     (const void *function, const struct mz_site *site)) \
    X(INDIRECT,     SILENT, void,           __mz_indirect,     (const void *function, const struct mz_site *site)) \
    X(DIVIDES,      SILENT, _Noreturn void, __mz_divides,      (const struct mz_site *site))              \
    X(UNSUPPORTED,  SILENT, _Noreturn void, __mz_unsupported,  (const char *what, const struct mz_site *site)) \
    X(NONDET,       SILENT, void,           __mz_nondet,       (const void *values, uint32_t count, uint32_t all)) \
    X(ERROR,        SILENT, void,           __mz_error,        (const struct mz_site *site)) \
    X(ATOMIC_BEGIN, OTHER,  void,           __mz_atomic_begin, (const struct mz_site *site))          \
    X(ATOMIC_END,   OTHER,  void,           __mz_atomic_end,   (const struct mz_site *site))          \
    X(LOOP,         SILENT, void,           __mz_loop,         (const struct mz_site *site))          \
    X(ENDLESS,      SILENT, _Noreturn void, __mz_endless,      (const struct mz_site *site))          \
    X(CUT,          SILENT, _Noreturn void, __mz_cut,          (const struct mz_site *site))          \
    X(ROUND,        OTHER,  void,           __mz_round,        (const struct mz_site *site, const void *call, uint32_t loop, uint64_t before, uint32_t count, ...))

// States. In programs built with --states: what a thread knows, told at each
// place where others may run. A function begins with __mz_enter(), which says
// what its caller was told to be; before each call that may come to a visible
// operation it tells where it is and its values that are live, as words of 64
// bits. `unit` and `point` name the place: an address in the translation unit,
// and a number in it; `traits` is of enum mz_live. __mz_live_unknown where the
// compiler cannot say what is live: after setjmp, with a va_list.
#define STATE_HOOKS(X)                                                                                \
    X(ENTER,        OTHER,  struct mz_base, __mz_enter,        (void))                                \
    X(LIVE,         OTHER,  void,           __mz_live,         (uint64_t base0, uint64_t base1, const void *unit, uint32_t point, uint32_t traits, uint32_t count, ...)) \
    X(LIVE_UNKNOWN, SILENT, void,           __mz_live_unknown, (const struct mz_site *site))

#define HOOKS(X) PLAIN_HOOKS(X) ATOMIC_HOOKS(X) WAITING_HOOKS(X) LOCAL_HOOKS(X) FLOW_HOOKS(X) STATE_HOOKS(X)
// clang-format on

// C11's memory orders, with C's numbering.
enum mz_order {
    MZ_RELAXED,
    MZ_CONSUME,
    MZ_ACQUIRE,
    MZ_RELEASE,
    MZ_ACQ_REL,
    MZ_SEQ_CST,
};

#define MZ_NO_HEAD UINT64_MAX
enum { MZ_MOST_VALUES = 8 }; // of a round
enum { MZ_MOST_LENT = 4 };   // locals, to one call

enum mz_live {
    MZ_LIVE_PLAIN = 1,  // of a plain access: a place only if they interleave
    MZ_LIVE_RESULT = 2, // what the call returns is looked at
};

struct mz_base {
    uint64_t word[2];
};

#define X(id, reach, result, function, parameters) result function parameters;
HOOKS(X)
#undef X

// ---------------------------------------------------------------- variables

// A function `f` that the runtime has a model of is called as __mz_f instead,
// with the same arguments, after its place was left in __mz_at. Which ones:
// the lists of library_functions.h.
extern const struct mz_site *__mz_at;
extern uint64_t __mz_most_rounds; // --unroll, or more than can be counted
// Defined (as anything) by each translation unit that was built without states.
extern const char __mz_stateless __attribute__((weak));
// The same by each that asks for a weaker order than seq_cst, and by each that
// accesses volatile data, locals apart.
extern const char __mz_weak_orders __attribute__((weak));
extern const char __mz_volatile __attribute__((weak));

// The program's `main`, renamed; the runtime has the real one. Called with
// three arguments whatever it declares.
int __mz_main(int argc, char **argv, char **envp);

#endif
