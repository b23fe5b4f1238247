// SPDX-License-Identifier: Apache-2.0

#define XXH_INLINE_ALL
#include "machine/native/memory/heap_layout.h"

#include "base/fault.h"
#include "base/memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0 // then the address is a hint
#endif

enum {
    GROWTH = 1 << 20,        // how much more is made accessible at a time
    MOST_GROWTH = 256 << 20, // than is asked for
};

static const uint64_t ADDRESS_SPACE = 1ull << 47; // that a program can have
static const uint64_t LARGEST_ARENA = 128ull << 30;
static const uint64_t SMALLEST_ARENA = 16ull << 20;
static char *const HEAP_BASE = (char *)0x200000000000;
static char *const SHADOW_BASE = (char *)0x280000000000;
static char *const CHUNKS_BASE = (char *)0x290000000000;

static const struct mz_site heap_somewhere = {.file = "?", .function = "?"};

// ------------------------------------------------------------------- arenas

static char *reserve(char *wanted, uint64_t size, int mode) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *at = mmap(wanted, size, mode, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == MAP_FAILED)
        at = mmap(NULL, size, mode, flags, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void unreserve(char *at, uint64_t size) {
    if (at)
        munmap(at, size);
}

// Address space only. Where it is scarce, arenas are smaller.
static void reserve_all(void) {
    for (heap.size = LARGEST_ARENA; heap.size >= SMALLEST_ARENA;
         heap.size /= 2) {
        uint64_t all = heap.size * NATIVE_MOST_THREADS;
        heap.base = reserve(HEAP_BASE, all, PROT_NONE);
        heap.shadow = reserve(SHADOW_BASE, all / HEAP_GRANULE, PROT_NONE);
        heap.chunks =
            reserve(CHUNKS_BASE, all / HEAP_CHUNK, PROT_READ | PROT_WRITE);
        if (heap.base && heap.shadow && heap.chunks)
            return;
        unreserve(heap.base, all);
        unreserve(heap.shadow, all / HEAP_GRANULE);
        unreserve(heap.chunks, all / HEAP_CHUNK);
    }
    fault("no address space for the program's heap");
}

// So much that others on the machine can live, too.
static uint64_t most_kib(void) {
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * heap.page >> 10;
    return all / 4 * 3;
}

void heap_init(void) {
    if (!heap.base)
        reserve_all();
    heap.page = (size_t)sysconf(_SC_PAGESIZE);
    heap.most_kib = most_kib();
    memset(heap.offered, 0, sizeof heap.offered);
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        struct heap_arena *arena = &heap.arena[i];
        arena->next = heap.base + i * heap.size;
        arena->last = arena->freed_large = NULL;
        if (!arena->ready)
            arena->ready = arena->touched = arena->next;
    }
}

bool heap_owns(const void *address) {
    return (uintptr_t)address - (uintptr_t)heap.base <
           heap.size * NATIVE_MOST_THREADS;
}

// Make the arena accessible up to `end`, and its shadow.
static bool make_ready(struct heap_arena *arena, char *end) {
    if (end <= arena->ready)
        return true;
    char *start = heap_arena_start(arena);
    uint64_t wanted = (uint64_t)(end - start), had;
    invariant(end > start && wanted <= heap.size);
    had = (uint64_t)(arena->ready - start);
    uint64_t more = had < MOST_GROWTH ? had : MOST_GROWTH;
    wanted = wanted < had + more ? had + more : wanted;
    wanted = (wanted + GROWTH - 1) / GROWTH * GROWTH;
    wanted = wanted > heap.size ? heap.size : wanted;
    if (memory_now_kib() > heap.most_kib)
        return false;
    int mode = PROT_READ | PROT_WRITE;
    uint8_t *shadow = heap_shadow(arena->ready);
    if (mprotect(arena->ready, wanted - had, mode) ||
        mprotect(shadow, (wanted - had) / HEAP_GRANULE, mode))
        return false;
    arena->ready = start + wanted;
    return true;
}

// ----------------------------------------------------------------- painting

// The redzone after a block: longer after longer ones, for wilder indices.
static size_t redzone_after(size_t size) {
    size_t zone = size / 8 < 16 ? 16 : size / 8 > 512 ? 512 : size / 8;
    return zone / HEAP_ALIGN * HEAP_ALIGN;
}

// The whole pages between two addresses are zeros, and take no memory. False:
// they are as they were.
static bool empty_pages(char *from, char *end, char **first, char **last) {
    *first = heap_round_up(from, heap.page);
    *last = (char *)((uintptr_t)end & ~(uintptr_t)(heap.page - 1));
    return *first < *last &&
           !madvise(*first, (size_t)(*last - *first), MADV_DONTNEED);
}

