// SPDX-License-Identifier: Apache-2.0
// Other processes, and what else cannot be checked: it says so.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>

// clang-format off
#define REFUSE(function) __mz_unsupported("calls " #function "()", native_at())
// clang-format on

int __mz_system(const char *command) {
    if (!command)
        return 0; // there is no command processor
    REFUSE(system);
}

// They have many types, and never return: nobody looks at the arguments.
#define MODEL(function)          \
    void __mz_##function(void) { \
        REFUSE(function);        \
    }
REFUSED_FUNCTIONS(MODEL)
FRAMEWORK_REFUSED(MODEL)

// There are no children to wait for.
pid_t __mz_waitpid(pid_t pid, int *status, int options) {
    (void)pid, (void)status, (void)options;
    libc_set_error(ECHILD);
    return -1;
}

pid_t __mz_wait(int *status) {
    return __mz_waitpid(-1, status, 0);
}

// Only what has a model under its own name.
long __mz_syscall(long number, ...) {
    if (number == SYS_gettid)
        return __mz_gettid();
    if (number == SYS_getpid)
        return __mz_getpid();
    if (number == SYS_getppid)
        return __mz_getppid();
    if (number == SYS_sched_yield)
        return 0;
#ifdef SYS_futex
    if (number == SYS_futex)
        __mz_unsupported("calls syscall(SYS_futex)", native_at());
#endif
    REFUSE(syscall);
}
