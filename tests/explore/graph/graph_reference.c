// SPDX-License-Identifier: Apache-2.0

#include "graph_reference.h"

#include "base/table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; // events and initial writes: bits of a word

// A relation: of each, to whom.
typedef uint64_t relation_of[MOST];

// A graph as relations. Initial writes come after the events.
struct whole {
    unsigned events, count;
    const struct event *at[MOST]; // NULL: an initial write
    uint64_t addr[MOST];          // 0: none
    bool reads[MOST], writes[MOST], chained[MOST];
    enum op_order order[MOST];
    unsigned rank[MOST]; // in mo, of writes
    relation_of po, rf, mo, fr, chain, enables, wakes, rmw_from;
};

static uint64_t bit(unsigned i) {
    return 1ull << i;
}

// -------------------------------------------------------------- making it

static unsigned initial_of(struct whole *w, uint64_t addr) {
    for (unsigned i = w->events; i < w->count; i++)
        if (w->addr[i] == addr)
            return i;
    w->addr[w->count] = addr;
    w->writes[w->count] = true;
    w->order[w->count] = ORDER_RELAXED;
    return w->count++;
}

static void put_after(struct whole *w, unsigned write, unsigned older) {
    unsigned rank = w->rank[older] + 1;
    for (unsigned i = 0; i < w->count; i++)
        if (i != write && w->addr[i] == w->addr[write] && w->writes[i] &&
            w->rank[i] >= rank)
            w->rank[i]++;
    w->rank[write] = rank;
}

static void add_memory(struct whole *w, unsigned i) {
    const struct op *op = &w->at[i]->op;
    uint32_t write = graph_choice_write(op->choice);
    unsigned from =
        write == INITIAL_WRITE ? initial_of(w, op->addr) : (unsigned)write;
    w->addr[i] = op->addr;
    w->reads[i] = op->kind != OP_WRITE;
    if (w->reads[i])
        w->rf[from] |= bit(i);
    bool fails = op->kind == OP_CAS_FAIL || op->kind == OP_READ ||
                 op->kind == OP_AWAIT || !op_enabled(op, op->old);
    w->order[i] = (enum op_order)(w->reads[i] && fails && op->kind != OP_READ &&
                                          op->kind != OP_AWAIT
                                      ? op->order2
                                      : op->order);
    if (w->reads[i] && fails)
        return;
    put_after(w, i, from);
    w->writes[i] = true;
}

// The signal that has woken an event: the last one for its thread.
static void find_wakers(struct whole *w) {
    for (unsigned k = 0; k < w->events; k++) {
        unsigned thread = w->at[k]->thread, by = MOST;
        for (unsigned i = 0; i < k && w->at[k]->op.kind == OP_AWAKE; i++) {
            const struct op *op = &w->at[i]->op;
            if (op->addr == w->at[k]->op.arg &&
                ((op->kind == OP_SIGNAL && op->choice == thread + 1) ||
                 (op->kind == OP_BROADCAST && op->old >> thread & 1)))
                by = i;
        }
        if (by < MOST)
            w->wakes[by] |= bit(k);
    }
}

