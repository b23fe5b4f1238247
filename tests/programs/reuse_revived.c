// SPDX-License-Identifier: Apache-2.0
// check --reuse=on --check=use-after-free => unsafe: use-after-free at reuse_revived.c:45 after N executions
// check --reuse=on --check=assertion => unsafe: assertion at reuse_revived.c:45 after N executions
// check --reuse=on --check=assertion --algorithm=source => unsafe: assertion at reuse_revived.c:45 after N executions
// check --reuse=on --check=assertion --races=interleave => unsafe: assertion at reuse_revived.c:45 after N executions
// check --reuse=on --check=assertion --races=interleave --algorithm=optimal => unsafe: assertion at reuse_revived.c:45 after N executions
// check --reuse=on --check=double-free -- free => unsafe: double-free at reuse_revived.c:43 after N executions
// check --reuse=on --check=data-race -- free => unsafe: data-race at reuse_revived.c:N after N executions
// Somebody comes to a block by a pointer to its former life: it lives again by
// then, or not yet, and both are explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};

static struct node *old;
static atomic_int freed;

static void *renews(void *uses) {
    free(old);
    freed = 1;
    freed = 2; // who has seen 1 was there before
    struct node *new = calloc(1, sizeof *new);
    if (uses)
        new->value = 0;
    return uses;
}

int main(int count, char **arguments) {
    (void)arguments;
    pthread_t thread;
    old = malloc(sizeof *old);
    old->value = 7;
    bool frees = count > 1;
    pthread_create(&thread, NULL, renews, frees ? &thread : NULL);
    if (freed == 1) {
        if (frees)
            free(old);
        else
            assert(old->value == 7);
    }
    pthread_join(thread, NULL);
    return 0;
}
