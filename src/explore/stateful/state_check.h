// SPDX-License-Identifier: Apache-2.0
// For debugging: keeps every state as a whole and sees to it that no two
// different ones share a hash, and that no state has two.

#ifndef MAZURKA_EXPLORE_STATEFUL_STATE_CHECK_H
#define MAZURKA_EXPLORE_STATEFUL_STATE_CHECK_H

#include "base/memory.h"
#include "base/table.h"
#include "machine/machine.h"

struct kept_state {
    struct state state;
    void *bytes;
    size_t size;
};

struct state_check {
    VEC(struct kept_state) kept;
    TABLE(struct table_item) by_hash, by_bytes;
};

void state_check_free(struct state_check *check);
// A fault (exit code 4) if the machine's state shares its hash with another.
void state_check(struct state_check *check, struct machine *machine,
                 const struct state *state);

#endif
