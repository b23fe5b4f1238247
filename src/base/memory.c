// SPDX-License-Identifier: Apache-2.0

#include "base/memory.h"

#include "base/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void *memory_new(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block)
        fault("out of memory");
    return block;
}

void *memory_resize(void *old, size_t count, size_t size) {
    require(size);
    size_t bytes;
    if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
        fault("out of memory");
    void *block = realloc(old, bytes);
    if (!block)
        fault("out of memory");
    return block;
}

char *memory_text(const char *text, size_t length) {
    char *copy = memory_new(length + 1, 1);
    require(text || !length);
    memcpy(copy, text, length);
    return copy;
}

void memory_free(void *block) {
    free(block);
}

// What getrusage says is inherited by a program that another one starts: it is
// asked only where there is no /proc.
uint64_t memory_peak_kib(void) {
    FILE *file = fopen("/proc/self/status", "r");
    struct rusage usage;
    char line[128];
    unsigned long peak = 0;
    while (file && !peak && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lu kB", &peak) != 1)
            peak = 0;
    if (file)
        fclose(file);
    if (peak)
        return peak;
    return getrusage(RUSAGE_SELF, &usage) ? 0 : (uint64_t)usage.ru_maxrss;
}

uint64_t memory_now_kib(void) {
    uint64_t now = memory_kib_of((int)getpid());
    return now ? now : memory_peak_kib();
}

uint64_t memory_kib_of(int process) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/statm", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    unsigned long whole, resident = 0;
    if (fscanf(file, "%lu %lu", &whole, &resident) != 2)
        resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}
