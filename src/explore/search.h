// SPDX-License-Identifier: Apache-2.0
// The search: run executions until the explorer has no more, count them, and
// collect what is wrong.

#ifndef MAZURKA_EXPLORE_SEARCH_H
#define MAZURKA_EXPLORE_SEARCH_H

#include "explore/ending.h"
#include "explore/explorer.h"
#include "explore/prober.h"
#include "explore/trace/class_digest.h"
#include "explore/trace/portable_schedule.h"
#include "op/scenario.h"

#include <signal.h>

// When to find out how large the search is, which takes a few executions more.
enum estimating {
    ESTIMATE_NEVER,
    ESTIMATE_AT_END, // if it was not finished
    ESTIMATE_OFTEN,  // now and then, too: a few in a hundred of the time
};

struct search_result;

// What somebody wants of a search between two executions; a set.
enum search_wish {
    WISH_PROCESS = 1, // to be divided, by a copy of the process
    WISH_UNIT = 2,    // a part of it as plain data
    WISH_SAVED = 4,   // all that is left as plain data, and to go on
};

// Instead of all classes: those with few switches of threads, without cutting any
// execution (as max_context_switches does), or some at random.
enum bounding {
    BOUND_NOTHING,
    BOUND_PREEMPTIONS, // each class that has a linearisation with so few
    BOUND_SWITCHES,    // the same, where forced ones count, too
    BOUND_RANDOM,      // single executions
    BOUND_PCT,
    BOUNDINGS
};

enum divided { NOT_DIVIDED, GIVES, TAKES };

// Who wants it. The wish is looked at after each execution; what is not
// possible (yet, or with this algorithm) is not done. Members for wishes that
// nobody has may be NULL.
struct search_sharing {
    const volatile sig_atomic_t *wish;
    void *context;
    // In the process that goes on with the other part (TAKES) there is another
    // result, a copy of what this one was: it counts from here on.
    enum divided (*divide)(void *context, struct search_result **result);
    // All must begin again, but others have begun as well: when this returns,
    // they have ended, and the search goes on with all of it. NULL: it ends as a
    // restart.
    void (*alone)(void *context);
    void (*unit)(void *context, const struct bytes *unit);
    // What was counted so far belongs to it, and nothing else does. The unit is
    // what is left; called at the end, too, then with what was learnt at least.
    void (*save)(void *context, const struct search_result *so_far,
                 const struct bytes *unit);
};

struct search_options {
    enum algorithm algorithm;
    explorer_maker *make; // instead of the algorithm, if not NULL
    uint64_t seed;
    uint32_t k; // for quasi: how much an alternative answers; 0: everything
    enum memory memory; // for graph
    uint64_t max_steps, max_executions, max_memory_kib; // 0: none
    uint64_t max_context_switches;                      // 0: none
    enum bounding bounding; // instead of what the algorithm explores
    uint64_t most_switches; // of that
    uint64_t runs;          // random: so many
    uint32_t depth;         // of bugs that pct looks for
    double timeout;                                     // seconds; 0: none
    bool keep_going;
    bool check_states; // stateful: do no two states share a hash?
    bool every_step;   // nothing is hidden (machine.h)
    bool digest;       // of the classes that were explored
    enum estimating estimating;
    const struct search_sharing *sharing; // NULL: nobody wants a part
    // To start from (work_unit.h); NULL: from the beginning. If all must begin
    // again, the search ends as a restart.
    const struct bytes *unit;
    bool portable; // hide only what is hidden everywhere: units can be made
};

// Plain data but for the schedule: the machine is not needed to tell it.
// Invariant: the schedule's steps are threads and choices of the machine that
// has shown it, the step in which it happens last.
struct finding {
    struct mishap mishap;
    struct place place; // of the mishap
    char thread[MACHINE_THREAD_NAME]; // its name
    struct scenario scenario; // in which it is
    uint64_t execution;     // which one showed it first, from 1
    bool confirmed;         // it was seen again, in another run
    bool fewest; // no schedule shows it with fewer changes of threads
    struct portable_schedule schedule; // how to see it again
};

// Where threads were cut: at a loop by --unroll, or at a limit of the machine.
struct cut {
    enum limit limit;
    uint32_t site;
    struct place place; // of the site
    uint64_t executions; // in which one was
};

struct search_result {
    enum algorithm algorithm; // that was really taken
    const char *because;      // why it was not the one first taken, or NULL
    uint64_t executions[ENDINGS];
    uint64_t steps;    // executed, hidden ones too (machine.h)
    uint64_t replayed; // taken again to go back
    uint64_t races_reversed;
    uint64_t wakeup_nodes_most;
    uint32_t longest;
    unsigned most_commuting;
    uint32_t suspended_most;        // pop: executions put aside at one time
    const char *variant;            // of the algorithm, or NULL
    struct state_statistics states; // stateful
    double seconds, cpu_seconds;
    enum limit limit; // why it was not finished, if it was not
    char refusal[300]; // what the algorithm does not support, or ""
    struct estimate estimate;     // of a search that is not finished
    struct contention contention; // the same
    struct repetition repetition;
    // Of a search with a bound of switches: how many the executions have now. All
    // with fewer are explored.
    uint64_t switches_done;
    struct chances chances; // of random executions
    struct digest digest; // of the classes that were explored, if asked for
    struct place bounded; // where a bound of steps was met first; line 0: not
    VEC(struct finding) findings;
    VEC(struct cut) cuts;
    bool unfinished;    // something was left to explore when it ended
    bool divisible;     // others could have had a part of it
    unsigned processes; // that have explored it at the same time; 0: one
    // Of a search that started from a unit: all must begin again; the unit does
    // not fit, and why.
    bool restart;
    const char *objection;
};

static inline uint64_t search_blocked(const struct search_result *r) {
    return r->executions[ENDED_ASLEEP] + r->executions[ENDED_ASSUME] +
           r->executions[ENDED_AWAIT] + r->executions[ENDED_DEADLOCK];
}

static inline uint64_t search_total(const struct search_result *r) {
    return search_blocked(r) + r->executions[ENDED_COMPLETE] +
           r->executions[ENDED_BOUNDED];
}

// Who wants to see each execution when it is over, each step, and now and then
// how far the search is. Any of them may be NULL.
struct search_observer {
    void (*execution)(void *context, const struct trace *trace,
                      enum ending ending, uint64_t number);
    void (*progress)(void *context, const struct search_result *so_far);
    void *context;
    // The search begins, or begins once more: executions so far do not count.
    // The result says with which algorithm.
    void (*begins)(void *context);
    // Somebody waits for ever at the end of the trace: who, for whom, in the
    // mishap's message, by which such findings are told apart.
    void (*waits)(void *context, const struct trace *trace,
                  struct mishap *mishap);
    // Something new was found: at once, for nobody knows what comes next.
    void (*finding)(void *context, const struct finding *finding);
    // Each time that something goes wrong, known or not.
    void (*mishap)(void *context, const struct mishap *mishap);
};

// `stop` is set, to the limit that was met, by whoever ends the search: a signal
// handler or another process.
void search(struct machine *machine, const struct search_options *options,
            const struct search_observer *observer,
            const volatile sig_atomic_t *stop, struct search_result *result);
void search_result_free(struct search_result *result);

// What was found in the middle of a step that had others in it (machine_hide) is
// seen before the last of these: cut the schedule there, on a machine that hides
// nothing. False if it is not seen in a step this time.
bool finding_shorten(struct machine *machine, struct finding *finding);

// Debug: does the invariant hold, as far as one sees without running it?
bool finding_is_sound(const struct finding *finding,
                      const struct machine *machine);

#endif
