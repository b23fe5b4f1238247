// SPDX-License-Identifier: Apache-2.0
// What is done in the processes in which the program under test runs: it is
// sent to the supervisor as it comes, and nothing is kept for the end.

#ifndef MAZURKA_RUNTIME_WORKER_H
#define MAZURKA_RUNTIME_WORKER_H

#include "check/check.h"
#include "runtime/supervisor.h"

struct worker {
    struct check *check;
    struct supervisor *supervisor;
    unsigned job;                  // which it is
    struct search_sharing sharing; // with others, if there may be others
    bool divided;                  // there were, since the search began
    enum message_kind out;         // as what it says what is for people
    const struct bytes *unit;      // to start from, or NULL
    uint64_t most_executions;      // of this process; 0: as the options say
    bool keeps; // what is left is saved; parts are for other processes, too
    bool alone; // nobody else can be told that all begins again
    struct machine *(*machine)(struct check *); // the program, at its start
    void (*notes)(struct check *); // what there is to be said at the end
    size_t finding;                // the one to be told
    int (*replay)(struct check *); // a trace file, told on standard output
};

// Search, to the end or until it is asked to stop.
void worker_search(void *worker);
// Only replay: the exit code is sent.
void worker_replay(void *worker);
// Look for a shorter schedule of one finding, which is sent.
void worker_shorten(void *worker);
// Tell of one finding: does it happen again?
void worker_tell(void *worker);

// A finding as it is sent: itself, then its schedule.
struct finding worker_finding(const char *bytes, size_t size);

#endif