static void make(struct whole *w, const struct trace *t) {
    memset(w, 0, sizeof *w);
    w->events = w->count = t->length;
    for (unsigned i = 0; i < w->events; i++) {
        const struct event *e = trace_event(t, i);
        w->at[i] = e;
        w->order[i] = (enum op_order)e->op.order;
        enum op_object object = op_object((enum op_kind)e->op.kind);
        if (object == ON_MEMORY)
            add_memory(w, i);
        else if (e->op.addr && e->op.mode != OP_IGNORES)
            w->chained[i] = true;
    }
    for (unsigned i = 0; i < w->events; i++)
        for (unsigned k = 0; k < w->events; k++) {
            const struct op *a = &w->at[i]->op, *b = &w->at[k]->op;
            if (w->at[i]->thread == w->at[k]->thread && i < k)
                w->po[i] |= bit(k);
            bool same = a->addr == b->addr || a->addr2 == b->addr ||
                        b->addr2 == a->addr ||
                        (a->addr2 && a->addr2 == b->addr2);
            same = same && !(a->mode == OP_READS && b->mode == OP_READS);
            if (i < k && w->chained[i] && w->chained[k] && same)
                w->chain[i] |= bit(k);
        }
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned k = 0; k < w->count; k++) {
            bool writes =
                w->addr[i] && w->addr[i] == w->addr[k] && w->writes[i];
            if (writes && w->writes[k] && w->rank[i] < w->rank[k])
                w->mo[i] |= bit(k);
            if (i >= w->events && k < w->events)
                w->po[i] |= bit(k);
        }
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned r = 0; r < w->events; r++)
            if (w->rf[i] & bit(r)) {
                w->fr[r] = w->mo[i] & ~bit(r);
                if (w->writes[r])
                    w->rmw_from[i] |= bit(r);
            }
    // Enabling edges: what must come before, but not by program order.
    for (unsigned k = 0; k < w->events; k++) {
        const struct event *e = w->at[k];
        for (unsigned i = 0; i < k; i++) {
            const struct op *by = &w->at[i]->op;
            bool first = e->index == 1 && by->kind == OP_SPAWN &&
                         by->target == e->thread;
            bool join =
                e->op.kind == OP_JOIN && w->at[i]->thread == e->op.target;
            bool round = e->op.kind == OP_LEAVE && by->kind == OP_ARRIVE &&
                         by->addr == e->op.addr && by->arg == e->op.arg;
            if (first || join || round)
                w->enables[i] |= bit(k);
        }
    }
    find_wakers(w);
}

// ------------------------------------------------------------ of relations

static void close(const struct whole *w, relation_of r) {
    for (unsigned k = 0; k < w->count; k++)
        for (unsigned i = 0; i < w->count; i++)
            if (r[i] & bit(k))
                r[i] |= r[k];
}

static void unite(const struct whole *w, relation_of to,
                  const relation_of from) {
    for (unsigned i = 0; i < w->count; i++)
        to[i] |= from[i];
}

static void then(const struct whole *w, relation_of out, const relation_of a,
                 const relation_of b) {
    relation_of result = {0};
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned k = 0; k < w->count; k++)
            if (a[i] & bit(k))
                result[i] |= b[k];
    memcpy(out, result, sizeof result);
}

static bool acyclic(const struct whole *w, relation_of r) {
    close(w, r);
    for (unsigned i = 0; i < w->count; i++)
        if (r[i] & bit(i))
            return false;
    return true;
}

static void reflexive(const struct whole *w, relation_of r) {
    for (unsigned i = 0; i < w->count; i++)
        r[i] |= bit(i);
}

static void only(const struct whole *w, relation_of r, uint64_t rows,
                 uint64_t columns) {
    for (unsigned i = 0; i < w->count; i++)
        r[i] = rows & bit(i) ? r[i] & columns : 0;
}

static bool irreflexive_with_eco(const struct whole *w, const relation_of hb) {
    relation_of eco = {0}, r;
    unite(w, eco, w->rf);
    unite(w, eco, w->mo);
    unite(w, eco, w->fr);
    close(w, eco);
    reflexive(w, eco);
    then(w, r, hb, eco);
    for (unsigned i = 0; i < w->count; i++)
        if (r[i] & bit(i))
            return false;
    return true;
}

// An update's write comes right after what it reads from.
static bool updates_are_atomic(const struct whole *w) {
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned r = 0; r < w->events; r++)
            if (w->rmw_from[i] & bit(r) && w->rank[r] != w->rank[i] + 1)
                return false;
    return true;
}

// ------------------------------------------------------------------ models

static bool sc(const struct whole *w) {
    relation_of r = {0};
    unite(w, r, w->po);
    unite(w, r, w->rf);
    unite(w, r, w->mo);
    unite(w, r, w->fr);
    unite(w, r, w->chain);
    unite(w, r, w->enables);
    unite(w, r, w->wakes);
    return acyclic(w, r);
}

