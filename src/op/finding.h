// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a program: one table.

#ifndef MAZURKA_OP_FINDING_H
#define MAZURKA_OP_FINDING_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
//     kind              JSON key             what it means
#define FINDINGS(X)                                                                             \
    X(ASSERTION,        "assertion",        "an assertion is false")                             \
    X(ABORT,            "abort",            "the program gave up by itself")                     \
    X(DEADLOCK,         "deadlock",         "threads wait for each other for ever")              \
    X(LIVELOCK,         "livelock",         "a thread waits for a value that never comes")       \
    X(DATA_RACE,        "data-race",        "two plain accesses, one a write, are not ordered")  \
    X(NULL_DEREFERENCE, "null-dereference", "access through a null pointer")                     \
    X(SEGFAULT,         "segfault",         "access to memory that the program does not have")   \
    X(USE_AFTER_FREE,   "use-after-free",   "access to memory that was freed")                   \
    X(DOUBLE_FREE,      "double-free",      "memory freed twice")                                \
    X(INVALID_FREE,     "invalid-free",     "free of what was not allocated")                    \
    X(OUT_OF_BOUNDS,    "out-of-bounds",    "access beyond an allocated block")                  \
    X(LEAK,             "leak",             "memory never freed")                                \
    X(STACK_OVERFLOW,   "stack-overflow",   "a thread used up its stack")                        \
    X(MUTEX_MISUSE,     "mutex-misuse",     "a lock used against its rules")                     \
    X(API_MISUSE,       "api-misuse",       "a call against its rules")                          \
    X(NO_PROGRESS,      "no-progress",      "a thread never reaches a visible operation")        \
    X(NONDETERMINISM,   "nondeterminism",   "the same schedule did something else")              \
    X(UNCAUGHT_SIGNAL,  "uncaught-signal",  "the program was stopped by a signal")               \
    X(EXIT_STATUS,      "exit-status",      "the program ends with another number than 0")
// clang-format on

enum finding_kind {
    NO_FINDING,
#define X(kind, ...) FINDING_##kind,
    FINDINGS(X)
#undef X
        FINDING_KINDS
};

// Sets of kinds, as bits.
#define FINDINGS_ALL ((UINT64_C(1) << FINDING_KINDS) - 2)
static inline uint64_t finding_bit(enum finding_kind kind) {
    return UINT64_C(1) << kind;
}

const char *finding_name(enum finding_kind kind);
const char *finding_meaning(enum finding_kind kind);
enum finding_kind finding_named(const char *name); // or NO_FINDING

// Something wrong, told by the machine in which it happened. Plain data.
struct mishap {
    enum finding_kind kind;
    unsigned thread;
    uint32_t site;
    char message[400];
};

// The same kind, by the same thread, at the same place; and in the same words.
bool mishap_same_place(const struct mishap *a, const struct mishap *b);
bool mishap_same(const struct mishap *a, const struct mishap *b);
// Do two data races of one thread differ in nothing but what is a read and what
// is a write? Where they are at one line, n++ is meant, which is one race.
bool mishap_same_race(const struct mishap *a, const struct mishap *b);

#endif
