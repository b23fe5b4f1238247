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
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Seconds: for how long a process that was asked to stop may go on, and then
// for how long it may take to say where the program is.
static const double patience = 0.4, answer = 0.1;

struct job {
    struct channel *channel;
    struct supervised *shared;
    pid_t process; // 0: none
    bool done;
};

struct supervisor {
    struct job *jobs;
    unsigned count;
    unsigned own; // in a worker: which job it is
    pid_t process;
    struct supervised_work work; // that was done last
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
    bool keeps;                   // what the program prints now
    double start, stopped, asked; // seconds; 0: not yet
    double hurry;                 // seconds between looks; 0: as usual
    bool in_line;
    bool program_in_line; // and it was the program that has ended there
    sigset_t waiting;     // the signals that are blocked while we wait
    uint64_t peak_kib;
    double cpu_seconds;
    enum supervised_end last;
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

static struct job job_new(void) {
    struct job j = {.channel = channel_new()};
    j.shared = mmap(NULL, sizeof *j.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j.shared == MAP_FAILED)
        fault("no memory for two processes: %s", strerror(errno));
    return j;
}

struct supervisor *supervisor_new(unsigned jobs) {
    require(jobs > 0);
    struct supervisor *s = memory_new(1, sizeof *s);
    s->jobs = memory_new(jobs, sizeof *s->jobs);
    s->count = jobs;
    s->process = getpid();
    for (unsigned i = 0; i < jobs; i++)
        s->jobs[i] = job_new();
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

unsigned supervisor_jobs(const struct supervisor *s) {
    return s->count;
}

struct supervised *supervisor_shared(struct supervisor *s, unsigned job) {
    require(job < s->count);
    return s->jobs[job].shared;
}

struct channel *supervisor_channel(struct supervisor *s, unsigned job) {
    require(job < s->count);
    return s->jobs[job].channel;
}

bool supervisor_is_busy(const struct supervisor *s, unsigned job) {
    require(job < s->count);
    return s->jobs[job].process;
}

bool supervisor_has_stopped(const struct supervisor *s) {
    return s->stopped;
}

void supervisor_hurry(struct supervisor *s, double seconds) {
    s->hurry = seconds;
}

int supervisor_spool(struct supervisor *s) {
    return s->spool;
}

const char *supervisor_why(const struct supervisor *s) {
    return s->why;
}

uint64_t supervisor_peak_kib(const struct supervisor *s) {
    return s->peak_kib;
}

double supervisor_cpu_seconds(const struct supervisor *s) {
    return s->cpu_seconds;
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

// What a worker does, whichever job it is in the end.
_Noreturn static void be_worker(struct supervisor *s) {
    s->work.work(s->work.context);
    fflush(stdout);
    channel_send(s->jobs[s->own].channel, MESSAGE_DONE, NULL, 0);
    _exit(0);
}

static void start(struct supervisor *s) {
    int into[2];
    struct job *job = &s->jobs[0];
    fflush(NULL);
    open_output(s, into);
    job->process = fork();
    if (into[0] < 0 || job->process < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (job->process == 0) {
        close_output(s->output);
        become_worker(s, into, s->process);
        be_worker(s);
    }
    close_output(into);
}

void supervisor_start(struct supervisor *s, unsigned job) {
    require(job < s->count && !s->jobs[job].process);
    struct supervised *shared = s->jobs[job].shared;
    shared->result = (struct search_result){0};
    shared->scenario = (struct scenario){0};
    shared->last_scenario = 0;
    shared->told = 0;
    fflush(NULL);
    int into[2] = {open("/dev/null", O_WRONLY | O_CLOEXEC), -1};
    pid_t process = fork();
    if (into[0] < 0 || process < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (process == 0) {
        close_output(s->output);
        s->own = job;
        become_worker(s, into, s->process);
        be_worker(s);
    }
    close_output(into);
    s->jobs[job].process = process;
}

// A child of our parent's, so that it is told when the copy ends. The library's
// fork cannot do that; in a process of one thread it would do no more.
pid_t supervisor_copy(struct supervisor *s, unsigned job) {
    require(getpid() != s->process && job < s->count && job != s->own);
    pid_t copy = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (copy)
        return copy;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != s->process)
        _exit(EXIT_FAULT);
    s->own = job;
    channel_reset(s->jobs[job].channel); // as an earlier job may have left it
    return 0;
}

static bool is_job(const struct supervisor *s, long process) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->jobs[i].process == process)
            return true;
    return false;
}

// Of the processes that are nobody's job, those that fit in; false if there are
// none. A number that was cut would be somebody else's.
static bool end_some_strangers(const struct supervisor *s) {
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
        if (!is_job(s, child) && kill((pid_t)child, SIGKILL) == 0)
            any = waitpid((pid_t)child, NULL, 0) == child || any;
        end++;
    }
    return any;
}

// What the program started and left behind, too.
void supervisor_end_strangers(struct supervisor *s) {
    while (end_some_strangers(s))
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
static void listen(struct supervisor *s, unsigned job) {
    struct job *j = &s->jobs[job];
    uint32_t kind;
    const char *bytes;
    size_t size;
    while (j->process && channel_take(j->channel, &kind, &bytes, &size)) {
        drain_output(s);
        j->done = j->done || kind == MESSAGE_DONE;
        if (kind == MESSAGE_OUT) {
            if (s->program_in_line)
                show(s, "\n", 1);
            s->program_in_line = false;
            show(s, bytes, size);
        } else
            s->work.receive(s->work.receiver, job, (enum message_kind)kind,
                            bytes, size);
    }
    drain_output(s);
}

static void wait_for_news(struct supervisor *s) {
    // A step takes memory in no time.
    double seconds = s->hurry > 0 ? s->hurry : s->work.most_kib ? 0.02 : 0.1;
    struct timespec a_while = {.tv_nsec = (long)(seconds * 1e9)};
    struct pollfd output[2] = {{.fd = s->output[0], .events = POLLIN},
                               {.fd = s->output[1], .events = POLLIN}};
    ppoll(output, 2, &a_while, &s->waiting); // -1 is left out
}

// ------------------------------------------------------------------ the clock

void supervisor_stop(struct supervisor *s, enum limit limit) {
    require(limit);
    if (s->stopped)
        return;
    s->jobs[0].shared->stop = (sig_atomic_t)limit;
    s->stopped = seconds_now();
}

// The most that one of them takes, if that matters.
static uint64_t most_kib(const struct supervisor *s) {
    uint64_t most = 0;
    for (unsigned i = 0; i < s->count && s->work.most_kib; i++) {
        uint64_t kib =
            s->jobs[i].process ? memory_kib_of((int)s->jobs[i].process) : 0;
        most = kib > most ? kib : most;
    }
    return most;
}

// First they are asked to stop; then, where the program is: it may never come
// back to where it could see the wish. Who takes far more memory than was
// allowed is not waited for.
static void look_at_limits(struct supervisor *s) {
    double now = seconds_now();
    uint64_t most = s->work.most_kib, kib = most_kib(s);
    bool far = kib > most + most / 4;
    if (s->work.seconds > 0 && now - s->start > s->work.seconds)
        supervisor_stop(s, LIMIT_TIME);
    if (*interrupt_flag())
        supervisor_stop(s, LIMIT_INTERRUPT);
    if (kib > most)
        supervisor_stop(s, LIMIT_MEMORY);
    if (s->asked || !s->stopped ||
        (now - s->stopped < patience && interrupt_count() < 2 && !far))
        return;
    s->asked = now;
    for (unsigned i = 0; i < s->count; i++)
        if (s->jobs[i].process)
            kill(s->jobs[i].process, SIGURG);
}

// Has it to be killed?
static bool is_over(const struct supervisor *s, const struct job *j) {
    return s->asked && (j->shared->told || seconds_now() - s->asked > answer);
}

// -------------------------------------------------------------------- the end

static void say_why(struct supervisor *s, const struct job *j, int status) {
    const struct supervised *shared = j->shared;
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

static bool has_ended(const struct job *j) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)j->process, &info,
                  WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == j->process;
}

// Who has said all ends by itself: whoever watches it (a profiler) reports
// then.
static void let_it_end(struct supervisor *s, const struct job *j) {
    struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    for (double until = seconds_now() + 1;
         !has_ended(j) && seconds_now() < until;)
        ppoll(NULL, 0, &moment, &s->waiting);
}

// Kill it if it is there, and see what it has cost.
static int kill_job(struct supervisor *s, struct job *j) {
    int status = 0;
    struct rusage usage = {0};
    require(j->process > 0); // or everybody would be killed
    kill(j->process, SIGKILL);
    while (wait4(j->process, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    const struct timeval *user = &usage.ru_utime, *sys = &usage.ru_stime;
    s->cpu_seconds += (double)(user->tv_sec + sys->tv_sec) +
                      (double)(user->tv_usec + sys->tv_usec) / 1e6;
    if ((uint64_t)usage.ru_maxrss > s->peak_kib)
        s->peak_kib = (uint64_t)usage.ru_maxrss;
    return status;
}

static void free_job(struct job *j) {
    j->process = 0;
    j->done = false;
    j->shared->wish = 0;
    channel_reset(j->channel);
}

void supervisor_drop(struct supervisor *s, unsigned job) {
    struct job *j = &s->jobs[job];
    if (!j->process)
        return;
    kill_job(s, j);
    free_job(j);
}

void supervisor_adopt(struct supervisor *s, unsigned job, pid_t process) {
    require(job < s->count && process > 0 && !s->jobs[job].process);
    s->jobs[job].process = process;
}

static bool anybody(const struct supervisor *s) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->jobs[i].process)
            return true;
    return false;
}

// One that is over. What others left of it ends with the last.
static void end(struct supervisor *s, unsigned job) {
    struct job *j = &s->jobs[job];
    bool killed = !j->done && !has_ended(j);
    if (j->done)
        let_it_end(s, j);
    int status = kill_job(s, j);
    listen(s, job);
    s->last = j->done ? END_DONE : killed ? END_STOPPED : END_ITSELF;
    if (s->last == END_ITSELF)
        say_why(s, j, status);
    if (s->work.ended)
        s->work.ended(s->work.receiver, job, s->last);
    free_job(j);
}

// Debug: is there no other process?
static bool is_alone(void) {
    siginfo_t info = {0};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
           !info.si_pid;
}

static void begin(struct supervisor *s, const struct supervised_work *work) {
    require(work->work && work->receive);
    expensive(is_alone());
    s->work = *work;
    s->keeps = work->keeps_output;
    s->own = 0;
    s->stopped = s->asked = s->hurry = 0;
    s->peak_kib = 0;
    s->cpu_seconds = 0;
    s->start = seconds_now();
    for (unsigned i = 0; i < s->count; i++) {
        free_job(&s->jobs[i]);
        s->jobs[i].shared->told = 0;
    }
    s->jobs[0].shared->stop = 0;
}

enum supervised_end supervisor_run(struct supervisor *s,
                                   const struct supervised_work *work) {
    begin(s, work);
    start(s);
    while (anybody(s)) {
        for (unsigned i = 0; i < s->count; i++)
            listen(s, i);
        look_at_limits(s);
        bool ended = false;
        for (unsigned i = 0; i < s->count; i++) {
            struct job *j = &s->jobs[i];
            if (j->process && (j->done || has_ended(j) || is_over(s, j))) {
                end(s, i);
                ended = true;
            }
        }
        if (work->progress)
            work->progress(work->receiver, seconds_now() - s->start);
        if (!ended)
            wait_for_news(s);
    }
    close_output(s->output);
    supervisor_end_strangers(s);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
    expensive(is_alone());
    return s->last;
}
