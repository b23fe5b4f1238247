// SPDX-License-Identifier: Apache-2.0
// The malloc family, over heap.h.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"
#include "machine/native/races/c11.h"

#include <errno.h>
#include <string.h>

// ---------------------------------------------------------- freed and reused

// What others do with blocks of the same bin comes before or after, and both
// are explored.
static void with_bin(size_t size, enum op_kind kind) {
    require(kind == OP_LOCK || kind == OP_UNLOCK);
    invariant(heap_bin(size) < HEAP_BINS);
    struct op op = {.kind = (uint8_t)kind,
                    .addr = (uintptr_t)&library.bins[heap_bin(size)]};
    native_visible(&op);
}

// That a block was freed comes before its next life (C17, 7.22.3).
static const void *its_past(const void *block) {
    return (const char *)block - 1;
}

// The block lives again: who comes to it before that, by a pointer to its last
// life, uses it after it was freed.
static void *again(size_t size, size_t align, unsigned nth, bool zeroed,
                   const struct mz_site *site) {
    void *block = heap_offered_at(size, align, nth);
    native_revives(block, size, site);
    heap_again(size, align, nth, zeroed, site);
    if (native_c11())
        c11_acquire(native_c11(), native_self()->number, its_past(block));
    return block;
}

static void *reused_or_new(size_t size, size_t align, bool zeroed,
                           const struct mz_site *site) {
    with_bin(size, OP_LOCK);
    int count = (int)heap_offered(size, align);
    int choice = __mz_mz_choose(count + 1);
    invariant(choice >= 0 && choice <= count);
    void *block = choice
                      ? again(size, align, (unsigned)choice - 1, zeroed, site)
                      : heap_new(size, align, zeroed, site);
    with_bin(size, OP_UNLOCK);
    return block;
}

static void offer(void *block) {
    heap_offer(block);
    if (native_c11())
        c11_release(native_c11(), native_self()->number, its_past(block));
}

// ------------------------------------------------------------- the functions

static bool is_power_of_two(size_t n) {
    return n && !(n & (n - 1));
}

static void *allocate(size_t size, size_t align, bool zeroed,
                      const struct mz_site *site) {
    require(is_power_of_two(align));
    void *block = native_settings()->reuse
                      ? reused_or_new(size, align, zeroed, site)
                      : heap_new(size, align, zeroed, site);
    invariant((uintptr_t)block % align == 0);
    return block;
}

// --failing-malloc: how many have failed is each thread's own affair, so that
// the threads do not depend on each other.
static bool fails(void) {
    uint64_t *failed = &library.failed[native_self()->number];
    if (*failed >= native_settings()->failing_malloc || !native_chooses(2))
        return false;
    native_set(*failed, *failed + 1);
    return true;
}

static void *new_block(size_t size, size_t align, bool zeroed) {
    const struct mz_site *site = native_at();
    bool failed = native_settings()->failing_malloc && fails();
    __mz_at = site;
    void *block = failed ? NULL : allocate(size, align, zeroed, native_at());
    if (!block)
        libc_set_error(ENOMEM);
    return block;
}

void *__mz_malloc(size_t size) {
    return new_block(size, 1, false);
}

void *__mz_calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX; // more than there can be
    return new_block(bytes, 1, true);
}

// Is one that was freed freed again, or will it live again before that?
// What an outside function may have allocated is its library's.
static void delete_block(void *block, const struct mz_site *site) {
    if (!heap_owns(block) && native_may_be_lent(block))
        return;
    const struct heap_block *found = heap_block_once_at(block);
    size_t size = found ? found->size : 0;
    bool reuse = found && native_settings()->reuse;
    if (reuse)
        with_bin(size, OP_LOCK);
    if (size && heap_block_at(block)) // still, or once more
        native_frees(block, size, site);
    heap_delete(block, site);
    if (!reuse)
        return;
    offer(block);
    with_bin(size, OP_UNLOCK);
}

void __mz_free(void *block) {
    if (block)
        delete_block(block, native_at());
}

void *__mz_realloc(void *old, size_t size) {
    if (!old)
        return __mz_malloc(size);
    const struct mz_site *site = native_at();
    const struct heap_block *found = heap_block_at(old);
    if (!found && native_settings()->reuse && heap_is_freed(old)) {
        with_bin(heap_block_once_at(old)->size, OP_LOCK);
        found = heap_block_at(old); // it may live again
        with_bin(heap_block_once_at(old)->size, OP_UNLOCK);
    }
    if (!found || !size) {
        // What was not allocated is a finding; nothing is what glibc keeps.
        delete_block(old, site);
        return NULL;
    }
    size_t kept = found->size < size ? found->size : size;
    void *block = new_block(size, 1, false);
    if (!block)
        return NULL;
    if (kept) {
        native_reads(old, kept, site);
        if (native_settings()->states) // others may have run since
            native_save(block, kept);
        memcpy(block, old, kept); // that nobody else knows yet
    }
    delete_block(old, site);
    return block;
}

void *__mz_reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        libc_set_error(ENOMEM);
        return NULL;
    }
    return __mz_realloc(old, bytes);
}

void *__mz_aligned_alloc(size_t align, size_t size) {
    if (!is_power_of_two(align)) {
        libc_set_error(EINVAL);
        return NULL;
    }
    return new_block(size, align, false);
}

int __mz_posix_memalign(void **block, size_t align, size_t size) {
    const struct mz_site *site = native_at();
    if (!is_power_of_two(align) || align % sizeof(void *))
        return EINVAL;
    void *fresh = allocate(size, align, false, site);
    if (!fresh)
        return ENOMEM;
    native_writes(block, sizeof *block, site);
    *block = fresh;
    return 0;
}

void *__mz_memalign(size_t align, size_t size) {
    size_t power = 1;
    while (power < align && power < SIZE_MAX / 4)
        power *= 2; // as glibc does
    return new_block(size, power, false);
}

void *__mz_valloc(size_t size) {
    return new_block(size, 4096, false);
}

size_t __mz_malloc_usable_size(void *block) {
    if (!block)
        return 0;
    const struct heap_block *found = heap_block_at(block);
    if (!found)
        native_fail(FINDING_API_MISUSE, native_at(),
                    "malloc_usable_size() of what is no block of the heap");
    return found->size;
}

char *__mz_strdup(const char *text) {
    return __mz_strndup(text, SIZE_MAX);
}

char *__mz_strndup(const char *text, size_t most) {
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_BLOCK, native_at());
    libc_sink_text(&sink, text, most);
    libc_sink_put(&sink, "", 1);
    char *copy = libc_sink_block(&sink);
    if (!copy)
        libc_set_error(ENOMEM);
    return copy;
}
