// SPDX-License-Identifier: Apache-2.0
// How reports for people look here: where they go, in colour or not, how wide.

#ifndef MAZURKA_CHECK_CONSOLE_H
#define MAZURKA_CHECK_CONSOLE_H

#include "check/options.h"
#include "report/report_text.h"

// To standard error if standard output holds something for programs.
struct console console_for(const struct options *options);

#endif
