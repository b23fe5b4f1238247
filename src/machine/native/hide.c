// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hide.h"

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/library_state.h"
#include "machine/native/park.h"
#include "machine/native/section_steps.h"

// The running thread accesses memory, or an object there. Is it its own? It is
// nobody's any more when main is alone, and may be another's after that.
static bool access_own(uint64_t addr, size_t size, bool hide) {
    if (native_is_alone())
        return true;
    bool own = private_accesses_own(&native.private_accesses,
                                    addr + (native.phase << 48), size,
                                    native.running->base.number, hide);
    native.base.met = native.private_accesses.met || native.sections.grown;
    return own;
}

void hide_share(const struct op *op) {
    access_own(op->addr, op->size ? op->size : 1, false);
    if (op->addr2)
        access_own(op->addr2, 1, false);
}

void hide_access_in_vain(const void *address, size_t size) {
    if (native.hides)
        access_own((uintptr_t)address, size, false);
}

// Whether an access is hidden depends on what its thread has done, and on what
// is everybody's since the search began. It is not, if
// - it is the first thing that its thread does: it belongs to no step of it;
// - it may have to wait for others;
// - there were very many since its last event: the loop that they are in may
//   wait, too;
// - the thread is in a loop of which rounds are looked at (rounds.h);
// - time has passed for it: what others see of it, they see by its steps
//   (thread_time.h).
static bool may_be_hidden(const struct thread *self) {
    return native.hides_now && self->hidden < NATIVE_MOST_HIDDEN &&
           !library.time.of[self->base.number].passed &&
           !rounds_watched(&self->rounds, __builtin_frame_address(0));
}

// Who was created in this step comes to its first operation before its creator
// goes on, as if that parked: what the two do until then is in the same order
// when nothing is hidden.
static void let_newborn_run(struct thread *self) {
    native.unblocked |= 1ull << self->base.number;
    park_until_resumed(self);
    __mz_at = site_numbered(self->base.op.site);
}

__attribute__((noinline)) static bool happens_at_once(struct thread *self,
                                                      struct op *op) {
    bool hide = op_blocking((enum op_kind)op->kind) == NEVER_WAITS &&
                may_be_hidden(self);
    if (!access_own(op->addr, op->size, hide) || !hide)
        return false;
    if (native.newborn.count)
        let_newborn_run(self);
    self->hidden++;
    native.base.hidden_own++;
    self->loops = 0;
    if (fast_path_of(op) == FAST_ACCESS) {
        op->old = *fast_path_word(op);
        effect_change_memory(op);
        return true;
    }
    op_set_mode(op);
    effect_decide(op);
    if (op->kind != OP_READ)
        effect_take(op, self->base.number);
    return true;
}

// Of execution graphs: main alone (weak_memory.h).
__attribute__((noinline)) static bool happens_alone(struct op *op) {
    if (!op_is_access(op) || !weak_memory_hides(op))
        return false;
    op->choice = WEAK_MEMORY_HIDDEN;
    op_set_mode(op);
    effect_decide(op);
    if (op->kind != OP_READ)
        effect_take(op, 0);
    return true;
}

bool native_access(void) {
    struct thread *self = native.running;
    if (native.base.graphs && happens_alone(&self->base.op))
        return true;
    if (native.has_sections && section_steps_beside(self))
        return false;
    if (native.hides && happens_at_once(self, &self->base.op))
        return true;
    park_prepare(self);
    park_wait(self);
    return false;
}

// The thread has not ended: wait for it. Out of line, because most have.
__attribute__((noinline)) static void
await_end(struct thread *self, struct thread *other, const struct op *op) {
    goto_set(other->base.awaited_by,
             other->base.awaited_by | 1ull << self->base.number);
    park_with(self, op);
}

// A join that is hidden is so in every schedule, whether its thread has to wait
// or not: in an atomic section it would be refused, and one that would not wait
// for ever (arg) must not.
void native_join(struct op *op) {
    struct thread *self = native.running;
    struct thread *other = native.thread[op->target];
    invariant(op->kind == OP_JOIN && other);
    if (!native.hides_joins || op->arg || self->atomic ||
        !may_be_hidden(self)) {
        native_visible(op);
        return;
    }
    self->loops = 0;
    if (!native_has_ended(&other->base))
        await_end(self, other, op);
    self->hidden++;
    self->joined |= 1ull << op->target | other->joined;
}

void hide_undo(size_t runs) {
    while (native.hidden.count > runs) {
        struct hidden last = native.hidden.at[--native.hidden.count];
        invariant(last.count <= native.base.hidden_now);
        native.thread[last.thread]->stack_copy.good = false;
        native.base.hidden_now -= last.count;
    }
}

// To know whose memory it is costs a little with every step. Were enough of
// them hidden so far, without those that will not be any more?
static bool hiding_pays(const struct machine *m) {
    return (m->hidden_own - native.private_accesses.lost) * 8 >=
           native.steps_taken;
}

// What a thread knows of itself (states.h) is told where it parks only.
void hide_begin(struct machine *m, enum hiding hiding) {
    if (native.settings.states)
        hiding = HIDES_NOTHING;
    invariant(native.taken.count == 0 ||
              (hiding == HIDES_JOINS ? !m->hidden_own : !m->hidden));
    native.hides = hiding == HIDES_OWN;
    native.hides_joins = hiding >= HIDES_JOINS;
    m->met = false;
    section_memory_begin(&native.sections);
    if (!native.hides)
        return;
    private_accesses_begin(&native.private_accesses);
    native.hides = hiding_pays(m);
}

const struct hidden *hide_hidden_in(struct machine *m, size_t step,
                                    size_t *count) {
    (void)m;
    *count = 0;
    if (step >= native.taken.count) // it did not come back to where it was
        return NULL;
    size_t first = native.taken.at[step].runs;
    size_t end = step + 1 < native.taken.count ? native.taken.at[step + 1].runs
                                               : native.hidden.count;
    *count = end - first;
    invariant(first <= end);
    return native.hidden.at + first;
}
