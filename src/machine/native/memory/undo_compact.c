// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/undo.h"

#include "base/fault.h"
#include "base/memory.h"
#include "base/table.h"

// Which bytes have been seen: 64 of them in a line.
struct line {
    uint64_t key, mask; // key: 1 + address / 64
};
struct lines {
    TABLE(struct line) table;
};

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
        uint64_t *mask =
            &table_put(&seen->table, (address + done) / 64 + 1)->mask;
        new |= (bytes & ~*mask) != 0;
        *mask |= bytes;
    }
    return new;
}

size_t undo_compact(struct undo *u, size_t low, size_t high) {
    invariant(low <= high && high <= u->top);
    expensive(undo_is_sound(u, low, high));
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
    expensive(undo_is_sound(&kept, 0, kept.top));
    if (kept.top)
        memcpy(u->bytes + low, kept.bytes, kept.top);
    memmove(u->bytes + low + kept.top, u->bytes + high, u->top - high);
    u->top -= less;
    undo_free(&kept);
    table_free(&seen.table);
    vec_free(&records);
    return less;
}
