// SPDX-License-Identifier: Apache-2.0
// longjmp: the real one does it, if there is where to jump to. It knows nothing
// of threads: one that jumps to a function of another, or to one that has
// returned, would go on there all the same.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"

#include <setjmp.h>

// The stack pointer that a buffer holds, as the C library has hidden it; NULL
// if nobody knows how.
static const char *stack_pointer(const struct __jmp_buf_tag *buffer) {
#if defined(__x86_64__) && defined(__GLIBC__)
    enum { STACK_POINTER = 6, GUARD = 0x30, TURNED = 17 };
    uint64_t hidden = (uint64_t)buffer->__jmpbuf[STACK_POINTER], guard;
    __asm__("movq %%fs:%c1, %0" : "=r"(guard) : "i"(GUARD));
    return (
        const char *)(uintptr_t)((hidden >> TURNED | hidden << (64 - TURNED)) ^
                                 guard);
#else
    (void)buffer;
    return NULL;
#endif
}

_Noreturn void __mz_longjmp(struct __jmp_buf_tag *buffer, int value) {
    const struct mz_site *site = native_at();
    const struct fiber *own = &native.running->fiber;
    native_touches(buffer, sizeof *buffer, false, site);
    if (library.signals.handling[native_self()->number])
        __mz_unsupported("jumps out of a signal handler", site);
    const char *to = stack_pointer(buffer);
    const char *here = __builtin_frame_address(0);
    if (to && (to < own->low || to > own->top))
        native_fail(FINDING_API_MISUSE, site,
                    "longjmp to where the running thread has no function");
    if (to && to < here)
        native_fail(FINDING_API_MISUSE, site,
                    "longjmp to a function that has returned");
    longjmp(buffer, value);
}
