// SPDX-License-Identifier: Apache-2.0
// A library that plain gcc compiles: nothing in it is under control.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "outside.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int counter;

int outside_adds(int a, int b) {
    return a + b;
}

int outside_counts(void) {
    return ++counter;
}

void outside_writes(int *to, int value) {
    *to = value;
}

int outside_reads(const int *from) {
    return *from;
}

void outside_increments(int *to) {
    __atomic_fetch_add(to, 1, __ATOMIC_SEQ_CST);
}

void outside_exits(int code) {
    exit(code);
}

void outside_exits_now(int code) {
    _exit(code);
}

void outside_aborts(void) {
    abort();
}

void outside_dies(void) {
    raise(SIGKILL);
}

void outside_crashes(void) {
    *(volatile int *)16 = 1;
}

void outside_jumps(jmp_buf back) {
    longjmp(back, 1);
}

int outside_calls(int (*function)(int), int argument) {
    return function(argument) + 1;
}

void outside_locks(pthread_mutex_t *mutex) {
    pthread_mutex_lock(mutex);
}

void outside_unlocks(pthread_mutex_t *mutex) {
    pthread_mutex_unlock(mutex);
}

static void *adds_for_ever(void *word) {
    for (;;) {
        __atomic_fetch_add((int *)word, 1, __ATOMIC_SEQ_CST);
        usleep(100);
    }
    return NULL;
}

int outside_starts_thread(int *word) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, adds_for_ever, word);
    return error ? error : pthread_detach(thread);
}

void *outside_allocates(size_t size) {
    return malloc(size);
}

void outside_frees(void *block) {
    free(block);
}

void outside_loops(void) {
    for (volatile long i = 0; i >= 0;)
        i = i + 1;
}

void outside_blocks(void) {
    int ends[2];
    char none;
    if (pipe(ends) == 0 && read(ends[0], &none, 1) < 0)
        errno = 0;
}

void outside_prints(void) {
    printf("from outside");
    fflush(stdout);
}

void outside_forges(void) {
    printf("\nmazurka: safe: 99 executions\n");
    fflush(stdout);
}

void outside_closes(void) {
    for (int fd = 0; fd < 1100; fd++)
        close(fd);
}

long outside_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_nsec;
}

void outside_errx(void) {
    errx(0, "from outside");
}

void outside_unmaps(void *at, size_t size) {
    munmap(at, size);
}

int outside_qsorts(int *numbers, size_t count,
                   int (*compare)(const void *, const void *)) {
    qsort(numbers, count, sizeof *numbers, compare);
    return numbers[0];
}

int outside_variadic(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(arguments, int);
    va_end(arguments);
    return sum;
}

int outside_variable = 1;
