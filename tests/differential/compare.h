// SPDX-License-Identifier: Apache-2.0
// What mazurka says of a program, compared with what the interpreter says.

#ifndef DIFFERENTIAL_COMPARE_H
#define DIFFERENTIAL_COMPARE_H

#include "interpret.h"
#include "tool.h"

// clang-format off
// How programs are compiled.
#define BUILDS(X)                                          \
    X(PLAIN,  "")                                          \
    X(STATES, "--states")                                  \
    X(ASSUME, "--loops=assume")                            \
    X(KEPT,   "--states --loops=off") /* loops are loops */

//     name               build   options, and more
#define CONFIGURATIONS(X) \
    X("auto",            PLAIN,  "--algorithm=auto", 0) \
    X("optimal",         PLAIN,  "--algorithm=optimal", 0) \
    X("pop",             PLAIN,  "--algorithm=pop", 0) \
    X("source",          PLAIN,  "--algorithm=source", SOMETIMES) \
    X("classic",         PLAIN,  "--algorithm=classic", SOMETIMES) \
    X("quasi",           PLAIN,  "--algorithm=quasi", SOMETIMES) \
    X("quasi-exact",     PLAIN,  "--algorithm=quasi --k=optimal", SOMETIMES) \
    X("stateful",        STATES, "--algorithm=stateful", 0) \
    X("all",             PLAIN,  "--algorithm=all", SMALL) \
    X("auto-i",          PLAIN,  "--algorithm=auto --races=interleave", EACH_STEP|SOMETIMES) \
    X("optimal-i",       PLAIN,  "--algorithm=optimal --races=interleave", EACH_STEP) \
    X("pop-i",           PLAIN,  "--algorithm=pop --races=interleave", EACH_STEP) \
    X("source-i",        PLAIN,  "--algorithm=source --races=interleave", EACH_STEP|SOMETIMES) \
    X("classic-i",       PLAIN,  "--algorithm=classic --races=interleave", EACH_STEP|SOMETIMES) \
    X("quasi-i",         PLAIN,  "--algorithm=quasi --races=interleave", EACH_STEP|SOMETIMES) \
    X("stateful-i",      STATES, "--algorithm=stateful --races=interleave", EACH_STEP) \
    X("all-i",           PLAIN,  "--algorithm=all --races=interleave", EACH_STEP|SMALL) \
    X("optimal-x",       PLAIN,  "--algorithm=optimal --races=ignore", IGNORE|SOMETIMES) \
    X("pop-x",           PLAIN,  "--algorithm=pop --races=ignore", IGNORE|SOMETIMES) \
    X("quasi-x",         PLAIN,  "--algorithm=quasi --races=ignore", IGNORE|SOMETIMES) \
    X("stateful-x",      STATES, "--algorithm=stateful --races=ignore", IGNORE|SOMETIMES) \
    X("optimal-replay",  PLAIN,  "--algorithm=optimal --goto=replay", SOMETIMES) \
    X("pop-i-replay",    PLAIN,  "--algorithm=pop --races=interleave --goto=replay", EACH_STEP|SOMETIMES) \
    X("stateful-replay", STATES, "--algorithm=stateful --goto=replay", SOMETIMES) \
    X("pop-both",        PLAIN,  "--algorithm=pop --goto=both", SOMETIMES) \
    X("optimal-i-both",  PLAIN,  "--algorithm=optimal --races=interleave --goto=both", EACH_STEP|SOMETIMES) \
    X("states-optimal",  STATES, "--algorithm=optimal", SOMETIMES) \
    X("states-pop",      STATES, "--algorithm=pop", SOMETIMES) \
    X("states-source",   STATES, "--algorithm=source", SOMETIMES) \
    X("states-auto-i",   STATES, "--algorithm=auto --races=interleave", EACH_STEP|SOMETIMES) \
    X("optimal-adds",    PLAIN,  "--algorithm=optimal --independent-adds=off", SOMETIMES) \
    X("pop-adds",        PLAIN,  "--algorithm=pop --independent-adds=off", SOMETIMES) \
    X("quasi-adds",      PLAIN,  "--algorithm=quasi --independent-adds=off", SOMETIMES) \
    X("stateful-adds",   STATES, "--algorithm=stateful --independent-adds=off", SOMETIMES) \
    X("source-i-adds",   PLAIN,  "--algorithm=source --races=interleave --independent-adds=off", EACH_STEP|SOMETIMES) \
    X("optimal-seed",    PLAIN,  "--algorithm=optimal --seed=5", SOMETIMES) \
    X("pop-seed",        PLAIN,  "--algorithm=pop --seed=6", SOMETIMES) \
    X("optimal-rounds",  PLAIN,  "--algorithm=optimal --dynamic-loops=on", LOOPS) \
    X("auto-rounds-i",   PLAIN,  "--algorithm=auto --races=interleave --dynamic-loops=on", EACH_STEP|LOOPS|SOMETIMES) \
    X("assume-optimal",  ASSUME, "--algorithm=optimal", LOOPS) \
    X("assume-pop-i",    ASSUME, "--algorithm=pop --races=interleave", EACH_STEP|LOOPS|SOMETIMES) \
    X("assume-source",   ASSUME, "--algorithm=source", LOOPS|SOMETIMES) \
    X("assume-quasi",    ASSUME, "--algorithm=quasi", LOOPS|SOMETIMES) \
    X("off-stateful",    KEPT,   "--algorithm=stateful", LOOPS) \
    X("off-stateful-i",  KEPT,   "--algorithm=stateful --races=interleave", EACH_STEP|LOOPS|SOMETIMES) \
    X("reuse-auto",      PLAIN,  "--reuse=on", REUSE) \
    X("reuse-optimal",   PLAIN,  "--algorithm=optimal --reuse=on", REUSE) \
    X("reuse-source",    PLAIN,  "--algorithm=source --reuse=on", REUSE|SOMETIMES) \
    X("reuse-quasi",     PLAIN,  "--algorithm=quasi --reuse=on", REUSE|SOMETIMES) \
    X("reuse-stateful",  STATES, "--algorithm=stateful --reuse=on", REUSE|SOMETIMES) \
    X("reuse-pop-i",     PLAIN,  "--algorithm=pop --races=interleave --reuse=on", REUSE|EACH_STEP|SOMETIMES) \
    X("reuse-both",      PLAIN,  "--algorithm=optimal --reuse=on --goto=both", REUSE|SOMETIMES) \
    X("quiet-auto",      PLAIN,  "--algorithm=auto", QUIET) \
    X("quiet-stateful",  STATES, "--algorithm=stateful", QUIET|SOMETIMES) \
    X("quiet-auto-i",    PLAIN,  "--algorithm=auto --races=interleave", QUIET|EACH_STEP|SOMETIMES) \
    X("counts",          PLAIN,  "--algorithm=optimal", QUIET|COUNTS) \
    X("counts-replay",   PLAIN,  "--algorithm=optimal --goto=replay", QUIET|COUNTS|SOMETIMES) \
    X("counts-adds",     PLAIN,  "--algorithm=optimal --independent-adds=off", QUIET|COUNTS|SOMETIMES) \
    X("counts-i",        PLAIN,  "--algorithm=optimal --races=interleave", QUIET|COUNTS|EACH_STEP)

