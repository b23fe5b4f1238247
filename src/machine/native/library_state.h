// SPDX-License-Identifier: Apache-2.0
// What the thread API and the C library of the program remember, apart from the
// objects that live in the program's own memory. It is part of the program's
// state: changed by native_set() only, so going back restores it.

#ifndef MAZURKA_MACHINE_NATIVE_LIBRARY_STATE_H
#define MAZURKA_MACHINE_NATIVE_LIBRARY_STATE_H

#include "machine/native/memory/heap.h"
#include "machine/native/native.h"

#include <pthread.h>
#include <time.h>

enum {
    LIBRARY_HANDLERS = 64,  // of exit, and of quick_exit
    LIBRARY_NAME = 16,      // of a thread, as on Linux
    LIBRARY_TIME_TEXT = 26, // what asctime needs
    LIBRARY_PRINTED = 100,  // of the last line that a thread has printed
};

struct exit_handler {
    void (*plain)(void);
    void (*full)(int status, void *argument); // instead, for on_exit
    void *argument;
};

struct random_sequence {
    uint64_t seed, count;
};

struct library_state {
    uint64_t sections; // each atomic section is an operation on this
    // What localtime, ctime and others return a pointer to. The C library has
    // one for all threads; here each thread has its own.
    struct {
        struct tm broken_down[NATIVE_MOST_THREADS];
        char text[NATIVE_MOST_THREADS][LIBRARY_TIME_TEXT];
    } lent;
    // --reuse=on: who allocates or frees blocks of a bin has its lock.
    uint64_t bins[HEAP_BINS];
    // Which keys there are. Who creates a key first gets the lower number, so
    // each creation and deletion is an operation on `changes`.
    struct {
        uint64_t changes;
        unsigned end; // numbers from here on were never given out
        struct library_key {
            bool used, had_values;
            void (*destructor)(void *);
        } at[NATIVE_MOST_KEYS];
    } keys;
    // Of threads, by number.
    struct {
        __pthread_unwind_buf_t *cleanup[NATIVE_MOST_THREADS]; // last pushed
        char name[NATIVE_MOST_THREADS][LIBRARY_NAME];         // "": never named
    } threads;
    // In the order of their registration, for exit and for quick_exit.
    struct {
        struct exit_handler handler[2][LIBRARY_HANDLERS];
        unsigned count[2];
    } at_end;
    // The last line that each thread has printed, or its beginning: with its
    // newline, if it has ended. For reports; nothing depends on it.
    char printed[NATIVE_MOST_THREADS][LIBRARY_PRINTED];
    // Bit n-1 stands for signal n.
    struct {
        uint64_t ignored;
        uint64_t blocked[NATIVE_MOST_THREADS];
    } signals;
    struct {
        struct random_sequence plain[NATIVE_MOST_THREADS];   // rand, getrandom
        struct random_sequence drand48[NATIVE_MOST_THREADS]; // 48-bit family
    } random;
    // Where strtok() goes on. The C library has one place for all threads, and
    // who uses it in two of them has a bug; here each thread has its own, so
    // that what a thread sees does not depend on calls that are no operations.
    char *token_rest[NATIVE_MOST_THREADS];
};
extern struct library_state library;

// May the program access these bytes, because it was given a pointer to them?
static inline bool library_lends(const void *address, size_t size) {
    uintptr_t offset = (uintptr_t)address - (uintptr_t)&library.lent;
    return offset < sizeof library.lent && size <= sizeof library.lent - offset;
}

#endif
