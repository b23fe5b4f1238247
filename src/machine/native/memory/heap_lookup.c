// SPDX-License-Identifier: Apache-2.0
// What an address of the heap is: its block, whether it may be accessed, how to
// call it.

#include "machine/native/memory/heap_layout.h"

#include <stdio.h>
#include <string.h>

static struct heap_header *header_marked(const struct heap_arena *arena,
                                         const uint8_t *mark) {
    char *start = heap_arena_start(arena);
    return mark ? (struct heap_header *)(start + (mark - heap_shadow(start)) *
                                                     HEAP_GRANULE)
                : NULL;
}

// The last header that starts at or before the address, the first after it.
static struct heap_header *header_before(const struct heap_arena *arena,
                                         const void *address) {
    uint8_t *first = heap_shadow(heap_arena_start(arena));
    size_t count = (size_t)(heap_shadow(address) - first) + 1;
    return header_marked(arena, memrchr(first, HEAP_HEADER, count));
}

static struct heap_header *header_after(const struct heap_arena *arena,
                                        const void *address) {
    uint8_t *from = heap_shadow(address);
    size_t count = (size_t)(heap_shadow(arena->next) - from);
    return header_marked(arena, memchr(from, HEAP_HEADER, count));
}

// Between two blocks: which of them is meant?
static struct heap_header *nearer(struct heap_header *below,
                                  struct heap_header *above,
                                  const char *address) {
    if (!below || !above)
        return below ? below : above;
    const char *end = (char *)below->block.start + below->block.size;
    return address - end < (char *)above->block.start - address ? below : above;
}

struct heap_header *heap_header_near(const char *address) {
    if (!heap_owns(address))
        return NULL;
    const struct heap_arena *arena = heap_arena_of(address);
    if (address >= arena->next)
        return arena->last; // most likely a wild index into that one
    struct heap_header *header = header_before(arena, address);
    if (!header)
        return header_after(arena, address);
    const char *start = header->block.start;
    if (address < start)
        return nearer(header->previous, header, address);
    if (address < start + header->block.size)
        return header;
    return nearer(header, header_after(arena, address), address);
}

bool heap_find(const void *address, struct heap_block *block) {
    const struct heap_header *header = heap_header_near(address);
    if (header)
        *block = header->block;
    return header;
}

unsigned heap_number(const struct heap_block *block) {
    const struct mz_site *at = block->allocated;
    unsigned number = 0;
    for (const struct heap_header *h = heap_header_at(block->start); h;
         h = h->previous) {
        const struct mz_site *other = h->block.allocated;
        number += other->line == at->line && !strcmp(other->file, at->file);
    }
    return number;
}

// ----------------------------------------------------------------- checking

// The bytes belong to one block, going by their shadow.
static bool in_freed_large(const struct heap_arena *arena, const char *address,
                           size_t size) {
    const char *chunk = heap_chunk(address);
    size_t chunks = (size_t)(heap_chunk(address + size - 1) - chunk) + 1;
    if (!memchr(chunk, HEAP_FREED, chunks))
        return false;
    const struct heap_header *header = header_before(arena, address);
    return header && header->block.freed;
}

// The first of these shadow bytes that is not 0, or `end`.
static const uint8_t *first_marked(const uint8_t *from, const uint8_t *end) {
    uint64_t word;
    for (; end - from >= 8; from += 8) {
        memcpy(&word, from, 8);
        if (word)
            break;
    }
    while (from < end && !*from)
        from++;
    return from;
}

enum finding_kind heap_check(const void *address, size_t size) {
    if (!size)
        return NO_FINDING;
    const struct heap_arena *arena = heap_arena_of(address);
    const char *from = address;
    if (from >= arena->next || size > (size_t)(arena->next - from))
        return FINDING_OUT_OF_BOUNDS;
    uintptr_t last = (uintptr_t)from + size - 1;
    expensive(heap_shadow(from) <= heap_shadow((void *)last));
    const uint8_t *end = heap_shadow((void *)last);
    const uint8_t *marked = first_marked(heap_shadow(from), end);
    // Only the last granule may be a partial one.
    if (marked == end &&
        (!*end || (*end < HEAP_GRANULE && last % HEAP_GRANULE < *end)))
        return arena->freed_large && in_freed_large(arena, from, size)
                   ? FINDING_USE_AFTER_FREE
                   : NO_FINDING;
    return *marked == HEAP_FREED ? FINDING_USE_AFTER_FREE
                                 : FINDING_OUT_OF_BOUNDS;
}

// ------------------------------------------------------------------ in words

static const char *name_of(unsigned who) {
    const char *name = native_name_of(who);
    return name ? name : "?";
}

void heap_describe_block(const struct heap_block *block, char *text,
                         size_t room) {
    const struct mz_site *at = block->allocated, *freed = block->freed;
    int n = snprintf(text, room, "of %zu bytes allocated at %.48s:%u",
                     block->size, at->file, at->line);
    if (freed && n > 0 && (size_t)n < room)
        snprintf(text + n, room - (size_t)n, ", freed at %.48s:%u by %s",
                 freed->file, freed->line, name_of(block->freed_by));
}

void heap_describe(const void *address, char *text, size_t room) {
    struct heap_block block;
    if (!heap_find(address, &block)) {
        snprintf(text, room, "not in any block of the heap");
        return;
    }
    const char *at = address, *start = block.start, *end = start + block.size;
    char what[200];
    heap_describe_block(&block, what, sizeof what);
    bool before = at < start, after = at >= end;
    size_t distance = (size_t)(before  ? start - at
                               : after ? at - end
                                       : at - start);
    if (!distance)
        snprintf(text, room, "%s the block %s",
                 after ? "at the end of" : "at the start of", what);
    else
        snprintf(text, room, "%zu byte%s %s the block %s", distance,
                 distance == 1 ? "" : "s",
                 before  ? "before"
                 : after ? "after"
                         : "inside",
                 what);
}
