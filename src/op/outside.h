// SPDX-License-Identifier: Apache-2.0
// A function that a program has really called and that nobody controls: neither
// compiled by us nor modelled. What it does to memory or to other threads is
// not seen, so nothing is said of a program that calls it but what was found.

#ifndef MAZURKA_OP_OUTSIDE_H
#define MAZURKA_OP_OUTSIDE_H

#include <stddef.h>

// Plain data.
struct outside {
    char name[100]; // "": nobody knows
    char
        object[100]; // the shared library that it is in; "": the program itself
};

// In words: poll, foo in libbar.so. The C library need not be named.
void outside_text(const struct outside *outside, char *text, size_t room);

#endif
