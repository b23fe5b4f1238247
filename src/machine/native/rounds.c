// SPDX-License-Identifier: Apache-2.0

#include "machine/native/rounds.h"

#include "base/fault.h"

#include "machine/native/library_state.h"
#include "machine/native/park.h"
#include "machine/native/step.h"

#include <stdarg.h>
#include <string.h>

// ------------------------------------------------------------------ records

static void set(bool *flag) {
    if (!*flag)
        native_save_quietly(flag, sizeof *flag);
    *flag = true;
}

// A local that did not exist at the head: it is gone when it is reached again.
static bool is_passing(const struct thread *self,
                       const struct loop_round *round, const void *address) {
    return fiber_in_locals(&self->fiber, address) &&
           (const char *)address >= round->locals_top;
}

bool rounds_watched(const struct loop_rounds *rounds, const void *stack) {
    for (unsigned i = 0; i < rounds->used; i++)
        if (rounds->at[i].site && rounds->at[i].call > stack)
            return true;
    return false;
}

void rounds_change(const void *address, size_t size) {
    struct thread *self = native.running;
    (void)size;
    for (unsigned i = 0; i < self->rounds.used; i++)
        if (!is_passing(self, &self->rounds.at[i], address))
            set(&self->rounds.at[i].changes);
}

void rounds_change_all(void) {
    struct loop_rounds *rounds = &native.running->rounds;
    for (unsigned i = 0; i < rounds->used; i++)
        set(&rounds->at[i].changes);
}

void rounds_plain(const void *address, size_t size, bool write,
                  const void *value) {
    struct thread *self = native.running;
    for (unsigned i = 0; i < self->rounds.used; i++)
        if (!is_passing(self, &self->rounds.at[i], address))
            set(&self->rounds.at[i].plain);
    if (write && (!value || memcmp(address, value, size) != 0))
        rounds_change(address, size);
}

// --------------------------------------------------------- what was changed

static bool depend(const struct taken_step *a, const struct taken_step *b) {
    const struct op one = {.mode = a->mode, .addr = a->addr, .size = a->size};
    const struct op two = {.mode = b->mode, .addr = b->addr, .size = b->size};
    return op_depends(&one, &two);
}

static bool adds(const struct taken_step *t) {
    return t->kind == OP_RMW && (t->update == RMW_ADD || t->update == RMW_SUB);
}

static bool overlap(const struct taken_step *a, const struct taken_step *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// The steps since a record.
struct since {
    unsigned thread; // whose round it is
    const struct taken_step *at;
    size_t count;
};

static bool is_change(const struct since *s, size_t i) {
    return s->at[i].step.thread == s->thread && s->at[i].effect != EFFECT_NONE;
}

// Is there a change of the same place among these steps on which the one of
// another thread depends?
static bool concerns(const struct since *s, size_t from, size_t to,
                     const struct taken_step *place,
                     const struct taken_step *other) {
    for (size_t i = from; i < to; i++)
        if (is_change(s, i) && overlap(&s->at[i], place) &&
            depend(&s->at[i], other))
            return true;
    return false;
}

// Could somebody have seen a place, or have written to it, after it was changed
// and before it was changed back? That two steps depend on each other settles
// their order, so the answer is the same in all equivalent executions.
static bool interferes(const struct since *s, const struct taken_step *place) {
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].step.thread != s->thread && overlap(&s->at[i], place) &&
            concerns(s, 0, i, place, &s->at[i]) &&
            concerns(s, i + 1, s->count, place, &s->at[i]))
            return true;
    return false;
}

// Is the place that the step `first` changes as it was? An operation of another
// thread in between that does not interfere is one that commutes with a change:
// a blind update, or that of another reader of a lock. What is added does not
// depend on it, but what other updates make of the place does.
static bool is_restored(const struct since *s, size_t first) {
    const struct taken_step *place = &s->at[first];
    uint64_t sum = 0;
    bool blind = false, only_adds = true;
    for (size_t i = first; i < s->count; i++) {
        const struct taken_step *t = &s->at[i];
        if (!is_change(s, i) || !overlap(t, place))
            continue;
        if (t->addr != place->addr || t->size != place->size)
            return false;
        sum += native.differences.at[t - native.taken.at];
        blind = blind || t->mode >= OP_COMMUTES;
        only_adds = only_adds && adds(t);
    }
    if (op_object((enum op_kind)place->kind) == ON_MEMORY && place->size < 8)
        sum &= (1ull << 8 * place->size) - 1;
    return sum == 0 && (!blind || only_adds) && !interferes(s, place);
}

// Have the operations of the running thread left everything as it was?
static bool all_restored(const struct since *s) {
    for (size_t i = 0; i < s->count; i++) {
        if (!is_change(s, i))
            continue;
        if (s->at[i].effect == EFFECT_UNKNOWN)
            return false;
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = is_change(s, k) && s->at[k].addr == s->at[i].addr;
        if (!seen && !is_restored(s, i))
            return false;
    }
    return true;
}

