// SPDX-License-Identifier: Apache-2.0
// By which calls a thread came to where it is, for who explains an execution:
// only with settings.record, which no search has.
//
// A chain is the return addresses of the program's own functions on the
// thread's stack, each chain kept once; 0 is none. What they are in the source
// stands in the program's debug information, which addr2line (of the binutils,
// without which nothing is linked) reads: functions that were put into their
// callers included. Without it, or without debug information, chains have no
// text. A function that was left by a jump into another one is in no chain.

#ifndef MAZURKA_MACHINE_NATIVE_CALL_CHAIN_H
#define MAZURKA_MACHINE_NATIVE_CALL_CHAIN_H

#include "base/memory.h"
#include "base/table.h"
#include "machine/machine.h"

#include <stdio.h>

enum { CALL_CHAIN_MOST = 12 };

struct call_chain {
    uint32_t count;
    uintptr_t at[CALL_CHAIN_MOST]; // innermost first
    char *text;                    // NULL: not made yet
};

// What is known of one address.
struct call_place {
    uint64_t key; // the address
    // "push /home/me/g.c:22", and whom it was put into: a line each.
    char *text;
};

struct call_number {
    uint64_t key; // a hash of the chain
    uint32_t number;
};

struct call_chains {
    VEC(struct call_chain) chains;
    TABLE(struct call_number) index;
    TABLE(struct call_place) places;
    FILE *to, *from; // addr2line
    bool tried;      // to start it
};

// Before any thread runs: what it takes is loaded.
void call_chain_init(void);
// Of the running thread, here.
uint32_t call_chain_here(void);
// In words: "push(&stack, 2) ← worker g.c:22 ← main g.c:40"; "" if it is not
// known.
void call_chain_text(uint32_t chain, char *text, size_t room);
void call_chain_free(void);

#endif
