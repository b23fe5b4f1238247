// SPDX-License-Identifier: Apache-2.0

#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void fault(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("mazurka: fault: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(EXIT_FAULT);
}

_Noreturn void fault_broken(const char *file, int line, const char *condition) {
    fault("%s:%d: does not hold: %s", file, line, condition);
}
