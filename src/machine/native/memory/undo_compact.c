// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/undo.h"

#include "base/fault.h"
#include "base/memory.h"

// Which bytes have been seen: 64 of them in a line.
struct lines {
    struct line {
        uint64_t key, mask; // key: 1 + address / 64, or 0
    } * at;
    size_t room, used;
};

static struct line *find(const struct lines *l, uint64_t key) {
    size_t i = key * 0x9e3779b97f4a7c15ull >> 20 & (l->room - 1);
    while (l->at[i].key && l->at[i].key != key)
        i = (i + 1) & (l->room - 1);
    return &l->at[i];
}

static uint64_t *line_mask(struct lines *l, uintptr_t address) {
    if (2 * (l->used + 1) > l->room) {
        struct lines old = *l;
        l->room = old.room ? 2 * old.room : 1024;
        l->at = memory_new(l->room, sizeof *l->at);
        for (size_t i = 0; i < old.room; i++)
            if (old.at[i].key)
                *find(l, old.at[i].key) = old.at[i];
        memory_free(old.at);
    }
    struct line *line = find(l, address / 64 + 1);
    if (!line->key) {
        line->key = address / 64 + 1;
        l->used++;
    }
    return &line->mask;
}

// Has the record any byte that no earlier one has?
static bool brings_new(struct lines *seen, struct undo_record r) {
    uintptr_t address = (uintptr_t)r.address;
    bool new = false;
    for (size_t done = 0, size; done < r.size; done += size) {
        size = 64 - (address + done) % 64;
        if (size > r.size - done)
            size = r.size - done;
        uint64_t bytes = (size == 64 ? ~0ull : (1ull << size) - 1)
                         << (address + done) % 64;
        uint64_t *mask = line_mask(seen, address + done);
        new |= (bytes & ~*mask) != 0;
        *mask |= bytes;
    }
    return new;
}

size_t undo_compact(struct undo *u, size_t low, size_t high) {
    VEC(size_t) records = {0}; // where each ends, newest first
    size_t start;
    for (size_t at = high; at > low; at = start) {
        vec_push(&records, at);
        undo_record(u, at, &start);
    }
    struct lines seen = {0};
    struct undo kept = {0};
    for (size_t i = records.count; i-- > 0;) {
        struct undo_record r = undo_record(u, records.at[i], &start);
        if (brings_new(&seen, r))
            undo_push(&kept, r.address, u->bytes + start, r.size, r.quiet);
    }
    invariant(kept.top <= high - low);
    size_t less = high - low - kept.top;
    if (kept.top)
        memcpy(u->bytes + low, kept.bytes, kept.top);
    memmove(u->bytes + low + kept.top, u->bytes + high, u->top - high);
    u->top -= less;
    undo_free(&kept);
    memory_free(seen.at);
    vec_free(&records);
    return less;
}
