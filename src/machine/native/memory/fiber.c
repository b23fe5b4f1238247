// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/fiber.h"

#include "base/fault.h"

#include <string.h>
#include <sys/mman.h>

// Far from where programs, libraries and the kernel put things by themselves.
#define FIRST_STACK 0x300000000000ull

// Stacks begin in different lines of a page, or all of them would want the same
// few places in a cache.
enum { GUARD = 1 << 16, PAGE = 4096, COLOUR = 5 * 64 };

bool fiber_reserve(struct fiber *f, unsigned number) {
    if (f->top)
        return true;
    size_t each = (size_t)GUARD + FIBER_STACK + GUARD + FIBER_LOCALS + GUARD +
                  FIBER_LOCALS / FIBER_GRAIN;
    char *wanted = (char *)(uintptr_t)(FIRST_STACK + number * 2ull * each);
    char *got =
        mmap(wanted, each, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (got != wanted)
        return false;
    f->low = got + GUARD;
    char *end = f->low + FIBER_STACK;
    f->top = end - number * COLOUR % PAGE;
    f->locals = end + GUARD;
    f->locals_end = f->locals + FIBER_LOCALS;
    f->marks = (uint8_t *)f->locals_end + GUARD;
    invariant(f->low < f->top && (uintptr_t)f->top % 16 == 0);
    return mprotect(got, GUARD, PROT_NONE) == 0 &&
           mprotect(end, GUARD, PROT_NONE) == 0 &&
           mprotect(f->locals_end, GUARD, PROT_NONE) == 0;
}

bool fiber_is_sound(const struct fiber *f) {
    const char *sp = f->sp;
    return f->top && sp >= f->low && sp < f->top && f->locals > f->top &&
           f->locals_end == f->locals + FIBER_LOCALS;
}

bool fiber_in_guard(const struct fiber *f, const void *address) {
    const char *a = address;
    return f->top && a >= f->low - GUARD && a < f->low;
}

bool fiber_in_locals(const struct fiber *f, const void *address) {
    const char *a = address;
    return f->top && a >= f->locals && a < f->locals_end;
}

bool fiber_has_marks(const struct fiber *f, const void *address, size_t size) {
    size_t first = (size_t)((const char *)address - f->locals);
    size_t last = first + size - 1;
    if (!size)
        return false;
    for (size_t grain = first / FIBER_GRAIN; grain < last / FIBER_GRAIN;
         grain++)
        if (f->marks[grain])
            return true;
    return last % FIBER_GRAIN + f->marks[last / FIBER_GRAIN] >= FIBER_GRAIN;
}

void fiber_mark(struct fiber *f, const char *from, const char *start,
                size_t size, const char *to) {
    uint8_t *first = f->marks + (from - f->locals) / FIBER_GRAIN;
    uint8_t *at = f->marks + (start - f->locals) / FIBER_GRAIN;
    uint8_t *end = f->marks + (to - f->locals) / FIBER_GRAIN;
    uint8_t *behind = at + size / FIBER_GRAIN;
    invariant(first <= at && behind <= end && to <= f->locals_end);
    memset(first, FIBER_GRAIN, (size_t)(at - first));
    memset(at, 0, (size_t)(behind - at));
    memset(behind, FIBER_GRAIN, (size_t)(end - behind));
    if (size % FIBER_GRAIN)
        *behind = (uint8_t)(FIBER_GRAIN - size % FIBER_GRAIN);
}

_Static_assert(GUARD % PAGE == 0 && FIBER_STACK % PAGE == 0, "whole pages");
_Static_assert(COLOUR % 16 == 0, "stacks stay aligned");

#if defined(__x86_64__) && !defined(MAZURKA_UCONTEXT)

__asm__(".text\n"
        ".globl fiber_switch\n"
        ".type fiber_switch, @function\n"
        "fiber_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmp *%rcx\n"
        ".size fiber_switch, .-fiber_switch\n");

void fiber_prepare(struct fiber *f, void (*entry)(void)) {
    // As a call of entry() leaves the stack: 16-byte aligned before the call.
    uintptr_t *sp = (uintptr_t *)(void *)f->top;
    *--sp = 0; // where entry() would return to: it does not
    *--sp = (uintptr_t)entry;
    for (int i = 0; i < 6; i++)
        *--sp = 0;
    f->sp = sp;
}

#elif defined(__aarch64__) && !defined(MAZURKA_UCONTEXT)

__asm__(".text\n"
        ".globl fiber_switch\n"
        ".type fiber_switch, %function\n"
        "fiber_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size fiber_switch, .-fiber_switch\n");

void fiber_prepare(struct fiber *f, void (*entry)(void)) {
    uintptr_t *sp = (uintptr_t *)(void *)f->top - 20;
    memset(sp, 0, 20 * sizeof *sp);
    sp[11] = (uintptr_t)entry; // x30: where `ret` goes
    f->sp = sp;
}

#else

#include <ucontext.h>

// Slower, for all other processors. The registers lie on the fiber's stack here
// too, in a context that is a local of the function that parks; the margin is
// for what a compiler may keep below it.
struct parked {
    char margin[256];
    ucontext_t context;
};

__attribute__((noinline)) void fiber_switch(void **from, void *to) {
    struct parked here;
    *from = &here;
    swapcontext(&here.context, &((struct parked *)to)->context);
}

void fiber_prepare(struct fiber *f, void (*entry)(void)) {
    struct parked *first = (struct parked *)(void *)f->top - 1;
    first = (struct parked *)((uintptr_t)first & ~(uintptr_t)63);
    getcontext(&first->context);
    first->context.uc_link = NULL;
    first->context.uc_stack.ss_sp = f->low;
    first->context.uc_stack.ss_size = (size_t)((char *)first - f->low);
    makecontext(&first->context, entry, 0);
    f->sp = first;
}

#endif