static bool is_nothing_in_tso(const struct whole *w, unsigned i) {
    return i < w->events &&
           (w->at[i]->op.kind == OP_CHOOSE ||
            (w->at[i]->op.kind == OP_FENCE && w->order[i] != ORDER_SEQ_CST));
}

static bool is_plain_read(const struct whole *w, unsigned i) {
    return i < w->events &&
           (w->at[i]->op.kind == OP_READ || w->at[i]->op.kind == OP_AWAIT);
}

static bool is_plain_write(const struct whole *w, unsigned i) {
    return i < w->events && w->at[i]->op.kind == OP_WRITE &&
           w->order[i] != ORDER_SEQ_CST;
}

static bool kept_in_tso(const struct whole *w, unsigned i, unsigned k) {
    if (!(w->po[i] & bit(k)) || is_nothing_in_tso(w, i) ||
        is_nothing_in_tso(w, k))
        return false;
    if (!is_plain_write(w, i) || !is_plain_read(w, k))
        return true;
    for (unsigned f = 0; f < w->events; f++)
        if (w->po[i] & bit(f) && w->po[f] & bit(k) &&
            !is_nothing_in_tso(w, f) && !is_plain_read(w, f) &&
            !is_plain_write(w, f))
            return true;
    return false;
}

static bool tso(const struct whole *w) {
    relation_of place = {0}, whole = {0};
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned k = 0; k < w->events; k++) {
            if (w->po[i] & bit(k) && w->addr[i] && w->addr[i] == w->addr[k])
                place[i] |= bit(k);
            bool external =
                i >= w->events || w->at[i]->thread != w->at[k]->thread;
            if (kept_in_tso(w, i, k) || (w->rf[i] & bit(k) && external))
                whole[i] |= bit(k);
            // All of a thread comes after what creates it.
            if (w->enables[i] & bit(k) && w->at[k]->index == 1)
                whole[i] |= bit(k) | w->po[k];
        }
    unite(w, place, w->rf);
    unite(w, place, w->mo);
    unite(w, place, w->fr);
    unite(w, whole, w->mo);
    unite(w, whole, w->fr);
    unite(w, whole, w->chain);
    unite(w, whole, w->enables);
    unite(w, whole, w->wakes);
    return acyclic(w, place) && acyclic(w, whole);
}

static bool ra(const struct whole *w) {
    relation_of hb = {0};
    unite(w, hb, w->po);
    unite(w, hb, w->rf);
    unite(w, hb, w->chain);
    unite(w, hb, w->enables);
    unite(w, hb, w->wakes);
    close(w, hb);
    return irreflexive_with_eco(w, hb);
}

static bool acquires(enum op_order order) {
    return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL ||
           order == ORDER_SEQ_CST;
}

static bool releases(enum op_order order) {
    return order == ORDER_RELEASE || order == ORDER_ACQ_REL ||
           order == ORDER_SEQ_CST;
}

static void synchronises(const struct whole *w, relation_of sw) {
    relation_of sequence, from, to, fence = {0}, r;
    uint64_t fences = 0, release = 0, acquire = 0, writes = 0;
    for (unsigned i = 0; i < w->events; i++) {
        bool is_fence = w->at[i]->op.kind == OP_FENCE;
        fences |= is_fence ? bit(i) : 0;
        writes |= w->writes[i] ? bit(i) : 0;
        if (releases(w->order[i]) && (is_fence || w->writes[i]))
            release |= bit(i);
        if (acquires(w->order[i]) && (is_fence || w->reads[i]))
            acquire |= bit(i);
    }
    memcpy(sequence, w->rmw_from, sizeof sequence);
    close(w, sequence);
    reflexive(w, sequence);
    only(w, sequence, writes, writes);
    memcpy(from, w->po, sizeof from);
    only(w, from, fences, ~0ull);
    reflexive(w, from);
    memcpy(to, w->po, sizeof to);
    only(w, to, ~0ull, fences);
    reflexive(w, to);
    memcpy(fence, w->rf, sizeof fence);
    then(w, r, from, sequence);
    then(w, r, r, fence);
    then(w, r, r, to);
    only(w, r, release, acquire);
    memcpy(sw, r, sizeof r);
    for (unsigned i = 0; i < w->events; i++)
        for (unsigned k = 0; k < w->events; k++)
            if (w->chain[i] & bit(k) && op_releases(&w->at[i]->op) &&
                op_acquires(&w->at[k]->op) &&
                w->at[i]->op.addr == w->at[k]->op.addr)
                sw[i] |= bit(k);
}