// -------------------------------------------------------- what has no end

static bool is_own(const struct since *s, size_t i) {
    return s->at[i].step.thread == s->thread;
}

// Does the i-th step come after one of those that are marked, in every
// equivalent execution? All marked ones come after the round has begun.
static bool comes_after(const struct since *s, const bool *marked, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (marked[k] && (s->at[k].step.thread == s->at[i].step.thread ||
                          depend(&s->at[k], &s->at[i])))
            return true;
    return false;
}

static bool depends_on_others(const struct since *s, const bool *marked,
                              size_t i) {
    for (size_t k = 0; k < i; k++)
        if (marked[k] && !is_own(s, k) && depend(&s->at[k], &s->at[i]))
            return true;
    return false;
}

// Does no step of another thread have to come after one step of the round and
// before another? Then the round can be made without a break, and, because it
// has changed nothing, at once again, and so on: there is no end of executions.
static bool is_endless(const struct since *s) {
    bool *marked = memory_new(s->count, sizeof *marked);
    bool broken = false;
    for (size_t i = 0; i < s->count && !broken; i++)
        if (!is_own(s, i))
            marked[i] = comes_after(s, marked, i);
        else
            broken = !(marked[i] = !depends_on_others(s, marked, i));
    memory_free(marked);
    return !broken;
}

// ----------------------------------------------------------------- the head

static struct loop_round *find(struct loop_rounds *rounds,
                               const struct mz_site *site, const void *call,
                               uint32_t loop) {
    for (unsigned i = 0; i < rounds->used; i++)
        if (rounds->at[i].site == site && rounds->at[i].call == call &&
            rounds->at[i].loop == loop)
            return &rounds->at[i];
    return NULL;
}

static struct loop_round *place_for(struct loop_rounds *rounds) {
    invariant(rounds->used <= ROUNDS_MOST);
    struct loop_round *place = find(rounds, NULL, NULL, 0);
    if (place)
        return place;
    native_save_quietly(rounds, offsetof(struct loop_rounds, at));
    if (rounds->used < ROUNDS_MOST)
        return &rounds->at[rounds->used++];
    rounds->next = (rounds->next + 1) % ROUNDS_MOST;
    return &rounds->at[rounds->next];
}

// What is known of an earlier stay in the loops of this call means nothing.
static void forget_call(struct loop_rounds *rounds, const void *call) {
    for (unsigned i = 0; i < rounds->used; i++)
        if (rounds->at[i].call == call) {
            native_save_quietly(&rounds->at[i], sizeof rounds->at[i]);
            rounds->at[i] = (struct loop_round){0};
        }
}

static bool is_same(const struct loop_round *a, const struct loop_round *b) {
    return a->locals_top == b->locals_top && a->count == b->count &&
           memcmp(a->values, b->values, a->count * sizeof *a->values) == 0;
}

static struct since since_of(const struct thread *self, size_t steps) {
    return (struct since){self->base.number, native.taken.at + steps,
                          native.taken.count - steps};
}

static uint32_t own_steps(const struct since *s) {
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += is_own(s, i);
    return count;
}

// So many operations were the last round.
static void set_repeated(struct thread *self, uint32_t count) {
    native_save_quietly(&self->rounds.repeated, sizeof self->rounds.repeated);
    self->rounds.repeated = count;
}

// The thread goes no further, but for rounds_repeat.
static void spin(struct thread *self, const struct mz_site *site) {
    self->base.site = site;
    self->base.status = THREAD_SPINS;
    park_until_resumed(self);
    self->base.status = THREAD_ALIVE;
}

// A round is over that left everything as it was. One that had plain accesses
// may take part in a data race with something that comes only when the thread
// goes on: so one of them passes.
static void leave_out(struct thread *self, const struct loop_round *round,
                      const struct mz_site *site) {
    struct loop_rounds *rounds = &self->rounds;
    native_save_quietly(rounds, offsetof(struct loop_rounds, at));
    if (round->plain && native.c11 && !rounds->spared) {
        rounds->spared = true;
        return;
    }
    struct since since = since_of(self, round->steps);
    set_repeated(self, own_steps(&since));
    spin(self, site);
}

// A round without any operation has changed nothing: others may do what they
// like, the thread never comes to one. Only a plain variable that others write
// could tell it something, where races are ignored.
static void go_round_silently(struct thread *self, bool plain,
                              const struct mz_site *site) {
    if (plain && native.settings.races == RACES_IGNORE)
        native_fail(FINDING_NO_PROGRESS, site, ROUNDS_NO_PROGRESS);
    if (native.settings.states)
        native_knows_only((uintptr_t)site);
    set_repeated(self, MACHINE_SILENT);
    spin(self, site);
}

