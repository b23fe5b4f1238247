// SPDX-License-Identifier: Apache-2.0
// The schedule of a finding as a file, so that it can be seen again.
//
//   { "mazurka_trace": 2, "mazurka": "VERSION", "machine": "model" | "native",
//     "program": "f.model", "directory": "/where/it/was/run",
//     "named_by": "mazurka" | "user" (by --trace),
//     "hash": "xxh3-128:…", "options": { … },
//     for a program: "sources": [ … ], "compiler": [ … ], "arguments": [ … ],
//       "build_hash": "xxh3-128:…" of the sources and the compiler's words,
//     "scenario": 2 (which call of mz_run, if there are any),
//     "finding": { as in the result },
//     "threads": [ [path, number], … ], "schedule": [ [path, choice], … ],
//     for readers: "steps": [ texts ],
//     "relevant_steps": [ numbers of those that explain it, from 1 ] }
//
// Threads are known by their spawn paths (explore/trace/portable_schedule.h),
// "0" or "0.2.1"; each comes after its creator. In the first version of this
// format they had the numbers of the process that found it, which mean nothing
// to others: such files are refused.
//
// What is read back is data from outside: it is checked as far as the file
// alone can tell. Whether the schedule is possible is found by telling it
// (story.h).

#ifndef MAZURKA_REPORT_TRACE_FILE_H
#define MAZURKA_REPORT_TRACE_FILE_H

#include "explore/search.h"
#include "machine/model/model.h"
#include "report/story.h"

#include <cjson/cJSON.h>

enum { TRACE_FILE_MOST_BYTES = 64 << 20 };

struct program_hash {
    char text[64];
};
struct program_hash program_hash(const char *text, size_t length);
// Of the words for a compiler, and of the contents of the sources among them; ""
// if one of these cannot be read.
struct program_hash trace_build_hash(const char *const *words, size_t count);

// Where a schedule comes from: what it takes to run it again.
struct trace_origin {
    bool native;         // a program, not a model
    const char *program; // the model, or the executable
    struct program_hash hash;
    struct relation relation; // of a model
    // Of a program: as JSON objects, added to the file as they are (copied).
    const cJSON *sources, *compiler, *arguments, *options;
    struct program_hash build;
    bool named_by_user; // the file: it is theirs, then
};

// The contents of the file, to be freed.
char *trace_file_text(const struct trace_origin *origin,
                      const struct finding *finding, const struct story *story);

struct trace_file {
    bool native;
    bool named_by_user; // or nobody knows
    cJSON *root;               // of a program's trace: all of it
    char *program, *directory; // directory may be NULL
    struct program_hash hash;
    struct program_hash build; // "" if it does not say
    struct relation relation;
    enum finding_kind kind;
    char *thread, *message;
    unsigned line;
    uint64_t executions;
    struct scenario scenario;
    struct portable_schedule schedule;
};

// False if this is no trace: `error` says why. To be freed in any
// case.
bool trace_file_parse(const char *text, size_t length, struct trace_file *file,
                      char *error, size_t room);
void trace_file_free(struct trace_file *file);

// Is it of the program that `origin` is, built, started and named in the same
// way? Its sources may have changed since.
bool trace_file_is_of(const struct trace_file *file,
                      const struct trace_origin *origin);

// The usual name of a program's trace file, in the current folder; to be freed. A
// source is named without its suffix.
char *trace_file_usual_name(const char *program, bool is_source);
// The n-th file name (from 0), to be freed: t.json, t-2.json, t-3.json, …
char *trace_file_name(const char *first, size_t n);

#endif
