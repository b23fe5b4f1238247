// SPDX-License-Identifier: Apache-2.0

#include "cli/launch.h"

#include "base/fault.h"
#include "base/memory.h"
#include "cc/driver/driver.h"
#include "check/interrupt.h"
#include "check/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

char *launch_build(const char *const *words, int count) {
    const char *base = getenv("TMPDIR");
    size_t room = strlen(base && *base ? base : "/tmp") + 64;
    char *path = memory_new(room, 1);
    snprintf(path, room, "%s/mazurka-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(path)) {
        refuse(NULL, "cannot make a folder in %s: %s", base ? base : "/tmp",
               strerror(errno));
        memory_free(path);
        return NULL;
    }
    strcat(path, "/program");
    struct text messages = {0};
    int status = cc_build(words, (size_t)count, path, &messages);
    fputs(text_get(&messages), stderr);
    text_free(&messages);
    if (status == 0)
        return path;
    launch_remove(path);
    refuse(NULL, "the program does not compile");
    return NULL;
}

static void remove_files(const char *executable) {
    char *folder = memory_text(executable,
                               (size_t)(strrchr(executable, '/') - executable));
    unlink(executable);
    rmdir(folder);
    memory_free(folder);
}

void launch_remove(char *executable) {
    remove_files(executable);
    memory_free(executable);
}

static void become(const char *executable, char **arguments, int count,
                   bool debugger) {
    // The runtime has no debug information: the first frame that has some is
    // the program's own.
    static const char to_the_program[] =
        "python f = gdb.newest_frame()\n"
        "while f and not f.find_sal().symtab: f = f.older()\n"
        "if f: f.select()";
    static const char *const gdb[] = {"gdb",   "-q",
                                      "-ex",   "set breakpoint pending on",
                                      "-ex",   "break __mz_replay_stop",
                                      "-ex",   "run",
                                      "-ex",   to_the_program,
                                      "--args"};
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

// Who waits for a program must not be lost by it: it ends when we do.
static void end_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAULT);
}

// When this returns the program runs, or could not be started.
static void wait_for_start(int fd) {
    char none;
    while (read(fd, &none, 1) < 0 && errno == EINTR)
        ;
    close(fd);
}

// Ctrl-C at a terminal reaches the program by itself. What somebody has sent
// may have been for us alone: the program is asked to stop, which does no harm
// if it knows already, and again, for it may have come too early. It reports,
// and then so do we.
static int wait_for_end(pid_t child, const sigset_t *signals) {
    static const struct timespec a_while = {.tv_nsec = 200 * 1000 * 1000};
    bool stop = false;
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        siginfo_t info;
        int number = stop ? sigtimedwait(signals, &info, &a_while)
                          : sigwaitinfo(signals, &info);
        stop = stop || (number > 0 && number != SIGCHLD && info.si_code <= 0);
        if (stop)
            kill(child, INTERRUPT_REQUEST);
    }
    return status;
}

static int exit_code(int status) {
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    fprintf(stderr, "mazurka: fault: the program under test died by %s\n",
            strsignal(WTERMSIG(status)));
    return EXIT_FAULT;
}

int launch_run(const char *executable, char **arguments, int count,
               const struct text *options, enum launch_manner manner) {
    int started[2];
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    fflush(NULL);
    pid_t parent = getpid(), child;
    if (pipe2(started, O_CLOEXEC) || (child = fork()) < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        end_with(parent);
        sigprocmask(SIG_SETMASK, &before, NULL);
        setenv("MAZURKA_OPTIONS", text_get(options), 1);
        if (manner == LAUNCH_SILENT && !freopen("/dev/null", "w", stdout))
            _exit(EXIT_FAULT);
        become(executable, arguments, count, manner == LAUNCH_GDB);
    }
    close(started[1]);
    wait_for_start(started[0]);
    if (manner == LAUNCH_LAST)
        remove_files(executable);
    int status = wait_for_end(child, &signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return exit_code(status);
}
