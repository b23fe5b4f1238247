// SPDX-License-Identifier: Apache-2.0
// Which execution comes next: what every algorithm answers.
//
// The loop around an explorer (search.c) is the same for all:
//
//   choose  which step next? false: none, the execution ends here; that
//           happens when nobody is enabled, or when what follows is redundant
//   again   the execution is over: has it shown that all must begin again, in a
//           better order or with another algorithm?
//   end     if not: find its races, and say with how much of it the next one
//           starts, or that there is none (ALL_DONE). If that is `trapped`, it
//           is to be asked again

#ifndef MAZURKA_EXPLORE_EXPLORER_H
#define MAZURKA_EXPLORE_EXPLORER_H

#include "base/bytes.h"
#include "explore/memory_model.h"
#include "explore/order.h"

enum { ALL_DONE = UINT32_MAX };

struct explorer;
struct estimate_random;

struct explorer_class {
    bool (*choose)(struct explorer *, struct step *step);
    uint32_t (*end)(struct explorer *);
    void (*destroy)(struct explorer *);
    // Who explores instead, from the very beginning: itself, having forgotten
    // all that was planned, another one that says why (`because`), or NULL: go
    // on. `first`: so far there was no other execution.
    struct explorer *(*again)(struct explorer *, bool first); // NULL: never
};

// For estimates (estimate.h): random ways down the tree of a search. The sum of
// the explorer's `weight` at the end of each execution on the way is a sample of
// how many executions there are.
struct explorer_probing {
    // From the very beginning, in the same way.
    void (*restart)(struct explorer *);
    // Instead of end(): one of the executions that branch off from this one, at
    // random, and nothing else of them.
    uint32_t (*descend)(struct explorer *, struct estimate_random *);
    // What somebody else's execution shows; how often something was new, ever.
    // NULL: nothing.
    uint64_t (*learn)(struct explorer *, const struct trace *);
};

// A part of what is left to explore: which, in the explorer's own numbers.
struct explorer_part {
    size_t at, count;
};

// For searches in parts (work_unit.h): what is left is divided, and a part is
// somebody else's from then on. Most of it only between `settle` and `go_on`,
// which together are what end() does: after the first, nothing is left to do
// but what the explorer knows of, and the second begins with it.
struct explorer_sharing {
    // Do parts know nothing of each other, as things are?
    bool (*can)(const struct explorer *);
    void (*settle)(struct explorer *);
    // Instead of it, wherever the execution is: it is to be run again. False if
    // it is the very first one.
    bool (*put_back)(struct explorer *);
    uint32_t (*go_on)(struct explorer *);
    // What would best be given away: of what the explorer would come to last.
    // False: nothing.
    bool (*part)(const struct explorer *, struct explorer_part *);
    // It is somebody else's; all but it is.
    void (*give)(struct explorer *, struct explorer_part);
    void (*keep)(struct explorer *, struct explorer_part);
    // The part, or all that is left (NULL), as plain data; and from the very
    // beginning to there, on a machine at its start. NULL, or why the data do
    // not fit. `load` leaves the explorer settled.
    void (*save)(struct explorer *, const struct explorer_part *,
                 struct bytes *);
    const char *(*load)(struct explorer *, struct bytes_reader *);
    // What the program was seen to have, which decides how to explore it; and
    // what others have seen: false if it is no such thing. If all must begin
    // again because of it, again() says so.
    void (*learnt)(const struct explorer *, struct bytes *);
    bool (*learn)(struct explorer *, struct bytes_reader *);
    // What several have learnt, together. False: they are no such thing, or who
    // knows all of it cannot explore in parts.
    bool (*unite)(struct bytes_reader *learnt, size_t count,
                  struct bytes *together);
};

