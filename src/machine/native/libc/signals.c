// SPDX-License-Identifier: Apache-2.0
// Signals never come from outside. Sent by the program itself they end it, are
// ignored, or have a handler, which runs on the thread that sends the signal or
// waits for it (pause, sigsuspend). What is blocked stays pending, until it is
// unblocked or waited for (sigwait). That a handler runs on another thread, at
// any time, is not supported, and says so.

#include "machine/native/libc/file_model.h"
#include "machine/native/memory/heap.h"
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

// ----------------------------------------------------------------- delivering

#define SIGNALS (library.signals)

static uint64_t *blocked_now(void) {
    return &SIGNALS.blocked[native_self()->number];
}

static void deliver_unblocked(void);

// What a handler with SA_SIGINFO is told: in memory of the program's.
static void call(const struct signal_action *action, int number) {
    const struct mz_site *site = native_at();
    native_calls(action->handler);
    if (!(action->flags & SA_SIGINFO)) {
        ((void (*)(int))action->handler)(number);
        return;
    }
    siginfo_t *info = heap_new(sizeof *info, 16, true, site);
    info->si_signo = number;
    info->si_code = SI_USER;
    info->si_pid = __mz_getpid();
    ((void (*)(int, siginfo_t *, void *))action->handler)(number, info, NULL);
    heap_delete(info, site);
}

// The handler runs now, on the running thread.
static void handle(int number) {
    struct signal_action action = SIGNALS.action[number - 1];
    unsigned self = native_self()->number;
    uint64_t before = *blocked_now();
    uint64_t own = action.flags & SA_NODEFER ? 0 : bit(number);
    int error = native_self()->error;
    if (action.flags & SA_RESETHAND)
        native_set(SIGNALS.caught, SIGNALS.caught & ~bit(number));
    native_set(*blocked_now(), before | action.blocks | own);
    native_set(SIGNALS.handling[self], SIGNALS.handling[self] + 1);
    call(&action, number);
    native_set(SIGNALS.handling[self], SIGNALS.handling[self] - 1);
    native_set(*blocked_now(), before);
    deliver_unblocked();
    if (native_self()->error != error)
        native_set(native_self()->error, error);
}

static bool is_harmless(int number) {
    bool by_itself = number == SIGCHLD || number == SIGURG ||
                     number == SIGWINCH || number == SIGCONT;
    return (SIGNALS.ignored & bit(number)) ||
           (by_itself && !(SIGNALS.caught & bit(number)));
}

static _Noreturn void ends_all(int number) {
    if (number == SIGABRT)
        __mz_abort();
    const char *name = sigabbrev_np(number);
    native_fail(FINDING_UNCAUGHT_SIGNAL, native_at(),
                "the program raises SIG%s, which ends it", name ? name : "?");
}

// One that is not blocked comes to the running thread.
static void deliver(int number) {
    if (is_harmless(number))
        return;
    if (!(SIGNALS.caught & bit(number)))
        ends_all(number);
    handle(number);
}

// ----------------------------------------------------------------- pending

// Signals that were sent come and go by operations on their words.
static uint64_t change(uint64_t *word, enum rmw update, uint64_t bits) {
    struct op op = {.kind = OP_RMW,
                    .update = (uint8_t)update,
                    .size = sizeof *word,
                    .addr = (uintptr_t)word,
                    .arg = bits};
    native_visible(&op);
    return op.old;
}

static uint64_t *own_pending(void) {
    return &SIGNALS.pending_of[native_self()->number];
}

// Take one of these that is pending in a word; 0: there is none any more.
static int take_from(uint64_t *word, uint64_t wanted) {
    uint64_t there = *word & wanted;
    if (!there)
        return 0;
    int number = 1 + __builtin_ctzll(there);
    return change(word, RMW_AND, ~bit(number)) & bit(number) ? number : 0;
}

// Who unblocks what was sent before gets it now.
static void deliver_unblocked(void) {
    int number;
    while ((number = take_from(own_pending(), ~*blocked_now())) ||
           (number = take_from(&SIGNALS.pending, ~*blocked_now())))
        deliver(number);
}

