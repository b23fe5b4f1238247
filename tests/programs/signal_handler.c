// SPDX-License-Identifier: Apache-2.0
// check -- raised => safe: 1 executions
// check -- blocked => safe: 1 executions
// check -- action => safe: 1 executions
// check -- uncaught => unsafe: uncaught-signal at signal_handler.c:89 after 1 executions
// check -- waited => safe: 1 executions
// check -- two => safe: 3 executions
// check -- paused => safe: 1 executions
// check -- never => unsafe: livelock at signal_handler.c:57 after 1 executions
// check -- order => unsafe: assertion at signal_handler.c:94 after N executions
// check -- thread => not checked: sends a signal to another thread, which has a handler for it at signal_handler.c:96, which is not supported
// check -- crash => not checked: installs a signal handler for crashes at signal_handler.c:100, which is not supported
// Handlers run on who sends the signal or waits for it; what is blocked waits.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const char *which;
static int handled, during;
static atomic_int flag;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void handle(int number) {
    handled += number == SIGUSR1;
    flag = 1;
}

static void handle_more(int number, siginfo_t *info, void *context) {
    (void)context;
    sigset_t pending;
    during++;
    assert(info->si_signo == number && number == SIGUSR2);
    raise(SIGUSR1); // blocked while this runs
    assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1));
    assert(!handled);
}

static sigset_t only(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

static void *work(void *unused) {
    sigset_t set = only(SIGUSR1);
    int number = 0;
    if (is("waited") || is("two") || is("never"))
        assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
    return unused;
}

static void alone(void) {
    sigset_t set = only(SIGUSR1), old;
    struct sigaction more = {.sa_sigaction = handle_more,
                             .sa_flags = SA_SIGINFO | SA_RESETHAND,
                             .sa_mask = set};
    assert(signal(SIGUSR1, handle) == SIG_DFL);
    if (is("raised")) {
        errno = 5;
        assert(raise(SIGUSR1) == 0 && handled == 1 && errno == 5);
        assert(pthread_kill(pthread_self(), SIGUSR1) == 0 && handled == 2);
    } else if (is("blocked")) {
        sigprocmask(SIG_BLOCK, &set, &old);
        raise(SIGUSR1);
        raise(SIGUSR1); // one is enough
        assert(!handled && sigprocmask(SIG_SETMASK, &old, NULL) == 0);
        assert(handled == 1);
    } else if (is("action")) {
        assert(sigaction(SIGUSR2, &more, NULL) == 0 && raise(SIGUSR2) == 0);
        assert(during == 1 && handled == 1);
        assert(sigaction(SIGUSR2, NULL, &more) == 0);
        assert(more.sa_handler == SIG_DFL);
    }
}

static void together(void) {
    pthread_t thread;
    sigset_t set = only(SIGUSR1);
    if (is("uncaught"))
        raise(SIGTERM);
    if (!is("thread"))
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, work, NULL);
    if (is("order"))
        assert(flag == 1);
    if (is("waited") || is("two") || is("thread"))
        pthread_kill(thread, SIGUSR1);
    if (is("two"))
        pthread_kill(thread, SIGUSR1);
    if (is("crash"))
        signal(SIGSEGV, handle);
    pthread_join(thread, NULL);
}

int main(int count, char **words) {
    which = words[count - 1];
    sigset_t none;
    alone();
    if (is("paused")) {
        sigset_t set = only(SIGUSR1);
        sigemptyset(&none);
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGUSR1);
        assert(sigsuspend(&none) == -1 && errno == EINTR && handled == 1);
    } else if (!is("raised") && !is("blocked") && !is("action")) {
        together();
    }
}