// clang-format off
//    member      key           in words                          for searches that know states
#define STATE_STATISTICS(X)                                                      \
    X(states,     "states",     "states")                                        \
    X(revisits,   "revisits",   "states met again")                              \
    X(reopened,   "reopened",   "states explored anew")                          \
    X(cycles,     "cycles",     "ways back to a state on the way")               \
    X(unknown,    "unknown",    "states that could not be told")        \
    X(forgotten,  "forgotten",  "states forgotten")          \
    X(summaries,  "summaries",  "different summaries")                           \
    X(table_kib,  "table_kib",  "table of states, KiB")
// clang-format on

struct state_statistics {
#define X(member, ...) uint64_t member;
    STATE_STATISTICS(X)
#undef X
};

// What an algorithm asks of the machine, takes and tells, as a set.
enum algorithm_trait {
    NO_TRAITS = 0,
    KNOWS_STATES = 1, // needs machine_state, and has state statistics
    READERS_CONFLICT = 2, // two read locks have to (struct relation)
    TAKES_K = 4,
    EVERY_ORDER = 8, // runs what commutes in each, too
    GRAPHS = 16, // chooses what is read (machine.h), and knows weak memories
};

// `explores` is the algorithm that it begins with, `bounded` that with which it
// explores executions that are cut: itself, unless it only chooses among others.
// `hides` is what may be hidden (machine.h) without changing the number of
// executions: classic and source cut some short, quasi may run some twice, and
// how many depends on every step that is in a conflict, which joins are not;
// all and stateful count what there is between the steps; under a weak memory,
// what a thread does for itself may order others' accesses, too.
//
// clang-format off
//     name       file        made by                   explores  bounded   hides    traits            what it is for
#define ALGORITHMS(X)                                                                                                 \
    X(AUTO,     "auto",     explorer_pop_or_optimal,  POP,      OPTIMAL,  OWN,     NO_TRAITS,        "the best that is exact for the program: pop or optimal. The default: take another one to compare, or when this one does not come to an end")        \
    X(CLASSIC,  "classic",  explorer_classic,         CLASSIC,  CLASSIC,  NOTHING, NO_TRAITS,        "Flanagan-Godefroid DPOR with sleep sets. Take it as the baseline of a comparison: many executions are cut short")         \
    X(SOURCE,   "source",   explorer_source,          SOURCE,   SOURCE,   NOTHING, NO_TRAITS,        "source-DPOR: one thread a race, some executions are cut short. Take it when optimal runs out of memory and pop does not apply") \
    X(OPTIMAL,  "optimal",  explorer_optimal,         OPTIMAL,  OPTIMAL,  OWN,     NO_TRAITS,        "optimal-DPOR: each class once, none cut short; wakeup trees. Take it with awaits and read-write locks, and with --max-steps")   \
    X(POP,      "pop",      explorer_pop,             POP,      POP,      OWN,     READERS_CONFLICT, "parsimonious-optimal DPOR: each class once, in polynomial memory. Take it for long searches over locks and atomics")                                  \
    X(QUASI,    "quasi",    explorer_quasi,           QUASI,    QUASI,    JOINS,   TAKES_K,          "unfoldings with k-partial alternatives. Take it when many threads have few conflicts, and there is memory for all events")                        \
    X(STATEFUL, "stateful", explorer_stateful,        STATEFUL, STATEFUL, NOTHING, KNOWS_STATES,     "never explores a state twice. Take it when many interleavings meet in few states: shared counters, long loops, state machines")                                  \
    X(GRAPH,    "graph",    explorer_graph,           GRAPH,    GRAPH,    JOINS,   READERS_CONFLICT | GRAPHS, "execution graphs: each once, none cut short, whatever is read. Take it for weak memories (--memory=), and where many threads read what few write") \
    X(ALL,      "all",      explorer_all,             ALL,      ALL,      NOTHING, EVERY_ORDER,      "every interleaving: no reduction, the reference. Take it for tiny programs, to check the others")
// clang-format on

