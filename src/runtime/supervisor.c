// SPDX-License-Identifier: Apache-2.0

#include "runtime/supervisor.h"

#include "base/fault.h"
#include "base/seconds.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "runtime/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Seconds: for how long a process that was asked to stop may go on, and then
// for how long it may take to say where the program is.
static const double patience = 0.4, answer = 0.1;

struct supervisor {
    struct channel *channel;
    struct supervised *shared;
    const struct supervised_work *work; // while there is a process
    pid_t child;
    int output; // what the program prints, or -1
    int spool;
    bool done;
    double start, stopped, asked; // seconds; 0: not yet
    bool in_line;
    bool program_in_line; // and it was the program that has ended there
    sigset_t waiting;     // the signals that are blocked while we wait
    struct rusage usage;
    char why[160];
};

static void on_news(int number) {
    (void)number;
}

static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

struct supervisor *supervisor_new(void) {
    struct supervisor *s = memory_new(1, sizeof *s);
    s->channel = channel_new();
    s->shared = mmap(NULL, sizeof *s->shared, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s->shared == MAP_FAILED)
        fault("no memory for two processes: %s", strerror(errno));
    s->spool = memfd_create("standard input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    sigset_t blocked;
    interrupt_install();
    interrupt_signals(&blocked);
    sigaddset(&blocked, SIGURG);
    sigaddset(&blocked, SIGCHLD);
    handle(SIGURG, on_news);
    handle(SIGCHLD, on_news);
    sigprocmask(SIG_BLOCK, &blocked, &s->waiting);
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&blocked, number) == 1)
            sigdelset(&s->waiting, number);
    // Whatever the program starts is ours to end.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return s;
}

struct supervised *supervisor_shared(struct supervisor *s) {
    return s->shared;
}

struct channel *supervisor_channel(struct supervisor *s) {
    return s->channel;
}

int supervisor_spool(struct supervisor *s) {
    return s->spool;
}

const char *supervisor_why(const struct supervisor *s) {
    return s->why;
}

uint64_t supervisor_peak_kib(const struct supervisor *s) {
    return (uint64_t)s->usage.ru_maxrss;
}

double supervisor_cpu_seconds(const struct supervisor *s) {
    const struct timeval *user = &s->usage.ru_utime, *sys = &s->usage.ru_stime;
    return (double)(user->tv_sec + sys->tv_sec) +
           (double)(user->tv_usec + sys->tv_usec) / 1e6;
}

bool supervisor_in_line(const struct supervisor *s) {
    return s->in_line;
}

// ------------------------------------------------------------- the other one

// In the new process. Signals that ask for the verdict are not for it: a key
// pressed at the terminal reaches both.
static void become_worker(struct supervisor *s, int output, pid_t parent) {
    require(output >= 0 && getpid() != parent);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAULT);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    interrupt_handle(SIG_IGN);
    handle(SIGURG, SIG_IGN);
    handle(SIGCHLD, SIG_DFL);
    handle(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &s->waiting, NULL);
    dup2(output, STDOUT_FILENO);
    close(output);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    confine_signals(parent);
}

static void start(struct supervisor *s) {
    int ends[2] = {-1, -1};
    pid_t parent = getpid();
    fflush(NULL);
    bool piped = s->work->shows_output && pipe2(ends, O_CLOEXEC) == 0;
    int output = piped ? ends[1] : open("/dev/null", O_WRONLY | O_CLOEXEC);
    s->child = fork();
    if (output < 0 || s->child < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (s->child == 0) {
        if (piped)
            close(ends[0]);
        become_worker(s, output, parent);
        s->work->work(s->work->context);
        fflush(stdout);
        channel_send(s->channel, MESSAGE_DONE, NULL, 0);
        _exit(0);
    }
    close(output);
    s->output = piped ? ends[0] : -1;
    if (piped)
        fcntl(s->output, F_SETFL, O_NONBLOCK);
}

// Of the processes that the program has started and left behind, those that fit
// in; false if there are none. A number that was cut would be somebody else's.
static bool end_some_orphans(void) {
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, line, sizeof line - 1);
    bool any = false;
    if (file >= 0)
        close(file);
    line[size > 0 ? size : 0] = '\0';
    for (char *at = line, *end; *at; at = end) {
        long child = strtol(at, &end, 10);
        if (*end != ' ' || child <= 0)
            break;
        if (kill((pid_t)child, SIGKILL) == 0)
            any = waitpid((pid_t)child, NULL, 0) == child || any;
        end++;
    }
    return any;
}

