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
#include "check/resume_file.h"
#include "op/outside.h"
#include "runtime/supervisor.h"

// A part of the search, and what has come of it so far.
struct part {
    unsigned job; // that explores it, until it is
    bool waits;   // for a job: what is left is to be explored from
    bool over;
    bool awaited;      // it was asked to save what is left, for a checkpoint
    bool final;        // what is saved is all that is left at its end
    struct bytes left; // saved, a unit of work
    struct search_result saved; // what it had come to then, without findings
    size_t saved_findings;      // how many of these were there
    bool decides;               // what comes behind it does not matter
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
    // From which unit the process that is started next begins (or NULL).
    void (*take)(void *context, unsigned job, const struct bytes *unit);
    void *context;
    bool hoards;   // what waits is for others, some other time
    double saving; // since when those are asked to save; 0: nobody is
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

// Ask all for what is left of their parts; true when all have answered. False
// for long: some cannot.
bool jobs_save(struct jobs *jobs);
// What those who have ended have left, or have saved. False if not all of it is
// known. What decides the verdict has an end that is unfinished and leaves
// nothing.
bool jobs_checkpoint(const struct jobs *jobs, struct resume_file *checkpoint);
// To begin with one instead; false if nothing is left there.
bool jobs_resume(struct jobs *jobs, struct supervisor *supervisor,
                 const struct resume_file *checkpoint);
// A part of the process that searches as a unit, to explore at some other time.
void jobs_ask_for_unit(struct jobs *jobs);

// So far, without findings.
struct search_result jobs_now(const struct jobs *jobs);

// After the end: what all have come to, as one part.
struct part *jobs_sum(struct jobs *jobs);
// Have they explored in a way that does not fit the program? Then all must
// begin again, from what they have learnt.
bool jobs_must_restart(const struct jobs *jobs);

#endif
