// SPDX-License-Identifier: Apache-2.0
#ifndef DIFFERENTIAL_USED_H
#define DIFFERENTIAL_USED_H

#include "language.h"

// What of a program is used at all.
struct used {
    bool atomic[MOST_ATOMICS], plain[MOST_PLAINS], text[MOST_TEXTS],
        mutex[MOST_MUTEXES], semaphore[MOST_SEMAPHORES],
        condition[MOST_CONDITIONS], pointer[MOST_POINTERS], key[MOST_KEYS],
        handler[MOST_HANDLERS];
    bool rwlock, barrier, once, tls, environment;
    unsigned registers[MOST_THREADS]; // as bits
    bool nodes[MOST_THREADS];         // a pointer to one
};

struct used used_by(const struct program *program);
bool used_has_handlers(const struct used *used);

#endif
