// SPDX-License-Identifier: Apache-2.0
// A library that was not compiled by us; what its functions do is in their
// names.

#ifndef OUTSIDE_H
#define OUTSIDE_H

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

int outside_adds(int a, int b);
int outside_counts(void);
void outside_writes(int *to, int value);
int outside_reads(const int *from);
void outside_increments(int *to);
void outside_exits(int code);
void outside_exits_now(int code);
void outside_aborts(void);
void outside_dies(void);
void outside_crashes(void);
void outside_jumps(jmp_buf back);
int outside_calls(int (*function)(int), int argument);
void outside_locks(pthread_mutex_t *mutex);
void outside_unlocks(pthread_mutex_t *mutex);
int outside_starts_thread(int *word);
void *outside_allocates(size_t size);
void outside_frees(void *block);
void outside_loops(void);
void outside_blocks(void);
void outside_prints(void);
void outside_forges(void);
void outside_closes(void);
long outside_time(void);
void outside_errx(void);
void outside_unmaps(void *at, size_t size);
int outside_qsorts(int *numbers, size_t count,
                   int (*compare)(const void *, const void *));
int outside_variadic(int count, ...);
extern int outside_variable;

#endif
