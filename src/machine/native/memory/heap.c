// SPDX-License-Identifier: Apache-2.0
// The shadow byte of 8 bytes below an arena's `next`:
//
//   0        all of them belong to a living block
//   1 … 7    as many of them do, the rest is redzone
//   HEADER_… a block's header;  REDZONE;  FREED
//
// Above `next` the shadow says nothing, and neither does the memory: whoever
// allocates writes both. So giving memory out and going back from that is a
// matter of two saved pointers.
//
// Large blocks stay cheap: their memory and their shadow are fresh pages of
// zeros, and when freed they are not painted but chained (freed_large).

#define XXH_INLINE_ALL
#include "machine/native/memory/heap.h"

#include "base/fault.h"
#include "base/memory.h"
#include "machine/native/libc/libc.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0 // then the address is a hint
#endif

enum {
    ALIGN = 16,
    GRANULE = 8,
    LARGE = 1 << 20,
    GROWTH = 1 << 20, // how much more is made accessible at a time
    PAGE = 1 << 16,   // the largest page size there is
    FRESH = 0xbe,
};

enum { HEADER_FIRST = 0xf1, HEADER_REST, REDZONE, FREED };

static const uint64_t LARGEST_ARENA = 4ull << 30;
static const uint64_t SMALLEST_ARENA = 16ull << 20;

struct header {
    struct heap_block block;
    struct header *previous;   // in this arena
    struct header *next_large; // freed before this one
};

_Static_assert(sizeof(struct header) % ALIGN == 0, "blocks stay aligned");

struct arena {
    char *next; // everything from here on was never given out
    struct header *last;
    struct header *freed_large;
    // Only ever grow, whatever is undone: made accessible, and used before.
    char *ready, *touched;
};

// Everything that changes, and where the arenas are. The addresses do not
// depend on the process, unless something else is there already.
static struct {
    char *base, *shadow;
    uint64_t size; // of one arena
    unsigned users; // arenas from here on were never used, in any execution
    struct arena arena[NATIVE_MOST_THREADS];
} heap;

static const struct mz_site somewhere = {.file = "?", .function = "?"};

static char *const HEAP_BASE = (char *)0x200000000000;
static char *const SHADOW_BASE = (char *)0x280000000000;

// ------------------------------------------------------------------- arenas

