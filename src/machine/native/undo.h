// SPDX-License-Identifier: Apache-2.0
// The undo log: what memory held before it was overwritten, newest last.
//
//   | bytes | where, how many | bytes | where, how many | …        ◀ top
//
// A mark is a height of the log. Going back to one pops records and copies
// their bytes back, so the memory is again what it was when the mark was made.

#ifndef MAZURKA_NATIVE_UNDO_H
#define MAZURKA_NATIVE_UNDO_H

#include <stddef.h>
#include <stdint.h>

struct undo {
    char *bytes;
    size_t top, room;
};

void undo_save(struct undo *undo, void *address, size_t size);
// The same for memory that has been overwritten already: `old` is what it held.
void undo_save_old(struct undo *undo, void *address, const void *old,
                   size_t size);
void undo_back(struct undo *undo, size_t mark);
void undo_free(struct undo *undo);

#endif
