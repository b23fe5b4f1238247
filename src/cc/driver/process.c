// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/process.h"

#include "base/fault.h"
#include "cc/driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_add(struct command *command, const char *word) {
    vec_reserve(command, command->count + 2);
    command->at[command->count++] = memory_text(word, strlen(word));
    command->at[command->count] = NULL;
}

void command_add_all(struct command *command, const char *const *words,
                     size_t count) {
    for (size_t i = 0; i < count; i++)
        command_add(command, words[i]);
}

void command_free(struct command *command) {
    for (size_t i = 0; i < command->count; i++)
        memory_free(command->at[i]);
    vec_free(command);
}

void process_say(struct text *errors, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message;
    if (vasprintf(&message, format, arguments) < 0)
        fault("no memory for a message");
    va_end(arguments);
    if (errors)
        text_add(errors, "%s", message);
    else
        fputs(message, stderr);
    free(message);
}

int process_refuse(struct text *errors, const char *what, const char *why) {
    process_say(errors, "mazurka: not checked: %s%s\n", what, why);
    return CC_NOT_CHECKED;
}

// One stream of the child that we read: a pipe, or -1.
struct child_stream {
    int read, write;
    struct text *text;
};

static void open_stream(struct child_stream *stream, struct text *text, int as,
                        posix_spawn_file_actions_t *actions) {
    *stream = (struct child_stream){-1, -1, text};
    if (!text)
        return;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        fault("no pipe: %s", strerror(errno));
    stream->read = ends[0];
    stream->write = ends[1];
    posix_spawn_file_actions_adddup2(actions, ends[1], as);
}

// Both at once: a child that fills one pipe while we wait for the other would
// never end.
static void drain(struct child_stream *streams) {
    char block[65536];
    for (;;) {
        struct pollfd polls[2];
        bool open = false;
        for (int i = 0; i < 2; i++) {
            polls[i] = (struct pollfd){streams[i].read, POLLIN, 0};
            open |= streams[i].read >= 0;
        }
        if (!open)
            return;
        if (poll(polls, 2, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 2; i++) {
            if (!polls[i].revents)
                continue;
            ssize_t count = read(streams[i].read, block, sizeof block);
            if (count > 0) {
                text_add_bytes(streams[i].text, block, (size_t)count);
            } else if (!count || errno != EINTR) {
                close(streams[i].read);
                streams[i].read = -1;
            }
        }
    }
}

static int wait_for(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_run(const struct command *command, struct text *output,
                struct text *errors) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    struct child_stream streams[2];
    open_stream(&streams[0], output, STDOUT_FILENO, &actions);
    open_stream(&streams[1], errors, STDERR_FILENO, &actions);
    pid_t child;
    int failure = posix_spawnp(&child, command->at[0], &actions, NULL,
                               command->at, environ);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 2; i++)
        if (streams[i].write >= 0)
            close(streams[i].write);
    drain(streams);
    if (!failure)
        return wait_for(child);
    process_say(errors, "mazurka: cannot run %s: %s\n", command->at[0],
                strerror(failure));
    return 127;
}
