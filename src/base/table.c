// SPDX-License-Identifier: Apache-2.0

#include "base/table.h"

#include "base/memory.h"

#include <string.h>

static void put(struct table *t, struct slot s) {
    uint32_t at = s.hash & (t->room - 1);
    while (t->slots[at].item)
        at = (at + 1) & (t->room - 1);
    t->slots[at] = s;
    t->used++;
}

static void grow(struct table *t) {
    struct table bigger = {.room = t->room ? 2 * t->room : 64};
    bigger.slots = memory_new(bigger.room, sizeof *bigger.slots);
    for (uint32_t i = 0; i < t->room; i++)
        if (t->slots[i].item)
            put(&bigger, t->slots[i]);
    memory_free(t->slots);
    *t = bigger;
}

void table_add(struct table *t, uint32_t hash, uint32_t item) {
    if (2 * t->used >= t->room)
        grow(t);
    put(t, (struct slot){hash, item + 1});
}

void table_clear(struct table *t) {
    if (t->room)
        memset(t->slots, 0, t->room * sizeof *t->slots);
    t->used = 0;
}

void table_free(struct table *t) {
    memory_free(t->slots);
    *t = (struct table){0};
}