static char *reserve(char *wanted, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *at =
        mmap(wanted, size, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == MAP_FAILED)
        at = mmap(NULL, size, PROT_NONE, flags, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

// Address space only. Where it is scarce, arenas are smaller.
static void reserve_all(void) {
    for (heap.size = LARGEST_ARENA; heap.size >= SMALLEST_ARENA;
         heap.size /= 2) {
        uint64_t all = heap.size * NATIVE_MOST_THREADS;
        heap.base = reserve(HEAP_BASE, all);
        heap.shadow = reserve(SHADOW_BASE, all / GRANULE);
        if (heap.base && heap.shadow)
            return;
        if (heap.base)
            munmap(heap.base, all);
        if (heap.shadow)
            munmap(heap.shadow, all / GRANULE);
    }
    fault("no address space for the program's heap");
}

void heap_init(void) {
    if (!heap.base)
        reserve_all();
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        struct arena *arena = &heap.arena[i];
        arena->next = heap.base + i * heap.size;
        arena->last = arena->freed_large = NULL;
        if (!arena->ready)
            arena->ready = arena->touched = arena->next;
    }
}

static inline uint8_t *shadow_of(const void *address) {
    return (uint8_t *)heap.shadow +
           ((uintptr_t)address - (uintptr_t)heap.base) / GRANULE;
}

bool heap_owns(const void *address) {
    return (uintptr_t)address - (uintptr_t)heap.base <
           heap.size * NATIVE_MOST_THREADS;
}

static inline struct arena *arena_of(const void *address) {
    return &heap.arena[((uintptr_t)address - (uintptr_t)heap.base) / heap.size];
}

static inline char *start_of(const struct arena *arena) {
    return heap.base + (uint64_t)(arena - heap.arena) * heap.size;
}

// Make the arena accessible up to `end`, and its shadow.
static bool make_ready(struct arena *arena, char *end) {
    if (end <= arena->ready)
        return true;
    char *start = start_of(arena);
    uint64_t wanted = (uint64_t)(end - start), had;
    had = (uint64_t)(arena->ready - start);
    wanted = wanted < 2 * had ? 2 * had : wanted;
    wanted = (wanted + GROWTH - 1) / GROWTH * GROWTH;
    wanted = wanted > heap.size ? heap.size : wanted;
    int mode = PROT_READ | PROT_WRITE;
    uint8_t *shadow = shadow_of(arena->ready);
    if (mprotect(arena->ready, wanted - had, mode) ||
        mprotect(shadow, (wanted - had) / GRANULE, mode))
        return false;
    arena->ready = start + wanted;
    return true;
}

// ----------------------------------------------------------------- painting

static inline char *round_up(const void *address, size_t to) {
    return (char *)(((uintptr_t)address + to - 1) & ~(uintptr_t)(to - 1));
}

// The redzone after a block: longer after longer ones, for wilder indices.
static size_t redzone_after(size_t size) {
    size_t zone = size / 8 < 16 ? 16 : size / 8 > 512 ? 512 : size / 8;
    return zone / ALIGN * ALIGN;
}

// Zeros, without touching pages that were never used or that can be had anew.
static void zero(char *from, char *end) {
    char *first = round_up(from, PAGE);
    char *last = (char *)((uintptr_t)end & ~(uintptr_t)(PAGE - 1));
    if (last <= first ||
        madvise(first, (size_t)(last - first), MADV_DONTNEED)) {
        memset(from, 0, (size_t)(end - from));
        return;
    }
    memset(from, 0, (size_t)(first - from));
    memset(last, 0, (size_t)(end - last));
}

static void clear(const struct arena *arena, char *from, size_t size) {
    char *end = from + size;
    if (from >= arena->touched)
        return; // nobody was ever there
    if (size < LARGE)
        memset(from, 0, size);
    else
        zero(from, end);
}

static void paint(const struct arena *arena, char *from, char *block,
                  size_t size, char *end) {
    char *header = block - sizeof(struct header);
    memset(shadow_of(from), REDZONE, (size_t)(header - from) / GRANULE);
    memset(shadow_of(header), HEADER_REST, sizeof(struct header) / GRANULE);
    *shadow_of(header) = HEADER_FIRST;
    uint8_t *inside = shadow_of(block);
    if (size >= LARGE && block < arena->touched)
        zero((char *)inside, (char *)inside + size / GRANULE);
    else if (size < LARGE)
        memset(inside, 0, size / GRANULE);
    uint8_t *after = inside + size / GRANULE;
    memset(after, REDZONE, (size_t)(shadow_of(end) - after));
    if (size % GRANULE)
        *after = size % GRANULE;
}

// --------------------------------------------------------------- allocation

// What belongs to the program's state: where the block is, and its contents, to
// the end of the last word.
static void begin(char *from, struct header *header, char *block, size_t size,
                  char *end) {
    char *words_end = round_up(block + size, 8);
    native_memory_begins(shadow_of(from), (size_t)(end - from) / GRANULE);
    native_memory_begins(&header->block.start, sizeof header->block.start +
                                                   sizeof header->block.size);
    native_memory_begins(block, (size_t)(words_end - block));
    memset(block + size, 0, (size_t)(words_end - block) - size);
}

void *heap_new(size_t size, size_t align, bool zeroed,
               const struct mz_site *site) {
    unsigned owner = native_self()->number;
    struct arena *arena = &heap.arena[owner];
    if (owner >= heap.users)
        heap.users = owner + 1;
    align = align < ALIGN ? ALIGN : align;
    char *limit = start_of(arena) + heap.size;
    if (align > heap.size / 4 || size > heap.size / 2)
        return NULL;
    char *block = round_up(arena->next + sizeof(struct header), align);
    // A granule that is partly used is no redzone.
    char *end = round_up(block + size, ALIGN) + redzone_after(size);
    if (block > limit || end > limit || !make_ready(arena, end))
        return NULL;

    native_save(&arena->next, sizeof arena->next + sizeof arena->last);
    struct header *header = (struct header *)block - 1;
    if (native_settings()->states)
        begin(arena->next, header, block, size, end);
    paint(arena, arena->next, block, size, end);
    if (zeroed || size >= LARGE)
        clear(arena, block, size);
    else
        memset(block, FRESH, size);
    *header = (struct header){
        .block = {block, size, owner, site ? site : &somewhere, NULL, 0},
        .previous = arena->last,
    };
    arena->last = header;
    arena->next = end;
    if (arena->touched < end)
        arena->touched = end;
    native_forget(block, size);
    return block;
}

static struct header *header_at(const void *start) {
    if (!heap_owns(start) || (uintptr_t)start % ALIGN)
        return NULL;
    const struct arena *arena = arena_of(start);
    struct header *header = (struct header *)start - 1;
    if ((char *)header < start_of(arena) || (char *)start >= arena->next ||
        *shadow_of(header) != HEADER_FIRST)
        return NULL;
    return header;
}

const struct heap_block *heap_block_at(const void *start) {
    const struct header *header = header_at(start);
    return header && !header->block.freed ? &header->block : NULL;
}

// ------------------------------------------------------------------ looking

static struct header *header_marked(const struct arena *arena,
                                    const uint8_t *mark) {
    char *start = start_of(arena);
    return mark ? (struct header *)(start + (mark - shadow_of(start)) * GRANULE)
                : NULL;
}

// The last header that starts at or before the address, the first after it.
static struct header *header_before(const struct arena *arena,
                                    const void *address) {
    uint8_t *first = shadow_of(start_of(arena));
    size_t count = (size_t)(shadow_of(address) - first) + 1;
    return header_marked(arena, memrchr(first, HEADER_FIRST, count));
}

static struct header *header_after(const struct arena *arena,
                                   const void *address) {
    uint8_t *from = shadow_of(address);
    size_t count = (size_t)(shadow_of(arena->next) - from);
    return header_marked(arena, memchr(from, HEADER_FIRST, count));
}

// Between two blocks: which of them is meant?
static struct header *nearer(struct header *below, struct header *above,
                             const char *address) {
    if (!below || !above)
        return below ? below : above;
    const char *end = (char *)below->block.start + below->block.size;
    return address - end < (char *)above->block.start - address ? below : above;
}

static struct header *header_near(const char *address) {
    if (!heap_owns(address))
        return NULL;
    const struct arena *arena = arena_of(address);
    if (address >= arena->next)
        return arena->last; // most likely a wild index into that one
    struct header *header = header_before(arena, address);
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
    const struct header *header = header_near(address);
    if (header)
        *block = header->block;
    return header;
}

unsigned heap_number(const struct heap_block *block) {
    const struct mz_site *at = block->allocated;
    unsigned number = 0;
    for (const struct header *h = header_at(block->start); h; h = h->previous) {
        const struct mz_site *other = h->block.allocated;
        number += other->line == at->line && !strcmp(other->file, at->file);
    }
    return number;
}

// ----------------------------------------------------------------- checking

static bool in_freed_large(const struct arena *arena, const char *address,
                           size_t size) {
    for (struct header *h = arena->freed_large; h; h = h->next_large) {
        const char *start = h->block.start;
        if (address < start + h->block.size && start < address + size)
            return true;
    }
    return false;
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
    const struct arena *arena = arena_of(address);
    const char *from = address;
    if (from >= arena->next || size > (size_t)(arena->next - from))
        return FINDING_OUT_OF_BOUNDS;
    uintptr_t last = (uintptr_t)from + size - 1;
    const uint8_t *end = shadow_of((void *)last);
    const uint8_t *marked = first_marked(shadow_of(from), end);
    // Only the last granule may be a partial one.
    if (marked == end && (!*end || (*end < GRANULE && last % GRANULE < *end)))
        return arena->freed_large && in_freed_large(arena, from, size)
                   ? FINDING_USE_AFTER_FREE
                   : NO_FINDING;
    return *marked == FREED ? FINDING_USE_AFTER_FREE : FINDING_OUT_OF_BOUNDS;
}

// ------------------------------------------------------------------ freeing

static const char *name_of(unsigned thread) {
    const struct native_thread *t = native_thread(thread);
    return t ? t->name : "?";
}

// "of 16 bytes, allocated at a.c:3, freed at a.c:5 by main/1"
static void describe(const struct heap_block *block, char *text, size_t room) {
    const struct mz_site *at = block->allocated, *freed = block->freed;
    int n = snprintf(text, room, "of %zu bytes allocated at %.48s:%u",
                     block->size, at->file, at->line);
    if (freed && n > 0 && (size_t)n < room)
        snprintf(text + n, room - (size_t)n, ", freed at %.48s:%u by %.24s",
                 freed->file, freed->line, name_of(block->freed_by));
}

void heap_describe(const void *address, char *text, size_t room) {
    struct heap_block block;
    if (!heap_find(address, &block)) {
        snprintf(text, room, "not in any block of the heap");
        return;
    }
    const char *at = address, *start = block.start, *end = start + block.size;
    char what[160];
    describe(&block, what, sizeof what);
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

static _Noreturn void invalid_free(const void *block,
                                   const struct mz_site *site) {
    struct heap_block near;
    if (!heap_find(block, &near))
        native_fail(FINDING_INVALID_FREE, site,
                    "frees %p, which no allocation returned: it is not in the "
                    "heap (a variable, or memory of another library)",
                    block);
    char where[190];
    heap_describe(block, where, sizeof where);
    native_fail(FINDING_INVALID_FREE, site,
                "frees what is not the start of a block: %s", where);
}

void heap_delete(void *start, const struct mz_site *site) {
    struct header *header = header_at(start);
    if (!header)
        invalid_free(start, site);
    struct heap_block *block = &header->block;
    if (block->freed) {
        char what[180];
        describe(block, what, sizeof what);
        native_fail(FINDING_DOUBLE_FREE, site, "frees again a block %s", what);
    }
    native_memory_ends(start, block->size);
    native_save_quietly(block, sizeof *block);
    block->freed = site ? site : &somewhere;
    block->freed_by = native_self()->number;
    if (block->size >= LARGE) {
        struct arena *arena = arena_of(start);
        native_set(header->next_large, arena->freed_large);
        native_set(arena->freed_large, header);
        return;
    }
    size_t granules = (block->size + GRANULE - 1) / GRANULE;
    native_save(shadow_of(start), granules);
    memset(shadow_of(start), FREED, granules);
}

// -------------------------------------------------------------------- leaks

struct search {
    VEC(const struct heap_block *) block; // alive, by ascending address
    VEC(size_t) reached;                  // found, not yet looked into
    bool *seen;
};

static void collect(struct search *search) {
    for (unsigned i = 0; i < heap.users; i++) {
        size_t first = search->block.count;
        for (struct header *h = heap.arena[i].last; h; h = h->previous)
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
static void reach(struct search *search, const char *address) {
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
    if (address > (char *)block->start + block->size)
        return;
    search->seen[low - 1] = true;
    vec_push(&search->reached, low - 1);
}

// Words of other threads' stacks are looked at too: no sanitizer here.
__attribute__((no_sanitize("address"))) static void
look_into(struct search *search, const void *start, size_t size) {
    const char *end = (const char *)start + size;
    const char *const *word = (const char *const *)round_up(start, 8);
    for (; (const char *)(word + 1) <= end; word++)
        if (heap_owns(*word))
            reach(search, *word);
}

// The memory between blocks holds whatever was there before.
uint64_t heap_hash(unsigned thread) {
    const struct arena *arena = &heap.arena[thread];
    char *start = start_of(arena);
    uint64_t hash =
        XXH3_64bits(shadow_of(start), (size_t)(arena->next - start) / GRANULE);
    for (const struct header *h = arena->last; h; h = h->previous) {
        hash = XXH3_64bits_withSeed(h, sizeof *h, hash);
        hash = XXH3_64bits_withSeed(h->block.start, h->block.size, hash);
    }
    return XXH3_64bits_withSeed(&arena->freed_large, sizeof(void *), hash);
}

bool heap_is_empty(void) {
    for (unsigned i = 0; i < heap.users; i++)
        if (heap.arena[i].last)
            return false;
    return true;
}

void heap_leaks(const struct heap_root *roots, unsigned count,
                void (*leaked)(void *context, const struct heap_block *),
                void *context) {
    struct search search = {0};
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
