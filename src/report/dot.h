// SPDX-License-Identifier: Apache-2.0
// The tree of the search, in the language of graphviz.
//
// A node is a state, named by the steps that lead to it; an edge is a step. A
// leaf is the end of an execution, with its number and its colour. The tree is
// a picture for people: beyond MOST_NODES nothing is added, and the graph says
// so.

#ifndef MAZURKA_REPORT_DOT_H
#define MAZURKA_REPORT_DOT_H

#include "explore/search.h"

enum { DOT_MOST_NODES = 20000, DOT_TREE_MOST_NODES = 5000 };

struct dot;

struct dot *dot_new(void);
void dot_free(struct dot *dot);

// The machine stands at the end of the trace. ENDINGS: cut by a finding.
void dot_execution(struct dot *dot, const struct trace *trace,
                   enum ending ending, uint64_t number);
// What was found in that execution.
void dot_finding(struct dot *dot, uint64_t number, const char *what);

// How many executions had no room.
uint64_t dot_left_out(const struct dot *dot);

// The whole graph, to be freed; `title` is the program.
char *dot_text(const struct dot *dot, const char *title);
// As JSON, or as much of it as a page can show: { "left_out": executions,
// "nodes": [ [parent, label, ending or null, execution, finding or null], … ] },
// each after its parent; the first is the root.
char *dot_tree(const struct dot *dot);

#endif