enum algorithm {
#define X(id, ...) ALGORITHM_##id,
    ALGORITHMS(X)
#undef X
        ALGORITHM_COUNT
};

struct explorer {
    const struct explorer_class *class;
    const struct explorer_probing *probing; // NULL: none
    const struct explorer_sharing *sharing; // NULL: cannot be divided
    struct trace *trace;
    uint64_t random;     // state of the generator; 0: always the same order
    uint32_t k;          // of one that TAKES_K (quasi.h)
    enum memory memory;  // of one that GRAPHS
    double weight;       // of the execution, on a way of `probing`
    bool stays;          // where the order is free, the same thread goes on
    struct order *order; // or NULL, if it has one of its own
    bool reordered;      // the first execution has shown the best order
    // What the step just chosen is known to be, from an earlier execution; NULL
    // if it is new. If it turns out otherwise, the program is not
    // deterministic.
    const struct op *expected;
    // Which algorithm it is, really: auto is none, and pop may have to leave a
    // program to another one. Then, why; else NULL.
    enum algorithm taken;
    const char *because;
    // What the statistics tell.
    uint64_t races_reversed;
    uint64_t wakeup_nodes_most;
    enum limit given_up; // why not all could be explored, or NO_LIMIT
    // The machine is `refused` because of what this search cannot do: what.
    char refusal[300];
    // The execution that is over is another one's double: it does not count.
    bool redundant;
    // Of what end() returned last: that much of the execution leads to a state
    // after which nobody ever comes to an end.
    bool trapped;
    // Of ALL_DONE: something was taken for explored that is not. again() is to
    // be asked.
    bool stale;
    unsigned most_commuting;
    uint32_t suspended_most; // executions put aside at one time
    const char *variant;     // which of several ways was taken, or NULL
    struct state_statistics states;
    // For searches that know states: how much the table may take (0: as much as
    // it needs), and whether to compare states as a whole, too.
    uint64_t most_table_kib;
    bool check_states;
};

typedef struct explorer *explorer_maker(struct trace *trace);

struct algorithm_row {
    const char *name, *purpose;
    explorer_maker *make;
    enum algorithm explores, bounded;
    enum hiding hides;
    unsigned traits; // of enum algorithm_trait
};

const struct algorithm_row *algorithm_row(enum algorithm algorithm);
// NULL: cannot be divided.
const struct explorer_sharing *algorithm_sharing(enum algorithm algorithm);
extern const struct explorer_sharing pop_sharing;
extern const struct explorer_probing pop_probing; // walk/pop_descent.c
bool algorithm_named(const char *name, enum algorithm *algorithm);

static inline const char *algorithm_name(enum algorithm algorithm) {
    return algorithm_row(algorithm)->name;
}

static inline bool algorithm_has(enum algorithm algorithm,
                                 enum algorithm_trait trait) {
    return algorithm_row(algorithm)->traits & trait;
}

// `seed` 0: the free order is always the same; else it is random.
struct explorer *explorer_new(enum algorithm algorithm, struct trace *trace,
                              uint64_t seed, uint32_t k);
// The same for an explorer that is made by a function of the caller's.
struct explorer *explorer_made(explorer_maker *make, struct trace *trace,
                               uint64_t seed);
// For again(): another one, because of something that the program has.
struct explorer *explorer_instead(const struct explorer *explorer,
                                  enum algorithm algorithm, const char *because,
                                  bool first);
void explorer_free(struct explorer *explorer);

#define X(id, name, made_by, ...) explorer_maker made_by;
ALGORITHMS(X)
#undef X

// No searches: samples of how many classes, and of how many interleavings, there
// are (explore/walk).
explorer_maker explorer_random_walk, explorer_plain_walk;

// Another order, known to be better from the first execution.
void explorer_reorder(struct explorer *explorer, struct order *order);

// One of the numbers 0 … count-1: 0, or at random.
unsigned explorer_pick(struct explorer *explorer, unsigned count);

#endif
