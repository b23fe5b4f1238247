// SPDX-License-Identifier: Apache-2.0
// Signals never come from outside. Raised by the program itself they end it,
// unless they are ignored; handlers are not supported, and say so.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <string.h>

static bool is_signal(int number) {
    if (number >= 1 && number <= 64)
        return true;
    libc_set_error(EINVAL);
    return false;
}

_Static_assert(8 * sizeof(sigset_t) >= 64, "as many signals as bits of a word");

static uint64_t bit(int number) {
    require(number >= 1 && number <= 64);
    return 1ull << (number - 1);
}

// ------------------------------------------------------------------ raising

static bool is_harmless(int number) {
    library_looks(LIBRARY_SIGNALS);
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH ||
           number == SIGCONT || (library.signals.ignored & bit(number));
}

int __mz_raise(int number) {
    if (!is_signal(number))
        return -1;
    if (is_harmless(number))
        return 0;
    if (number == SIGABRT)
        __mz_abort();
    if (library.signals.blocked[native_self()->number] & bit(number))
        __mz_unsupported("raises a signal that is blocked", native_at());
    const char *name = sigabbrev_np(number);
    native_fail(FINDING_UNCAUGHT_SIGNAL, native_at(),
                "the program raises SIG%s, which ends it", name ? name : "?");
}

int __mz_kill(pid_t pid, int number) {
    bool self = pid == __mz_getpid() || pid == 0;
    if (!self)
        __mz_unsupported("calls kill() for another process", native_at());
    return number ? __mz_raise(number) : 0;
}

int __mz_sigqueue(pid_t pid, int number, const union sigval value) {
    (void)value;
    if (pid != __mz_getpid())
        __mz_unsupported("calls sigqueue() for another process", native_at());
    return number ? __mz_raise(number) : 0;
}

int __mz_tgkill(pid_t pid, pid_t thread, int number) {
    bool self = pid == __mz_getpid() && thread == __mz_gettid();
    if (!self)
        __mz_unsupported("calls tgkill() for another thread", native_at());
    return number ? __mz_raise(number) : 0;
}

// ----------------------------------------------------------------- handling

static void set_handler(int number, sighandler_t handler) {
    if (handler != SIG_IGN && handler != SIG_DFL)
        __mz_unsupported("installs a signal handler", native_at());
    uint64_t without = library.signals.ignored & ~bit(number);
    native_set(library.signals.ignored,
               handler == SIG_IGN ? without | bit(number) : without);
}

static sighandler_t handler_of(int number) {
    return library.signals.ignored & bit(number) ? SIG_IGN : SIG_DFL;
}

sighandler_t __mz_signal(int number, sighandler_t handler) {
    if (!is_signal(number))
        return SIG_ERR;
    library_changes(LIBRARY_SIGNALS);
    sighandler_t old = handler_of(number);
    set_handler(number, handler);
    return old;
}

int __mz_sigaction(int number, const struct sigaction *action,
                   struct sigaction *old) {
    const struct mz_site *site = native_at();
    if (!is_signal(number))
        return -1;
    sighandler_t wanted = SIG_DFL;
    if (action) {
        native_reads(action, sizeof *action, site);
        wanted = action->sa_handler;
        library_changes(LIBRARY_SIGNALS);
    } else {
        library_looks(LIBRARY_SIGNALS);
    }
    sighandler_t was = handler_of(number);
    if (action)
        set_handler(number, wanted);
    native_knows((uintptr_t)was);
    if (old) {
        native_writes(old, sizeof *old, site);
        memset(old, 0, sizeof *old);
        old->sa_handler = was;
    }
    return 0;
}

// --------------------------------------------------------------------- sets

int __mz_sigemptyset(sigset_t *set) {
    native_writes(set, sizeof *set, native_at());
    return sigemptyset(set);
}

int __mz_sigfillset(sigset_t *set) {
    native_writes(set, sizeof *set, native_at());
    return sigfillset(set);
}

static int change_set(sigset_t *set, int number, bool add) {
    const struct mz_site *site = native_at();
    if (!is_signal(number))
        return -1;
    native_reads(set, sizeof *set, site);
    sigset_t changed = *set;
    if (add)
        sigaddset(&changed, number);
    else
        sigdelset(&changed, number);
    native_writes(set, sizeof *set, site);
    *set = changed;
    return 0;
}

int __mz_sigaddset(sigset_t *set, int number) {
    return change_set(set, number, true);
}

int __mz_sigdelset(sigset_t *set, int number) {
    return change_set(set, number, false);
}

int __mz_sigismember(const sigset_t *set, int number) {
    if (!is_signal(number))
        return -1;
    native_reads(set, sizeof *set, native_at());
    return sigismember(set, number);
}

static uint64_t bits_of(const sigset_t *set) {
    uint64_t bits = 0;
    for (int number = 1; number <= 64; number++)
        if (sigismember(set, number) == 1)
            bits |= bit(number);
    return bits;
}

static void write_set(sigset_t *set, uint64_t bits) {
    native_writes(set, sizeof *set, native_at());
    sigemptyset(set);
    for (int number = 1; number <= 64; number++)
        if (bits & bit(number))
            sigaddset(set, number);
}

int __mz_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    uint64_t *blocked = &library.signals.blocked[native_self()->number];
    uint64_t was = *blocked, wanted = was;
    if (set) {
        native_reads(set, sizeof *set, native_at());
        uint64_t bits = bits_of(set);
        wanted = how == SIG_BLOCK     ? was | bits
                 : how == SIG_UNBLOCK ? was & ~bits
                                      : bits;
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
            libc_set_error(EINVAL);
            return -1;
        }
    }
    if (old)
        write_set(old, was);
    native_set(*blocked, wanted);
    return 0;
}

int __mz_sigpending(sigset_t *set) {
    write_set(set, 0);
    return 0;
}
