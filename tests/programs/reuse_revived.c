// SPDX-License-Identifier: Apache-2.0
// check --reuse=on --check=use-after-free => unsafe: use-after-free at reuse_revived.c:40 after N executions
// check --reuse=on --check=assertion => unsafe: assertion at reuse_revived.c:40 after N executions
// check --reuse=on --check=assertion --algorithm=source => unsafe: assertion at reuse_revived.c:40 after N executions
// check --reuse=on --check=assertion --races=interleave => unsafe: assertion at reuse_revived.c:40 after N executions
// check --reuse=on --check=assertion --races=interleave --algorithm=optimal => unsafe: assertion at reuse_revived.c:40 after N executions
// check --reuse=on --check=double-free -- free => unsafe: double-free at reuse_revived.c:38 after N executions
// check --reuse=on --check=data-race -- free => unsafe: data-race at reuse_revived.c:N after N executions
// Somebody comes to a block by a pointer to its former life: it lives again by
// then, or not yet, and both are explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};

static struct node *old;
static atomic_int freed;

static void *renews(void *unused) {
    free(old);
    freed = 1;
    struct node *new = calloc(1, sizeof *new);
    new->value = 0;
    return unused;
}

int main(int count, char **arguments) {
    (void)arguments;
    pthread_t thread;
    old = malloc(sizeof *old);
    old->value = 7;
    pthread_create(&thread, NULL, renews, NULL);
    if (freed && count > 1)
        free(old);
    else if (freed)
        assert(old->value == 7);
    pthread_join(thread, NULL);
    return 0;
}
