// SPDX-License-Identifier: Apache-2.0

#include "check/interrupt.h"

#include "explore/search.h"

#include <stddef.h>

static volatile sig_atomic_t stop;
static volatile sig_atomic_t wishes;

static void on_signal(int number) {
    (void)number;
    stop = LIMIT_INTERRUPT;
    wishes++;
}

void interrupt_signals(sigset_t *set) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(set, numbers[i]);
}

void interrupt_handle(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigset_t set;
    interrupt_signals(&set);
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&set, number) == 1)
            sigaction(number, &action, NULL);
}

void interrupt_install(void) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    interrupt_handle(on_signal);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); // a file that cannot grow is an error
}

const volatile sig_atomic_t *interrupt_flag(void) {
    return &stop;
}

unsigned interrupt_count(void) {
    return (unsigned)wishes;
}

void interrupt_now(void) {
    stop = LIMIT_INTERRUPT;
}