enum build {
#define X(name, ...) BUILD_##name,
    BUILDS(X)
#undef X
        BUILD_COUNT
};

enum configuration_flag {
    EACH_STEP = 1, // every access is a step: data races are none
    SMALL = 2,     // only for programs with few interleavings
    SOMETIMES = 4, // not for every program
    QUIET = 8,     // nothing is told: only what is wrong is compared
    COUNTS = 16,   // … and how many executions pop has
    LOOPS = 32,    // only for programs with loops
    IGNORE = 64,   // data races are nobody's concern
    REUSE = 128,   // freed nodes are allocated again
};

//     disagreement    in words
#define DISAGREEMENTS(X)                                                        \
    X(NONE,            "none")                                                  \
    X(FAULT,           "fault")             /* exit code 4, a signal, no JSON */\
    X(UNEXPECTED,      "unexpected finding")                                    \
    X(RACY,            "nondeterminism beside a data race")                     \
    X(RACE_MISSED,     "data race missed")                                      \
    X(RACE_FALSE,      "false data race")                                       \
    X(OUTCOME_MISSED,  "outcome missed")                                        \
    X(OUTCOME_FALSE,   "false outcome")                                         \
    X(HANG_MISSED,     "deadlock or livelock missed")                           \
    X(HANG_FALSE,      "false deadlock or livelock")                            \
    X(MISUSE_MISSED,   "misuse missed")                                         \
    X(MISUSE_FALSE,    "false misuse")                                          \
    X(FREED_MISSED,    "use after free missed")                                 \
    X(FREED_FALSE,     "false use after free")                                  \
    X(NULL_MISSED,     "null dereference missed")                               \
    X(NULL_FALSE,      "false null dereference")                                \
    X(VERDICT,         "wrong verdict")                                         \
    X(GIVES_UP,        "gives up")          /* incomplete, not checked */       \
    X(ENDLESS,         "does not end")                                          \
    X(COUNT,           "different counts")                                      \
    X(ASLEEP,          "executions in vain")
// clang-format on

enum disagreement {
#define X(name, ...) D_##name,
    DISAGREEMENTS(X)
#undef X
        DISAGREEMENT_COUNT
};
extern const char *const disagreement_names[DISAGREEMENT_COUNT];

struct configuration {
    const char *name;
    enum build build;
    const char *options;
    unsigned flags;
};
extern const struct configuration configurations[];
extern const unsigned configuration_count;

// A program in a compiled file.
struct built {
    char binary[BUILD_COUNT][300];
    unsigned number;
};

struct verdict {
    enum disagreement disagreement;
    bool skipped; // not for this program, or it was refused
    char detail[400];
};

// Should this configuration be tried?
bool compare_wants(const struct configuration *configuration,
                   const struct program *program, const struct behaviour *b);

void compare(const struct tool *tool, const struct configuration *configuration,
             const struct built *built, const struct program *program,
             const struct behaviour *b, struct verdict *verdict);

#endif
