// SPDX-License-Identifier: Apache-2.0
// Threads that wait for ever, in sentences: who holds and waits for what, whose
// signal came too early, who has kept a semaphore's unit.

#ifndef MAZURKA_REPORT_EXPLAIN_WAITING_H
#define MAZURKA_REPORT_EXPLAIN_WAITING_H

#include "report/slice.h"

void explain_waiting_title(const struct story *story,
                           const struct mishap *mishap, struct text *text);
void explain_waiting(const struct story *story, const struct mishap *mishap,
                     const struct slice *slice, struct text *text);

#endif
