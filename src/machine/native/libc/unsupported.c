// SPDX-License-Identifier: Apache-2.0
// Other processes, and what else cannot be checked: it says so.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

// clang-format off
#define REFUSE(function) __mz_unsupported("calls " #function "()", native_at())
// clang-format on

pid_t __mz_fork(void) {
    REFUSE(fork);
}

pid_t __mz_vfork(void) {
    REFUSE(vfork);
}

int __mz_clone(int (*start)(void *), void *stack, int flags, void *argument,
               ...) {
    REFUSE(clone);
}

int __mz_execl(const char *path, const char *argument, ...) {
    REFUSE(execl);
}

int __mz_execlp(const char *file, const char *argument, ...) {
    REFUSE(execlp);
}

int __mz_execle(const char *path, const char *argument, ...) {
    REFUSE(execle);
}

int __mz_execv(const char *path, char *const arguments[]) {
    REFUSE(execv);
}

int __mz_execvp(const char *file, char *const arguments[]) {
    REFUSE(execvp);
}

int __mz_execve(const char *path, char *const arguments[],
                char *const environment[]) {
    REFUSE(execve);
}

int __mz_execvpe(const char *file, char *const arguments[],
                 char *const environment[]) {
    REFUSE(execvpe);
}

int __mz_posix_spawn(pid_t *pid, const char *path,
                     const posix_spawn_file_actions_t *actions,
                     const posix_spawnattr_t *attributes,
                     char *const arguments[], char *const environment[]) {
    REFUSE(posix_spawn);
}

int __mz_posix_spawnp(pid_t *pid, const char *file,
                      const posix_spawn_file_actions_t *actions,
                      const posix_spawnattr_t *attributes,
                      char *const arguments[], char *const environment[]) {
    REFUSE(posix_spawnp);
}

int __mz_system(const char *command) {
    if (!command)
        return 0; // there is no command processor
    REFUSE(system);
}

FILE *__mz_popen(const char *command, const char *type) {
    REFUSE(popen);
}

// Signals by other ways than signals.c knows, and stacks that the program makes
// for itself. They have many types, and never return.
// clang-format off
#define REFUSED(X)                                                            \
    X(sigaltstack) X(sigset) X(sigignore) X(sighold) X(sigrelse) X(sigblock)  \
    X(sigsetmask) X(siginterrupt) X(setitimer) X(ualarm) X(timer_create)      \
    X(getcontext) X(setcontext) X(makecontext) X(swapcontext)         \
    X(feenableexcept)
// clang-format on
#define MODEL(function)                    \
    _Noreturn void __mz_##function(void);  \
    _Noreturn void __mz_##function(void) { \
        REFUSE(function);                  \
    }
REFUSED(MODEL)

// There are no children to wait for.
pid_t __mz_waitpid(pid_t pid, int *status, int options) {
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
