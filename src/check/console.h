// SPDX-License-Identifier: Apache-2.0
// How reports for people look here: where they go, in colour or not, how wide.

#ifndef MAZURKA_CHECK_CONSOLE_H
#define MAZURKA_CHECK_CONSOLE_H

#include "check/options.h"
#include "report/report_text.h"

// Where the report for people and the last line go: to standard error if
// standard output holds something for programs.
FILE *console_stream(const struct options *options);
struct console console_for(const struct options *options);

#endif