// Zeros, without touching pages that were never used or that can be had anew.
static void zero(char *from, char *end) {
    char *first, *last;
    if (!empty_pages(from, end, &first, &last)) {
        memset(from, 0, (size_t)(end - from));
        return;
    }
    memset(from, 0, (size_t)(first - from));
    memset(last, 0, (size_t)(end - last));
}

static void clear(const struct heap_arena *arena, char *from, size_t size) {
    char *end = from + size;
    if (from >= arena->touched)
        return; // nobody was ever there
    if (size < HEAP_LARGE)
        memset(from, 0, size);
    else
        zero(from, end);
}

static void paint(const struct heap_arena *arena, char *from, char *block,
                  size_t size, char *end) {
    char *header = block - sizeof(struct heap_header);
    invariant(from <= header && block + size <= end);
    memset(heap_shadow(from), HEAP_REDZONE,
           (size_t)(header - from) / HEAP_GRANULE);
    memset(heap_shadow(header), HEAP_HEADER_REST,
           sizeof(struct heap_header) / HEAP_GRANULE);
    *heap_shadow(header) = HEAP_HEADER;
    uint8_t *inside = heap_shadow(block);
    if (size >= HEAP_LARGE && block < arena->touched)
        zero((char *)inside, (char *)inside + size / HEAP_GRANULE);
    else if (size < HEAP_LARGE)
        memset(inside, 0, size / HEAP_GRANULE);
    uint8_t *after = inside + size / HEAP_GRANULE;
    memset(after, HEAP_REDZONE, (size_t)(heap_shadow(end) - after));
    if (size % HEAP_GRANULE)
        *after = size % HEAP_GRANULE;
}

// --------------------------------------------------------------- allocation

// What belongs to the program's state: where the block is, and its contents, to
// the end of the last word.
static void begin(char *from, struct heap_header *header, char *block,
                  size_t size, char *end) {
    char *words_end = heap_round_up(block + size, 8);
    native_memory_begins(heap_shadow(from),
                         (size_t)(end - from) / HEAP_GRANULE);
    native_memory_begins(&header->block.start, sizeof header->block.start +
                                                   sizeof header->block.size);
    native_memory_begins(block, (size_t)(words_end - block));
    memset(block + size, 0, (size_t)(words_end - block) - size);
}

// A granule that is partly used is no redzone.
static char *end_of(char *block, size_t size) {
    return heap_round_up(block + size, HEAP_ALIGN) + redzone_after(size);
}

// Where the next block will be, with room for it.
static char *place_for(struct heap_arena *arena, size_t size, size_t align) {
    char *limit = heap_arena_start(arena) + heap.size;
    if (align > heap.size / 4 || size > heap.size / 2)
        native_limit(LIMIT_HEAP);
    char *block =
        heap_round_up(arena->next + sizeof(struct heap_header), align);
    char *end = end_of(block, size);
    if (block > limit || end > limit || !make_ready(arena, end))
        native_limit(LIMIT_HEAP);
    return block;
}

void *heap_new(size_t size, size_t align, bool zeroed,
               const struct mz_site *site) {
    unsigned owner = native_self()->number;
    invariant(owner < NATIVE_MOST_THREADS);
    struct heap_arena *arena = &heap.arena[owner];
    if (owner >= heap.users)
        heap.users = owner + 1;
    if (align > ADDRESS_SPACE || size > ADDRESS_SPACE)
        return NULL;
    char *block =
        place_for(arena, size, align < HEAP_ALIGN ? HEAP_ALIGN : align);
    char *end = end_of(block, size);
    native_save(&arena->next, sizeof arena->next + sizeof arena->last);
    struct heap_header *header = (struct heap_header *)block - 1;
    if (native_settings()->states)
        begin(arena->next, header, block, size, end);
    paint(arena, arena->next, block, size, end);
    if (zeroed || size >= HEAP_LARGE)
        clear(arena, block, size);
    else
        memset(block, HEAP_FRESH, size);
    *header = (struct heap_header){
        .block = {.start = block,
                  .size = size,
                  .owner = native_who(native_self()),
                  .born = (uint32_t)native_step_now(),
                  .allocated = site ? site : &heap_somewhere},
        .previous = arena->last,
    };
    arena->last = header;
    arena->next = end;
    if (arena->touched < end)
        arena->touched = end;
    native_forget(block, size);
    expensive(heap_is_sound(owner));
    return block;
}

struct heap_root heap_used(unsigned thread) {
    const struct heap_arena *arena = &heap.arena[thread];
    const char *start = heap_arena_start(arena);
    return (struct heap_root){
        start, arena->next > start ? (size_t)(arena->next - start) : 0};
}

