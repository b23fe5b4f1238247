// SPDX-License-Identifier: Apache-2.0
// Random numbers are the same in every execution, if the order of the calls is:
// all threads share one sequence. What the system gives is nobody's affair but
// that of who asks, so each thread has its own there.

#include "machine/native/libc/file_model.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((RAND_MAX & (RAND_MAX + 1u)) == 0, "a mask");

// SplitMix64.
static uint64_t scramble(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t next(struct random_sequence *s, unsigned thread) {
    native_set(s->count, s->count + 1);
    uint64_t start = scramble(s->seed + 1) + scramble(thread + 1);
    return scramble(start + s->count * 0x9e3779b97f4a7c15u);
}

static uint64_t next_of_all(struct random_sequence *s) {
    library_changes(LIBRARY_RANDOM);
    return next(s, 0);
}

static uint64_t next_of_system(void) {
    unsigned thread = native_self()->number;
    return next(&library.random.system[thread], thread);
}

static void start(struct random_sequence *s, uint64_t seed) {
    library_changes(LIBRARY_RANDOM);
    native_set(*s, ((struct random_sequence){.seed = seed}));
}

int __mz_rand(void) {
    return (int)(next_of_all(&library.random.plain) & RAND_MAX);
}

void __mz_srand(unsigned seed) {
    start(&library.random.plain, seed);
}
NATIVE_SAME(srandom, srand)

long __mz_random(void) {
    return (long)(next_of_all(&library.random.plain) & 0x7fffffff);
}

// Its state is the program's own.
int __mz_rand_r(unsigned *seed) {
    const struct mz_site *site = native_at();
    native_reads(seed, sizeof *seed, site);
    unsigned value = *seed;
    int result = rand_r(&value);
    native_writes(seed, sizeof *seed, site);
    *seed = value;
    return result;
}

double __mz_drand48(void) {
    return (double)(next_of_all(&library.random.drand48) >> 16) /
           (double)(1ull << 48);
}

long __mz_lrand48(void) {
    return (long)(next_of_all(&library.random.drand48) >> 33);
}

long __mz_mrand48(void) {
    return (int32_t)(next_of_all(&library.random.drand48) >> 32);
}

void __mz_srand48(long seed) {
    start(&library.random.drand48, (uint64_t)seed);
}

uint32_t __mz_arc4random(void) {
    return (uint32_t)next_of_system();
}

uint64_t __mz_entropy(const struct mz_site *site) {
    __mz_at = site;
    return next_of_system();
}

void random_fill(void *to, size_t size) {
    for (size_t done = 0; done < size; done += 8) {
        uint64_t bytes = next_of_system();
        memcpy((char *)to + done, &bytes, size - done < 8 ? size - done : 8);
    }
}

ssize_t __mz_getrandom(void *to, size_t size, unsigned flags) {
    (void)flags;
    size = size > 33554431 ? 33554431 : size; // as the kernel does
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = to;
    while (sink.length < size) {
        uint64_t bytes = next_of_system();
        size_t left = size - sink.length;
        libc_sink_put(&sink, &bytes, left < 8 ? left : 8);
    }
    libc_sink_flush(&sink);
    invariant(sink.written == size);
    return (ssize_t)size;
}

int __mz_getentropy(void *to, size_t size) {
    if (size > 256) {
        libc_set_error(EIO);
        return -1;
    }
    __mz_getrandom(to, size, 0);
    return 0;
}
