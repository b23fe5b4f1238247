// SPDX-License-Identifier: Apache-2.0
// A crash of the program is a finding, not the end of the tool.

#include "base/fault.h"
#include "machine/native/native_machine.h"
#include "machine/native/park.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static const char *code_address(const void *context) {
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    return (const char *)machine->gregs[REG_RIP];
#elif defined(__aarch64__)
    return (const char *)machine->pc;
#else
    return (void)machine, NULL; // nobody knows whose it is
#endif
}

// A bug of the runtime while it does something for the program. It accesses what
// the program has named, which may be anything, but never a null pointer nor
// memory of its own that is not there: these it has asked about before.
static bool is_our_own(int number, const siginfo_t *info, const void *context) {
    const char *at = code_address(context);
    if (at < __start_mz_text || at >= __stop_mz_text || info->si_code <= 0)
        return false;
    if (number != SIGSEGV && number != SIGBUS)
        return true;
    uintptr_t address = (uintptr_t)info->si_addr;
    return info->si_code != SI_KERNEL && // which does not know the address
           (address < 1 << 16 || address >> 44 == 2); // the heap's shadow
}

static void describe_crash(int number, const siginfo_t *info,
                           struct mishap *mishap) {
    struct thread *self = native.running;
    const void *address = info->si_addr;
    mishap->thread = self->base.number;
    mishap->site = site_number(__mz_at);
    if (info->si_code <= 0) { // somebody has sent it
        mishap->kind = FINDING_UNCAUGHT_SIGNAL;
        snprintf(mishap->message, sizeof mishap->message,
                 "the program sends itself a signal: %s", strsignal(number));
    } else if (fiber_in_guard(&self->fiber, address)) {
        mishap->kind = FINDING_STACK_OVERFLOW;
        snprintf(mishap->message, sizeof mishap->message,
                 "the thread used up its stack of %d MiB", FIBER_STACK >> 20);
    } else if (number == SIGSEGV || number == SIGBUS) {
        bool null = (uintptr_t)address < 1 << 16;
        mishap->kind = null ? FINDING_NULL_DEREFERENCE : FINDING_SEGFAULT;
        snprintf(mishap->message, sizeof mishap->message,
                 null ? "access through a null pointer"
                      : "access to memory that the program does not have");
    } else {
        mishap->kind = FINDING_UNCAUGHT_SIGNAL;
        snprintf(mishap->message, sizeof mishap->message, "%s",
                 strsignal(number));
    }
}

// Runs on a stack of its own. If the program crashed it never returns there:
// the thread is given up and the search goes on.
static void crashed(int number, siginfo_t *info, void *context) {
    if (!native.running || is_our_own(number, info, context)) {
        static const char text[] = "mazurka: fault: crashed\n";
        ssize_t ignored = write(2, text, sizeof text - 1);
        (void)ignored;
        if (native.on_fault)
            native.on_fault();
        _exit(EXIT_FAULT);
    }
    struct mishap mishap = {0};
    describe_crash(number, info, &mishap);
    if (!native.base.mishaps.count)
        machine_tell(&native.base, &mishap);
    park_leave(THREAD_STUCK);
}

_Noreturn void __mz_divides(const struct mz_site *site) {
    native_fail(FINDING_UNCAUGHT_SIGNAL, site, "%s", strsignal(SIGFPE));
}

bool native_is_running(void) {
    return native.running;
}

void native_where(char *thread, size_t room, struct place *place) {
    struct thread *self = native.running;
    if (!self)
        return;
    const struct mz_site *site = site_numbered(self->base.op.site);
    if (!site || self->loops) // the last one was in a loop
        site = __mz_at;
    size_t length = strnlen(self->base.name, room - 1);
    memcpy(thread, self->base.name, length);
    thread[length] = '\0';
    if (site)
        *place = site_place(site);
}

void native_catch_crashes(void (*on_fault)(void)) {
    native.on_fault = on_fault;
    stack_t other = {.ss_sp = native.signal_stack,
                     .ss_size = sizeof native.signal_stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_sigaction = crashed,
                               .sa_flags =
                                   SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}