// Has the round asked for the time, and done nothing else? Then it may wait for
// a time to come, and that comes; not for ever, since there are loops that do
// not wait for it. A search that knows states must not see times that do not
// matter.
static bool waits_for_time(const struct loop_round *last,
                           const struct since *since, struct loop_round *now) {
    bool asked = last->asks != now->asks;
    if ((!asked && !native.settings.states) || !all_restored(since))
        return false;
    now->rungs = last->rungs;
    if (asked && now->rungs <= THREAD_TIME_RUNGS) {
        if (now->rungs < THREAD_TIME_RUNGS)
            thread_time_pass(now->rungs);
        now->rungs++; // in the last one, all is as it was, the time, too
        now->time = library.time.of[native.running->base.number];
        return true;
    }
    now->time = last->time;
    thread_time_back(last->time);
    return false;
}

// The thread is where it was, and has changed nothing but by its operations.
static void look_at(struct thread *self, const struct loop_round *last,
                    struct loop_round *now) {
    const struct mz_site *site = now->site;
    struct since since = since_of(self, last->steps);
    if (waits_for_time(last, &since, now))
        return;
    if (!since.count)
        go_round_silently(self, last->plain, site);
    else if (native.settings.dynamic_loops != ROUNDS_ALL_KEPT &&
             all_restored(&since) &&
             (native.settings.dynamic_loops == ROUNDS_UNCHANGED ||
              is_endless(&since)))
        leave_out(self, last, site);
}

void __mz_round(const struct mz_site *site, const void *call, uint32_t loop,
                uint64_t before, uint32_t count, ...) {
    struct thread *self = native.running;
    require(count <= MZ_MOST_VALUES);
    // Whether a round has no operation does not depend on what came before.
    if (native.settings.dynamic_loops == ROUNDS_ALL_KEPT &&
        !native.settings.states)
        return;
    struct loop_round now = {.site = site,
                             .call = call,
                             .loop = loop,
                             .locals_top = self->locals_top,
                             .steps = native.taken.count,
                             .asks = library.time.asks[self->base.number],
                             .time = library.time.of[self->base.number],
                             .count = count};
    va_list values;
    va_start(values, count);
    for (uint32_t i = 0; i < count; i++)
        now.values[i] = va_arg(values, uint64_t);
    va_end(values);
    if (!before)
        forget_call(&self->rounds, call);
    struct loop_round *last = find(&self->rounds, site, call, loop);
    if (last && !last->changes && is_same(last, &now))
        look_at(self, last, &now);
    if (!last)
        last = place_for(&self->rounds);
    if (!last->site || last->steps < now.steps) // else it is new in this step
        native_save_quietly(last, sizeof *last);
    *last = now;
}

// ------------------------------------------------------------ the compiler's

void rounds_wait(uint64_t head) {
    struct thread *self = native.running;
    if (head == MZ_NO_HEAD) {
        set_repeated(self, MACHINE_NOT_REPEATED);
        return;
    }
    struct since since = since_of(self, head - 1);
    set_repeated(self, own_steps(&since));
    if (native.settings.states)
        states_found_since(head - 1);
}

void rounds_leave(uint64_t head, const struct mz_site *site) {
    if (native.settings.states)
        native_knows_only((uintptr_t)site);
    rounds_wait(head);
    spin(native.running, site);
}

void rounds_leave_await(uint64_t head, const struct mz_site *site) {
    rounds_leave(head ? head : native.taken.count, site);
}

void rounds_endless(const struct mz_site *site) {
    for (;;)
        go_round_silently(native.running, false, site);
}

// ------------------------------------------------------------------- again

// A thread that spins makes one round more, alone. Where it spins, it is
// stopped both by the compiler and at the loop's head perhaps, with no step
// between.
static bool goes_round(struct machine *m, unsigned thread) {
    struct thread *t = native.thread[thread];
    struct step next = {.thread = thread};
    const struct mz_site *site = t->base.site;
    uint32_t most = t->rounds.repeated + 2;
    m->mishaps.count = 0;
    step_go_on(m, next);
    for (; most && !m->mishaps.count; most--)
        if (step_is_enabled(t))
            machine_step(m, next);
        else if (t->base.status == THREAD_SPINS && t->base.site != site)
            step_go_on(m, next);
        else
            break;
    return !m->mishaps.count && t->base.status == THREAD_SPINS &&
           t->base.site == site;
}

bool rounds_repeat(struct machine *m, unsigned thread) {
    size_t before = native.taken.count;
    if (native.thread[thread]->base.status != THREAD_SPINS ||
        native.noted.count)
        return true;
    VEC(struct step) steps = {0};
    for (size_t i = 0; i < before; i++)
        vec_push(&steps, native.taken.at[i].step);
    bool show = native.settings.show_output;
    native.settings.show_output = false;
    bool again = goes_round(m, thread);
    machine_goto_keeping(m, steps.at, before, before);
    native.settings.show_output = show;
    m->mishaps.count = 0;
    vec_free(&steps);
    return again;
}
