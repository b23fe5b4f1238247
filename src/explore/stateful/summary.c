// SPDX-License-Identifier: Apache-2.0

#include "explore/stateful/summary.h"

#include "base/fault.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

// ------------------------------------------------------------- operations

void operations_free(struct operations *o) {
    vec_free(&o->at);
    table_free(&o->table);
}

uint32_t operation_number(struct operations *o, uint32_t thread,
                          const struct op *op) {
    struct later_op wanted;
    memset(&wanted, 0, sizeof wanted); // padding is compared too
    wanted.thread = thread;
    wanted.op.kind = op->kind;
    wanted.op.mode = op->mode;
    wanted.op.size = op->size;
    wanted.op.addr = op->addr;
    wanted.op.addr2 = op->addr2;
    wanted.op.flags = op->flags;
    if (op_is_await(op)) {
        wanted.op.compare = op->compare;
        wanted.op.arg = op->arg;
    }
    uint32_t hash = table_hash((uint32_t)XXH3_64bits(&wanted, sizeof wanted));
    for (struct table_item *p = table_find(&o->table, hash); p;
         p = table_next(&o->table, p))
        if (memcmp(&o->at.at[p->item], &wanted, sizeof wanted) == 0)
            return p->item;
    uint32_t number = (uint32_t)o->at.count;
    vec_reserve(&o->at, o->at.count + 1);
    memcpy(&o->at.at[o->at.count++], &wanted, sizeof wanted);
    table_add(&o->table, hash)->item = number;
    return number;
}

// -------------------------------------------------------------- summaries

struct summaries *summaries_new(const struct operations *operations) {
    struct summaries *s = memory_new(1, sizeof *s);
    s->operations = operations;
    interned_name(&s->rows, NULL, 0); // NOTHING_LATER
    invariant(s->rows.rows.count == NOTHING_LATER + 1);
    return s;
}

void summaries_free(struct summaries *s) {
    if (!s)
        return;
    interned_free(&s->sets);
    interned_free(&s->rows);
    vec_free(&s->row);
    vec_free(&s->set);
    memory_free(s);
}

static uint32_t thread_of(const struct summaries *s, uint32_t set) {
    uint32_t count;
    const uint32_t *members = interned_row(&s->sets, set, &count);
    invariant(count > 0);
    return s->operations->at.at[members[0]].thread;
}

static uint32_t set_union(struct summaries *s, uint32_t a, uint32_t b) {
    if (a == b)
        return a;
    uint32_t n, m, i = 0, k = 0;
    const uint32_t *x = interned_row(&s->sets, a, &n);
    const uint32_t *y = interned_row(&s->sets, b, &m);
    s->set.count = 0;
    while (i < n || k < m) {
        uint32_t next = k == m || (i < n && x[i] <= y[k]) ? x[i] : y[k];
        i += i < n && x[i] == next;
        k += k < m && y[k] == next;
        vec_push(&s->set, next);
    }
    return interned_name(&s->sets, s->set.at, (uint32_t)s->set.count);
}

// Merge two rows, which are in the order of threads, into s->row.
static void merge(struct summaries *s, uint32_t a, uint32_t b) {
    uint32_t n, m, i = 0, k = 0;
    const uint32_t *x = interned_row(&s->rows, a, &n);
    const uint32_t *y = interned_row(&s->rows, b, &m);
    s->row.count = 0;
    while (i < n || k < m) {
        uint32_t of_x = i < n ? thread_of(s, x[i]) : UINT32_MAX;
        uint32_t of_y = k < m ? thread_of(s, y[k]) : UINT32_MAX;
        uint32_t set = of_x < of_y   ? x[i]
                       : of_y < of_x ? y[k]
                                     : set_union(s, x[i], y[k]);
        i += of_x <= of_y;
        k += of_y <= of_x;
        vec_push(&s->row, set);
    }
}

uint32_t summary_union(struct summaries *s, uint32_t a, uint32_t b) {
    if (a == b || b == NOTHING_LATER)
        return a;
    if (a == NOTHING_LATER)
        return b;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    invariant(high < s->rows.rows.count);
    uint32_t place = (low * 0x9e3779b1u ^ high * 0x85ebca77u) >> 20;
    if (s->cache[place].a == low + 1 && s->cache[place].b == high)
        return s->cache[place].result;
    merge(s, low, high);
    uint32_t name = interned_name(&s->rows, s->row.at, (uint32_t)s->row.count);
    expensive(summary_is_sound(s, name));
    s->cache[place].a = low + 1;
    s->cache[place].b = high;
    s->cache[place].result = name;
    return name;
}

uint32_t summary_with(struct summaries *s, uint32_t summary,
                      uint32_t operation) {
    require(operation < s->operations->at.count);
    const struct op *op = &s->operations->at.at[operation].op;
    if (op->mode == OP_IGNORES && !op->addr2)
        return summary; // races with nobody
    uint32_t set = interned_name(&s->sets, &operation, 1);
    return summary_union(s, summary, interned_name(&s->rows, &set, 1));
}

uint32_t summary_moved(const struct summaries *from, uint32_t summary,
                       struct summaries *to) {
    if (from == to)
        return summary;
    uint32_t count;
    const uint32_t *row = interned_row(&from->rows, summary, &count);
    to->row.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t members;
        const uint32_t *set = interned_row(&from->sets, row[i], &members);
        vec_push(&to->row, interned_name(&to->sets, set, members));
    }
    return interned_name(&to->rows, to->row.at, (uint32_t)to->row.count);
}

void summary_list(const struct summaries *s, uint32_t summary,
                  operation_list *list) {
    uint32_t count;
    const uint32_t *row = interned_row(&s->rows, summary, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t members;
        const uint32_t *set = interned_row(&s->sets, row[i], &members);
        for (uint32_t k = 0; k < members; k++)
            vec_push(list, set[k]);
    }
}

bool summary_is_sound(const struct summaries *s, uint32_t summary) {
    uint32_t count, members;
    const uint32_t *row = interned_row(&s->rows, summary, &count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *set = interned_row(&s->sets, row[i], &members);
        if (!members || (i && thread_of(s, row[i - 1]) >= thread_of(s, row[i])))
            return false;
        for (uint32_t k = 1; k < members; k++)
            if (set[k - 1] >= set[k])
                return false;
    }
    return true;
}

size_t summaries_bytes(const struct summaries *s) {
    return sizeof *s + interned_bytes(&s->sets) + interned_bytes(&s->rows);
}
