// SPDX-License-Identifier: Apache-2.0
// Blocks of the heap that nothing points to any more.

#include "base/fault.h"
#include "base/memory.h"
#include "machine/native/memory/heap_layout.h"

struct leak_search {
    VEC(const struct heap_block *) block; // alive, by ascending address
    VEC(size_t) reached;                  // found, not yet looked into
    bool *seen;
};

static void collect(struct leak_search *search) {
    for (unsigned i = 0; i < heap.users; i++) {
        size_t first = search->block.count;
        for (struct heap_header *h = heap.arena[i].last; h; h = h->previous)
            if (!h->block.freed)
                vec_push(&search->block, &h->block);
        const struct heap_block **at = search->block.at;
        for (size_t a = first, b = search->block.count; a + 1 < b; a++) {
            const struct heap_block *swap = at[--b];
            at[b] = at[a];
            at[a] = swap;
        }
    }
}

// The last block that starts at or before the address.
static void reach(struct leak_search *search, const char *address) {
    size_t low = 0, high = search->block.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((char *)search->block.at[middle]->start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || search->seen[low - 1])
        return;
    const struct heap_block *block = search->block.at[low - 1];
    invariant((char *)block->start <= address);
    if (address > (char *)block->start + block->size)
        return;
    search->seen[low - 1] = true;
    vec_push(&search->reached, low - 1);
}

// Words of other threads' stacks are looked at too: no sanitizer here.
__attribute__((no_sanitize("address"))) static void
look_into(struct leak_search *search, const void *start, size_t size) {
    const char *end = (const char *)start + size;
    const char *const *word = (const char *const *)heap_round_up(start, 8);
    for (; (const char *)(word + 1) <= end; word++)
        if (heap_owns(*word))
            reach(search, *word);
}

void heap_leaks(const struct heap_root *roots, unsigned count,
                void (*leaked)(void *context, const struct heap_block *),
                void *context) {
    struct leak_search search = {0};
    collect(&search);
    search.seen = memory_new(search.block.count + 1, sizeof *search.seen);
    for (unsigned i = 0; i < count; i++)
        look_into(&search, roots[i].start, roots[i].size);
    while (search.reached.count) {
        size_t next = search.reached.at[--search.reached.count];
        const struct heap_block *block = search.block.at[next];
        look_into(&search, block->start, block->size);
    }
    for (size_t i = 0; i < search.block.count; i++)
        if (!search.seen[i])
            leaked(context, search.block.at[i]);
    vec_free(&search.block);
    vec_free(&search.reached);
    memory_free(search.seen);
}
