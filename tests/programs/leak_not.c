// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// What a global variable still points to, directly or not, is no leak.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
};
static struct node *list;

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->name = strdup("node");
        node->next = list;
        list = node;
    }
    return 0;
}
