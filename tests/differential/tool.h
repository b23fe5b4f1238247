// SPDX-License-Identifier: Apache-2.0
// mazurka, from outside: compiling a file with programs, and checking one of
// them.

#ifndef DIFFERENTIAL_TOOL_H
#define DIFFERENTIAL_TOOL_H

#include "outcomes.h"

struct tool {
    const char *mazurka;
    const char *include; // where report.h and mazurka.h are
    const char *include2;
    char folder[200]; // for files that come and go
    unsigned seconds; // that a check may take
    bool by_run;      // programs are run by `mazurka run`, not by themselves
};

// How to check: one row of the table of configurations (compare.h).
struct how {
    const char *binary, *options, *options2;
    unsigned program;
    bool quiet; // the program does not tell what comes out
};

struct checked {
    int exit_code; // -1: it did not end by itself
    bool out_of_time;
    char verdict[16];
    char reason[120];
    char unexpected[200]; // a finding of a kind that no program should have
    unsigned wrong;       // enum wrong, as bits
    struct outcomes outcomes;
    double complete, asleep, assumed, deadlocked, bounded;
};

// False: it does not compile; what was said is in FOLDER/compile.txt.
bool tool_compile(const struct tool *tool, const char *source,
                  const char *binary, const char *options);
void tool_check(const struct tool *tool, const struct how *how,
                struct checked *result);
void checked_free(struct checked *result);

static inline double checked_executions(const struct checked *c) {
    return c->complete + c->assumed + c->deadlocked + c->asleep + c->bounded;
}

#endif
