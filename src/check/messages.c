// SPDX-License-Identifier: Apache-2.0

#include "check/messages.h"

#include "report/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int refuse(const char *hint, const char *format, ...) {
    char reason[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    complain_line("%s%s%s%s", reason, hint ? " (" : "", hint ? hint : "",
                  hint ? ")" : "");
    report_last_line_not_checked(stdout, reason);
    return VERDICT_NOT_CHECKED;
}

// Where diagnostics go, if not to standard error.
static FILE *elsewhere;

void messages_to(FILE *file) {
    elsewhere = file;
}

void complain_line(const char *format, ...) {
    FILE *out = elsewhere ? elsewhere : stderr;
    char line[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fputs("mazurka: ", out);
    print_clean(out, line);
    fputc('\n', out);
    fflush(out);
}

void finish_output(void) {
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && errno && errno != EPIPE)
        complain_line("cannot write to standard output: %s", strerror(errno));
}
