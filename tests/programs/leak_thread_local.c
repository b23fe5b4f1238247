// SPDX-License-Identifier: Apache-2.0
// check -- joined => unsafe: leak at leak_thread_local.c:N after N executions
// check -- freed => safe: 2 executions
// check -- main => safe: 2 executions
// A thread's variables are gone when it has been joined; main's are there to the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static _Thread_local int *mine;

static void *work(void *word) {
    x = 1;
    if (strcmp(word, "main"))
        mine = malloc(sizeof *mine);
    if (!strcmp(word, "freed"))
        free(mine);
    return NULL;
}

int main(int count, char **words) {
    char *word = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, word);
    x = 2;
    if (!strcmp(word, "main"))
        mine = malloc(sizeof *mine);
    pthread_join(thread, NULL);
    return 0;
}
