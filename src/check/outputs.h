// SPDX-License-Identifier: Apache-2.0
// What a check writes, for people and for programs: one table (outputs.c). A
// new format is a row of report/formats.h, and a file in src/report that makes
// the text. Here is what a check tells all those that are wanted.

#ifndef MAZURKA_CHECK_OUTPUTS_H
#define MAZURKA_CHECK_OUTPUTS_H

#include "check/check.h"

// False, with a reason, if one would take the place of the program.
bool outputs_are_safe(struct check *check);
// Does one look at executions? And show them as a whole, so that no operation may
// be hidden?
bool outputs_see_executions(const struct options *options);
bool outputs_show_executions(const struct options *options);
// Is there one that says how large an unfinished search is?
bool outputs_tell_estimates(const struct options *options);

// The search begins, or begins once more.
void outputs_begin(struct check *check);
// The machine stands at the end of the trace. ENDINGS: a finding has ended it.
void outputs_execution(struct check *check, const struct trace *trace,
                       enum ending ending, uint64_t number);
// The n-th finding, from 0.
void outputs_finding(struct check *check, size_t n, const struct story *story);
// The contents of its trace file are written, and people are told where.
void outputs_trace(struct check *check, size_t n, const char *text);
// What is told of it, as JSON text (report/told.h), is kept for the formats.
void outputs_story(struct check *check, size_t n, const char *text);
// The search is over, and all findings have been told.
void outputs_end(struct check *check);
// The tree of the search, if it is wanted, as text and as JSON; to be freed.
void outputs_draw(struct check *check, char **graph, char **tree);
// There is a verdict, also if nothing was checked: the files are written.
void outputs_write(struct check *check);

#endif
