// SPDX-License-Identifier: Apache-2.0
// What the files of a trace share with each other only.

#ifndef MAZURKA_EXPLORE_TRACE_TRACE_PARTS_H
#define MAZURKA_EXPLORE_TRACE_TRACE_PARTS_H

#include "explore/trace/trace.h"

// chains.c: append the event whose operation is in its place already, with its
// clocks, its races, and links to what acts on the same words.
void chains_append(struct trace *trace, struct step step);
// Unlink the last event.
static inline void chains_pop(struct trace *t, const struct event *e) {
    for (uint32_t i = e->link_count; i-- > 0;) {
        const struct link *l = &t->links.at[e->links + i];
        struct word *word = &t->words.at[l->word];
        word->head = l->prev;
        word->changer = l->changer;
    }
}

// enabling_edges.c: has an operation any besides those that every one has?
static inline bool has_enabling_edges(const struct op *op) {
    return op->joined || op_after(op);
}

#endif
