// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at nested_names.c:18 after N executions
// says main/1/1/1/1/1/1/1/1/1/1…/1#30/1
// says main/1/1/1/1/1/1/1/1/1/1…/1#30/2
// A thread creates a thread, which creates a thread …, and the last two, whose
// names are long, are not taken for one.
#include <pthread.h>
#include <stddef.h>

enum { DEPTH = 30 };
static int x;

static void *below(void *depth) {
    long left = DEPTH - (long)depth;
    pthread_t threads[2];
    int count = left == 0 ? 0 : left == 1 ? 2 : 1;
    if (!left)
        x++;
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, below, (void *)((long)depth + 1));
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return NULL;
}

int main(void) {
    below((void *)-1);
    return 0;
}