// Where the program's signals can come from, there is one word to wait for.
static uint64_t *awaited_word(void) {
    bool threads = library_is_called("pthread_kill raise tgkill");
    bool process = library_is_called("kill sigqueue");
    if (threads && process)
        __mz_unsupported("waits for signals, and sends them to threads and to "
                         "the process",
                         native_at());
    return process ? &SIGNALS.pending : own_pending();
}

// One of these, which are blocked for the time.
static int wait_for(uint64_t wanted) {
    uint64_t *word = awaited_word();
    const struct mz_site *site = native_at();
    for (;;) {
        struct op op = {.kind = OP_AWAIT,
                        .compare = CMP_NE,
                        .size = sizeof *word,
                        .addr = (uintptr_t)word,
                        .arg2 = wanted};
        __mz_at = site;
        native_visible(&op);
        int number = take_from(word, wanted);
        if (number)
            return number;
    }
}

// ------------------------------------------------------------------- sending

int __mz_raise(int number) {
    if (!is_signal(number))
        return -1;
    library_looks(LIBRARY_SIGNALS);
    if (*blocked_now() & bit(number))
        change(own_pending(), RMW_OR, bit(number));
    else
        deliver(number);
    return 0;
}

// To another thread. Only who has it blocked can wait with it: a handler would
// run there at any time.
int signal_thread(unsigned thread, int number) {
    if (!is_signal(number))
        return EINVAL;
    if (thread == native_self()->number)
        return __mz_raise(number) ? EINVAL : 0;
    library_looks(LIBRARY_SIGNALS);
    library_looks(LIBRARY_MASKS);
    bool blocked = SIGNALS.blocked[thread] & bit(number);
    if (blocked)
        change(&SIGNALS.pending_of[thread], RMW_OR, bit(number));
    else if (SIGNALS.caught & bit(number))
        __mz_unsupported("sends a signal to another thread, which has a "
                         "handler for it",
                         native_at());
    else if (!is_harmless(number))
        ends_all(number);
    return 0;
}

// Could another thread take it?
static bool others_take(int number) {
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        const struct native_thread *t = native_thread(i);
        if (t && t != native_self() && t->status == THREAD_ALIVE &&
            !(SIGNALS.blocked[i] & bit(number)))
            return true;
    }
    return false;
}

static int signal_process(int number) {
    if (!is_signal(number))
        return -1;
    library_looks(LIBRARY_SIGNALS);
    library_looks(LIBRARY_MASKS);
    bool others = others_take(number);
    if (is_harmless(number))
        return 0;
    if (!(*blocked_now() & bit(number)) || others) {
        if (!(SIGNALS.caught & bit(number)))
            ends_all(number);
        if (others)
            __mz_unsupported("sends a signal that several threads, or another "
                             "one, could take",
                             native_at());
        deliver(number);
        return 0;
    }
    change(&SIGNALS.pending, RMW_OR, bit(number));
    return 0;
}

int __mz_kill(pid_t pid, int number) {
    bool self = pid == __mz_getpid() || pid == 0;
    if (!self)
        __mz_unsupported("calls kill() for another process", native_at());
    return number ? signal_process(number) : 0;
}

int __mz_sigqueue(pid_t pid, int number, const union sigval value) {
    (void)value;
    if (pid != __mz_getpid())
        __mz_unsupported("calls sigqueue() for another process", native_at());
    return number ? signal_process(number) : 0;
}

int __mz_tgkill(pid_t pid, pid_t thread, int number) {
    bool self = pid == __mz_getpid() && thread == __mz_gettid();
    if (!self)
        __mz_unsupported("calls tgkill() for another thread", native_at());
    return number ? __mz_raise(number) : 0;
}

// ------------------------------------------------------------------- waiting

static uint64_t bits_of(const sigset_t *set);

int __mz_sigwait(const sigset_t *set, int *number) {
    const struct mz_site *site = native_at();
    native_reads(set, sizeof *set, site);
    int got = wait_for(bits_of(set));
    native_writes(number, sizeof *number, site);
    *number = got;
    return 0;
}

int __mz_sigwaitinfo(const sigset_t *set, siginfo_t *info) {
    const struct mz_site *site = native_at();
    native_reads(set, sizeof *set, site);
    int got = wait_for(bits_of(set));
    if (info) {
        native_writes(info, sizeof *info, site);
        memset(info, 0, sizeof *info);
        info->si_signo = got;
        info->si_code = SI_USER;
        info->si_pid = __mz_getpid();
    }
    return got;
}

