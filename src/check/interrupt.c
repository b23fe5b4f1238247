// SPDX-License-Identifier: Apache-2.0

#include "check/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    (void)number;
    stop = 1;
}

void interrupt_install(void) {
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action.sa_flags = SA_RESTART;
    sigaction(INTERRUPT_REQUEST, &action, NULL);
    action = (struct sigaction){.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &action, NULL);
}

const volatile sig_atomic_t *interrupt_flag(void) {
    return &stop;
}

void interrupt_now(void) {
    stop = 1;
}
