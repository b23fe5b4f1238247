// SPDX-License-Identifier: Apache-2.0
// check => not checked: installs a signal handler at signal_handler.c:12, which is not supported
// check --algorithm=source => not checked: installs a signal handler at signal_handler.c:12, which is not supported
// Handlers would run at any time.
#include <signal.h>

static void handle(int number) {
    (void)number;
}

int main(void) {
    signal(SIGINT, handle);
    return 0;
}
