// SPDX-License-Identifier: Apache-2.0

#include "machine/native/section_steps.h"

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/hide.h"
#include "machine/native/library_state.h"
#include "machine/native/park.h"

// What was learnt counts when the search begins anew. A replay learns nothing:
// it takes the steps that it is told.
static bool learns(void) {
    return !native.replays && !native_is_alone();
}

// The step that has just begun leaves the variable of sections as it was. What
// it changes else, the loops that the thread is in are told as it happens.
static void changes_nothing_itself(void) {
    if (native.taken.count)
        native.taken.at[native.taken.count - 1].effect = EFFECT_NONE;
}

static bool may_write(const struct op *op) {
    return op_rows[op->kind].effect > DOES_LOOK;
}

// On the variable of sections: what reads there, and updates that commute,
// still commute.
static struct op step_for(const struct op *op) {
    struct op step = {.kind = OP_WRITE,
                      .flags = OP_OPAQUE,
                      .addr = (uintptr_t)&library.sections,
                      .size = sizeof library.sections,
                      .site = op->site};
    bool neutral = op->update == RMW_ADD || op->update == RMW_SUB ||
                   op->update == RMW_OR || op->update == RMW_XOR;
    if (!may_write(op)) {
        step.kind = OP_READ;
    } else if (op->kind == OP_RMW && op->flags & OP_BLIND && neutral) {
        step.kind = OP_RMW; // with 0
        step.update = op->update;
        step.flags = OP_BLIND;
    }
    return step;
}

bool section_steps_beside(struct thread *self) {
    struct op op = self->base.op;
    if (!learns())
        return false;
    bool counts = section_memory_outside(&native.sections, op.addr, op.size,
                                         self->base.number, may_write(&op));
    native.base.met |= native.sections.grown;
    if (!counts)
        return false;
    if (native.hides)
        hide_share(&op);
    self->base.op = step_for(&op);
    park_prepare(self);
    park_wait(self);
    changes_nothing_itself();
    self->base.op = op;
    effect_at_once();
    return true;
}

void section_steps_inside(const void *address, size_t size, bool write) {
    if (!learns())
        return;
    section_memory_inside(&native.sections, (uintptr_t)address, size,
                          native.running->base.number, write);
    hide_access_in_vain(address, size);
    native.base.met |= native.sections.grown;
}

void section_steps_at_once(void) {
    const struct op *op = &native.running->base.op;
    invariant(native.running->atomic);
    section_steps_inside((void *)(uintptr_t)op->addr, op->size ? op->size : 1,
                         may_write(op));
    effect_at_once();
}

static void refuse_if_mixed(const struct op *op) {
    if (section_memory_is_mixed(&native.sections, op->addr))
        __mz_unsupported("uses what synchronises both in atomic sections and "
                         "outside of them",
                         __mz_at);
}

void section_steps_outside(const struct op *op) {
    enum op_object object = op_object((enum op_kind)op->kind);
    if (object == ON_MEMORY || object >= ON_BARRIER || !learns())
        return;
    section_memory_outside(&native.sections, op->addr, 1,
                           native.running->base.number, true);
    refuse_if_mixed(op);
}

// The choice of the section's operation is that of all choices in it: a number
// with one digit for each.
static uint32_t choose(struct thread *self, uint64_t count) {
    uint64_t choice = self->section_choice % count;
    self->section_choice /= count;
    self->section_width *= count;
    if (!section_memory_has_choices(&native.sections, self->section_site,
                                    self->section_width))
        native_limit(LIMIT_CHOICES);
    native.base.met |= native.sections.grown && !native.replays;
    return (uint32_t)choice;
}

void section_steps_do(struct op *op) {
    struct thread *self = native.running;
    enum op_object object = op_object((enum op_kind)op->kind);
    if (op->kind == OP_CHOOSE) {
        op->choice = choose(self, op->arg);
        return;
    }
    if (object > ON_SEMAPHORE || op->addr2 || op_after(op) != AFTER_NOTHING)
        __mz_unsupported("does more than access memory in an atomic section",
                         __mz_at);
    section_steps_inside((void *)(uintptr_t)op->addr, 1, true);
    refuse_if_mixed(op);
    self->base.op = *op;
    self->base.op.site = site_number(__mz_at);
    effect_complete(&self->base.op);
    effect_decide(&self->base.op);
    unsigned ways = op_choices(&self->base.op);
    if (ways > 1)
        self->base.op.choice = op_choice(&self->base.op, choose(self, ways));
    effect_at_once();
    *op = self->base.op;
}

void section_steps_begin(struct thread *self, const struct mz_site *site) {
    struct op op = {.kind = OP_SECTION,
                    .flags = OP_OPAQUE,
                    .arg = native.replays
                               ? SECTION_MOST_CHOICES
                               : section_memory_choices(&native.sections, site),
                    .addr = (uintptr_t)&library.sections,
                    .size = sizeof library.sections};
    native_visible(&op);
    changes_nothing_itself();
    self->section_choice = op.choice;
    self->section_width = 1;
    self->section_site = site;
}

// Alternatives of a choice that was not made are the same execution again.
void section_steps_end(struct thread *self) {
    if (self->section_choice)
        native_stuck();
}
