// SPDX-License-Identifier: Apache-2.0

#include "check/interrupt.h"

#include "explore/search.h"

#include <stddef.h>
#include <time.h>

// Who sends a signal to a whole group of processes (timeout, a shell) is heard
// here twice: by itself, and from the one that has started us.
enum { ONE_WISH_MS = 500 };

static volatile sig_atomic_t stop;
static volatile sig_atomic_t wishes;
static volatile sig_atomic_t last_wish; // in milliseconds of that day

static void on_signal(int number) {
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    struct timespec t;
    (void)number;
    clock_gettime(CLOCK_MONOTONIC, &t);
    sig_atomic_t now =
        (sig_atomic_t)((t.tv_sec * 1000 + t.tv_nsec / 1000000) % DAY_MS);
    bool again = wishes && now >= last_wish && now - last_wish < ONE_WISH_MS;
    stop = LIMIT_INTERRUPT;
    last_wish = now;
    if (!again)
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
