// SPDX-License-Identifier: Apache-2.0
// The state of a program that is being interpreted, and its steps.

#ifndef DIFFERENTIAL_WORLD_H
#define DIFFERENTIAL_WORLD_H

#include "clocks.h"
#include "lower.h"
#include "used.h"

enum status { UNBORN, ALIVE, ENDED, STUCK, HAS_QUIT };

struct thread_values {
    int64_t reg[ALL_REGISTERS];
    int64_t tls, result;
    uint16_t pc;
    uint8_t status;
    uint8_t node;  // 1 + which, or 0
    uint8_t round; // of the barrier
    uint8_t key[MOST_KEYS];
    char kept[TEXT_ROOM]; // what a function on texts has read
};

enum node_life { NEVER_ALLOCATED, ALLOCATED, FREED };

// Everything that decides what may still happen. No padding has a meaning: all
// of it is zero at the start.
struct values {
    struct thread_values thread[MOST_THREADS];
    uint8_t atomic[MOST_ATOMICS][8]; // little endian
    uint64_t plain[MOST_PLAINS];
    int64_t field[MOST_NODES][2];
    char text[MOST_TEXTS][TEXT_ROOM];
    uint8_t pointer[MOST_POINTERS]; // 1 + which node, or 0
    uint8_t node[MOST_NODES];       // enum node_life
    uint8_t fresh[MOST_NODES][2];   // fields that hold nothing yet
    uint8_t owner[MOST_MUTEXES], depth[MOST_MUTEXES], destroyed[MOST_MUTEXES];
    uint8_t writer, readers[MOST_THREADS];
    uint8_t semaphore[MOST_SEMAPHORES];
    uint8_t waiters[MOST_CONDITIONS]; // a set of threads
    uint8_t arrivals;
    uint8_t once; // begun, done
    uint8_t deleted[MOST_KEYS];
    uint8_t environment; // a character, or 0
    uint8_t exits, exit[8];
    uint8_t told;     // main has come to its end
    uint64_t outcome; // then: what it told
};

// What a program can do wrong, as bits.
enum wrong {
    WRONG_RACE = 1,
    WRONG_MUTEX = 2,
    WRONG_API = 4,
    WRONG_FREED = 8, // used or freed after it was freed
    WRONG_NULL = 16,
    WRONG_DEADLOCK = 32,
    WRONG_LIVELOCK = 64,
    WRONG_UNDEFINED = 128, // what this interpreter does not want to define
};

struct world {
    struct values v;
    struct clocks c;
};

struct interpreter {
    struct code code;
    struct used used;
    bool joins_all, has_handlers; // of the program
    bool orders;                  // happens-before is followed
    bool reuses;                  // a freed node may be allocated again
    unsigned wrong;
    bool completes; // what was searched last: interpret.h
    // The values that the latest outcome is made of.
    int64_t told[64];
    unsigned told_count;
};

void world_begin(struct interpreter *in, struct world *w);

// The instruction that a thread will execute, or NULL.
const struct instruction *world_next(const struct interpreter *in,
                                     const struct world *w, unsigned thread);
bool world_enabled(const struct interpreter *in, const struct world *w,
                   unsigned thread);
// In how many ways it can happen.
unsigned world_choices(const struct interpreter *in, const struct world *w,
                       unsigned thread);
// One instruction. What goes wrong is added to `wrong`.
void world_step(struct interpreter *in, struct world *w, unsigned thread,
                unsigned choice);

#endif
