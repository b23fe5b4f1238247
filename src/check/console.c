// SPDX-License-Identifier: Apache-2.0

#include "check/console.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 100 };

static bool in_colour(const struct options *o, bool terminal) {
    if (!option_is(o, OPTION_COLOR, "auto"))
        return option_is(o, OPTION_COLOR, "always");
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    return terminal && !(no_color && no_color[0]) &&
           !(kind && strcmp(kind, "dumb") == 0);
}

struct console console_for(const struct options *o) {
    bool taken = option_to_stdout(o, 0) < OPTION_COUNT;
    struct console c = {.out = taken ? stderr : stdout, .width = USUAL_WIDTH};
    int file = taken ? STDERR_FILENO : STDOUT_FILENO;
    bool terminal = isatty(file) == 1;
    struct winsize size;
    if (terminal && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        c.width = size.ws_col;
    c.colour = in_colour(o, terminal);
    c.everything = c.meanings = option_on(o, OPTION_VERBOSE);
    return c;
}
