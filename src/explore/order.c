// SPDX-License-Identifier: Apache-2.0

#include "explore/order.h"

#include "base/fault.h"

void order_free(struct order *o) {
    if (o && o->class->destroy)
        o->class->destroy(o);
    memory_free(o);
}

void order_begin(struct order *o) {
    require(o->class && o->class->next);
    fairness_begin(&o->fairness);
    if (o->class->begin)
        o->class->begin(o);
}

static uint32_t lowest(struct order *o, const struct trace *trace,
                       uint64_t among) {
    struct machine *m = trace->machine;
    (void)o;
    for (uint64_t left = among & m->living; left; left &= left - 1) {
        uint32_t t = (uint32_t)__builtin_ctzll(left);
        if (machine_enabled(m, t))
            return t;
    }
    return NOWHERE;
}

struct order *order_by_number(void) {
    static const struct order_class class = {.next = lowest};
    struct order *o = memory_new(1, sizeof *o);
    o->class = &class;
    return o;
}
