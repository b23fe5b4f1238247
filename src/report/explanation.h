// SPDX-License-Identifier: Apache-2.0
// A finding in sentences, in the program's own names: what went wrong, and how
// that could be. What is said here is read off the story; nothing is guessed.

#ifndef MAZURKA_REPORT_EXPLANATION_H
#define MAZURKA_REPORT_EXPLANATION_H

#include "report/slice.h"

// The sentence that comes first: assertion `balance == 10' failed: balance
// is 70.
void explanation_title(const struct story *story, const struct mishap *mishap,
                       const struct slice *slice, struct text *text);

// Paragraphs, each a line of any length; a line that begins with two blanks is
// a row and not to be broken. Empty if there is nothing to say.
void explanation_of(const struct story *story, const struct mishap *mishap,
                    const struct slice *slice, struct text *text);

// bank.c:18, without the folders of a long path.
void explanation_place(const struct story *story, const struct story_event *e,
                       char *text, size_t room);
// What its thread holds at an event: m (bank.c:5), or "nothing".
void explanation_held(const struct story *story, const struct story_event *e,
                      struct text *text);
// What the source calls what it accesses, or which object it is.
const char *explanation_name(const struct story_event *e);

#endif
