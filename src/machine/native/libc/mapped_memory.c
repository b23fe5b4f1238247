// SPDX-License-Identifier: Apache-2.0
// Memory from mmap() is a block of the heap, so that going back restores it and
// that its use after munmap() is found. What is not done to whole mappings is
// refused; protection changes nothing, and the report says so.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/file_model.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { PAGE = 4096, READS_AND_WRITES = PROT_READ | PROT_WRITE };

static void *failed(int error) {
    libc_set_error(error);
    return MAP_FAILED;
}

static bool in_pages(size_t size, size_t *rounded) {
    _Static_assert((PAGE & (PAGE - 1)) == 0, "a mask");
    *rounded = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    return size && *rounded >= size;
}

// What is in the file now. A private mapping does not see when that changes.
static void *map_private(struct file *file, size_t size, size_t pages,
                         size_t offset, const struct mz_site *site) {
    char *block = heap_new(pages, PAGE, true, site);
    if (!block)
        return failed(ENOMEM);
    file_acts_first(file, OP_READ);
    const char *bytes = file_bytes(file);
    size_t left = offset < file->size ? file->size - offset : 0;
    native_save(block, pages);
    if (left)
        memcpy(block, bytes + offset, left < size ? left : size);
    return block;
}

// The bytes of the file themselves: who writes there writes to the file, as an
// access to memory. They stay where they are from now on.
static void *map_shared(struct file *file, size_t size, size_t offset) {
    file_acts_all(file);
    if (!file_pin(file, offset + size, PAGE))
        return failed(ENOMEM);
    return file->bytes + offset;
}

static void *map_file(int fd, size_t size, size_t pages, int protection,
                      int flags, off_t offset, const struct mz_site *site) {
    if (file_standard(fd) >= 0 || file_is_others(fd))
        __mz_unsupported("maps a file of the system's", site);
    struct open_file_state *open = file_take(fd);
    if (!open)
        return MAP_FAILED;
    struct file *file = open->file;
    int way = open->flags & O_ACCMODE;
    bool shared = !(flags & MAP_PRIVATE);
    void *at;
    if (way == O_WRONLY ||
        (shared && (protection & PROT_WRITE) && way != O_RDWR))
        at = failed(EACCES);
    else if (file->kind == FILE_ZERO)
        at = heap_new(pages, PAGE, true, site);
    else if (file->kind != FILE_REGULAR)
        at = failed(ENODEV);
    else
        at = shared ? map_shared(file, size, (size_t)offset)
                    : map_private(file, size, pages, (size_t)offset, site);
    file_let_go(open);
    return at;
}

void *__mz_mmap(void *wanted, size_t size, int protection, int flags, int fd,
                off_t offset) {
    (void)wanted; // a hint
    const struct mz_site *site = native_at();
    size_t pages;
    bool file = !(flags & MAP_ANONYMOUS);
    if (!in_pages(size, &pages) || offset % PAGE)
        return failed(EINVAL);
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        __mz_unsupported("maps memory at an address of its choice", site);
    if (protection & PROT_EXEC)
        __mz_unsupported("maps memory for code", site);
    if (protection != READS_AND_WRITES && !(file && protection == PROT_READ))
        native_external("mmap");
    if (file)
        return map_file(fd, size, pages, protection, flags, offset, site);
    char *block = heap_new(pages, PAGE, true, site);
    return block ? block : failed(ENOMEM);
}

int __mz_msync(void *start, size_t size, int flags) {
    (void)size, (void)flags;
    if ((uintptr_t)start % PAGE)
        return file_fails(EINVAL);
    return 0;
}

// The size of the whole mapping that this is, or 0: then it is an error.
static size_t whole(void *start, size_t size, const char *refusal) {
    const struct heap_block *block = heap_block_at(start);
    size_t pages;
    if ((uintptr_t)start % PAGE || !in_pages(size, &pages)) {
        libc_set_error(EINVAL);
        return 0;
    }
    if (!block || block->size != pages)
        __mz_unsupported(refusal, native_at());
    return pages;
}

int __mz_munmap(void *start, size_t size) {
    struct heap_block block;
    if (heap_find(start, &block) && block.start == start && block.freed)
        return 0; // nothing is mapped there any more
    if (file_is_pinned(start))
        return 0; // it stays the file's
    if (!whole(start, size, "unmaps less or more than it has mapped"))
        return -1;
    __mz_free(start);
    return 0;
}

void *__mz_mremap(void *old, size_t old_size, size_t size, int flags, ...) {
    const struct mz_site *site = native_at();
    size_t pages, had = whole(old, old_size, "moves a part of a mapping");
    if (!had)
        return MAP_FAILED;
    if (!in_pages(size, &pages))
        return failed(EINVAL);
    if (flags != MREMAP_MAYMOVE)
        __mz_unsupported("calls mremap() without MREMAP_MAYMOVE alone", site);
    char *block = heap_new(pages, PAGE, true, site);
    if (!block)
        return failed(ENOMEM);
    libc_copy(block, old, had < pages ? had : pages, site);
    __mz_free(old);
    return block;
}

// It stays as it is: the checker has to read and to restore it.
int __mz_mprotect(void *start, size_t size, int protection) {
    (void)size;
    if (!heap_owns(start) || protection & PROT_EXEC)
        __mz_unsupported("changes the protection of code or of memory that it "
                         "has not mapped",
                         native_at());
    if (protection != READS_AND_WRITES)
        native_external("mprotect");
    return 0;
}

int __mz_madvise(void *start, size_t size, int advice) {
    if (advice == MADV_DONTNEED && size) {
        native_writes(start, size, native_at());
        memset(start, 0, size);
    } else if (advice >= MADV_FREE) {
        native_external("madvise");
    }
    return 0;
}

// ------------------------------------------------------------------- limits

// They would be limits of the checker's memory, files and time.
int __mz_setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    (void)resource;
    native_reads(limit, sizeof *limit, native_at());
    native_external("setrlimit");
    return 0;
}

int __mz_prlimit(pid_t pid, __rlimit_resource_t resource,
                 const struct rlimit *limit, struct rlimit *old) {
    if (pid != 0 && pid != __mz_getpid())
        __mz_unsupported("calls prlimit() for another process", native_at());
    struct rlimit now;
    native_external("prlimit");
    if (getrlimit(resource, &now) != 0) {
        libc_set_error(errno);
        return -1;
    }
    if (limit)
        native_reads(limit, sizeof *limit, native_at());
    if (old) {
        native_writes(old, sizeof *old, native_at());
        *old = now;
    }
    return 0;
}