static void end_orphans(void) {
    while (end_some_orphans())
        ;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

// ------------------------------------------------------------- what it says

static void show(struct supervisor *s, const char *bytes, size_t size) {
    if (size == 0)
        return;
    s->in_line = bytes[size - 1] != '\n';
    FILE *out = s->work->out;
    bool failed = ferror(out);
    fwrite(bytes, 1, size, out);
    fflush(out);
    if (ferror(out) && !failed) {
        if (errno != EPIPE)
            complain_line("cannot write to standard %s: %s",
                          out == stderr ? "error" : "output", strerror(errno));
        if (s->work->for_readers)
            interrupt_now();
    }
}

static void drain_output(struct supervisor *s) {
    char bytes[1 << 16];
    ssize_t size;
    while (s->output >= 0 &&
           (size = read(s->output, bytes, sizeof bytes)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return; // nothing there now
        show(s, bytes, (size_t)size);
        s->program_in_line = s->in_line;
    }
    if (s->output >= 0)
        close(s->output);
    s->output = -1;
}

// What the program printed before a message was sent comes first.
static void listen(struct supervisor *s) {
    uint32_t kind;
    const char *bytes;
    size_t size;
    while (channel_take(s->channel, &kind, &bytes, &size)) {
        drain_output(s);
        s->done = s->done || kind == MESSAGE_DONE;
        if (kind == MESSAGE_OUT) {
            if (s->program_in_line)
                show(s, "\n", 1);
            s->program_in_line = false;
            show(s, bytes, size);
        } else
            s->work->receive(s->work->receiver, (enum message_kind)kind, bytes,
                             size);
    }
    drain_output(s);
}

static void wait_for_news(struct supervisor *s) {
    long ms = s->work->most_kib ? 20 : 100; // a step takes memory in no time
    struct timespec a_while = {.tv_nsec = ms * 1000 * 1000};
    struct pollfd output = {.fd = s->output, .events = POLLIN};
    ppoll(&output, s->output >= 0, &a_while, &s->waiting);
}

// ------------------------------------------------------------------ the clock

static void ask_to_stop(struct supervisor *s, enum limit limit) {
    require(limit && !s->stopped);
    s->shared->stop = (sig_atomic_t)limit;
    s->stopped = seconds_now();
}

// True when it has to be killed. First it is asked to stop; then, where the
// program is: it may never come back to where it could see the wish. Who takes
// far more memory than was allowed is not waited for.
static bool is_over(struct supervisor *s) {
    double now = seconds_now();
    uint64_t most = s->work->most_kib;
    uint64_t kib = most ? memory_kib_of((int)s->child) : 0;
    bool far = kib > most + most / 4;
    if (!s->stopped && s->work->seconds > 0 &&
        now - s->start > s->work->seconds)
        ask_to_stop(s, LIMIT_TIME);
    if (!s->stopped && *interrupt_flag())
        ask_to_stop(s, LIMIT_INTERRUPT);
    if (!s->stopped && kib > most)
        ask_to_stop(s, LIMIT_MEMORY);
    if (!s->stopped ||
        (now - s->stopped < patience && interrupt_count() < 2 && !far))
        return false;
    if (!s->asked) {
        s->asked = now;
        require(s->child > 0);
        kill(s->child, SIGURG);
    }
    return s->shared->told || now - s->asked > answer;
}

// -------------------------------------------------------------------- the end

static void say_why(struct supervisor *s, int status) {
    const struct supervised *shared = s->shared;
    size_t room = sizeof s->why;
    int length =
        WIFSIGNALED(status)
            ? snprintf(s->why, room, "the program's process was killed (%s)",
                       strsignal(WTERMSIG(status)))
            : snprintf(s->why, room,
                       "the program ended its process (exit status %d)",
                       WEXITSTATUS(status));
    if (shared->told && shared->place.file && length > 0)
        snprintf(s->why + length, room - (size_t)length, " at %s:%u",
                 shared->place.file, shared->place.line);
}

static bool has_ended(struct supervisor *s) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)s->child, &info, WEXITED | WNOHANG | WNOWAIT) ==
               0 &&
           info.si_pid == s->child;
}

// Who has said all ends by itself: whoever watches it (a profiler) reports
// then.
static void let_it_end(struct supervisor *s) {
    struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    for (double until = seconds_now() + 1;
         !has_ended(s) && seconds_now() < until;)
        ppoll(NULL, 0, &moment, &s->waiting);
}

// Kill it if it is there, and see what it has cost.
static int end(struct supervisor *s) {
    int status = 0;
    if (s->done)
        let_it_end(s);
    require(s->child > 0); // or everybody would be killed
    kill(s->child, SIGKILL);
    while (wait4(s->child, &status, 0, &s->usage) < 0 && errno == EINTR)
        ;
    listen(s);
    if (s->output >= 0)
        close(s->output);
    s->output = -1;
    end_orphans();
    return status;
}

// Debug: is there no other process?
static bool is_alone(void) {
    siginfo_t info = {0};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
           !info.si_pid;
}

enum supervised_end supervisor_run(struct supervisor *s,
                                   const struct supervised_work *work) {
    require(work->work && work->receive);
    s->work = work;
    expensive(is_alone());
    s->done = false;
    s->stopped = s->asked = 0;
    s->start = seconds_now();
    s->shared->told = s->shared->stop = 0;
    bool killed = false, ended = false;
    channel_reset(s->channel);
    start(s);
    for (;;) {
        listen(s);
        ended = !s->done && has_ended(s);
        if (s->done || ended || (killed = is_over(s)))
            break;
        if (work->progress)
            work->progress(work->receiver, seconds_now() - s->start);
        wait_for_news(s);
    }
    int status = end(s);
    expensive(is_alone());
    invariant(s->output < 0);
    if (!s->done && !killed)
        say_why(s, status);
    return s->done ? END_DONE : killed ? END_STOPPED : END_ITSELF;
}
