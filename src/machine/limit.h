// SPDX-License-Identifier: Apache-2.0
// Why not everything was explored: bounds that the user has set, and what this
// tool does not have more of. None of them is ever silent: an execution that
// meets one counts as bounded, and the search is incomplete.

#ifndef MAZURKA_MACHINE_LIMIT_H
#define MAZURKA_MACHINE_LIMIT_H

// clang-format off
//    limit         as the last line names it, what can be done about it
#define LIMITS(X)                                                              \
    /* bounds: --max-steps, --unroll, --max-context-switches, … */             \
    X(STEPS,         "step limit",                                             \
      "an execution was cut: a larger --max-steps lets it go on; an AWAIT "    \
      "instead of a loop ends by itself")                                      \
    X(ROUNDS,        "loop bound", "a larger --unroll lets these loops go on") \
    X(SWITCHES,      "context-switch limit",                                   \
      "executions were cut: a larger --max-context-switches lets them go on")  \
    X(PREEMPTIONS,   "preemption limit",                                       \
      "a larger --preemptions lets more executions happen; --deepen goes on "  \
      "as long as there is time")                                              \
    X(RANDOM,        "random executions only", NULL)                           \
    X(EXECUTIONS,    "execution limit",                                        \
      "a larger --max-executions lets the search go on")                       \
    X(TIME,          "time limit", "a larger --timeout lets the search go on") \
    X(MEMORY,        "memory limit",                                           \
      "a larger --max-memory lets the search go on; --algorithm=source needs " \
      "less")                                                                  \
    X(INTERRUPT,     "interrupt", NULL)                                        \
    /* of the search: an await over too many commuting updates; for quasi, */  \
    /* an operation with too many histories */                                 \
    X(COMMUTING,     "too many commuting updates at one await",                \
      "--independent-adds=off makes updates conflict")                         \
    /* of a data race that is suspected, but was not proved */                 \
    X(ORDERS,        "too many orders of updates before a suspected data race", \
      "--independent-adds=off explores them all")                              \
    X(PLACES,        "too many concurrent accesses before one operation",      \
      "--algorithm=optimal has no such bound")                                 \
    /* going back leads elsewhere, and nondeterminism does not count */        \
    X(NONDETERMINISM, "the same schedule did something else", NULL)            \
    /* what was planned is not possible, after something that was found */     \
    X(DECIDED,       "a finding decides what comes next",                      \
      "--races=interleave explores what data races decide")                    \
    /* of the native machine: who asks for more goes no further */             \
    X(THREADS,       "thread limit",                                           \
      "a test of a concurrent program needs few threads: 64 at a time are "    \
      "all there are")                                                         \
    X(HEAP,          "heap limit",                                             \
      "a test with smaller blocks shows the same")                             \
    X(READ_LOCKS,    "read-lock limit",                                        \
      "one thread can hold one lock as a reader that many times at once")      \
    X(FILES,         "file limit",                                             \
      "a test with fewer names and descriptors shows the same")                \
    X(FUTEXES,       "futex limit", NULL)                                      \
    X(NONDET,        "only some nondet values tried",                          \
      "--nondet=MIN..MAX says which values __VERIFIER_nondet_* returns")       \
    X(CHOICES,       "choice limit",                                           \
      "an atomic section with fewer choices, or a smaller --nondet, can be "   \
      "tried in full")                                                         \
    X(EXIT_HANDLERS, "exit-handler limit", NULL)
// clang-format on

enum limit {
    NO_LIMIT,
#define X(limit, name, hint) LIMIT_##limit,
    LIMITS(X)
#undef X
};

#define X(limit, name, hint) +1
enum { LIMIT_COUNT = 1 LIMITS(X) };
#undef X

const char *limit_name(enum limit limit);
const char *limit_hint(enum limit limit); // or NULL

#endif
