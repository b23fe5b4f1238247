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
// Several may work at the same time, each as a *job* with a channel and shared
// memory of its own. The first is job 0; others are copies that a process makes
// of itself (supervisor_copy), children of this process like all, or started
// here. When a process has ended, its job is free for another one.
//
// Invariant: between two runs there is no other process.

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
    X(GAVE)      /* a struct gift: what has come of an offer */               \
    X(ALONE)     /* nothing: all that others do is in vain */                 \
    X(SAVED)     /* a result without findings, and what is left, as blocks */ \
    X(UNIT)      /* a unit of work that is somebody else's from now on */     \
    X(LEARNT)    /* a unit of work (explore/work_unit.h): what it has seen */ \
    X(CODE)      /* the exit code of a replay, an int */                      \
    X(DONE)      /* nothing: the process has said all */
// clang-format on

enum message_kind {
#define X(kind) MESSAGE_##kind,
    MESSAGES(X)
#undef X
};

// A part of the search was given away, if there is a process.
struct gift {
    uint32_t job;
    pid_t process;
};

// What is shared with one job.
struct supervised {
    struct search_result result;
    struct scenario scenario;   // the one that was run
    unsigned last_scenario;     // the highest number of those that were called
    volatile sig_atomic_t stop; // job 0's, for all: the limit met, or 0
    volatile sig_atomic_t wish; // explore/search.h
    uint32_t offered;           // with it: the job that is free
    volatile sig_atomic_t faulted; // the fault is ours, not the program's
    volatile sig_atomic_t told;    // the next two are known
    char thread[MACHINE_THREAD_NAME];
    struct place place;
};

struct supervisor;

// Signals ask for the verdict so far from now on. So many jobs at most.
struct supervisor *supervisor_new(unsigned jobs);
unsigned supervisor_jobs(const struct supervisor *supervisor);

// What both sides see; the receiver's and the sender's end.
struct supervised *supervisor_shared(struct supervisor *supervisor,
                                     unsigned job);
struct channel *supervisor_channel(struct supervisor *supervisor, unsigned job);
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
    uint64_t most_kib; // memory of each, with which it is to stop; 0: any
    // In this process: a message has come; now and then, how far it is.
    void (*receive)(void *receiver, unsigned job, enum message_kind kind,
                    const char *bytes, size_t size);
    void (*progress)(void *receiver, double seconds); // may be NULL
    // A job is over, and can be given to another one. May be NULL.
    void (*ended)(void *receiver, unsigned job, enum supervised_end end);
    void *receiver;
};

// Of what is kept; when there is more, it is shown at once.
enum { SUPERVISOR_KEEPS = 16 << 20 };

// Until there is no process any more: how the last one ended.
enum supervised_end supervisor_run(struct supervisor *supervisor,
                                   const struct supervised_work *work);

// What the program has printed and was kept is shown, or nobody wants it.
void supervisor_show_output(struct supervisor *supervisor);
void supervisor_forget_output(struct supervisor *supervisor);

// The rest is for `receive`, `progress` and `ended`. A process that a job has
// made of itself,
void supervisor_adopt(struct supervisor *supervisor, unsigned job,
                      pid_t process);
// one that is started here, as the run's first was, but prints nothing,
void supervisor_start(struct supervisor *supervisor, unsigned job);
bool supervisor_is_busy(const struct supervisor *supervisor, unsigned job);
// one that is to end, without a word of it,
void supervisor_drop(struct supervisor *supervisor, unsigned job);
// all that are nobody's job: who was dropped may have left one,
void supervisor_end_strangers(struct supervisor *supervisor);
// all that are asked to stop, because of this limit; has that been done?
void supervisor_stop(struct supervisor *supervisor, enum limit limit);
bool supervisor_has_stopped(const struct supervisor *supervisor);
// Ask `progress` so often, in seconds, not only now and then.
void supervisor_hurry(struct supervisor *supervisor, double seconds);

// In a worker: a copy of the process, which becomes that job; the number of the
// process, 0 in the copy, or less: there is none.
pid_t supervisor_copy(struct supervisor *supervisor, unsigned job);

// After END_ITSELF: how, in words.
const char *supervisor_why(const struct supervisor *supervisor);
// Of the processes of the last run: the most of one, and all together.
uint64_t supervisor_peak_kib(const struct supervisor *supervisor);
double supervisor_cpu_seconds(const struct supervisor *supervisor);
// Has the program's output so far ended in the middle of a line?
bool supervisor_in_line(const struct supervisor *supervisor);

#endif
