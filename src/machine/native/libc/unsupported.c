// SPDX-License-Identifier: Apache-2.0
// Other processes, and what else cannot be checked: it says so.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <stdlib.h>

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
