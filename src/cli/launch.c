// SPDX-License-Identifier: Apache-2.0

#include "cli/launch.h"

#include "base/fault.h"
#include "base/file.h"
#include "base/memory.h"
#include "cc/driver/driver.h"
#include "cc/driver/installed.h"
#include "check/interrupt.h"
#include "check/messages.h"
#include "check/options.h"
#include "report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// ------------------------------------------------------- another process

// Who waits for a process must not be lost by it: it ends when we do.
static void end_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAULT);
}

// Signals that ask for the verdict so far, and the end of a child: blocked, so
// that none is missed.
static void block_signals(sigset_t *signals, sigset_t *before) {
    interrupt_signals(signals);
    sigaddset(signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, signals, before);
}

// A signal from a terminal reaches all processes by itself; what somebody has
// sent may have been for us alone. The status of the child; `wish` is called
// when a signal has come.
static int wait_for_end(pid_t child, const sigset_t *signals,
                        void (*wish)(pid_t child, const siginfo_t *)) {
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        siginfo_t info;
        int number = sigwaitinfo(signals, &info);
        if (number > 0 && number != SIGCHLD)
            wish(child, &info);
    }
    return status;
}

// ------------------------------------------------------------------ building

static char *new_folder(struct launch_failure *failure) {
    const char *base = getenv("TMPDIR");
    base = base && *base ? base : "/tmp";
    size_t room = strlen(base) + 64;
    char *path = memory_new(room, 1);
    snprintf(path, room, "%s/mazurka-XXXXXX", base);
    if (mkdtemp(path))
        return path;
    snprintf(failure->reason, sizeof failure->reason,
             "cannot make a folder in %.200s: %s", base, strerror(errno));
    memory_free(path);
    return NULL;
}

