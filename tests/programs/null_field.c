// SPDX-License-Identifier: Apache-2.0
// check => unsafe: null-dereference at null_field.c:15 after 1 executions
// check --algorithm=source => unsafe: null-dereference at null_field.c:15 after 1 executions
// A field of nothing is near the null pointer.
#include <stdlib.h>

struct node {
    long filler[100];
    struct node *next;
};

int main(int argc, char **argv) {
    (void)argv;
    struct node *node = argc > 100 ? calloc(1, sizeof *node) : NULL;
    return node->next != NULL;
}
