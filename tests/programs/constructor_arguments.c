// SPDX-License-Identifier: Apache-2.0
// arguments abc
// check => unsafe: assertion at constructor_arguments.c:33 after N executions
// check --algorithm=source => unsafe: assertion at constructor_arguments.c:33 after N executions
// What runs before main gets main's arguments, and is run by the checker even if the
// program itself has put it where the loader looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, seen;

static void early(int count, char **words, char **environment) {
    if (count == 2 && !strcmp(words[1], "abc") && environment)
        atomic_fetch_add(&seen, 1);
}

__attribute__((constructor)) static void first(int count, char **words) {
    early(count, words, words + count + 1);
}

__attribute__((section(".init_array"),
               used)) static void (*const list[])(int, char **, char **) = {
    early, early};

static void *work(void *unused) {
    x = 1;
    return unused;
}

static void look(void) {
    assert(x != 1 || seen != 3);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    look();
    pthread_join(thread, NULL);
    return 0;
}