static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *where) {
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_folder_of(const char *executable) {
    char *folder = memory_text(executable,
                               (size_t)(strrchr(executable, '/') - executable));
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    memory_free(folder);
}

void launch_remove(char *executable) {
    remove_folder_of(executable);
    memory_free(executable);
}

// The compiler and all that it starts.
static void give_up(pid_t child, const siginfo_t *info) {
    (void)info;
    interrupt_now();
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
}

// In a process of its own, which can be ended at any moment with all that it
// has left behind.
static int compile(const char *const *words, int count, const char *program) {
    sigset_t signals, before;
    block_signals(&signals, &before);
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        end_with(parent);
        setpgid(0, 0);
        sigprocmask(SIG_SETMASK, &before, NULL);
        interrupt_handle(SIG_DFL);
        char *folder =
            memory_text(program, (size_t)(strrchr(program, '/') - program));
        setenv("TMPDIR", folder, 1);
        struct text messages = {0};
        int status = cc_build(words, (size_t)count, program, &messages);
        fputs(text_get(&messages), stderr);
        fflush(NULL);
        _exit(status != 0);
    }
    setpgid(child, child);
    if (*interrupt_flag()) // it came before the signals were blocked
        give_up(child, NULL);
    int status = wait_for_end(child, &signals, give_up);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

char *launch_build(const char *const *words, int count,
                   struct launch_failure *failure) {
    *failure = (struct launch_failure){.code = VERDICT_NOT_CHECKED};
    char *path = new_folder(failure);
    if (!path)
        return NULL;
    path = memory_resize(path, strlen(path) + sizeof "/program", 1);
    strcat(path, "/program");
    int status = compile(words, count, path);
    if (status == 0)
        return path;
    launch_remove(path);
    if (*interrupt_flag())
        *failure = (struct launch_failure){VERDICT_INCOMPLETE, ""};
    else
        snprintf(failure->reason, sizeof failure->reason,
                 "the program does not compile");
    return NULL;
}

int launch_say(const struct launch_failure *failure) {
    if (failure->code != VERDICT_INCOMPLETE)
        return refuse(NULL, "%s", failure->reason);
    puts("mazurka: incomplete: interrupt after 0 executions");
    return failure->code;
}

bool launch_is_ours(const char *program) {
    enum { MOST_EXECUTABLE = 1 << 30 };
    static const char marker[] = "mazurka runtime " MAZURKA_VERSION;
    size_t length;
    const char *error;
    char *bytes = file_read(program, MOST_EXECUTABLE, &length, &error);
    bool ours = bytes && length > 4 && memcmp(bytes, "\177ELF", 4) == 0 &&
                memmem(bytes, length, marker, sizeof marker - 1);
    memory_free(bytes);
    return ours;
}

// ------------------------------------------------------------------- running

static void become(const char *executable, char **arguments, int count,
                   bool debugger) {
    struct text script = {0};
    if (debugger && !installed_gdb_script(&script)) {
        fprintf(stderr, "mazurka: no script for gdb: %s\n",
                text_get(&script));
        _exit(3);
    }
    const char *const gdb[] = {"gdb", "-q", "-x", text_get(&script), "--args"};
    enum { EXTRA = sizeof gdb / sizeof *gdb };
    const char **argv = memory_new((size_t)count + EXTRA + 2, sizeof *argv);
    int at = 0;
    for (int i = 0; debugger && i < EXTRA; i++)
        argv[at++] = gdb[i];
    argv[at++] = executable;
    for (int i = 0; i < count; i++)
        argv[at++] = arguments[i];
    execvp(argv[0], (char *const *)argv);
    fprintf(stderr, "mazurka: cannot run %s: %s\n", argv[0], strerror(errno));
    _exit(3);
}

// When this returns the program runs, or could not be started.
static void wait_for_start(int fd) {
    char none;
    while (read(fd, &none, 1) < 0 && errno == EINTR)
        ;
    close(fd);
}

// What somebody has sent to us alone is for the program, too: it reports.
static void pass_on(pid_t child, const siginfo_t *info) {
    if (info->si_code <= 0)
        kill(child, SIGTERM);
}

// The last thing that a program which checks itself does is to say so. Without
// it, whatever it printed and however it ended is not our word.
static bool has_a_verdict(int fd) {
    char byte;
    ssize_t got;
    while ((got = read(fd, &byte, 1)) < 0 && errno == EINTR)
        ;
    close(fd);
    return got == 1;
}

// The signals stay blocked until the program is ready for them; not in gdb.
static void start(const char *executable, char **arguments, int count,
                  const struct text *options, enum launch_manner manner,
                  int verdict, const sigset_t *before) {
    struct text line = {0};
    char number[16];
    snprintf(number, sizeof number, "%d", verdict);
    if (manner == LAUNCH_GDB)
        sigprocmask(SIG_SETMASK, before, NULL);
    else
        options_line_add(&line, OPTION_VERDICT, number);
    text_add(&line, " %s", text_get(options));
    setenv("MAZURKA_OPTIONS", text_get(&line), 1);
    if (manner == LAUNCH_SILENT && !freopen("/dev/null", "w", stdout))
        _exit(EXIT_FAULT);
    become(executable, arguments, count, manner == LAUNCH_GDB);
}

int launch_run(const char *executable, char **arguments, int count,
               const struct text *options, enum launch_manner manner) {
    int started[2], verdict[2];
    sigset_t signals, before;
    block_signals(&signals, &before);
    fflush(NULL);
    pid_t parent = getpid(), child;
    if (pipe2(started, O_CLOEXEC) || pipe2(verdict, O_CLOEXEC) ||
        (child = fork()) < 0) {
        complain_line("cannot start a process: %s", strerror(errno));
        sigprocmask(SIG_SETMASK, &before, NULL);
        return LAUNCH_NO_VERDICT;
    }
    if (child == 0) {
        end_with(parent);
        fcntl(verdict[1], F_SETFD, 0);
        start(executable, arguments, count, options, manner, verdict[1],
              &before);
    }
    close(started[1]);
    close(verdict[1]);
    wait_for_start(started[0]);
    if (manner == LAUNCH_LAST)
        remove_folder_of(executable);
    if (*interrupt_flag()) // as above; it waits until the program is ready
        kill(child, SIGTERM);
    int status = wait_for_end(child, &signals, pass_on);
    sigprocmask(SIG_SETMASK, &before, NULL);
    bool ours = has_a_verdict(verdict[0]) || manner == LAUNCH_GDB;
    if (ours && WIFEXITED(status))
        return WEXITSTATUS(status);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
               ? LAUNCH_KILLED
               : LAUNCH_NO_VERDICT;
}
