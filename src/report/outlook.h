// SPDX-License-Identifier: Apache-2.0
// What a search that has not ended says of what is left: how much, how long,
// and where it comes from.

#ifndef MAZURKA_REPORT_OUTLOOK_H
#define MAZURKA_REPORT_OUTLOOK_H

#include "report/report_text.h"

// Part of a line: "about 31 % explored (between 12 % and 60 %), 4 to 25 minutes
// left on one core". False: nothing is known, and nothing was written.
bool outlook_text(const struct search_result *result, char *text, size_t room);

// The same in few words: "31 % (12 % to 60 %), 4 to 25 minutes left".
bool outlook_brief(const struct search_result *result, char *text, size_t room);

// The first as a line, and where most races are.
void print_outlook(const struct console *console,
                   const struct search_result *result);

// Is there a loop that makes up most of an execution?
bool outlook_repeats(const struct search_result *result);

#endif
