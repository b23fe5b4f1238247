// SPDX-License-Identifier: Apache-2.0
// mem*: functions over so many bytes.

#include "machine/native/libc/libc.h"

#include <string.h>

// ------------------------------------------------------- copying and filling

void *__mz_memcpy(void *to, const void *from, uint64_t size,
                  const struct mz_site *site) {
    const char *a = to, *b = from;
    // The compiler itself copies a struct onto itself; that is allowed.
    if (a != b && size && (a < b ? a + size > b : b + size > a))
        native_report(FINDING_API_MISUSE, site,
                      "memcpy() of %llu bytes that overlap with their copy: "
                      "use memmove()",
                      (unsigned long long)size);
    libc_copy(to, from, size, site);
    return to;
}

void *__mz_memmove(void *to, const void *from, uint64_t size,
                   const struct mz_site *site) {
    libc_copy(to, from, size, site);
    return to;
}

void *__mz_memset(void *to, int byte, uint64_t size,
                  const struct mz_site *site) {
    if (size) {
        native_fills(to, byte, size, site);
        memset(to, byte, size);
    }
    return to;
}

void *__mz_mempcpy(void *to, const void *from, size_t size) {
    return (char *)__mz_memcpy(to, from, size, native_at()) + size;
}

void __mz_bcopy(const void *from, void *to, size_t size) {
    libc_copy(to, from, size, native_at());
}

void __mz_bzero(void *to, size_t size) {
    __mz_memset(to, 0, size, native_at());
}
NATIVE_SAME(explicit_bzero, bzero)

// ---------------------------------------------------------------- searching

struct wanted {
    int byte;
    size_t size;
};

static size_t extent_to_byte(const char *bytes, const void *context) {
    const struct wanted *w = context;
    const char *found = memchr(bytes, w->byte, w->size);
    return found ? (size_t)(found - bytes) + 1 : w->size;
}

// The bytes up to and including the wanted one are read.
static size_t reads_to(const void *bytes, int byte, size_t size) {
    return libc_reads(bytes, extent_to_byte, &(struct wanted){byte, size},
                      native_at());
}

void *__mz_memchr(const void *bytes, int byte, size_t size) {
    if (!size)
        return NULL;
    return memchr(bytes, byte, reads_to(bytes, byte, size));
}

void *__mz_rawmemchr(const void *bytes, int byte) {
    // No object is longer than this.
    size_t read = reads_to(bytes, byte, PTRDIFF_MAX - (uintptr_t)bytes);
    return (char *)bytes + read - 1;
}

void *__mz_memrchr(const void *bytes, int byte, size_t size) {
    if (!size)
        return NULL;
    native_reads(bytes, size, native_at());
    return memrchr(bytes, byte, size);
}

void *__mz_memccpy(void *to, const void *from, int byte, size_t size) {
    if (!size)
        return NULL;
    size_t read = reads_to(from, byte, size);
    invariant(read > 0 && read <= size);
    bool found = ((const unsigned char *)from)[read - 1] == (unsigned char)byte;
    libc_copy_read(to, from, read, native_at());
    return found ? (char *)to + read : NULL;
}

void *__mz_memmem(const void *hay, size_t hay_size, const void *needle,
                  size_t needle_size) {
    const struct mz_site *site = native_at();
    if (needle_size > hay_size || !needle_size)
        return needle_size ? NULL : (void *)hay;
    native_reads(needle, needle_size, site);
    native_reads(hay, hay_size, site);
    return memmem(hay, hay_size, needle, needle_size);
}

// ---------------------------------------------------------------- comparing

int __mz_memcmp(const void *a, const void *b, size_t size) {
    const struct mz_site *site = native_at();
    const char *left = a, *right = b;
    while (size) {
        char kept[LIBC_CHUNK];
        size_t piece = size < LIBC_CHUNK ? size : LIBC_CHUNK;
        // C lets it read all of the bytes, whatever the first ones are.
        native_reads(left, piece, site);
        memcpy(kept, left, piece);
        native_reads(right, piece, site);
        int order = memcmp(kept, right, piece);
        if (order)
            return order;
        left += piece;
        right += piece;
        size -= piece;
    }
    return 0;
}
NATIVE_SAME(bcmp, memcmp)
