// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/dependency_graph.h"

void dependency_graph_free(struct dependency_graph *g) {
    for (size_t i = 0; i < g->nodes.count; i++)
        vec_free(&g->nodes.at[i].next);
    vec_free(&g->nodes);
}

static struct dependency_node *node(struct dependency_graph *g,
                                    uint32_t operation) {
    while (g->nodes.count <= operation)
        vec_push(&g->nodes, (struct dependency_node){{0}, false});
    return &g->nodes.at[operation];
}

void dependency_graph_add(struct dependency_graph *g, uint32_t from,
                          uint32_t to) {
    struct dependency_node *n = node(g, from);
    for (size_t i = 0; i < n->next.count; i++)
        if (n->next.at[i] == to)
            return;
    vec_push(&n->next, to);
}

void dependency_graph_reach(struct dependency_graph *g, operation_list *list) {
    for (size_t i = 0; i < list->count; i++)
        node(g, list->at[i])->reached = true;
    for (size_t i = 0; i < list->count; i++) {
        for (size_t k = 0; k < node(g, list->at[i])->next.count; k++) {
            uint32_t next = node(g, list->at[i])->next.at[k];
            if (node(g, next)->reached)
                continue;
            node(g, next)->reached = true;
            vec_push(list, next);
        }
    }
    for (size_t i = 0; i < list->count; i++)
        node(g, list->at[i])->reached = false;
}
