// SPDX-License-Identifier: Apache-2.0
// Figure 5 of "Awaiting for Godot": 1 that ends and 1 that waits for ever.
// check -k --stats => unsafe: livelock at loop_figure_5.c:19 after N executions
// says complete executions                1
// says waiting at an await                1
// says waits until x == 3, and it is 5

#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *add(void *by) {
    atomic_fetch_add(&x, (int)(long)by);
    return NULL;
}

static void *wait(void *unused) {
    while (x != 3)
        ;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, (void *)(i < 2 ? 1l : 3l));
    pthread_create(&threads[3], NULL, wait, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
