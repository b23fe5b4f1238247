// SPDX-License-Identifier: Apache-2.0
// Long executions in bounded memory.
//
// The steps that were taken are cut into pieces. The newest pieces keep all
// that is needed to undo each of their steps. Of an older one only what leads
// back to its beginning is kept: of every byte that it changed, what the byte
// was before the first change.
//
//   steps   0        40,000            80,000    100,000   120,000    now
//           | thin   | thin            | thin    | full    | full …    |
//   undo:     once     once              once      each      each
//
// To go back to a step in the middle of a thin piece is to undo the piece and
// to run it again up to that step; from then on it is a full one. So whoever
// goes back step by step runs every piece once. When there are many thin
// pieces, the two neighbours that are shortest together become one. The memory
// that all this takes depends on how much the program writes to, not on how
// long it runs.
//
// Every piece has a data-race detector of its own, which begins as a copy of
// the one before it, without that one's past.
//
// Invariant: pieces follow each other, thin ones first; the first step of each
// can be gone back to, and the last one's detector is the running one.

#ifndef MAZURKA_MACHINE_NATIVE_CHECKPOINT_H
#define MAZURKA_MACHINE_NATIVE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>

struct c11;

struct checkpoint_piece {
    size_t first; // step
    bool thin;
    struct c11 *c11; // of a thin piece: as it was at the beginning
};

// The start: `budget` is how much may be kept to undo each step, in bytes.
void checkpoint_init(size_t budget);
void checkpoint_free(void);

// A new piece begins with the next step.
void checkpoint_begin(void);
// Is that step one that can be gone back to? If not, the latest before it.
size_t checkpoint_before(size_t step);
// Undo all steps from this one on: one that can be gone back to.
void checkpoint_undo(size_t step);
// Debug: does the invariant hold?
bool checkpoint_is_sound(void);

#endif
