// SPDX-License-Identifier: Apache-2.0
// Every class that has a linearisation with at most so many switches of
// threads, each once: fewest switches first.
//
// What happens after some events does not depend on the order in which they
// have happened. So a *node* is a class of prefixes and the thread that has
// made the last step; a way to it is worth no more than the one with the fewest
// switches. To let that thread go on costs nothing, another one a switch:
//
//        ∅ ─a1─▶ (a1, a) ─a2─▶ (a1 a2, a) ─ ▷
//        │          └·b1·▶ (a1 b1, b)              ·: a switch
//        └─b1─▶ (b1, b) ─b2─▶ …                    ▷: the end of an execution
//
// All nodes with no switch are visited first, depth first; what costs one more
// is kept for *later*, and so on (a breadth-first search in which some edges
// cost nothing). So the first execution that shows something has the fewest
// switches.
//
// A switch is *forced* if the thread cannot go on. With a bound of preemptions
// that costs nothing, and who went last does not matter there; then every
// execution comes to its end. With a bound of switches each one counts, and an
// execution whose last thread cannot go on is cut where no switch is left.
//
// When all nodes within the bound are visited, nothing is missing iff each step
// that was left for later was taken from the same class by another way.
//
// Invariant: `taken` has every edge (class, step) that some execution has gone
// along, `visited` every node; the nodes from the root to `at` are the events
// of the trace, and what is planned comes after them.

#include "explore/explorer.h"

#include "base/fault.h"
#include "base/table.h"
#include "explore/trace/trace.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { ROOT = 0, NOBODY = UINT32_MAX };

struct bound_node {
    struct trace_class class;
    uint32_t parent, depth;
    struct step step; // that has led here
};

// A step from a node that nobody has taken yet.
struct bound_edge {
    uint32_t from;
    struct step step;
};

struct bound_key {
    uint64_t key, rest; // 128 bits of a hash
};

struct switch_bound {
    struct explorer base;
    bool forced_cost; // every switch counts
    VEC(struct bound_node) nodes;
    VEC(struct bound_edge) now, later;
    TABLE(struct bound_key) taken, visited;
    uint32_t at;              // the node of the trace's last event
    VEC(struct step) planned; // the steps to the edge that comes next
    uint64_t switches;        // that the executions have now
};

static struct switch_bound *bound_of(struct explorer *x) {
    return (struct switch_bound *)x;
}

// ------------------------------------------------------------------- tables

static struct bound_key key_of(struct trace_class class, uint32_t thread,
                               uint32_t choice) {
    uint64_t row[3] = {class.low, class.high, (uint64_t)thread << 32 | choice};
    XXH128_hash_t h = XXH3_128bits(row, sizeof row);
    return (struct bound_key){h.low64 ? h.low64 : 1, h.high64};
}

#define has_key(table, wanted)                                    \
    ({                                                            \
        struct bound_key *row_ = table_find(table, (wanted).key); \
        while (row_ && row_->rest != (wanted).rest)               \
            row_ = table_next(table, row_);                       \
        row_ != NULL;                                             \
    })

#define add_key(table, wanted) \
    (table_add(table, (wanted).key)->rest = (wanted).rest)

static bool is_taken(struct switch_bound *b, uint32_t from, struct step step) {
    struct bound_key key =
        key_of(b->nodes.at[from].class, step.thread, step.choice);
    return has_key(&b->taken, key);
}

static void take(struct switch_bound *b, uint32_t from, struct step step) {
    struct bound_key key =
        key_of(b->nodes.at[from].class, step.thread, step.choice);
    if (!has_key(&b->taken, key))
        add_key(&b->taken, key);
}

// ------------------------------------------------------------------- a node

// The trace is one event longer than the node's way.
static void arrive(struct switch_bound *b) {
    const struct trace *t = b->base.trace;
    struct bound_node n = {.class = b->nodes.at[b->at].class,
                           .parent = b->at,
                           .depth = t->length,
                           .step = t->steps.at[t->length - 1]};
    struct trace_class last = trace_class_of_event(t, t->length - 1);
    n.class.low += last.low;
    n.class.high += last.high;
    take(b, b->at, n.step);
    b->at = (uint32_t)b->nodes.count;
    vec_push(&b->nodes, n);
}

// Who has made the last step, if it can go on.
static uint32_t who_stays(struct switch_bound *b) {
    uint32_t last = b->nodes.at[b->at].step.thread;
    return last != NOBODY && machine_enabled(b->base.trace->machine, last)
               ? last
               : NOBODY;
}