// A handler runs, and the wait is over. `blocked` meanwhile.
static int wait_for_handler(uint64_t blocked) {
    uint64_t before = *blocked_now();
    native_set(*blocked_now(), blocked);
    int number;
    do {
        number = wait_for(~blocked);
        deliver(number);
    } while (is_harmless(number));
    native_set(*blocked_now(), before);
    libc_set_error(EINTR);
    return -1;
}

int __mz_sigsuspend(const sigset_t *set) {
    native_reads(set, sizeof *set, native_at());
    return wait_for_handler(bits_of(set));
}

int __mz_pause(void) {
    return wait_for_handler(*blocked_now());
}

// ----------------------------------------------------------------- handling

// What the program does wrong is told by us.
static bool is_of_crashes(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
           number == SIGILL || number == SIGTRAP || number == SIGSYS;
}

static void set_action(int number, const struct signal_action *action,
                       bool ignored, bool caught) {
    if (caught && is_of_crashes(number))
        __mz_unsupported("installs a signal handler for crashes", native_at());
    if (caught && number == SIGALRM && library_is_called("alarm"))
        __mz_unsupported("installs a signal handler for alarm()", native_at());
    uint64_t others = ~bit(number);
    native_set(SIGNALS.ignored,
               (SIGNALS.ignored & others) | (ignored ? bit(number) : 0));
    native_set(SIGNALS.caught,
               (SIGNALS.caught & others) | (caught ? bit(number) : 0));
    native_set(SIGNALS.action[number - 1], *action);
}

static void (*handler_of(int number))(void) {
    return SIGNALS.ignored & bit(number)  ? (void (*)(void))SIG_IGN
           : SIGNALS.caught & bit(number) ? SIGNALS.action[number - 1].handler
                                          : (void (*)(void))SIG_DFL;
}

static bool is_caught(void (*handler)(void)) {
    return handler != (void (*)(void))SIG_IGN &&
           handler != (void (*)(void))SIG_DFL;
}

sighandler_t __mz_signal(int number, sighandler_t handler) {
    if (!is_signal(number))
        return SIG_ERR;
    library_changes(LIBRARY_SIGNALS);
    sighandler_t old = (sighandler_t)handler_of(number);
    struct signal_action action = {.handler = (void (*)(void))handler};
    set_action(number, &action, handler == SIG_IGN, is_caught(action.handler));
    return old;
}

// Before the operation: what the program wants.
static struct signal_action wanted_action(const struct sigaction *action) {
    return (struct signal_action){.handler = (void (*)(void))action->sa_handler,
                                  .blocks = bits_of(&action->sa_mask),
                                  .flags = action->sa_flags};
}

int __mz_sigaction(int number, const struct sigaction *action,
                   struct sigaction *old) {
    const struct mz_site *site = native_at();
    if (!is_signal(number))
        return -1;
    struct signal_action wanted = {0};
    if (action) {
        native_reads(action, sizeof *action, site);
        wanted = wanted_action(action);
        library_changes(LIBRARY_SIGNALS);
    } else {
        library_looks(LIBRARY_SIGNALS);
    }
    void (*was)(void) = handler_of(number);
    int flags = SIGNALS.action[number - 1].flags;
    if (action)
        set_action(number, &wanted, action->sa_handler == SIG_IGN,
                   is_caught(wanted.handler));
    native_knows((uintptr_t)was);
    if (old) {
        native_writes(old, sizeof *old, site);
        memset(old, 0, sizeof *old);
        old->sa_handler = (sighandler_t)was;
        old->sa_flags = flags;
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
    if (wanted != was)
        library_changes_if_it_matters(LIBRARY_MASKS);
    native_set(*blocked, wanted);
    deliver_unblocked();
    return 0;
}

int __mz_sigpending(sigset_t *set) {
    struct op op = {.kind = OP_READ,
                    .size = sizeof(uint64_t),
                    .addr = (uintptr_t)own_pending()};
    struct op all = op;
    all.addr = (uintptr_t)&SIGNALS.pending;
    native_visible(&op);
    native_visible(&all);
    write_set(set, op.old | all.old);
    return 0;
}
