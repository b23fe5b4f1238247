// SPDX-License-Identifier: Apache-2.0
// check --timeout=60 --max-memory=300 -- keeps => incomplete: memory limit after 0 executions
// check --timeout=60 --max-memory=300 -- writes => incomplete: memory limit after 0 executions
// json peak_kib<900000
// within 30
// One step that takes more and more memory: the bound holds inside of it, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    char *block = malloc(1 << 20);
    if (count > 1 && !strcmp(words[1], "keeps"))
        for (;;) {
            char **next = calloc(1, 1 << 20);
            memset(next, 1, 1 << 20);
            *next = block;
            block = (char *)next;
        }
    for (unsigned i = 0;; i++)
        block[i % (1 << 20)] = (char)i;
}
