// SPDX-License-Identifier: Apache-2.0

#include "explore/fairness.h"

#include "base/fault.h"

enum { PATIENCE = 1000 }; // steps in a row

void fairness_begin(struct fairness *f) {
    *f = (struct fairness){.thread = UINT32_MAX};
}

// Has a thread that only looks been here before? It is enough to remember one
// operation: the first, then the second, fourth, …, so that the way into a loop
// is left behind.
static bool again(struct fairness *f, const struct op *op) {
    bool same = f->looks && f->addr == op->addr && f->site == op->site &&
                f->kind == op->kind;
    if (++f->looks == f->next) {
        f->addr = op->addr;
        f->site = op->site;
        f->kind = op->kind;
        f->next *= 2;
    }
    return same;
}

void fairness_step(struct fairness *f, uint32_t thread, const struct op *op) {
    bool only_looks = op_rows[op->kind].effect == DOES_LOOK;
    bool another = thread != f->thread;
    expensive(thread < 64);
    if (another || !f->patience) {
        f->thread = thread;
        f->patience = PATIENCE;
    }
    if (another || !only_looks) {
        f->looks = 0;
        f->next = 1;
    }
    bool had_enough = --f->patience == 0 || op->kind == OP_EXPIRE;
    if (had_enough || (only_looks && again(f, op)))
        f->tired |= 1ull << (thread & 63);
}

uint64_t fairness_rested(struct fairness *f, struct machine *m) {
    if (!f->tired)
        return ~0ull;
    for (uint32_t t = 0; t < m->threads; t++)
        if (!fairness_among(f->tired, t) && machine_enabled(m, t))
            return ~f->tired;
    f->tired = 0;
    return ~0ull;
}
