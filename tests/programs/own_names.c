// SPDX-License-Identifier: Apache-2.0
// flags -fno-builtin -w
// check => safe: 2 executions
// prints 4 2.0
// Functions and variables with names of libraries, of those that the checker
// itself calls, too: they are the program's, and nobody else's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

int strlen, ppoll, read = 3, kill, end, poll, mmap[10];
static atomic_int x;
static int calls;

double log(double number) {
    return number + 1;
}

void *malloc(unsigned long size) {
    calls++;
    return size ? mmap : 0;
}

void free(void *block) {
    calls++;
}

int cJSON_Print(void *text) {
    return 1 / !text;
}

int write(int number) {
    return number;
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    ppoll++;
    kill = poll = strlen = end = 7;
    printf("%d %.1f\n", read + ppoll, log(1));
    assert(calls == 0 && malloc(3) == mmap);
    free(mmap);
    assert(calls == 2);
    return write(0);
}
