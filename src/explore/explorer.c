// SPDX-License-Identifier: Apache-2.0

#include "explore/explorer.h"

#include "base/fault.h"

#include <string.h>

static const struct algorithm_row rows[ALGORITHM_COUNT] = {
#define X(id, name, made_by, explores, bounded, hides, traits, purpose) \
    [ALGORITHM_##id] = {name,                                           \
                        purpose,                                        \
                        made_by,                                        \
                        ALGORITHM_##explores,                           \
                        ALGORITHM_##bounded,                            \
                        HIDES_##hides,                                  \
                        traits},
    ALGORITHMS(X)
#undef X
};

const struct algorithm_row *algorithm_row(enum algorithm algorithm) {
    require(algorithm < ALGORITHM_COUNT);
    return &rows[algorithm];
}

const struct explorer_sharing *algorithm_sharing(enum algorithm algorithm) {
    return algorithm_row(algorithm)->explores == ALGORITHM_POP ? &pop_sharing
                                                               : NULL;
}

bool algorithm_named(const char *name, enum algorithm *algorithm) {
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *algorithm = (enum algorithm)i;
            return true;
        }
    return false;
}

struct explorer *explorer_new(enum algorithm algorithm, struct trace *trace,
                              uint64_t seed, uint32_t k) {
    require(algorithm < ALGORITHM_COUNT);
    struct explorer *x = explorer_made(rows[algorithm].make, trace, seed);
    x->taken = rows[algorithm].explores;
    x->k = k;
    return x;
}

struct explorer *explorer_made(explorer_maker *maker, struct trace *trace,
                               uint64_t seed) {
    struct explorer *x = maker(trace);
    invariant(x->class && x->class->choose && x->class->end);
    x->trace = trace;
    x->random = seed;
    return x;
}

struct explorer *explorer_instead(const struct explorer *x,
                                  enum algorithm algorithm, const char *because,
                                  bool first) {
    require(because); // it is told to the user
    struct explorer *other = explorer_new(algorithm, x->trace, x->random, 0);
    other->because = because;
    if (other->class->again) // the execution has shown its order, too
        other->class->again(other, first);
    return other;
}

void explorer_free(struct explorer *x) {
    if (!x)
        return;
    order_free(x->order);
    x->class->destroy(x);
}

void explorer_reorder(struct explorer *x, struct order *order) {
    invariant(!x->reordered); // once only: else it would begin for ever
    order_free(x->order);
    x->order = order;
    x->reordered = true;
}

unsigned explorer_pick(struct explorer *x, unsigned count) {
    if (!x->random || count < 2)
        return 0;
    // xorshift64*: small, and good enough to vary an order
    x->random ^= x->random >> 12;
    x->random ^= x->random << 25;
    x->random ^= x->random >> 27;
    invariant(x->random); // 0 would mean: no random order
    return (unsigned)((x->random * 0x2545f4914f6cdd1dull >> 33) % count);
}
