// SPDX-License-Identifier: Apache-2.0
// mazurka: which command is meant.

#include "cli/command.h"

#include "base/nearest.h"
#include "check/interrupt.h"
#include "check/messages.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command_row {
    const char *name;
    int (*function)(int count, char **arguments);
} commands[] = {
#define X(name, function, ...) {name, function},
    COMMANDS(X)
#undef X
};

static bool ends_in(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

static int unknown(const char *word) {
    const char *what = word[0] == '-' ? "option" : "command";
    struct nearest near = nearest_to(word, strlen(word));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        nearest_offer(&near, commands[i].name, strlen(commands[i].name));
    for (const char *const *flag =
             (const char *[]){"--help", "--version", NULL};
         *flag; flag++)
        nearest_offer(&near, *flag, strlen(*flag));
    if (near.best)
        return refuse("see 'mazurka --help'", "unknown %s %s; did you mean %s?",
                      what, word, near.best);
    return refuse("see 'mazurka --help'", "unknown %s %s", what, word);
}

static int dispatch(int count, char **arguments) {
    if (count == 0)
        return refuse("see 'mazurka --help'", "no command and no file");
    const char *word = arguments[0];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0)
            return commands[i].function(count - 1, arguments + 1);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return command_help(count - 1, arguments + 1);
    if (strcmp(word, "--version") == 0) {
        if (count > 1)
            return refuse(NULL, "--version takes nothing else");
        puts("mazurka " MAZURKA_VERSION);
        return 0;
    }
    if (ends_in(word, ".model"))
        return refuse(NULL, "for a model the command is: mazurka model %s",
                      word);
    if (ends_in(word, ".litmus"))
        return refuse(NULL, "for a litmus test the command is: mazurka litmus %s",
                      word);
    // No option, no file: a command, misspelt.
    if (word[0] != '-' && !strchr(word, '.') && access(word, F_OK) != 0)
        return unknown(word);
    // The short form: options and C files, without a command.
    for (int i = 0; i < count; i++)
        if (ends_in(arguments[i], ".c") || ends_in(arguments[i], ".i"))
            return command_check(count, arguments);
    return unknown(word);
}

// With one of the standard files closed, the next file that is opened would
// take its place, and be written into.
static void open_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
            return;
}

int main(int argc, char **argv) {
    open_standard_files();
    interrupt_install();
    int code = dispatch(argc - 1, argv + 1);
    finish_output();
    return code;
}
