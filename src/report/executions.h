// SPDX-License-Identifier: Apache-2.0
// One execution as text: its events, what each comes directly after, its end.
//
//   execution 2: complete
//      1  p  line  3  write x := 1
//      2  q  line  5  read x = 1      after 1
//
// "after" names the direct predecessors in other threads: the edges of the
// happens-before order that are left when it is transitively reduced. The
// thread's own previous event is always a predecessor and not named.

#ifndef MAZURKA_REPORT_EXECUTIONS_H
#define MAZURKA_REPORT_EXECUTIONS_H

#include "explore/search.h"

#include <stdio.h>

// In words. ENDINGS: cut short, as the search ended with a finding.
const char *ending_text(enum ending ending);

// The machine stands at the end of the trace. `mishaps` are what went wrong on
// the way.
void execution_print(FILE *out, const struct trace *trace, enum ending ending,
                     uint64_t number, const struct mishap *mishaps,
                     size_t mishap_count);

#endif