static bool rc11(const struct whole *w) {
    relation_of hb, sw, elsewhere = {0}, scb = {0}, r, left = {0}, right = {0};
    synchronises(w, sw);
    memcpy(hb, w->po, sizeof hb);
    unite(w, hb, sw);
    unite(w, hb, w->enables);
    close(w, hb);
    if (!irreflexive_with_eco(w, hb))
        return false;
    uint64_t all = 0, fences = 0;
    for (unsigned i = 0; i < w->events; i++) {
        bool fence = w->at[i]->op.kind == OP_FENCE;
        if (w->order[i] == ORDER_SEQ_CST &&
            (fence || w->reads[i] || w->writes[i])) {
            all |= bit(i);
            fences |= fence ? bit(i) : 0;
        }
    }
    // The place of an operation on an object is the object.
    for (unsigned i = 0; i < w->count; i++)
        for (unsigned k = 0; k < w->count; k++) {
            uint64_t a =
                i < w->events && w->chained[i] ? w->at[i]->op.addr : w->addr[i];
            uint64_t b =
                k < w->events && w->chained[k] ? w->at[k]->op.addr : w->addr[k];
            bool same = a && a == b;
            if (w->po[i] & bit(k) && !same)
                elsewhere[i] |= bit(k);
            if (hb[i] & bit(k) && same)
                scb[i] |= bit(k);
        }
    then(w, r, elsewhere, hb);
    then(w, r, r, elsewhere);
    unite(w, scb, r);
    unite(w, scb, w->po);
    unite(w, scb, w->mo);
    unite(w, scb, w->fr);
    memcpy(left, hb, sizeof left);
    reflexive(w, left);
    memcpy(right, left, sizeof right);
    only(w, left, fences, ~0ull);
    only(w, right, ~0ull, fences);
    for (unsigned i = 0; i < w->events; i++)
        if (all & bit(i)) {
            left[i] |= bit(i);
            right[i] |= bit(i);
        }
    relation_of psc, eco = {0};
    then(w, psc, left, scb);
    then(w, psc, psc, right);
    unite(w, eco, w->rf);
    unite(w, eco, w->mo);
    unite(w, eco, w->fr);
    close(w, eco);
    then(w, r, hb, eco);
    then(w, r, r, hb);
    unite(w, r, hb);
    only(w, r, fences, fences);
    unite(w, psc, r);
    return acyclic(w, psc);
}

static bool is_consistent(const struct whole *w, enum memory memory) {
    if (!updates_are_atomic(w))
        return false;
    switch (memory) {
    case MEMORY_SC:
        return sc(w);
    case MEMORY_TSO:
        return tso(w);
    case MEMORY_RA:
        return ra(w);
    case MEMORY_RC11:
        return rc11(w);
    case MEMORY_COUNT:
        break;
    }
    abort();
}

// --------------------------------------------------------------------- keys

static uint64_t name_of(const struct whole *w, unsigned i) {
    return i < w->events ? (uint64_t)w->at[i]->thread << 32 | w->at[i]->index
                         : ~w->addr[i];
}

