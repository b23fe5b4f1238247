// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/state_check.h"

#include "base/fault.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

void state_check_free(struct state_check *c) {
    for (size_t i = 0; i < c->kept.count; i++)
        memory_free(c->kept.at[i].bytes);
    vec_free(&c->kept);
    table_free(&c->by_hash);
    table_free(&c->by_bytes);
}

static bool same_bytes(const struct kept_state *k, const void *bytes,
                       size_t size) {
    return k->size == size && memcmp(k->bytes, bytes, size) == 0;
}

void state_check(struct state_check *c, struct machine *machine,
                 const struct state *state) {
    size_t size;
    const void *bytes = machine_state_bytes(machine, &size);
    if (!bytes)
        return;
    uint32_t hash = table_hash((uint32_t)state->word[0]);
    uint32_t other = table_hash(XXH32(bytes, size, 0)); // another hash than the machine's
    for (struct table_item *p = table_find(&c->by_hash, hash); p;
         p = table_next(&c->by_hash, p))
        if (state_equal(&c->kept.at[p->item].state, state)) {
            if (!same_bytes(&c->kept.at[p->item], bytes, size))
                fault("two different states have the same hash");
            return;
        }
    for (struct table_item *p = table_find(&c->by_bytes, other); p;
         p = table_next(&c->by_bytes, p))
        if (same_bytes(&c->kept.at[p->item], bytes, size))
            fault("one state has two hashes");
    struct kept_state kept = {*state, memory_new(size, 1), size};
    memcpy(kept.bytes, bytes, size);
    vec_push(&c->kept, kept);
    table_add(&c->by_hash, hash)->item = (uint32_t)c->kept.count - 1;
    table_add(&c->by_bytes, other)->item = (uint32_t)c->kept.count - 1;
}
