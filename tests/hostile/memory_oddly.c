// SPDX-License-Identifier: Apache-2.0
// check -- aligned => safe: 2 executions
// check -- bad_align => safe: 2 executions
// check -- break => incomplete: calls outside of control (*) after N executions
// check -- code => not checked: *
// check -- file_map => safe: N executions
// check -- fixed_over_heap => not checked: *
// check -- grow_map => safe: 2 executions
// check -- inner => unsafe: invalid-free at FILE:N after N executions
// check -- new_code => not checked: *
// check -- old_pointer => unsafe: use-after-free at FILE:N after N executions
// check -- overlap => safe: 2 executions
// check -- protect => incomplete: calls outside of control (*) after N executions
// check -- protect_read => incomplete: calls outside of control (*) after N executions
// check -- reallocates => safe: 2 executions
// check -- shrinks_to_0 => safe: 2 executions
// check -- strcpy_self => unsafe: api-misuse at FILE:N after N executions
// check -- thread_stack_of_other => safe: 3 executions
// check -- too_many => safe: 2 executions
// check -- too_much => safe: 2 executions
// check -- trims => incomplete: calls outside of control (*) after N executions
// check -- unmapped => unsafe: use-after-free at FILE:N after N executions
// check -- usable => safe: 2 executions
// check -- zero => safe: 2 executions
// check -- zero_use => unsafe: out-of-bounds at FILE:N after N executions
// Memory by other ways, in odd sizes, and code in it.
#include "how.h"
#include <malloc.h>
static atomic_int x;
static void *work(void *u) {
    x = 7;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    char *p;
    void *q;
    volatile size_t big = SIZE_MAX;
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    IS(protect) {
        p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        p[0] = 1;
        assert(!mprotect(p, 4096, PROT_NONE));
        p[0] = 2;
    }
    IS(protect_read) {
        p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(!mprotect(p, 4096, PROT_READ));
        assert(p[0] == 0);
        munmap(p, 8192);
    }
    IS(fixed_over_heap) {
        p = malloc(100000);
        p[0] = 1;
        mmap((void *)((uintptr_t)p & -4096ul), 4096, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        free(p);
    }
    IS(unmapped) {
        p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        munmap(p, 4096);
        p[0] = 1;
    }
    IS(grow_map) {
        p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        p[7] = 3;
        p = mremap(p, 4096, 1 << 20, MREMAP_MAYMOVE);
        assert(p[7] == 3 && p[(1 << 20) - 1] == 0);
        munmap(p, 1 << 20);
    }
    IS(break) {
        p = sbrk(4096);
        p[0] = 1;
        sbrk(-4096);
    }
    IS(zero) {
        p = malloc(0);
        assert(p);
        free(p);
    }
    IS(zero_use) {
        p = malloc(0);
        p[0] = 1;
        free(p);
    }
    IS(too_much) {
        p = malloc(big);
        assert(!p && errno == ENOMEM);
    }
    IS(too_many) {
        p = calloc(big / 2, 4);
        assert(!p);
    }
    IS(shrinks_to_0) {
        p = malloc(5);
        q = realloc(p, 0);
        free(q);
    }
    IS(reallocates) {
        p = malloc(5);
        memcpy(p, "abcd", 5);
        q = realloc(p, 500000);
        assert(!strcmp(q, "abcd"));
        free(q);
    }
    IS(old_pointer) {
        p = malloc(5);
        q = realloc(p, 500);
        p[0] = 1;
        free(q);
    }
    IS(aligned) {
        assert(!posix_memalign(&q, 4096, 10) && (uintptr_t)q % 4096 == 0);
        free(q);
    }
    IS(bad_align) {
        assert(posix_memalign(&q, 3, 10) == EINVAL);
    }
    IS(usable) {
        p = malloc(10);
        size_t n = malloc_usable_size(p);
        memset(p, 0, n);
        free(p);
    }
    IS(trims) {
        malloc_trim(0);
        mallopt(M_MMAP_MAX, 0);
    }
    IS(inner) {
        p = malloc(10);
        free(p + 1);
    }
    IS(code) {
        p = (char *)((uintptr_t)work & -4096ul);
        if (!mprotect(p, 4096, PROT_READ | PROT_WRITE | PROT_EXEC))
            *(volatile char *)work = (char)0xc3;
    }
    IS(new_code) {
        unsigned char ret[] = {0xb8, 5, 0, 0, 0, 0xc3};
        p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(p, ret, 6);
        assert(((int (*)(void))p)() == 5);
        munmap(p, 4096);
    }
    IS(file_map) {
        int fd = open("/proc/self/exe", O_RDONLY);
        p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
        assert(p != MAP_FAILED && p[1] == 'E');
        munmap(p, 4096);
        close(fd);
    }
    IS(thread_stack_of_other) {
        volatile int here = 1;
        atomic_int *_Atomic y = &x;
        *y = here;
    }
    IS(overlap) {
        char b[20] = "abcdefgh";
        memcpy(b + 1, b, 8);
        assert(b[1] == 'a');
    }
    IS(strcpy_self) {
        char b[20] = "abc";
        strcpy(b, b);
    }
    pthread_join(t, NULL);
    return 0;
}