static struct graph_key key_of(const struct whole *w) {
    struct graph_key sum = {0, 0};
    for (unsigned i = 0; i < w->events; i++) {
        const struct op *op = &w->at[i]->op;
        uint64_t row[8] = {name_of(w, i), op->kind, op->addr,
                           w->addr[i] ? 0 : op->choice, w->rank[i]};
        for (unsigned k = 0; k < w->count; k++) {
            if (w->rf[k] & bit(i))
                row[5] = name_of(w, k);
            row[6] += k < w->events && w->chain[k] & bit(i) ? 1 : 0;
            row[7] += k < w->events && w->chain[k] & bit(i)
                          ? XXH3_64bits(&(uint64_t){name_of(w, k)}, 8)
                          : 0;
        }
        XXH128_hash_t h = XXH3_128bits(row, sizeof row);
        sum.low += h.low64;
        sum.high += h.high64;
    }
    return sum;
}

struct graph_key reference_key(const struct trace *t) {
    struct whole w;
    make(&w, t);
    return key_of(&w);
}

static int compare(const void *a, const void *b) {
    const struct graph_key *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

void graph_keys_sort(graph_keys *keys) {
    if (keys->count)
        qsort(keys->at, keys->count, sizeof *keys->at, compare);
}

// ------------------------------------------------------------------- search

struct seen {
    uint64_t key;
};

struct reference {
    struct machine *machine;
    struct trace *trace;
    enum memory memory;
    TABLE(struct seen) seen;
    graph_keys *found;
    size_t most;
    bool too_big;
};

static void visit(struct reference *r);

// Take a step, go on if that is consistent, and come back. Was it?
static bool try(struct reference *r, struct step step) {
    uint32_t length = r->trace->length;
    struct whole w;
    trace_step(r->trace, step);
    make(&w, r->trace);
    bool fine = is_consistent(&w, r->memory);
    if (fine)
        visit(r);
    trace_back(r->trace, length);
    return fine;
}

// Is a write the newest one, or is nothing newer than the initial one?
static bool is_newest(const struct whole *w, uint64_t addr, unsigned rank) {
    for (unsigned i = 0; i < w->count; i++)
        if (w->addr[i] == addr && w->writes[i] && w->rank[i] > rank)
            return false;
    return true;
}

static bool try_memory(struct reference *r, uint32_t thread,
                       const struct op *pending) {
    struct op op = *pending;
    struct whole w;
    make(&w, r->trace);
    bool any =
        try(r, (struct step){thread, graph_choice(INITIAL_WRITE,
                                                  is_newest(&w, op.addr, 0))});
    for (unsigned i = 0; i < w.events; i++)
        if (w.addr[i] == op.addr && w.writes[i])
            any |= try(r, (struct step){thread,
                                        graph_choice(i, is_newest(&w, op.addr,
                                                                  w.rank[i]))});
    return any;
}

static bool try_thread(struct reference *r, uint32_t thread) {
    if (!machine_enabled(r->machine, thread))
        return false;
    struct op op = *machine_pending(r->machine, thread);
    if (op_object((enum op_kind)op.kind) == ON_MEMORY)
        return try_memory(r, thread, &op);
    bool any = false;
    for (unsigned i = 0; i < op_choices(&op); i++)
        any |= try(r, (struct step){thread, op_choice(&op, i)});
    return any;
}

static void visit(struct reference *r) {
    struct graph_key key = reference_key(r->trace);
    if (r->too_big || table_find(&r->seen, key.low | 1))
        return;
    table_put(&r->seen, key.low | 1);
    if (r->seen.table.count > r->most ||
        r->trace->length > REFERENCE_MOST_EVENTS) {
        r->too_big = true;
        return;
    }
    bool any = false;
    for (uint32_t t = 0; t < r->machine->threads; t++)
        any |= try_thread(r, t);
    if (!any && !r->too_big)
        vec_push(r->found, key);
}

bool reference_graphs(struct machine *machine, enum memory memory, size_t most,
                      graph_keys *found) {
    machine->graphs = true;
    struct reference r = {.machine = machine,
                          .trace = trace_new(machine),
                          .memory = memory,
                          .found = found,
                          .most = most};
    visit(&r);
    trace_free(r.trace);
    table_free(&r.seen);
    graph_keys_sort(found);
    return !r.too_big;
}
