// SPDX-License-Identifier: Apache-2.0
// The program's main is run by a thread: the numbers of such a thread's children
// are used again at once, those of main's own only when it has created many.
#define _GNU_SOURCE
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#include <pthread.h>

int main_in_thread(); // with or without arguments

static struct {
    int count;
    char **words;
} given;

static void *run_main(void *unused) {
    (void)unused;
    return (void *)(long)main_in_thread(given.count, given.words);
}

int main(int count, char **words) {
    pthread_t thread;
    void *result;
    given.count = count;
    given.words = words;
    pthread_create(&thread, NULL, run_main, NULL);
    pthread_join(thread, &result);
    return (int)(long)result;
}

#define main main_in_thread
