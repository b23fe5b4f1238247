// SPDX-License-Identifier: Apache-2.0

#include "explore/graph/graph_places.h"

void graph_places_free(struct graph_places *p) {
    vec_free(&p->all);
    table_free(&p->table);
}

static uint32_t overlapping(const struct graph_places *p, uint64_t addr,
                            uint32_t size) {
    for (uint32_t i = 0; i < p->all.count; i++)
        if (p->all.at[i].addr < addr + size &&
            addr < p->all.at[i].addr + p->all.at[i].size)
            return i;
    return NO_PLACE;
}

uint32_t graph_places_find(struct graph_places *p, const struct op *op,
                           uint64_t addr, uint32_t size, uint32_t *other) {
    const struct graph_place_row *row = table_find(&p->table, addr);
    if (row && p->all.at[row->place].size == size)
        return row->place;
    *other = overlapping(p, addr, size);
    if (*other != NO_PLACE)
        return NO_PLACE;
    uint32_t place = (uint32_t)p->all.count;
    vec_push(&p->all,
             (struct graph_place){
                 .addr = addr, .size = size, .site = op->site, .chain = place});
    table_put(&p->table, addr)->place = place;
    return place;
}

bool graph_places_unite(struct graph_places *p, uint32_t one, uint32_t other) {
    uint32_t kept = p->all.at[one].chain, old = p->all.at[other].chain;
    for (size_t i = 0; i < p->all.count; i++)
        if (p->all.at[i].chain == old)
            p->all.at[i].chain = kept;
    return kept != old;
}
