// SPDX-License-Identifier: Apache-2.0

#include "check/console.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 100, LEAST_WIDTH = 40, MOST_WIDTH = 1000 };

// Of the terminal; or what COLUMNS says, which shells set for people and people
// set for files.
static unsigned columns(int file, bool terminal) {
    struct winsize size;
    const char *said = getenv("COLUMNS");
    unsigned long wanted = said ? strtoul(said, NULL, 10) : 0;
    if (terminal && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return wanted >= LEAST_WIDTH && wanted <= MOST_WIDTH ? (unsigned)wanted
                                                         : USUAL_WIDTH;
}

static bool in_colour(const struct options *o, bool terminal) {
    if (!option_is(o, OPTION_COLOR, "auto"))
        return option_is(o, OPTION_COLOR, "always");
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    return terminal && !(no_color && no_color[0]) &&
           !(kind && strcmp(kind, "dumb") == 0);
}

FILE *console_stream(const struct options *o) {
    return option_to_stdout(o, 0) < OPTION_COUNT ? stderr : stdout;
}

struct console console_for(const struct options *o) {
    struct console c = {.out = console_stream(o)};
    int file = c.out == stderr ? STDERR_FILENO : STDOUT_FILENO;
    bool terminal = isatty(file) == 1;
    c.width = columns(file, terminal);
    c.colour = in_colour(o, terminal);
    c.meanings = option_on(o, OPTION_VERBOSE);
    c.full_trace = option_on(o, OPTION_FULL_TRACE);
    c.locks = option_on(o, OPTION_LOCKS);
    return c;
}
