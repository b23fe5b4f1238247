// SPDX-License-Identifier: Apache-2.0
// Events of a story as a table for people: one column a thread, where the page
// is wide enough; else one below the other, indented by thread.
//
//     main/1  put()                       main/2  put()
//     ─────────────────────────────────────────────────────────────────────
//                                         bank.c:5  int b = balance;  = 100
//                                         initial
//     bank.c:5  int b = balance;  = 100   initial
//     bank.c:6  balance = b;   100 → 40
//
// Threads that are not there at one time share a column: main with another one,
// the others where there is no room for a column each.

#ifndef MAZURKA_REPORT_SCHEDULE_TEXT_H
#define MAZURKA_REPORT_SCHEDULE_TEXT_H

#include "report/report_text.h"
#include "report/slice.h"

void schedule_print(const struct console *console, const struct story *story,
                    const struct slice *slice);

// Columns that a text takes on the page.
unsigned schedule_width(const char *text);

#endif
