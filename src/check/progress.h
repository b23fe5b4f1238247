// SPDX-License-Identifier: Apache-2.0
// How far the search is, on standard error: one line that is drawn over itself
// on a terminal and erased at the end; elsewhere a line every few seconds and
// one at the end.

#ifndef MAZURKA_CHECK_PROGRESS_H
#define MAZURKA_CHECK_PROGRESS_H

#include "explore/search.h"

struct progress {
    bool on, terminal;
    bool drawn;  // there is a line to erase
    double next; // seconds of the search: when to draw again
};

struct progress progress_new(const char *when); // auto, always, never
void progress_show(struct progress *progress, const struct search_result *now);
void progress_erase(struct progress *progress); // before something is printed
void progress_end(struct progress *progress, const struct search_result *end);

#endif
