// SPDX-License-Identifier: Apache-2.0
// A finding in sentences, in the program's own names: what went wrong, and how
// that could be. What is said here is read off the story; nothing is guessed.

#ifndef MAZURKA_REPORT_EXPLANATION_H
#define MAZURKA_REPORT_EXPLANATION_H

#include "report/slice.h"

// The sentence that comes first: assertion `balance == 10' failed: balance
// is 70.
void explanation_title(const struct story *story, const struct mishap *mishap,
                       struct text *text);

// Paragraphs, each a line of any length. A line that begins with two blanks is
// a row, whose parts have three blanks between them; if it is too long, each
// part is better in a line of its own. Empty if there is nothing to say.
void explanation_of(const struct story *story, const struct mishap *mishap,
                    const struct slice *slice, struct text *text);

// bank.c:18, without folders if no other file has that name.
void explanation_place(const struct story *story, const struct story_event *e,
                       char *text, size_t room);
void explanation_add_place(const struct story *story,
                           const struct story_event *e, struct text *text);
// A thread has gone on from what it has read, and that was no longer so: the
// last such thing; false if there is none.
bool explanation_outdated(const struct story *story, const struct slice *slice,
                          struct text *text);
// What its thread holds at an event: m (bank.c:5), or "nothing".
void explanation_held(const struct story *story, const struct story_event *e,
                      struct text *text);
// What the source calls what it accesses, or which object it is.
const char *explanation_name(const struct story_event *e);

#endif
