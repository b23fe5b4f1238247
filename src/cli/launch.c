// SPDX-License-Identifier: Apache-2.0

#include "cli/launch.h"

#include "base/fault.h"
#include "base/memory.h"
#include "cc/driver.h"
#include "cli/refuse.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

void launch_remove(char *executable) {
    unlink(executable);
    *strrchr(executable, '/') = '\0';
    rmdir(executable);
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

int launch_run(const char *executable, char **arguments, int count,
               const char *options, const cJSON *record,
               enum launch_manner manner) {
    char *text = cJSON_PrintUnformatted(record);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        fault("cannot start a process: %s", strerror(errno));
    if (child == 0) {
        setenv("MAZURKA_OPTIONS", options, 1);
        setenv("MAZURKA_PROGRAM", text, 1);
        if (manner == LAUNCH_SILENT && !freopen("/dev/null", "w", stdout))
            _exit(EXIT_FAULT);
        become(executable, arguments, count, manner == LAUNCH_GDB);
    }
    free(text);
    // Ctrl-C reaches the child by itself; it reports, and then so do we.
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            fault("lost the program: %s", strerror(errno));
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    fprintf(stderr, "mazurka: fault: the program under test died by %s\n",
            strsignal(WTERMSIG(status)));
    return EXIT_FAULT;
}
