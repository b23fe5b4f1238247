// SPDX-License-Identifier: Apache-2.0
// A scenario of a program that has several (mz_run in include/mazurka.h): one
// of them is run in a search, the others are passed over.

#ifndef MAZURKA_OP_SCENARIO_H
#define MAZURKA_OP_SCENARIO_H

enum { SCENARIO_NAME = 64 }; // with the 0; longer ones are cut

// Plain data.
struct scenario {
    unsigned number; // of main's calls of mz_run, from 1; 0: there are none
    char name[SCENARIO_NAME]; // "": none was run
};

#endif
