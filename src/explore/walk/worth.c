// SPDX-License-Identifier: Apache-2.0

#include "explore/walk/worth.h"

enum { MOST_ROWS = 1 << 18 }; // of each table

void worth_free(struct worth *w) {
    table_free(&w->values);
    table_free(&w->rests);
}

// The end of splitmix64; never 0, which is no key.
uint64_t worth_hash(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return z ? z : 1;
}

uint64_t worth_rest_key(uint32_t thread, const struct op *op) {
    return worth_hash(op->addr * 3 + ((uint64_t)op->kind << 56) +
                      ((uint64_t)op->site << 24) + ((uint64_t)thread << 12) +
                      op->choice);
}

double worth_wakes(const struct worth *w, uint64_t rest) {
    const struct worth_rest *r = table_find(&w->rests, rest);
    return r ? (r->woken + 1.0) / (r->slept + 1.0) : 1;
}

void worth_rested(struct worth *w, uint64_t rest, bool woken) {
    if (w->rests.table.count >= MOST_ROWS)
        return;
    struct worth_rest *r = table_put(&w->rests, rest);
    r->slept++;
    r->woken += woken;
}

// What is not known is worth what its neighbours are.
double worth_expect(const struct worth *w, struct way *ways, size_t count) {
    double known = 0, woken = 0, total = 0;
    for (size_t i = 0; i < count; i++) {
        const struct worth_value *v = table_find(&w->values, ways[i].key);
        ways[i].value = v ? v->value : -1;
        if (v) {
            known += v->value;
            woken += ways[i].woken;
        }
    }
    double usual = known > 0 && woken > 0 ? known / woken : 1;
    for (size_t i = 0; i < count; i++) {
        if (ways[i].value < 0)
            ways[i].value = usual * ways[i].woken;
        total += ways[i].value;
    }
    return total;
}

// The last word counts most: it is the best informed.
void worth_learn(struct worth *w, const struct way *way, double value) {
    struct worth_value *v = table_find(&w->values, way->key);
    if (v) {
        v->value += (value - v->value) / 2;
    } else if (w->values.table.count < MOST_ROWS) {
        v = table_add(&w->values, way->key);
        v->value = value;
    }
}
