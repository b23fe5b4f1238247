// SPDX-License-Identifier: Apache-2.0

#include "runtime/confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

// The low half of an argument: process numbers and signals are no larger.
#define ARGUMENT(n) offsetof(struct seccomp_data, args[n])
#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
// Go on if it is equal, else skip so many.
#define IS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
// Skip so many if it is equal.
#define SKIP_IF(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0)

void confine_signals(pid_t supervisor) {
    unsigned self = (unsigned)getpid(), other = (unsigned)supervisor;
    struct sock_filter rules[] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        SKIP_IF(ARCHITECTURE, 1),
        RETURN(SECCOMP_RET_ALLOW),
        LOAD(offsetof(struct seccomp_data, nr)),
        SKIP_IF(SYS_pidfd_send_signal, 13),
        SKIP_IF(SYS_kill, 5),
        SKIP_IF(SYS_tkill, 4),
        SKIP_IF(SYS_tgkill, 3),
        SKIP_IF(SYS_rt_sigqueueinfo, 2),
        SKIP_IF(SYS_rt_tgsigqueueinfo, 1),
        RETURN(SECCOMP_RET_ALLOW),
        LOAD(ARGUMENT(0)),
        SKIP_IF(self, 6),
        IS(other, 4),
        LOAD(offsetof(struct seccomp_data, nr)),
        IS(SYS_kill, 2),
        LOAD(ARGUMENT(1)),
        SKIP_IF(SIGURG, 1),
        RETURN(SECCOMP_RET_ERRNO | EPERM),
        RETURN(SECCOMP_RET_ALLOW),
    };
    _Static_assert(sizeof rules / sizeof *rules <= BPF_MAXINSNS, "a program");
    struct sock_fprog program = {.len = sizeof rules / sizeof *rules,
                                 .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        // Not at the price of slower code, which some kernels add by
        // themselves.
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

#else

void confine_signals(pid_t supervisor) {
    (void)supervisor;
}

#endif
