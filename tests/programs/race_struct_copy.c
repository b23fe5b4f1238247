// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_struct_copy.c:15 after 1 executions
// check --algorithm=source => unsafe: data-race at race_struct_copy.c:15 after 1 executions
// check --keep-going => unsafe: data-race at race_struct_copy.c:15 after 1 executions
// A struct of 64 bytes is assigned by two threads: one race, not one a byte.
#include <pthread.h>

struct big {
    long word[8];
};

static struct big shared;

static void *work(void *own) {
    shared = *(struct big *)own;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct big one = {{1}}, two = {{2}};
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
