// SPDX-License-Identifier: Apache-2.0
// The process that reports: it starts another one of itself in which the
// program under test runs, and never runs any of the program's code. However
// that process ends, the verdict is ours.
//
//     supervisor ──fork──▶ searches: the program, under every schedule
//        │  ▲                 │
//        │  └── channel ──────┘  findings at once, text, the result
//        └─────fork──▶ confirms: a finding's schedule once more, from the start
//
// What they share beside the channel: the counts of the search as they are now,
// the wish to stop, and where the program was when it was stopped.
//
// Invariant: between two calls there is no other process.

#ifndef MAZURKA_RUNTIME_SUPERVISOR_H
#define MAZURKA_RUNTIME_SUPERVISOR_H

#include "explore/search.h"
#include "runtime/channel.h"

// clang-format off
//    message       what its bytes are
#define MESSAGES(X)                                                           \
    X(OUT)       /* text for where the report goes */                         \
    X(ERR)       /* text for standard error */                                \
    X(BEGINS)    /* nothing: what was counted so far does not count */        \
    X(FINDING)   /* a struct finding, then its schedule: threads, steps */    \
    X(SHORTER)   /* the same: of the finding that is being told */            \
    X(CUTS)      /* struct cut, one after the other */                        \
    X(OUTSIDE)   /* a struct outside: it is about to be called */            \
    X(DOT)       /* the tree of the search */                                 \
    X(TREE)      /* the same as JSON */                                       \
    X(REFUSED)   /* what is not supported, as text */                         \
    X(TRACE)     /* the contents of a trace file */                           \
    X(STORY)     /* what is told of a finding, as JSON */                     \
    X(AGAIN)     /* why a finding did not happen again, or nothing */         \
    X(CODE)      /* the exit code of a replay, an int */                      \
    X(DONE)      /* nothing: the process has said all */
// clang-format on

enum message_kind {
#define X(kind) MESSAGE_##kind,
    MESSAGES(X)
#undef X
};

struct supervised {
    struct search_result result;
    struct scenario scenario;   // the one that was run
    unsigned last_scenario;     // the highest number of those that were called
    volatile sig_atomic_t stop; // the limit that was met, or 0
    volatile sig_atomic_t faulted; // the fault is ours, not the program's
    volatile sig_atomic_t told;    // the next two are known
    char thread[MACHINE_THREAD_NAME];
    struct place place;
};

struct supervisor;

// Signals ask for the verdict so far from now on.
struct supervisor *supervisor_new(void);

// What both sides see; the receiver's and the sender's end.
struct supervised *supervisor_shared(struct supervisor *supervisor);
struct channel *supervisor_channel(struct supervisor *supervisor);
// Where processes keep standard input for the next ones, or -1.
int supervisor_spool(struct supervisor *supervisor);

// How a process ended.
enum supervised_end {
    END_DONE,    // it has said all
    END_STOPPED, // it was asked to stop and did not: it was killed
    END_ITSELF,  // it ended without a word: supervisor_why
};

struct supervised_work {
    void (*work)(void *context); // in the new process
    void *context;
    bool shows_output; // what the program prints is shown; else swallowed
    bool keeps_output; // and that later, or never: supervisor_show_output
    FILE *out;         // there, and what is said for people
    bool for_readers;  // it is in vain when nobody reads what it says
    double seconds;    // after which it is to stop; 0: never
    uint64_t most_kib; // memory, with which it is to stop; 0: any
    // In this process: a message has come; now and then, how far it is.
    void (*receive)(void *receiver, enum message_kind kind, const char *bytes,
                    size_t size);
    void (*progress)(void *receiver, double seconds); // may be NULL
    void *receiver;
};

// Of what is kept; when there is more, it is shown at once.
enum { SUPERVISOR_KEEPS = 16 << 20 };

enum supervised_end supervisor_run(struct supervisor *supervisor,
                                   const struct supervised_work *work);

// What the program has printed and was kept is shown, or nobody wants it.
void supervisor_show_output(struct supervisor *supervisor);
void supervisor_forget_output(struct supervisor *supervisor);

// After END_ITSELF: how, in words.
const char *supervisor_why(const struct supervisor *supervisor);
// Of the process that ended last.
uint64_t supervisor_peak_kib(const struct supervisor *supervisor);
double supervisor_cpu_seconds(const struct supervisor *supervisor);
// Has the program's output so far ended in the middle of a line?
bool supervisor_in_line(const struct supervisor *supervisor);

#endif
