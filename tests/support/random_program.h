// SPDX-License-Identifier: Apache-2.0
// Small random programs in the model format, and how to make a failing one
// smaller.

#ifndef MAZURKA_TESTS_RANDOM_PROGRAM_H
#define MAZURKA_TESTS_RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

// Which kinds of operations may occur; each program draws from some of them.
enum {
    WITH_MEMORY = 1,
    WITH_CAS = 2,
    WITH_UPDATES = 4,
    WITH_SIZES = 8,
    WITH_LOCKS = 16,
    WITH_CONDITIONS = 32,
    WITH_RWLOCKS = 64,
    WITH_SEMAPHORES = 128,
    WITH_BARRIERS = 256,
    WITH_AWAITS = 512,
    WITH_THREADS = 1024, // spawn and join
    WITH_ASSUMES = 2048,
    WITH_CHOICES = 4096,
    WITH_EVERYTHING = 8191,
};

enum { RANDOM_OPERATIONS = 9 }; // about; few enough for every interleaving

// The program for a seed: always the same. To be freed.
char *random_program(uint64_t seed, unsigned with);
// The same with about that many operations, for comparing explorers on programs
// that have too many interleavings.
char *random_program_of(uint64_t seed, unsigned with, unsigned operations);

// A smaller program for which `fails` still holds, as far as removing
// statements leads. To be freed.
char *shrink_program(const char *program,
                     bool (*fails)(void *context, const char *program),
                     void *context);

#endif
