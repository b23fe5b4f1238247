// SPDX-License-Identifier: Apache-2.0
// The heap from the inside.
//
// The shadow byte of 8 bytes below an arena's `next`:
//
//   0        all of them belong to a living block
//   1 … 7    as many of them do, the rest is redzone
//   HEAP_HEADER a block's header;  HEAP_REDZONE;  HEAP_FREED
//
// Above `next` the shadow says nothing, and neither does the memory: whoever
// allocates writes both. So giving memory out and going back from that is a
// matter of two saved pointers.
//
// Large blocks stay cheap: their memory and their shadow are fresh pages of
// zeros. When freed they are not painted but chained (freed_large), and every
// chunk that they have a part in is marked: whoever comes to a marked chunk
// looks at the header of its block.

#ifndef MAZURKA_MACHINE_NATIVE_MEMORY_HEAP_LAYOUT_H
#define MAZURKA_MACHINE_NATIVE_MEMORY_HEAP_LAYOUT_H

#include "machine/native/memory/heap.h"

#include "base/fault.h"

enum {
    HEAP_ALIGN = 16,
    HEAP_GRANULE = 8,
    HEAP_LARGE = 1 << 17,
    HEAP_CHUNK = 1 << 16,
    HEAP_FRESH = 0xbe, // what new blocks are filled with
};

enum { HEAP_HEADER = 0xf1, HEAP_HEADER_REST, HEAP_REDZONE, HEAP_FREED };

struct heap_header {
    struct heap_block block;
    struct heap_header *previous;   // in this arena
    // Freed before this one: large ones of the arena, or others of the bin.
    struct heap_header *next_freed;
};

_Static_assert(sizeof(struct heap_header) % HEAP_ALIGN == 0,
               "blocks stay aligned");

struct heap_arena {
    char *next; // everything from here on was never given out
    struct heap_header *last;
    struct heap_header *freed_large;
    // Only ever grow, whatever is undone: made accessible, and used before.
    char *ready, *touched;
};

// Everything that changes, and where the arenas are. The addresses do not
// depend on the process, unless something else is there already.
struct heap {
    char *base, *shadow, *chunks;
    uint64_t size;     // of one arena
    uint64_t most_kib; // of the process; beyond, there is no room
    size_t page;
    unsigned users; // arenas from here on were never used, in any execution
    struct heap_arena arena[NATIVE_MOST_THREADS];
    struct heap_header *offered[HEAP_BINS]; // to be given out again
};
extern struct heap heap;

static inline uint8_t *heap_shadow(const void *address) {
    return (uint8_t *)heap.shadow +
           ((uintptr_t)address - (uintptr_t)heap.base) / HEAP_GRANULE;
}

static inline char *heap_chunk(const void *address) {
    return heap.chunks +
           ((uintptr_t)address - (uintptr_t)heap.base) / HEAP_CHUNK;
}

static inline struct heap_arena *heap_arena_of(const void *address) {
    expensive(heap_owns(address));
    return &heap.arena[((uintptr_t)address - (uintptr_t)heap.base) / heap.size];
}

static inline char *heap_arena_start(const struct heap_arena *arena) {
    return heap.base + (uint64_t)(arena - heap.arena) * heap.size;
}

static inline char *heap_round_up(const void *address, size_t to) {
    return (char *)(((uintptr_t)address + to - 1) & ~(uintptr_t)(to - 1));
}

// The header of the block that an address is in or near, alive or freed.
struct heap_header *heap_header_near(const char *address);
// The header of a block that starts here, alive or freed; NULL if there is
// none.
struct heap_header *heap_header_at(const void *start);
// "of 16 bytes, allocated at a.c:3, freed at a.c:5 by main/1"
void heap_describe_block(const struct heap_block *block, char *text,
                         size_t room);

#endif