struct heap_header *heap_header_at(const void *start) {
    if (!heap_owns(start) || (uintptr_t)start % HEAP_ALIGN)
        return NULL;
    const struct heap_arena *arena = heap_arena_of(start);
    struct heap_header *header = (struct heap_header *)start - 1;
    if ((char *)header < heap_arena_start(arena) ||
        (char *)start >= arena->next || *heap_shadow(header) != HEAP_HEADER)
        return NULL;
    return header;
}

const struct heap_block *heap_block_at(const void *start) {
    const struct heap_header *header = heap_header_at(start);
    return header && !header->block.freed ? &header->block : NULL;
}

const struct heap_block *heap_block_once_at(const void *start) {
    const struct heap_header *header = heap_header_at(start);
    return header ? &header->block : NULL;
}

bool heap_is_new(const void *address) {
    const struct heap_header *header = heap_header_near(address);
    return header && header->block.born == native_step_now();
}

bool heap_is_freed(const void *start) {
    const struct heap_header *header = heap_header_at(start);
    return header && header->block.freed;
}

// ------------------------------------------------------------------ freeing

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

static void give_back(const struct heap_block *block) {
    char *first, *last;
    empty_pages(block->start, (char *)block->start + block->size, &first,
                &last);
}

void heap_give_back(size_t first, size_t end) {
    for (unsigned i = 0; i < heap.users; i++)
        for (const struct heap_header *h = heap.arena[i].freed_large;
             h && h->block.freed_in > first; h = h->next_freed)
            if (h->block.born > first && h->block.freed_in <= end)
                give_back(&h->block);
}

// It may have come into being in an earlier step: then its contents are kept
// until nobody can go back to where it was alive.
static void delete_large(struct heap_header *header) {
    struct heap_block *block = &header->block;
    struct heap_arena *arena = heap_arena_of(block->start);
    char *chunk = heap_chunk(block->start);
    char *last = heap_chunk((char *)block->start + block->size - 1);
    native_save(chunk, (size_t)(last - chunk) + 1);
    memset(chunk, HEAP_FREED, (size_t)(last - chunk) + 1);
    native_set(header->next_freed, arena->freed_large);
    native_set(arena->freed_large, header);
    if (block->born == native_step_now() && !native_settings()->states)
        give_back(block);
    else
        native_keeps(block->size);
}

void heap_delete(void *start, const struct mz_site *site) {
    struct heap_header *header = heap_header_at(start);
    if (!header)
        invalid_free(start, site);
    struct heap_block *block = &header->block;
    invariant(block->start == start);
    if (block->freed) {
        char what[180];
        heap_describe_block(block, what, sizeof what);
        native_fail(FINDING_DOUBLE_FREE, site, "frees again a block %s", what);
    }
    native_memory_ends(start, block->size);
    native_save_quietly(block, sizeof *block);
    block->freed = site ? site : &heap_somewhere;
    block->freed_by = native_who(native_self());
    block->freed_in = (uint32_t)native_step_now();
    if (block->size >= HEAP_LARGE) {
        delete_large(header);
        return;
    }
    size_t granules = (block->size + HEAP_GRANULE - 1) / HEAP_GRANULE;
    native_save(heap_shadow(start), granules);
    memset(heap_shadow(start), HEAP_FREED, granules);
    expensive(heap_is_sound((unsigned)(heap_arena_of(start) - heap.arena)));
}

// ------------------------------------------------------------------- states

// The memory between blocks holds whatever was there before.
uint64_t heap_hash(unsigned thread) {
    const struct heap_arena *arena = &heap.arena[thread];
    char *start = heap_arena_start(arena);
    uint64_t hash = XXH3_64bits(heap_shadow(start),
                                (size_t)(arena->next - start) / HEAP_GRANULE);
    for (const struct heap_header *h = arena->last; h; h = h->previous) {
        hash = XXH3_64bits_withSeed(h, sizeof *h, hash);
        if (!h->block.freed || h->block.size < HEAP_LARGE)
            hash = XXH3_64bits_withSeed(h->block.start, h->block.size, hash);
    }
    return XXH3_64bits_withSeed(&arena->freed_large, sizeof(void *), hash);
}

bool heap_is_sound(unsigned thread) {
    enum { NEWEST = 4 };
    const struct heap_arena *arena = &heap.arena[thread];
    const char *start = heap_arena_start(arena), *above = arena->next;
    if (above < start || above > arena->ready || above > arena->touched)
        return false;
    unsigned left = NEWEST;
    for (const struct heap_header *h = arena->last; h && left; left--) {
        const struct heap_block *b = &h->block;
        if ((const char *)h < start || b->start != h + 1 ||
            *heap_shadow(h) != HEAP_HEADER ||
            (const char *)b->start + b->size > above)
            return false;
        above = (const char *)h;
        h = h->previous;
    }
    return true;
}

bool heap_is_empty(void) {
    for (unsigned i = 0; i < heap.users; i++)
        if (heap.arena[i].last)
            return false;
    return true;
}
