// SPDX-License-Identifier: Apache-2.0
// Which process explores which part of a search (docs/distribution.md).
//
// The search begins in one process. Where a job is free (supervisor.h), one of
// those that search is asked for a part of what it has left. It makes a copy of
// itself, which goes on with that part, while it goes on with the rest:
//
//     parts   1,204 executions │ job 0 │ job 2 │ 17 executions │ job 1
//             ─────── in the order in which one process would explore them ──▶
//
// What is given away is what the giver would have come to last, so a new part
// stands right behind its giver's. What decides the verdict in one of them (a
// finding, a process that ends) ends those behind it, and those before it go
// on: the result is that of a search by one process, whatever was faster.
//
// Invariant: no part stands behind one that decides.

#ifndef MAZURKA_RUNTIME_JOBS_H
#define MAZURKA_RUNTIME_JOBS_H

#include "base/bytes.h"
#include "op/outside.h"
#include "runtime/supervisor.h"

// A part of the search, and what has come of it so far.
struct part {
    unsigned job; // that explores it, until it is
    bool over;
    bool decides; // what comes behind it does not matter
    enum supervised_end end;
    double began_at;
    bool began;   // the search itself, not only the process
    size_t since; // the first finding since it began, or began anew
    struct search_result result;
    VEC(struct outside) outside;
    struct scenario scenario; // that was run
    unsigned last_scenario;   // that was called
    bool faulted;             // the fault is ours
    char refused[400];        // what is not supported, or ""
    char ended[160];          // how the process ended, if by itself
};

struct jobs {
    struct supervisor *supervisor;
    bool keep_going; // findings decide nothing
    double after;    // seconds of search: nothing is divided before
    VEC(struct part *) parts;
    // The offer that somebody has to answer: by whom, of which job, when.
    bool offers;
    unsigned asked, offered;
    double offered_at, next_offer, pause;
    unsigned most; // processes at the same time
    bool divided;
    // What those who are done have seen, and whether that fits together.
    struct bytes learnt;
    bool agree;
};

// One process searches from now on, as job 0.
void jobs_begin(struct jobs *jobs, struct supervisor *supervisor);
void jobs_free(struct jobs *jobs);

// For the supervisor. False: it is no message of theirs.
bool jobs_receive(struct jobs *jobs, unsigned job, enum message_kind kind,
                  const char *bytes, size_t size);
void jobs_ended(struct jobs *jobs, unsigned job, enum supervised_end end);
// Now and then, after so many seconds: ask somebody for a part.
void jobs_tend(struct jobs *jobs, double seconds);

// So far, without findings.
struct search_result jobs_now(const struct jobs *jobs);

// After the end: what all have come to, as one part.
struct part *jobs_sum(struct jobs *jobs);
// Have they explored in a way that does not fit the program? Then all must
// begin again, from what they have learnt.
bool jobs_must_restart(const struct jobs *jobs);

#endif
