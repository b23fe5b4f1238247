// SPDX-License-Identifier: Apache-2.0
// The happens-before of C: program order, creation and joining of threads, and
// what synchronises. A write releases what its thread has done if it is a
// release, or after a release fence; so does every update in a row of updates
// that begins there. A read acquires what the write that it reads from has
// released if it is an acquire, else an acquire fence after it does. Operations
// on an object release to all later ones that acquire.

#ifndef MAZURKA_EXPLORE_GRAPH_HAPPENS_BEFORE_H
#define MAZURKA_EXPLORE_GRAPH_HAPPENS_BEFORE_H

#include "explore/graph/execution_graph.h"

// The clocks of an event from CLOCK_HAPPENS on.
void happens_before_settle(struct graph *graph, uint32_t event);

// The order of an event as it happened: a compare-exchange that fails has its
// own.
static inline enum op_order event_order(const struct graph_event *e) {
    return (enum op_order)(
        e->op.kind == OP_CAS_FAIL ||
                (e->reads && !e->writes && e->op.kind == OP_XAWAIT)
            ? e->op.order2
            : e->op.order);
}
bool order_acquires(enum op_order order);
bool order_releases(enum op_order order);

#endif
