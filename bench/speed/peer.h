// SPDX-License-Identifier: Apache-2.0
// Other model checkers, run on the same programs in the same run.
//
// They are found on PATH, or named by --peer NAME=PATH. How each is called and
// where its output has the number of executions is one row of a table.

#ifndef MAZURKA_BENCH_PEER_H
#define MAZURKA_BENCH_PEER_H

#include "measured_program.h"

enum { MOST_PEERS = 8 };

struct peers {
    const char *path[MOST_PEERS]; // NULL: not there
};

struct peers peers_on_path(void);
// "nidhugg=PATH"; false if there is no such peer.
bool peers_name(struct peers *peers, const char *name_and_path);
// The names of all that are known, for a message.
void peers_list(char *text, size_t room);

// How many rows the table has, and the name of one: a tool with an algorithm.
size_t peer_count(void);
const char *peer_name(size_t which);
bool peer_is_there(const struct peers *peers, size_t which);

struct peer_outcome {
    bool finished;
    uint64_t executions;
    double cpu_seconds; // of the whole process, compiling included
};

struct peer_outcome peer_run(const struct peers *peers, size_t which,
                             struct workshop *shop, const struct row *row,
                             double seconds);

#endif
