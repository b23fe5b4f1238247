// SPDX-License-Identifier: Apache-2.0
// Sorting and searching with the program's own comparison, which may itself be
// a place where other threads run.
//
// Elements are sorted in place and by exchanges only, since nothing may be held
// meanwhile: insertion sort of short runs, then merging of neighbours by
// rotation (Kim and Kutzner, "Stable Minimum Storage Merging by Symmetric
// Comparisons", 2004). Stable, as programs have come to expect of glibc;
// O(n log² n) comparisons; the depth of recursion is log₂ n.

#include "machine/native/libc/libc.h"

#include <string.h>

enum { RUN = 16 };

struct sort {
    char *base;
    size_t size;
    libc_compare_with *compare;
    void *context;
    const struct mz_site *site;
};

static char *at(const struct sort *s, size_t index) {
    return s->base + index * s->size;
}

static bool less(const struct sort *s, size_t a, size_t b) {
    struct state known = native_known();
    bool is = s->compare(at(s, a), at(s, b), s->context) < 0;
    native_knows_again(known);
    native_knows(is);
    return is;
}

// Both are read before either is written, as the C library does it.
static void exchange(char *a, char *b, size_t size,
                     const struct mz_site *site) {
    for (size_t done = 0, piece; done < size; done += piece) {
        char of_a[LIBC_CHUNK / 2], of_b[LIBC_CHUNK / 2];
        piece = size - done < sizeof of_a ? size - done : sizeof of_a;
        native_reads(a + done, piece, site);
        memcpy(of_a, a + done, piece);
        native_reads(b + done, piece, site);
        memcpy(of_b, b + done, piece);
        native_writes(a + done, piece, site);
        memcpy(a + done, of_b, piece);
        native_writes(b + done, piece, site);
        memcpy(b + done, of_a, piece);
    }
}

static void swap(const struct sort *s, size_t a, size_t b) {
    exchange(at(s, a), at(s, b), s->size, s->site);
}

static void sort_run(const struct sort *s, size_t from, size_t end) {
    for (size_t i = from + 1; i < end; i++)
        for (size_t j = i; j > from && less(s, j, j - 1); j--)
            swap(s, j, j - 1);
}

static void swap_ranges(const struct sort *s, size_t a, size_t b,
                        size_t count) {
    for (size_t i = 0; i < count; i++)
        swap(s, a + i, b + i);
}

// [from, middle) and [middle, end) change places.
static void rotate(const struct sort *s, size_t from, size_t middle,
                   size_t end) {
    require(from < middle && middle < end);
    size_t left = middle - from, right = end - middle;
    while (left != right) {
        if (left > right) {
            swap_ranges(s, middle - left, middle, right);
            left -= right;
        } else {
            swap_ranges(s, middle - left, middle + right - left, left);
            right -= left;
        }
    }
    swap_ranges(s, middle - left, middle, left);
}

// How far from `low` on the left elements stay where they are, in a merge that
// is symmetric around the middle: `mirror` is the sum of paired indices.
static size_t split(const struct sort *s, size_t low, size_t high,
                    size_t mirror) {
    require(low <= high && high <= mirror + 1);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (!less(s, mirror - middle, middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void merge(const struct sort *s, size_t from, size_t middle,
                  size_t end) {
    require(from <= middle && middle <= end);
    if (from == middle || middle == end)
        return;
    if (end - from == 2) {
        if (less(s, middle, from))
            swap(s, from, middle);
        return;
    }
    size_t half = from + (end - from) / 2, sum = half + middle;
    size_t low = middle > half ? sum - end : from;
    size_t start = split(s, low, middle > half ? half : middle, sum - 1);
    size_t stop = sum - start;
    // Whatever the program's comparison says: no element is out of reach.
    invariant(from <= start && start <= half && half <= stop && stop <= end);
    if (start < middle && middle < stop)
        rotate(s, start, middle, stop);
    merge(s, from, start, half);
    merge(s, half, stop, end);
}

static void sort(const struct sort *s, size_t count) {
    for (size_t i = 0; i < count; i += RUN)
        sort_run(s, i, count - i < RUN ? count : i + RUN);
    for (size_t run = RUN; run < count; run *= 2)
        for (size_t i = 0; count - i > run; i += 2 * run) {
            size_t end = count - i < 2 * run ? count : i + 2 * run;
            // In order already: nothing to be done, and often so.
            if (less(s, i + run, i + run - 1))
                merge(s, i, i + run, end);
            if (end == count)
                break;
        }
}

static void sort_with(void *base, size_t count, size_t size,
                      libc_compare_with *compare, void *context) {
    struct sort s = {base, size, compare, context, native_at()};
    if (size)
        sort(&s, count);
}

void __mz_qsort_r(void *base, size_t count, size_t size,
                  libc_compare_with *compare, void *context) {
    native_calls((void (*)(void))compare);
    sort_with(base, count, size, compare, context);
}

// The other kind of comparison, through the context.
struct plain {
    libc_compare *compare;
};

static int compare_plain(const void *a, const void *b, void *context) {
    return ((const struct plain *)context)->compare(a, b);
}

void __mz_qsort(void *base, size_t count, size_t size, libc_compare *compare) {
    struct plain plain = {compare};
    native_calls((void (*)(void))compare);
    sort_with(base, count, size, compare_plain, &plain);
}

void *__mz_bsearch(const void *key, const void *base, size_t count, size_t size,
                   libc_compare *compare) {
    size_t low = 0, high = count;
    native_calls((void (*)(void))compare);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        struct state known = native_known();
        int order = compare(key, element);
        native_knows_again(known);
        native_knows((uint64_t)(order > 0) << 1 | (order < 0));
        if (!order)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
