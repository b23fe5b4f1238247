// SPDX-License-Identifier: Apache-2.0
// check -- sigqueue => safe: 1 executions || not checked: * || incomplete: *
// check -- tgkill => safe: 1 executions || not checked: * || incomplete: *
// check -- kill_0 => safe: 1 executions || not checked: *
// check -- raise => unsafe: uncaught-signal at FILE:N after N executions
// check -- abort_ignored => unsafe: abort at FILE:N after N executions
// check -- pthread_kill_0 => safe: 1 executions || not checked: * || incomplete: *
// check -- killpg => safe: 1 executions || not checked: * || incomplete: *
// check -- signalfd => safe: 1 executions || not checked: * || incomplete: *
// check -- timer_create => safe: 1 executions || not checked: * || incomplete: *
// check -- alarm => safe: 1 executions || not checked: * || incomplete: *
// Signals that a program sends to itself.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
    const char *which = words[count - 1];
    if (!strcmp(which, "sigqueue")) // 0: nobody is hurt if it goes astray
        return sigqueue(getpid(), 0, (union sigval){0}) ? raise(SIGUSR1) : 0;
    if (!strcmp(which, "tgkill"))
        return syscall(SYS_tgkill, getpid(), gettid(), 0) != 0;
    if (!strcmp(which, "kill_0"))
        return kill(getpid(), 0) != 0;
    if (!strcmp(which, "raise"))
        raise(SIGUSR1);
    if (!strcmp(which, "abort_ignored")) {
        signal(SIGABRT, SIG_IGN);
        abort();
    }
    if (!strcmp(which, "pthread_kill_0"))
        return pthread_kill(pthread_self(), 0) != 0;
    if (!strcmp(which, "killpg"))
        killpg(getpgrp(), SIGWINCH);
    sigset_t set;
    sigemptyset(&set);
    if (!strcmp(which, "signalfd"))
        return signalfd(-1, &set, 0) < 0;
    timer_t timer;
    if (!strcmp(which, "timer_create"))
        return timer_create(CLOCK_REALTIME, NULL, &timer) != 0;
    if (!strcmp(which, "alarm"))
        alarm(1);
    return 0;
}
