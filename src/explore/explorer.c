// SPDX-License-Identifier: Apache-2.0

#include "explore/explorer.h"

#include "base/fault.h"
#include "explore/pop/pop.h"
#include "explore/quasi/quasi.h"
#include "explore/stateful/stateful.h"

#include <string.h>

static const struct row {
    const char *name, *purpose;
} rows[ALGORITHM_COUNT] = {
#define X(id, name, purpose) [ALGORITHM_##id] = {name, purpose},
    ALGORITHMS(X)
#undef X
};

const char *algorithm_name(enum algorithm algorithm) {
    return rows[algorithm].name;
}

const char *algorithm_purpose(enum algorithm algorithm) {
    return rows[algorithm].purpose;
}

bool algorithm_named(const char *name, enum algorithm *algorithm) {
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *algorithm = (enum algorithm)i;
            return true;
        }
    return false;
}

static struct explorer *make(enum algorithm algorithm, struct trace *trace,
                             uint32_t k) {
    switch (algorithm) {
    case ALGORITHM_AUTO:
        return explorer_pop_or_optimal(trace);
    case ALGORITHM_ALL:
        return explorer_all();
    case ALGORITHM_CLASSIC:
        return explorer_classic(trace);
    case ALGORITHM_SOURCE:
        return explorer_source(trace);
    case ALGORITHM_OPTIMAL:
        return explorer_optimal(trace);
    case ALGORITHM_POP:
        return explorer_pop(trace, POP_CHARACTERISATION);
    case ALGORITHM_QUASI:
        return explorer_quasi(trace, k);
    case ALGORITHM_STATEFUL:
        return explorer_stateful(trace, STATEFUL_BEST);
    case ALGORITHM_COUNT:
        break;
    }
    fault("no such algorithm");
}

struct explorer *explorer_new(enum algorithm algorithm, struct trace *trace,
                              uint64_t seed, uint32_t k) {
    struct explorer *x = make(algorithm, trace, k);
    x->taken = algorithm == ALGORITHM_AUTO ? ALGORITHM_POP : algorithm;
    x->trace = trace;
    x->random = seed;
    return x;
}

struct explorer *explorer_made(explorer_maker *maker, struct trace *trace,
                               uint64_t seed) {
    struct explorer *x = maker(trace);
    x->trace = trace;
    x->random = seed;
    return x;
}

struct explorer *explorer_instead(const struct explorer *x,
                                  enum algorithm algorithm, const char *because,
                                  bool first) {
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
    return (unsigned)((x->random * 0x2545f4914f6cdd1dull >> 33) % count);
}
