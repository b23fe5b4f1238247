// SPDX-License-Identifier: Apache-2.0
// flags -fno-builtin
// check => safe: 2 executions || not checked: *
// check --algorithm=source => safe: 2 executions || not checked: *
// The program defines functions of the C library itself: its own are meant.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int calls;
static atomic_int x;

size_t strlen(const char *text) {
    calls++;
    size_t length = 0;
    while (text[length])
        length++;
    return length + 1000;
}

char *getenv(const char *name) {
    calls++;
    return (char *)name;
}

int abs(int number) {
    calls++;
    return number * 2;
}

int puts(const char *text) {
    calls++;
    return text[0];
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    const char *volatile text = "abc";
    volatile int minus = -4;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    assert(strlen(text) == 1003);
    assert(getenv(text) == text);
    assert(abs(minus) == -8);
    assert(puts(text) == 'a');
    assert(calls == 4);
    return 0;
}
