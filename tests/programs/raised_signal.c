// SPDX-License-Identifier: Apache-2.0
// check => unsafe: uncaught-signal at raised_signal.c:10 after 1 executions
// check --algorithm=source => unsafe: uncaught-signal at raised_signal.c:10 after 1 executions
// Nobody handles SIGTERM.
#include <signal.h>

int main(void) {
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    raise(SIGTERM);
    return 0;
}
