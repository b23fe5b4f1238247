// SPDX-License-Identifier: Apache-2.0

#include "explore/optimal/optimal_order.h"

#include "base/fault.h"

// Below that, there is little to be gained: few executions, or short ones.
enum { MANY_RACES = 8, LONG_EXECUTION = 1000 };

bool optimal_order_pays(const struct trace *trace) {
    size_t races = trace->reversible.count;
    uint64_t length = trace->length + trace->machine->hidden;
    return races >= MANY_RACES || (races && length > LONG_EXECUTION);
}

// Of thread 1: the first that had this number.
static uint32_t first_birth(const struct trace *t) {
    for (size_t i = 0; i < t->births.count; i++)
        if (trace_event(t, t->births.at[i].at)->op.target == 1)
            return t->births.at[i].at;
    return NOWHERE;
}

// Which threads act on a word, main's preparations aside. (Threads of a model
// are there from the start.)
static uint64_t threads_at(const struct trace *t, const struct word *word) {
    uint32_t born = first_birth(t);
    uint64_t threads = 0;
    for (uint32_t l = word->head; l != NOWHERE; l = t->links.at[l].prev) {
        uint32_t at = t->links.at[l].event;
        invariant(at < t->length);
        if (born == NOWHERE || at > born)
            threads |= 1ull << (trace_event(t, at)->thread & 63);
    }
    return threads;
}

enum { LOCATIONS_OF_A_THREAD = 4 }; // nobody races everywhere

static bool races_in_pairs(const struct trace *t) {
    unsigned locations = 0;
    uint8_t locations_of[64] = {0};
    for (size_t i = 0; i < t->words.count; i++) {
        const struct word *word = &t->words.at[i];
        if (!word->contended)
            continue;
        locations++;
        uint64_t threads = threads_at(t, word);
        if (__builtin_popcountll(threads) > 2)
            return false;
        for (; threads; threads &= threads - 1)
            if (++locations_of[__builtin_ctzll(threads)] >
                LOCATIONS_OF_A_THREAD)
                return false;
    }
    return locations > 2;
}

bool optimal_order_pays_for_pop(const struct trace *trace) {
    return optimal_order_pays(trace) && races_in_pairs(trace);
}

// The thread with the best next operation. Of several, the one that has just
// run, so that the execution is easy to read, or else the newest.
static uint32_t next(struct order *order, const struct trace *trace,
                     uint64_t among) {
    struct machine *m = trace->machine;
    uint32_t best = NOWHERE;
    enum preference most = CONTENDED;
    (void)order;
    uint64_t left = among & m->living, first = 0;
    if (trace->length)
        first = left & 1ull << trace_event(trace, trace->length - 1)->thread;
    for (uint32_t t; left; left &= ~(1ull << t), first = 0) {
        t = 63 - (uint32_t)__builtin_clzll(first ? first : left);
        expensive(t < m->threads);
        if (!machine_enabled(m, t))
            continue;
        enum preference p = trace_preference(trace, machine_pending(m, t));
        if (p == UNCONTENDED)
            return t;
        if (best == NOWHERE || p > most) {
            best = t;
            most = p;
        }
    }
    return best;
}

struct order *optimal_order(void) {
    static const struct order_class class = {.next = next};
    struct order *o = memory_new(1, sizeof *o);
    o->class = &class;
    return o;
}
