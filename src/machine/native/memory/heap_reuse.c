// SPDX-License-Identifier: Apache-2.0
// Freed blocks that are given out again (--reuse=on): those of one size, the
// last freed first. Large ones never are: their memory goes back to the system.

#include "machine/native/memory/heap_layout.h"

#include <string.h>

static struct heap_header **bin_of(size_t size) {
    return &heap.offered[heap_bin(size)];
}

unsigned heap_bin(size_t size) {
    return (unsigned)(size / HEAP_ALIGN % HEAP_BINS);
}

void heap_offer(void *start) {
    struct heap_header *header = (struct heap_header *)start - 1;
    struct heap_header **bin = bin_of(header->block.size);
    if (header->block.size >= HEAP_LARGE)
        return;
    native_save_quietly(&header->next_freed, sizeof header->next_freed);
    header->next_freed = *bin;
    native_set(*bin, header);
}

// Where the pointer to the n-th of those is that would do; NULL: there are
// fewer.
static struct heap_header **find(size_t size, size_t align, unsigned nth) {
    struct heap_header **place = bin_of(size);
    for (; *place; place = &(*place)->next_freed) {
        const struct heap_block *block = &(*place)->block;
        if (block->size == size && (uintptr_t)block->start % align == 0 &&
            nth-- == 0)
            return place;
    }
    return NULL;
}

unsigned heap_offered(size_t size, size_t align) {
    unsigned count = 0;
    while (find(size, align, count))
        count++;
    return count;
}

void *heap_offered_at(size_t size, size_t align, unsigned nth) {
    return (*find(size, align, nth))->block.start;
}

// Its contents are saved: they belong to an earlier life, to which the search
// may go back.
void heap_again(size_t size, size_t align, unsigned nth, bool zeroed,
                const struct mz_site *site) {
    struct heap_header **place = find(size, align, nth), *header = *place;
    struct heap_block *block = &header->block;
    native_set(*place, header->next_freed);
    native_save_quietly(block, sizeof *block);
    block->freed = NULL;
    block->allocated = site;
    block->owner = native_who(native_self());
    size_t granules = (size + HEAP_GRANULE - 1) / HEAP_GRANULE;
    uint8_t *shadow = heap_shadow(block->start);
    native_save(shadow, granules);
    memset(shadow, 0, granules);
    if (size % HEAP_GRANULE)
        shadow[granules - 1] = size % HEAP_GRANULE;
    if (size) {
        native_save(block->start, size);
        native_memory_begins(block->start, size);
        memset(block->start, zeroed ? 0 : HEAP_FRESH, size);
    }
    native_forget(block->start, size);
}
