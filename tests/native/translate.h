// SPDX-License-Identifier: Apache-2.0
// Random models as C programs, so that both machines can be asked the same.

#ifndef MAZURKA_TESTS_TRANSLATE_H
#define MAZURKA_TESTS_TRANSLATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TRANSLATED_MOST = 60 }; // in a file

struct translated {
    char *model; // its text, to be freed
    uint64_t seed;
};

// Write a model (as random_program makes them, of the kinds that C has: no
// awaits, barriers, joins or parts of variables) as the C function that starts
// its threads: void program_NUMBER(void). False if it has something else.
bool translate(FILE *out, const char *model, unsigned number);
// What stands before all such functions.
void translate_prelude(FILE *out);

// Draw programs from *seed on until FOLDER/program.c is full of them: which of
// them it runs is its argument. How many there are.
unsigned translate_file(const char *folder, struct translated *all,
                        uint64_t *seed);

#endif
