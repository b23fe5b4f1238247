// SPDX-License-Identifier: Apache-2.0
// A piece of a search as plain data: what one process can give to another, or
// to a file (docs/distribution.md).
//
//     version │ algorithm │ what is hidden │ what was learnt │ what is left
//
// What was learnt decides how the program is explored. A search that starts
// from a unit and learns that all must begin again ends as a *restart*: what
// was counted anywhere does not count, and the next search begins with what all
// have learnt.
//
// Invariant: data that were damaged, or made for another version, are refused
// before anything of them is run; what follows from the steps (explorer.h) is
// compared while they are.

#ifndef MAZURKA_EXPLORE_WORK_UNIT_H
#define MAZURKA_EXPLORE_WORK_UNIT_H

#include "explore/explorer.h"

enum unit_state {
    UNIT_WHOLE, // all of the search: nothing was explored
    UNIT_LEFT,  // what is left
    UNIT_DONE,  // nothing is: it says what was learnt
};

// Of what the explorer has left, a part or all (NULL).
void work_unit_save(struct explorer *explorer, const struct explorer_part *part,
                    enum hiding hiding, enum unit_state state,
                    struct bytes *unit);

// What has to be known before there is an explorer for it.
struct work_unit {
    enum algorithm algorithm; // that explores
    enum hiding hiding;
    enum unit_state state;
    struct bytes_reader learnt, left;
};

// NULL, or why it is none.
const char *work_unit_read(const void *bytes, size_t size,
                           struct work_unit *unit);
// To where it was, with an explorer that has done nothing yet and a machine at
// its start. NULL, or why it does not fit; the explorer is settled after that
// if the search has begun.
const char *work_unit_load(const struct work_unit *unit,
                           struct explorer *explorer);

// From what several units have learnt, one to begin all anew with. False: they
// are damaged or do not belong together. `agree`: there is no need to.
bool work_units_unite(const struct bytes *units, size_t count,
                      struct bytes *together, bool *agree);

#endif
