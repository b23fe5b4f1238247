// SPDX-License-Identifier: Apache-2.0
// The program's heap: an arena for each thread, so that the k-th allocation of
// a thread has the same address in every schedule. Freed memory is not given
// out again within an execution: use after free and double free can be told,
// with the place of allocation. There is address space enough for that; the
// pages of large blocks are given back.
//
//   arena of a thread (address space reserved, touched from the bottom up)
//   | header block redzone | header block redzone | … free …
//
// A shadow byte for each 8 bytes says what they are: inside a block (how many
// of them), a redzone or header, freed, or never given out. Headers and
// everything else that changes is kept by native_save(), so that going back
// restores the heap too; fresh blocks are filled with a fixed pattern, so that
// what is read from them does not depend on what was explored before.
//
// Invariant: the blocks of an arena lie one below the other, each just behind
// its header, and the uppermost below `next`; what was given out is accessible.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_HEAP_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_HEAP_H

#include "machine/native/native.h"

struct heap_block {
    void *start;
    size_t size;
    uint32_t owner; // thread that allocated it, as native_who has it
    uint32_t born;  // in which step (native_step_now)
    const struct mz_site *allocated, *freed; // freed: NULL if it is not
    uint32_t freed_by, freed_in;             // thread and step
};

void heap_init(void);

// NULL if it is more than any system has; if it is only more than there is room
// for here, this does not return (native_limit).
void *heap_new(size_t size, size_t align, bool zeroed,
               const struct mz_site *site);
// A finding (double free, invalid free), or done.
void heap_delete(void *block, const struct mz_site *site);
// A block that was freed may be given out again. How many would do, where the
// n-th of them is, and that one alive again. Whoever offers or takes one
// excludes others who do so with blocks of the same bin.
enum { HEAP_BINS = 32 };
unsigned heap_bin(size_t size);
void heap_offer(void *block);
unsigned heap_offered(size_t size, size_t align);
void *heap_offered_at(size_t size, size_t align, unsigned nth);
void heap_again(size_t size, size_t align, unsigned nth, bool zeroed,
                const struct mz_site *site);
// NULL if it is no start of a living block.
const struct heap_block *heap_block_at(const void *start);
// The same, or one that was freed.
const struct heap_block *heap_block_once_at(const void *start);
// Does a block start here that was freed?
bool heap_is_freed(const void *start);
// The block that an address is in or near (redzone), alive or freed.
bool heap_find(const void *address, struct heap_block *block);
// The how-manieth it is of those that its owner has allocated at its line: the
// same in every schedule in which the owner came there as often.
unsigned heap_number(const struct heap_block *block);

// An address and its block in words: "4 bytes after the block of 16 bytes
// allocated at q.c:12, freed at q.c:20 by main/1".
void heap_describe(const void *address, char *text, size_t room);

// Has the block of this address come into being in the step that is being
// taken? Going back from it, the block is gone: its contents need not be saved.
bool heap_is_new(const void *address);
// Nobody will go back to a state between these two steps: of large blocks that
// came and went in between, the pages are given back.
void heap_give_back(size_t first, size_t end);

// Is the address in any arena? Then, may these bytes be accessed? If not, what
// is wrong: FINDING_USE_AFTER_FREE or FINDING_OUT_OF_BOUNDS, else NO_FINDING.
bool heap_owns(const void *address);
enum finding_kind heap_check(const void *address, size_t size);

// Blocks that are alive and that nothing points to any more, looked for in the
// given ranges of memory and in living blocks. Calls back for each.
struct heap_root {
    const void *start;
    size_t size;
};
// All that a thread has allocated, in one.
struct heap_root heap_used(unsigned thread);
// Of a thread's blocks, what they contain and what may be accessed.
uint64_t heap_hash(unsigned thread);
bool heap_is_empty(void); // nothing was ever allocated, in this execution
// Debug: does the invariant hold for the newest blocks of a thread?
bool heap_is_sound(unsigned thread);
void heap_leaks(const struct heap_root *roots, unsigned count,
                void (*leaked)(void *context, const struct heap_block *),
                void *context);

#endif
