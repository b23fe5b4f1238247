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
    struct supervised_work work; // that was done last
    pid_t child;
    // What the program prints: standard output and, if it is kept, standard
    // error; or -1.
    int output[2];
    VEC(char) kept; // what it has printed so far,
    VEC(struct piece {
        bool error;
        size_t size;
    })
    pieces; // in these
    int spool;
    bool done;
    bool keeps;                   // what the program prints now
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
static void become_worker(struct supervisor *s, const int *output,
                          pid_t parent) {
    require(output[0] >= 0 && getpid() != parent);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAULT);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    interrupt_handle(SIG_IGN);
    handle(SIGURG, SIG_IGN);
    handle(SIGCHLD, SIG_DFL);
    handle(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &s->waiting, NULL);
    dup2(output[0], STDOUT_FILENO);
    close(output[0]);
    if (output[1] >= 0) {
        dup2(output[1], STDERR_FILENO);
        close(output[1]);
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    confine_signals(parent);
}

// Where the new process prints; s->output is where that can be read.
static void open_output(struct supervisor *s, int *into) {
    bool wanted[2] = {s->work.shows_output, s->work.keeps_output};
    for (unsigned i = 0; i < 2; i++) {
        int ends[2] = {-1, -1};
        if (wanted[i] && pipe2(ends, O_CLOEXEC) == 0)
            fcntl(ends[0], F_SETFL, O_NONBLOCK);
        s->output[i] = ends[0];
        into[i] = ends[1];
    }
    if (into[0] < 0)
        into[0] = open("/dev/null", O_WRONLY | O_CLOEXEC);
}

static void close_output(int *output) {
    for (unsigned i = 0; i < 2; i++) {
        if (output[i] >= 0)
            close(output[i]);
        output[i] = -1;
    }
}

static void start(struct supervisor *s) {
    int into[2];
    pid_t parent = getpid();
    fflush(NULL);
    open_output(s, into);
    s->child = fork();
    if (into[0] < 0 || s->child < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (s->child == 0) {
        close_output(s->output);
        become_worker(s, into, parent);
        s->work.work(s->work.context);
        fflush(stdout);
        channel_send(s->channel, MESSAGE_DONE, NULL, 0);
        _exit(0);
    }
    close_output(into);
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
    FILE *out = s->work.out;
    bool failed = ferror(out);
    fwrite(bytes, 1, size, out);
    fflush(out);
    if (ferror(out) && !failed) {
        if (errno != EPIPE)
            complain_line("cannot write to standard %s: %s",
                          out == stderr ? "error" : "output", strerror(errno));
        if (s->work.for_readers)
            interrupt_now();
    }
}

static void show_printed(struct supervisor *s, bool error, const char *bytes,
                         size_t size) {
    if (error) {
        fwrite(bytes, 1, size, stderr);
        return;
    }
    show(s, bytes, size);
    s->program_in_line = s->in_line;
}

void supervisor_forget_output(struct supervisor *s) {
    s->kept.count = s->pieces.count = 0;
}

void supervisor_show_output(struct supervisor *s) {
    const char *at = s->kept.at;
    for (size_t i = 0; i < s->pieces.count; at += s->pieces.at[i++].size)
        show_printed(s, s->pieces.at[i].error, at, s->pieces.at[i].size);
    supervisor_forget_output(s);
}

// Who prints very much is not waited for.
static void keep_printed(struct supervisor *s, bool error, const char *bytes,
                         size_t size) {
    struct piece *last =
        s->pieces.count ? &s->pieces.at[s->pieces.count - 1] : NULL;
    for (size_t i = 0; i < size; i++)
        vec_push(&s->kept, bytes[i]);
    if (last && last->error == error)
        last->size += size;
    else
        vec_push(&s->pieces, ((struct piece){error, size}));
    if (s->kept.count > SUPERVISOR_KEEPS) {
        supervisor_show_output(s);
        s->keeps = false;
    }
}

static void drain(struct supervisor *s, bool error) {
    char bytes[1 << 16];
    ssize_t size;
    while (s->output[error] >= 0 &&
           (size = read(s->output[error], bytes, sizeof bytes)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return; // nothing there now
        (s->keeps ? keep_printed : show_printed)(s, error, bytes, (size_t)size);
    }
    if (s->output[error] >= 0)
        close(s->output[error]);
    s->output[error] = -1;
}

static void drain_output(struct supervisor *s) {
    drain(s, false);
    drain(s, true);
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
            s->work.receive(s->work.receiver, (enum message_kind)kind, bytes,
                            size);
    }
    drain_output(s);
}

static void wait_for_news(struct supervisor *s) {
    long ms = s->work.most_kib ? 20 : 100; // a step takes memory in no time
    struct timespec a_while = {.tv_nsec = ms * 1000 * 1000};
    struct pollfd output[2] = {{.fd = s->output[0], .events = POLLIN},
                               {.fd = s->output[1], .events = POLLIN}};
    ppoll(output, 2, &a_while, &s->waiting); // -1 is left out
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
    uint64_t most = s->work.most_kib;
    uint64_t kib = most ? memory_kib_of((int)s->child) : 0;
    bool far = kib > most + most / 4;
    if (!s->stopped && s->work.seconds > 0 && now - s->start > s->work.seconds)
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
    close_output(s->output);
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
    s->work = *work;
    expensive(is_alone());
    s->done = false;
    s->keeps = work->keeps_output;
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
    invariant(s->output[0] < 0 && s->output[1] < 0);
    if (!s->done && !killed)
        say_why(s, status);
    return s->done ? END_DONE : killed ? END_STOPPED : END_ITSELF;
}