// The steps of a thread: for now, or for when one more switch is allowed.
static void add_edges(struct switch_bound *b, uint32_t thread, bool costs) {
    struct machine *m = b->base.trace->machine;
    const struct op *op = machine_pending(m, thread);
    for (unsigned i = op_choices(op); i-- > 0;) {
        struct bound_edge e = {b->at, {thread, op_choice(op, i)}};
        if (is_taken(b, e.from, e.step))
            continue;
        if (costs)
            vec_push(&b->later, e);
        else
            vec_push(&b->now, e);
    }
}

// False: it was visited before. The last that is added is the first to be
// taken.
static bool visit(struct switch_bound *b) {
    struct machine *m = b->base.trace->machine;
    uint32_t last = who_stays(b);
    struct bound_key key = key_of(b->nodes.at[b->at].class, last, NOBODY);
    if (has_key(&b->visited, key))
        return false;
    add_key(&b->visited, key);
    for (uint32_t t = m->threads; t-- > 0;)
        if (t != last && machine_enabled(m, t))
            add_edges(b, t,
                      b->at != ROOT && (last != NOBODY || b->forced_cost));
    if (last != NOBODY)
        add_edges(b, last, false);
    return true;
}

static bool choose(struct explorer *x, struct step *step) {
    struct switch_bound *b = bound_of(x);
    uint32_t length = x->trace->length;
    if (length < b->planned.count) { // back to where the next one branches off
        *step = b->planned.at[length];
        return true;
    }
    if (length > b->nodes.at[b->at].depth)
        arrive(b);
    x->redundant = false;
    if (!visit(b)) {
        x->redundant = true;
        return false;
    }
    if (!b->now.count || b->now.at[b->now.count - 1].from != b->at)
        return false;
    *step = b->now.at[--b->now.count].step;
    take(b, b->at, *step);
    return true;
}

// ------------------------------------------------------------- what comes next

// Those that others have taken meanwhile need not be taken again.
static void drop_taken(struct switch_bound *b) {
    size_t left = 0;
    for (size_t i = 0; i < b->later.count; i++)
        if (!is_taken(b, b->later.at[i].from, b->later.at[i].step))
            b->later.at[left++] = b->later.at[i];
    b->later.count = left;
}

// One switch more. The oldest comes first.
static bool next_round(struct switch_bound *b) {
    drop_taken(b);
    if (!b->later.count)
        return false;
    if (b->switches >= b->base.most_switches) {
        b->base.given_up = b->forced_cost ? LIMIT_SWITCHES : LIMIT_PREEMPTIONS;
        return false;
    }
    b->base.switches_done = ++b->switches;
    while (b->later.count)
        vec_push(&b->now, b->later.at[--b->later.count]);
    return true;
}

static bool next_edge(struct switch_bound *b, struct bound_edge *edge) {
    do
        while (b->now.count) {
            *edge = b->now.at[--b->now.count];
            if (!is_taken(b, edge->from, edge->step))
                return true;
        }
    while (next_round(b));
    return false;
}

static uint32_t end(struct explorer *x) {
    struct switch_bound *b = bound_of(x);
    const struct trace *t = x->trace;
    struct bound_edge edge;
    if (!next_edge(b, &edge))
        return ALL_DONE;
    b->at = edge.from;
    uint32_t depth = b->nodes.at[edge.from].depth, same = 0;
    b->planned.count = 0;
    vec_reserve(&b->planned, depth + 1);
    b->planned.count = depth + 1;
    b->planned.at[depth] = edge.step;
    for (uint32_t n = edge.from; n != ROOT; n = b->nodes.at[n].parent)
        b->planned.at[b->nodes.at[n].depth - 1] = b->nodes.at[n].step;
    while (same < t->length && same < depth &&
           step_equals(t->steps.at[same], b->planned.at[same]))
        same++;
    x->redundant = false;
    return same;
}

static void destroy(struct explorer *x) {
    struct switch_bound *b = bound_of(x);
    vec_free(&b->nodes);
    vec_free(&b->now);
    vec_free(&b->later);
    vec_free(&b->planned);
    table_free(&b->taken);
    table_free(&b->visited);
    memory_free(b);
}

struct explorer *explorer_preemptions(struct trace *trace) {
    static const struct explorer_class class = {choose, end, destroy, NULL};
    (void)trace;
    struct switch_bound *b = memory_new(1, sizeof *b);
    b->base.class = &class;
    vec_push(&b->nodes, (struct bound_node){.step = {NOBODY, 0}});
    return &b->base;
}

struct explorer *explorer_switches(struct trace *trace) {
    struct explorer *x = explorer_preemptions(trace);
    bound_of(x)->forced_cost = true;
    return x;
}
