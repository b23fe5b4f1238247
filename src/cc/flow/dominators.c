// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/dominators.h"

#include "base/memory.h"

// Parents have smaller numbers than their children, so the larger of two
// different blocks is never the common dominator.
static int meet(const int *parent, int a, int b) {
    while (a != b) {
        while (a > b)
            a = parent[a];
        while (b > a)
            b = parent[b];
    }
    return a;
}

static bool improve(struct dominators *dominators, const struct flow *flow,
                    int block) {
    const struct flow_list *before = &flow->blocks[block].predecessors;
    int best = FLOW_NONE;
    for (size_t i = 0; i < before->count; i++) {
        int other = before->at[i];
        if (other && dominators->parent[other] == FLOW_NONE)
            continue; // not seen yet
        best =
            best == FLOW_NONE ? other : meet(dominators->parent, best, other);
    }
    bool changed = dominators->parent[block] != best;
    dominators->parent[block] = best;
    return changed;
}

void dominators_open(struct dominators *dominators, const struct flow *flow) {
    dominators->count = flow->count;
    dominators->parent = memory_new((size_t)flow->count, sizeof(int));
    dominators->depth = memory_new((size_t)flow->count, sizeof(int));
    for (int i = 0; i < flow->count; i++)
        dominators->parent[i] = FLOW_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 1; i < flow->count; i++)
            changed |= improve(dominators, flow, i);
    }
    for (int i = 1; i < flow->count; i++)
        dominators->depth[i] = dominators->depth[dominators->parent[i]] + 1;
}

void dominators_close(struct dominators *dominators) {
    memory_free(dominators->parent);
    memory_free(dominators->depth);
    *dominators = (struct dominators){0};
}

bool dominators_dominates(const struct dominators *dominators, int above,
                          int below) {
    while (dominators->depth[below] > dominators->depth[above])
        below = dominators->parent[below];
    return above == below;
}

int dominators_common(const struct dominators *dominators, int a, int b) {
    return meet(dominators->parent, a, b);
}
