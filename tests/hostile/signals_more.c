// SPDX-License-Identifier: Apache-2.0
// check -- alarm => safe: 2 executions
// check -- alternate => not checked: *
// check -- cancel => not checked: *
// check -- cancel_self => not checked: *
// check -- cancel_sleep => not checked: *
// check -- cleanup => safe: 4 executions
// check -- fpe => unsafe: uncaught-signal at FILE:N after N executions
// check -- fpe_handler => not checked: *
// check -- handler => safe: 4 executions
// check -- handler_jumps => not checked: *
// check -- ignores_abort => unsafe: abort at FILE:N after N executions
// check -- info => safe: 3 executions
// check -- interval => not checked: *
// check -- kill_bad => safe: 2 executions
// check -- kill_self => not checked: *
// check -- kill_thread => not checked: *
// check -- mask => safe: 2 executions
// check -- pipe_signal => unsafe: uncaught-signal at FILE:N after 1 executions
// check -- queue => unsafe: uncaught-signal at FILE:N after N executions
// check -- segv_handler => not checked: *
// check -- set_clock => incomplete: calls outside of control (*) after N executions
// check -- sleep_negative => safe: 2 executions
// check -- timer => not checked: *
// check -- wait => not checked: *
// Signals, timers and cancelling.
#include "how.h"
#include <time.h>
#include <sys/time.h>
static atomic_int x;
static jmp_buf back;
static pthread_t main_thread;
static void h(int s) {
    x = s;
}
static void h3(int s, siginfo_t *i, void *c) {
    (void)i, (void)c;
    x = s;
}
static void hj(int s) {
    longjmp(back, s);
}
static void *work(void *u) {
    x = 7;
    return u;
}
static void *kills(void *u) {
    pthread_kill(main_thread, SIGUSR1);
    return u;
}
static void *waits(void *u) {
    for (;;) {
        pthread_testcancel();
        sched_yield();
    }
    return u;
}
static void *sleeps(void *u) {
    sleep(100);
    return u;
}
static void clean(void *u) {
    (void)u;
    x = 3;
}
static void *cleans(void *u) {
    pthread_cleanup_push(clean, NULL);
    sleep(1);
    pthread_exit(u);
    pthread_cleanup_pop(0);
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t, s;
    void *r;
    main_thread = pthread_self();
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    IS(handler) {
        signal(SIGUSR1, h);
        raise(SIGUSR1);
        assert(x == SIGUSR1 || x == 7);
    }
    IS(info) {
        struct sigaction a = {.sa_sigaction = h3, .sa_flags = SA_SIGINFO};
        sigaction(SIGUSR2, &a, NULL);
        raise(SIGUSR2);
    }
    IS(handler_jumps) {
        signal(SIGUSR1, hj);
        if (!setjmp(back))
            raise(SIGUSR1);
    }
    IS(kill_thread) {
        signal(SIGUSR1, h);
        pthread_create(&s, NULL, kills, NULL);
        pthread_join(s, NULL);
    }
    IS(kill_self) {
        signal(SIGUSR1, h);
        kill(getpid(), SIGUSR1);
    }
    IS(kill_bad) {
        assert(pthread_kill(t, 9999) == EINVAL);
    }
    IS(cancel) {
        pthread_create(&s, NULL, waits, NULL);
        pthread_cancel(s);
        pthread_join(s, &r);
        assert(r == PTHREAD_CANCELED);
    }
    IS(cancel_sleep) {
        pthread_create(&s, NULL, sleeps, NULL);
        pthread_cancel(s);
        pthread_join(s, &r);
    }
    IS(cancel_self) {
        pthread_cancel(pthread_self());
        pthread_testcancel();
    }
    IS(cleanup) {
        pthread_create(&s, NULL, cleans, NULL);
        pthread_join(s, NULL);
        assert(x == 3 || x == 7);
    }
    IS(alternate) {
        stack_t k = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
        sigaltstack(&k, NULL);
    }
    IS(mask) {
        sigset_t a, o;
        sigfillset(&a);
        pthread_sigmask(SIG_BLOCK, &a, &o);
        raise(SIGUSR1);
        sigpending(&a);
        assert(sigismember(&a, SIGUSR1));
    }
    IS(wait) {
        sigset_t a;
        int n;
        sigemptyset(&a);
        sigaddset(&a, SIGUSR1);
        pthread_sigmask(SIG_BLOCK, &a, NULL);
        raise(SIGUSR1);
        sigwait(&a, &n);
        assert(n == SIGUSR1);
    }
    IS(queue) {
        union sigval v = {0};
        sigqueue(getpid(), SIGUSR1, v);
    }
    IS(alarm) {
        alarm(1);
        sleep(2);
    }
    IS(interval) {
        struct itimerval v = {.it_value = {0, 1000}};
        setitimer(ITIMER_REAL, &v, NULL);
    }
    IS(timer) {
        timer_t q;
        if (!timer_create(CLOCK_MONOTONIC, NULL, &q))
            timer_delete(q);
    }
    IS(segv_handler) {
        signal(SIGSEGV, hj);
        if (!setjmp(back))
            *(volatile int *)8 = 1;
    }
    IS(fpe) {
        volatile int z = 0;
        x = 5 / z;
    }
    IS(fpe_handler) {
        signal(SIGFPE, hj);
        volatile int z = 0;
        if (!setjmp(back))
            x = 5 / z;
    }
    IS(ignores_abort) {
        signal(SIGABRT, SIG_IGN);
        abort();
    }
    IS(sleep_negative) {
        struct timespec v = {-1, 0};
        assert(nanosleep(&v, NULL) == -1 && errno == EINVAL);
    }
    IS(set_clock) {
        struct timespec v = {5, 0};
        clock_settime(CLOCK_REALTIME, &v);
    }
    IS(pipe_signal) {
        int p[2];
        if (pipe(p))
            abort();
        close(p[0]);
        if (write(p[1], "a", 1) < 0)
            x = errno;
    }
    pthread_join(t, NULL);
    return 0;
}
