// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- memset => safe: N executions || safe: N executions, N blocked
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- strcpy => safe: N executions || safe: N executions, N blocked
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- snprintf => safe: N executions || safe: N executions, N blocked
// A library function writes to the other half of an atomic's word.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static struct {
    _Alignas(8) atomic_int x;
    char text[4];
} word;

static void *work(void *unused) {
    word.x++;
    word.x = 3;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    if (!strcmp(which, "memset"))
        memset(word.text, 1, 4);
    if (!strcmp(which, "strcpy"))
        strcpy(word.text, "abc");
    if (!strcmp(which, "snprintf"))
        snprintf(word.text, 4, "%d", 12);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
