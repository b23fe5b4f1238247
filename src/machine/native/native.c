// SPDX-License-Identifier: Apache-2.0

#define XXH_INLINE_ALL
#include "machine/native/native.h"

#include "base/fault.h"
#include "machine/native/memory/heap.h"
#include "machine/native/native_machine.h"
#include "machine/native/common_operations.h"
#include "machine/native/runtime_state.h"
#include "machine/native/state/states.h"

#include <elf.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

struct native native;

const struct mz_site *__mz_at;

// ------------------------------------------------------------------ threads

struct native_thread *native_self(void) {
    return &native.running->base;
}

struct native_thread *native_thread(unsigned number) {
    if (number >= NATIVE_MOST_THREADS || !native.thread[number])
        return NULL;
    return &native.thread[number]->base;
}

const struct native_settings *native_settings(void) {
    return &native.settings;
}

struct c11 *native_c11(void) {
    return native.c11;
}

// In line: small constant sizes need no call.
__attribute__((always_inline)) static inline void save(void *address,
                                                       size_t size) {
    if (native.running && native.running->rounds.used)
        rounds_change(address, size);
    undo_save(&native.undo, address, size);
}

#define set(place, value) (save(&(place), sizeof(place)), (place) = (value))

void native_save(void *address, size_t size) {
    save(address, size);
}

void native_save_quietly(void *address, size_t size) {
    undo_save_quietly(&native.undo, address, address, size);
}

static struct thread *new_thread(unsigned number) {
    struct thread *t = memory_new(1, sizeof *t);
    t->base.number = number;
    if (!fiber_reserve(&t->fiber, number))
        fault("no room for the stack of another thread");
    native.thread[number] = t;
    if (number >= native.base.threads)
        native.base.threads = number + 1;
    return t;
}

// Numbers are given out when a child is first seen and kept for ever: the k-th
// child of a thread has the same number in every schedule.
unsigned native_next_child(void) {
    struct thread *self = native.running;
    unsigned k = self->base.children;
    if (k >= NATIVE_MOST_THREADS)
        return NATIVE_MOST_THREADS;
    if (!self->child[k]) {
        if (native.base.threads == NATIVE_MOST_THREADS)
            return NATIVE_MOST_THREADS;
        self->child[k] = native.base.threads;
        struct thread *child = new_thread(native.base.threads);
        snprintf(child->base.name, sizeof child->base.name, "%.40s/%u",
                 self->base.name, k + 1);
    }
    return self->child[k];
}

static size_t tls_size(void) {
    return __start_mz_tls ? (size_t)(__stop_mz_tls - __start_mz_tls) : 0;
}

// Where a fiber begins: in the start function of its thread.
static void entry(void) {
    struct thread *self = native.running;
    void *result;
    if (self->base.start_c11)
        result = (void *)(intptr_t)self->base.start_c11(self->base.argument);
    else
        result = self->base.start(self->base.argument);
    if (result) // else it is NULL already
        set(self->base.result, result);
    native_thread_returns();
    native_end_thread();
}

static void prepare(struct thread *t) {
    size_t tls = (tls_size() + 63) & ~(size_t)63;
    if (tls) {
        native_memory_begins(t->fiber.locals, tls);
        memcpy(t->fiber.locals, __start_mz_tls, tls_size());
    }
    t->local = (struct state){0};
    t->frame = t->frame_high = t->fiber.locals + tls;
    t->loops = t->atomic = 0;
    t->hidden = 0;
    t->joined = 0;
    t->rounds = (struct rounds){0};
    fiber_prepare(&t->fiber, entry);
}

struct native_thread *native_spawn(void *(*start)(void *), int (*c11)(void *),
                                   void *argument) {
    unsigned number = native_next_child();
    if (number == NATIVE_MOST_THREADS)
        return NULL;
    struct thread *t = native.thread[number];
    invariant(t->base.status == THREAD_UNBORN);
    set(native.running->base.children, native.running->base.children + 1);
    if (native_is_alone())
        set(native.phase, native.phase + 1);
    set(native.unjoined, native.unjoined + 1);
    native_save_quietly(&t->base.status, sizeof t->base.status);
    t->base.status = THREAD_ALIVE;
    native.base.living |= 1ull << number;
    // An unborn thread has no state of its own: no need to save the rest.
    t->base.start = start;
    t->base.start_c11 = c11;
    t->base.argument = argument;
    t->base.result = NULL;
    t->base.children = 0;
    t->base.detached = t->base.joined = false;
    t->base.woke_by_itself = false;
    t->base.error = 0;
    t->base.held = t->base.timeouts = 0;
    t->base.awaited_by = 0;
    t->base.locks = 0;
    memset(t->base.keys, 0, sizeof t->base.keys);
    prepare(t);
    vec_push(&native.newborn, number);
    return &t->base;
}

void native_joined(struct native_thread *t) {
    set(t->joined, true);
    set(native.unjoined, native.unjoined - 1);
}

// --------------------------------------------------------- parking, ending

// Let a thread run until it parks, ends or gets stuck.
static void resume(struct thread *t) {
    native.running = t;
    native.suspects.held = t->base.locks;
    fiber_switch(&native.search_sp, t->fiber.sp);
    native.running = NULL;
}

static void park(struct thread *self) {
    fiber_switch(&self->fiber.sp, native.search_sp);
}

_Noreturn void native_leave(enum thread_status status) {
    struct thread *self = native.running;
    self->base.status = status;
    if (status == THREAD_ENDED) {
        native.freed |= self->base.awaited_by;
        native.base.living &= ~(1ull << self->base.number);
    }
    if (native.settings.states)
        states_forget_thread(&self->base);
    park(self);
    fault("a thread that had ended went on");
}

_Noreturn void native_end_thread(void) {
    if (native.running->base.held)
        native_note_held();
    native_leave(THREAD_ENDED);
}

_Noreturn void native_stuck(void) {
    native_leave(THREAD_STUCK);
}

_Noreturn void native_exit(int status) {
    if (!native.exited) {
        set(native.exited, true);
        set(native.base.ended, true);
        set(native.exit_status, status);
    }
    native_leave(THREAD_ENDED);
}

_Noreturn void __mz_unsupported(const char *what, const struct mz_site *site) {
    native.unsupported = what;
    native.unsupported_at = site;
    native.base.refused = true;
    native_leave(THREAD_STUCK);
}

void native_timed_out(const struct mz_site *site) {
    struct native_thread *self = &native.running->base;
    native_save_quietly(&self->timeouts, sizeof self->timeouts);
    if (++self->timeouts != NATIVE_MANY_TIMEOUTS)
        return;
    for (size_t i = 0; i < native.timed_out.count; i++)
        if (native.timed_out.at[i] == site)
            return;
    vec_push(&native.timed_out, site);
}

void native_external(const char *function) {
    native.uncontrolled = true;
    rounds_change_all();
    for (size_t i = 0; i < native.external_names.count; i++)
        if (strcmp(native.external_names.at[i], function) == 0)
            return;
    vec_push(&native.external_names, function);
    vec_push(&native.externals, __mz_at);
}

void __mz_external(const struct mz_site *site) {
    __mz_at = site;
    native_external(site->expression);
}

// ----------------------------------------------------------------- findings

static void tell(enum finding_kind kind, const struct mz_site *site,
                 const char *format, va_list arguments) {
    struct mishap m = {.kind = kind,
                       .thread =
                           native.running ? native.running->base.number : 0,
                       .site = site_number(site)};
    vsnprintf(m.message, sizeof m.message, format, arguments);
    machine_tell(&native.base, &m);
}

void native_report(enum finding_kind kind, const struct mz_site *site,
                   const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(kind, site, format, arguments);
    va_end(arguments);
}

_Noreturn void native_fail(enum finding_kind kind, const struct mz_site *site,
                           const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(kind, site, format, arguments);
    va_end(arguments);
    native_stuck();
}

// ------------------------------------------------------- visible operations

static uint64_t *state_word(const struct op *op) {
    return op_object((enum op_kind)op->kind) == ON_MEMORY
               ? shape_word(op)
               : (uint64_t *)(uintptr_t)op->addr;
}

static bool has_state(const struct op *op) {
    return op->addr != 0;
}

uint64_t native_hash(const void *bytes, size_t size) {
    uint64_t hash = XXH3_64bits(bytes, size);
    return hash == OP_UNKNOWN ? ~hash : hash;
}

static uint64_t places_of(const struct op *barrier) {
    uint64_t places = *(uint32_t *)(uintptr_t)(barrier->addr + 8);
    return places ? places : 1;
}

// How the operation would happen now.
static void decide(struct op *op) {
    if (!has_state(op))
        return;
    uint64_t state = op->flags & OP_HASHED
                         ? native_hash((void *)(uintptr_t)op->addr, op->size)
                         : *state_word(op);
    if (op->kind == OP_ARRIVE)
        op->arg = state / places_of(op);
    op_decide(op, state);
}

static bool can_happen(const struct op *op, unsigned thread) {
    if (op_blocking((enum op_kind)op->kind) == NEVER_WAITS)
        return true;
    uint64_t state = has_state(op) ? *state_word(op) : 0;
    switch (op_after(op)) {
    case AFTER_NOTHING:
        return op_enabled(op, state);
    case AFTER_END:
        return native.thread[op->target]->base.status == THREAD_ENDED;
    case AFTER_ARRIVALS:
        return state >= (op->arg + 1) * places_of(op);
    case AFTER_WAKING:
        return !(*(uint64_t *)(uintptr_t)op->arg >> thread & 1) &&
               op_enabled(op, state);
    }
    return false;
}

static void note_lock(struct native_thread *t, const struct op *op,
                      int change) {
    t->held += (unsigned)change;
    // What readers share protects nothing that they write.
    if (!native.c11 || op_rows[op->kind].mode == OP_READS)
        return;
    uint64_t lock = lockset_of(&native.lockset, op->addr);
    t->locks = change > 0 ? t->locks | lock : t->locks & ~lock;
}

// Put a value into memory, of one of few sizes, all in line. Little endian.
__attribute__((always_inline)) static inline void
store(void *place, size_t size, uint64_t value) {
    switch (size) {
    case 1:
        save(place, 1);
        memcpy(place, &value, 1);
        break;
    case 4:
        save(place, 4);
        memcpy(place, &value, 4);
        break;
    case 8:
        save(place, 8);
        memcpy(place, &value, 8);
        break;
    default:
        save(place, size);
        memcpy(place, &value, size);
        break;
    }
}

__attribute__((noinline)) static void update_memory(const struct op *op) {
    store((void *)(uintptr_t)op->addr, op->size,
          op_result(op, op_value(op, op->old)));
}

// The effect of an access to memory.
__attribute__((always_inline)) static inline void
change_memory(const struct op *op) {
    if (op->kind == OP_WRITE)
        store((void *)(uintptr_t)op->addr, op->size, op->arg);
    else if (op->kind != OP_READ)
        update_memory(op);
}

// Its effect on its object. Memory wider than a word is left to the caller.
static void take_effect(const struct op *op, unsigned thread) {
    if (op->addr2) {
        uint64_t *waiters = (uint64_t *)(uintptr_t)op->addr2;
        set(*waiters, *waiters | 1ull << thread);
    }
    if (!has_state(op) || !op_changes(op, op))
        return;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY) {
        void *place = (void *)(uintptr_t)op->addr;
        if (op->size > 8 || op->flags & (OP_OPAQUE | OP_HASHED))
            save(place, op->size);
        else
            update_memory(op);
        return;
    }
    uint64_t *word = state_word(op);
    set(*word, op_state_after(op, op, thread, op->old));
    int change = op_rows[op->kind].holds;
    if (change)
        note_lock(&native.thread[thread]->base, op, change);
}

// The same for a thread's operation, by its shape.
static inline void take_effect_of(struct thread *t) {
    const struct op *op = &t->base.op;
    enum shape shape = t->base.shape;
    if (shape == SHAPE_ACCESS) {
        change_memory(op);
    } else if (shape) {
        set(*shape_word(op), shape_owner(shape, t->base.number));
        note_lock(&t->base, op, op_rows[op->kind].holds);
    } else {
        take_effect(op, t->base.number);
    }
}

static void complete(struct op *op) {
    if (!op->size && op_object((enum op_kind)op->kind) <= ON_BARRIER)
        op->size = 1;
    if (native.settings.readers_conflict &&
        op_object((enum op_kind)op->kind) == ON_RWLOCK)
        op->flags |= OP_READERS_CONFLICT;
    op_set_mode(op);
}

void native_at_once(void) {
    struct op *op = &native.running->base.op;
    complete(op);
    decide(op);
    if (!can_happen(op, native.running->base.number))
        __mz_unsupported("waits in an atomic section", __mz_at);
    take_effect(op, native.running->base.number);
}

// Of a schedule that is replayed. That a loop does not end was seen before, and
// a part of its rounds is enough to see it again.
static void take_last_step(struct thread *self) {
    if (native.no_progress)
        self->loops = NATIVE_MOST_LOOPS / 20 * 19;
    if (native.stop)
        __mz_replay_stop();
}

// Make ready to park with `op`. Out of line: what it needs is no part of the
// stack that is saved.
__attribute__((noinline)) static void get_ready(struct thread *self) {
    struct op *op = &self->base.op;
    if (self->atomic)
        __mz_unsupported("does more than access memory in an atomic section",
                         __mz_at);
    self->loops = 0;
    complete(op);
    op->joined = self->joined;
    self->base.shape = (uint8_t)shape_of(op);
}

static inline void wait_for_turn(struct thread *self) {
    park(self);
    __mz_at = site_numbered(self->base.op.site);
    if (native.settings.states)
        states_happened(&self->base.op);
    if (native.last_step && native.taken.count == native.last_step)
        take_last_step(self);
}

// The running thread accesses memory, or an object there. Is it its own? It is
// nobody's any more when main is alone, and may be another's after that.
static bool access_own(uint64_t addr, size_t size, bool hide) {
    if (native_is_alone())
        return true;
    bool own = owners_access(&native.owners, addr + (native.phase << 48), size,
                             native.running->base.number, hide);
    native.base.met = native.owners.met;
    return own;
}

// Nobody owns what is used to synchronise.
static void share(const struct op *op) {
    access_own(op->addr, op->size ? op->size : 1, false);
    if (op->addr2)
        access_own(op->addr2, 1, false);
}

void native_tries(const void *address, size_t size) {
    if (native.hides)
        access_own((uintptr_t)address, size, false);
}

// With an operation that may not be where the thread keeps it.
static inline void wait_with(struct thread *self, const struct op *op) {
    if (op != &self->base.op)
        self->base.op = *op;
    self->base.op.site = site_number(__mz_at);
    get_ready(self);
    wait_for_turn(self);
}

void native_visible(struct op *op) {
    struct thread *self = native.running;
    if (native.hides && op->addr)
        share(op);
    wait_with(self, op);
    if (op != &self->base.op)
        *op = self->base.op;
}

// Whether an access is hidden depends on what its thread has done, and on what
// is everybody's since the search began. It is not, if
// - it is the first thing that its thread does: it belongs to no step of it;
// - it may have to wait for others;
// - there were very many since its last event: the loop that they are in may
//   wait, too;
// - the thread is in a loop of which rounds are looked at (rounds.h).
static bool may_be_hidden(const struct thread *self) {
    return native.hides_now && self->hidden < NATIVE_MOST_HIDDEN &&
           !rounds_watched(&self->rounds, __builtin_frame_address(0));
}

__attribute__((noinline)) static bool happens_at_once(struct thread *self,
                                                      struct op *op) {
    bool hide = op_blocking((enum op_kind)op->kind) == NEVER_WAITS &&
                may_be_hidden(self);
    if (!access_own(op->addr, op->size, hide) || !hide)
        return false;
    self->hidden++;
    native.base.hidden_own++;
    self->loops = 0;
    if (shape_of(op) == SHAPE_ACCESS) {
        op->old = *shape_word(op);
        change_memory(op);
        return true;
    }
    op_set_mode(op);
    decide(op);
    if (op->kind != OP_READ)
        take_effect(op, self->base.number);
    return true;
}

bool native_access(void) {
    struct thread *self = native.running;
    if (native.hides && happens_at_once(self, &self->base.op))
        return true;
    get_ready(self);
    wait_for_turn(self);
    return false;
}

// A join that is hidden is so in every schedule, whether its thread has to wait
// or not: in an atomic section it would be refused, and one that would not wait
// for ever (arg) must not.
void native_join(struct op *op) {
    struct thread *self = native.running;
    struct thread *other = native.thread[op->target];
    if (!native.hides_joins || op->arg || self->atomic ||
        !may_be_hidden(self)) {
        native_visible(op);
        return;
    }
    self->loops = 0;
    if (other->base.status != THREAD_ENDED) {
        set(other->base.awaited_by,
            other->base.awaited_by | 1ull << self->base.number);
        wait_with(self, op);
    }
    self->hidden++;
    self->joined |= 1ull << op->target | other->joined;
}

void native_last_step(uint64_t step, bool stop, bool no_progress) {
    native.last_step = step;
    native.stop = stop;
    native.no_progress = no_progress;
    suspects_all(&native.suspects); // nothing is run twice then
}

__attribute__((noinline)) void __mz_replay_stop(void) {
    __asm__ volatile(""); // something to stand on
}

// ------------------------------------------------------- the machine's face

// What a thread has waited for when it ends is waited for by who joins it, too.
static void decide_join(struct thread *self, struct op *op) {
    const struct thread *other = native.thread[op->target];
    op->joined = self->joined;
    if (other->base.status == THREAD_ENDED)
        op->joined |= other->joined;
}

__attribute__((noinline)) static void decide_anew(struct thread *t) {
    t->base.op.choice = 0;
    if (t->base.op.kind == OP_JOIN)
        decide_join(t, &t->base.op);
    decide(&t->base.op);
    native.decided = t;
}

// How the operation of a thread that is parked would happen now.
static inline struct op *op_of(struct thread *t) {
    if (t->base.shape)
        t->base.op.old = *shape_word(&t->base.op);
    else if (native.decided != t)
        decide_anew(t);
    return &t->base.op;
}

static const struct op *pending(struct machine *m, unsigned thread) {
    (void)m;
    struct thread *t = native.thread[thread];
    return t->base.status == THREAD_ALIVE ? op_of(t) : NULL;
}

static inline bool is_enabled(const struct thread *t) {
    if (t->base.status != THREAD_ALIVE)
        return false;
    return t->base.shape ? shape_enabled(t->base.shape, &t->base.op)
                         : can_happen(&t->base.op, t->base.number);
}

static bool enabled(struct machine *m, unsigned thread) {
    (void)m;
    return is_enabled(native.thread[thread]) && !native.unsupported;
}

// What a step can change of the thread itself, apart from memory.
static void save_thread(struct thread *t) {
    enum {
        FIRST = offsetof(struct thread, base.status),
        END = offsetof(struct thread, fiber.sp) + sizeof(void *),
    };
    _Static_assert(FIRST < offsetof(struct thread, base.op) &&
                       offsetof(struct thread, base.op) <
                           offsetof(struct thread, frame) &&
                       END - FIRST <= 128,
                   "one piece");
    slice_before(&t->slice, &t->fiber, &native.undo, (char *)t + FIRST,
                 END - FIRST);
    if (native.settings.states)
        native_save_quietly(&t->local, offsetof(struct thread, slice) -
                                           offsetof(struct thread, local));
}

static void run_newborn(void) {
    if (!native.newborn.count)
        return;
    for (size_t i = 0; i < native.newborn.count; i++)
        resume(native.thread[native.newborn.at[i]]);
    native.newborn.count = 0;
}

static void check_leaks(void) {
    if (!native.base.living && !heap_is_empty())
        native_look_for_leaks();
}

// What the operation that is about to happen will have done to its place.
static void note_effect(size_t step, const struct op *op) {
    struct taken *taken = &native.taken.at[step];
    enum op_object object = op_object((enum op_kind)op->kind);
    bool changes = has_state(op) && op_changes(op, op);
    if (op->kind == OP_CHOOSE ||
        (object <= ON_SEMAPHORE && !op->addr2 && !changes))
        return;
    taken->effect = EFFECT_UNKNOWN;
    if (op->addr2 || op->kind == OP_AWAKE ||
        op->flags & (OP_OPAQUE | OP_HASHED))
        return;
    uint64_t difference;
    if (object == ON_MEMORY && (op->addr & 7) + op->size <= 8)
        difference =
            op_result(op, op_value(op, op->old)) - op_value(op, op->old);
    else if (object == ON_MUTEX || object == ON_RWLOCK ||
             object == ON_SEMAPHORE)
        difference =
            op_state_after(op, op, taken->step.thread, op->old) - op->old;
    else
        return;
    taken->effect = EFFECT_KNOWN;
    vec_reserve(&native.differences, step + 1);
    native.differences.at[step] = difference;
}

// A thread that has had an event, and whose part is saved, runs on.
// In line: a return after another thread has run is never foreseen.
__attribute__((always_inline)) static inline void run_on(struct thread *t) {
    uint32_t before = t->hidden;
    native.hides_now = native.hides || native.hides_joins;
    resume(t);
    native.hides_now = false;
    slice_after(&t->slice, &t->fiber, &native.undo);
    if (t->hidden == before)
        return;
    vec_push(&native.hidden,
             (struct hidden){t->base.number, t->hidden - before});
    native.base.hidden += t->hidden - before;
    native.base.hidden_now += t->hidden - before;
}

// Those who have waited for an end that has come, and for what comes by that.
static void run_freed(void) {
    while (native.freed) {
        struct thread *t = native.thread[__builtin_ctzll(native.freed)];
        native.freed &= native.freed - 1;
        save_thread(t);
        run_on(t);
    }
}

// Does the detector of data races remember anything? If not, it is as it was
// at the start.
static inline bool remembers_accesses(void) {
    return native.c11 && native.suspects.any;
}

// What `taken` says of a step before it is taken.
static inline void begin_step(struct step step, size_t mark,
                              const struct op *op) {
    vec_reserve(&native.taken, native.taken.count + 1);
    struct taken *taken = &native.taken.at[native.taken.count++];
    taken->step = step;
    taken->undo = mark;
    taken->living = native.base.living;
    taken->runs = native.hidden.count;
    taken->c11 = remembers_accesses() ? c11_mark(native.c11) : 0;
    taken->kind = op->kind;
    taken->mode = op->mode;
    taken->update = op->update;
    taken->effect = EFFECT_NONE;
    taken->size = op->size;
    taken->addr = op->addr;
}

// And after it: where it has led its thread, with so many that were hidden.
static inline void end_step(const struct thread *t, uint64_t hidden) {
    struct taken *taken = &native.taken.at[native.taken.count - 1];
    taken->next_kind = t->base.op.kind;
    taken->next_addr = t->base.op.addr;
    taken->next_status = (uint8_t)t->base.status;
    taken->hidden = (uint32_t)hidden;
}

static void take_step(struct machine *m, struct step step) {
    struct thread *t = native.thread[step.thread];
    invariant(is_enabled(t));
    if (native.undo.top >= native.piece_end)
        checkpoint_begin();
    size_t mark = native.undo.top;
    save_thread(t); // what was just written in parts is slow to read: first
    struct op *op = op_of(t);
    begin_step(step, mark, op);
    if (t->rounds.used)
        note_effect(native.taken.count - 1, op);
    op->choice = step.choice;
    native.decided = NULL;
    take_effect_of(t);
    t->hidden = 0;
    t->joined = 0;
    uint64_t hidden = m->hidden;
    run_on(t);
    run_newborn();
    run_freed();
    end_step(t, m->hidden - hidden);
    if (!m->mishap.kind && t->base.status == THREAD_ENDED)
        check_leaks();
}

// There are new suspects, of which the history knows nothing yet: run the
// execution again. What this costs in all must stay a small part of the search.
static void catch_up(struct machine *m) {
    size_t count = native.taken.count;
    bool replay = native.replay, show = native.settings.show_output;
    uint64_t replayed = m->replayed;
    VEC(struct step) steps = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&steps, native.taken.at[i].step);
    native.steps_run_again += count;
    if (native.steps_run_again > 1000 + native.steps_taken / 4)
        suspects_all(&native.suspects);
    native.suspects.behind = false;
    native.replay = true;
    machine_goto_keeping(m, steps.at, count, count);
    native.replay = replay;
    native.settings.show_output = show;
    m->replayed = replayed;
    vec_free(&steps);
}

void native_step(struct machine *m, struct step step) {
    native.steps_taken++;
    take_step(m, step);
    if (native.suspects.behind)
        catch_up(m);
}

void native_unhide(size_t runs) {
    while (native.hidden.count > runs) {
        struct hidden last = native.hidden.at[--native.hidden.count];
        native.thread[last.thread]->slice.good = false;
        native.base.hidden_now -= last.count;
    }
}

void native_undo_step(void) {
    const struct taken *last = &native.taken.at[--native.taken.count];
    native.decided = NULL;
    native.thread[last->step.thread]->slice.good = false;
    native_unhide(last->runs);
    undo_back(&native.undo, last->undo);
    native.base.living = last->living;
    if (native.settings.states)
        states_back(native.taken.count);
    if (remembers_accesses())
        c11_back(native.c11, last->c11);
}

// Globals again as they were at the start, for what was not saved.
static void restore_globals(void) {
    char *at = native.snapshot;
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        memcpy(g->address, at, g->size);
        at += g->size;
    }
}

static void take_snapshot(void) {
    size_t size = 0;
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        size += g->size;
    char *at = native.snapshot = memory_new(size, 1);
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        memcpy(at, g->address, g->size);
        at += g->size;
    }
}

size_t native_common_prefix(const struct step *steps, size_t count) {
    size_t same = native.base.kept;
    invariant(same <= count && same <= native.taken.count);
    while (same < count && same < native.taken.count &&
           step_equals(steps[same], native.taken.at[same].step))
        same++;
    return same;
}

static void different(enum op_kind was, unsigned thread) {
    struct mishap *m = &native.base.mishap;
    *m = (struct mishap){.kind = FINDING_NONDETERMINISM, .thread = thread};
    const struct native_thread *t = &native.thread[thread]->base;
    m->site = t->op.site;
    snprintf(m->message, sizeof m->message,
             "the same schedule did something else: %s instead of %s",
             t->status == THREAD_ALIVE ? op_name((enum op_kind)t->op.kind)
                                       : "nothing",
             op_name(was));
}

// Take a step again; what it was before must be what it is now.
static bool step_again(struct machine *m, struct step next,
                       const struct taken *was) {
    struct thread *t = native.thread[next.thread];
    bool same = is_enabled(t);
    if (same && was) {
        const struct op *op = op_of(t);
        same = op->kind == was->kind && op->addr == was->addr;
    }
    if (!same) {
        static const struct taken unknown = {.kind = OP_CHOOSE};
        different((enum op_kind)(was ? was : &unknown)->kind, next.thread);
        return false;
    }
    machine_step(m, next);
    m->replayed++;
    const struct taken *now = &native.taken.at[native.taken.count - 1];
    if (was &&
        (now->next_addr != was->next_addr || now->hidden != was->hidden ||
         now->next_status != was->next_status)) {
        different((enum op_kind)was->next_kind, next.thread);
        return false;
    }
    return true;
}

void native_goto(struct machine *m, const struct step *steps, size_t count) {
    size_t same = native_common_prefix(steps, count);
    VEC(struct taken) before = {0}; // to be compared with when run again
    bool again = native.uncontrolled || native.replay;
    size_t back = again ? 0 : checkpoint_before(same);
    if (back < same) {
        for (size_t i = 0; i < same; i++)
            vec_push(&before, native.taken.at[i]);
        same = back;
    }
    native.settings.show_output = false;
    native.decided = NULL;
    checkpoint_undo(same);
    if (again && native.snapshot)
        restore_globals();
    for (size_t i = same; i < count; i++)
        if (!step_again(m, steps[i], i < before.count ? &before.at[i] : NULL))
            break;
    vec_free(&before);
}

static enum thread_status status(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->base.status;
}

static const char *thread_name(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->base.name;
}

static struct place place_of(const struct mz_site *site) {
    return site ? (struct place){site->file, site->function, site->line}
                : (struct place){.file = "?"};
}

static struct place place(struct machine *m, uint32_t number) {
    (void)m;
    return place_of(site_numbered(number));
}

static uint32_t loop_at(struct machine *m, unsigned thread) {
    (void)m;
    return site_number(native.thread[thread]->base.site);
}

static uint32_t repeated(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->rounds.repeated;
}

// To know whose memory it is costs a little with every step. Were enough of
// them hidden so far, without those that will not be any more?
static bool hiding_pays(const struct machine *m) {
    return (m->hidden_own - native.owners.lost) * 8 >= native.steps_taken;
}

// What a thread knows of itself (states.h) is told where it parks only.
static void hide(struct machine *m, enum hiding hiding) {
    if (native.settings.states)
        hiding = HIDES_NOTHING;
    invariant(native.taken.count == 0 ||
              (hiding == HIDES_JOINS ? !m->hidden_own : !m->hidden));
    native.hides = hiding == HIDES_OWN;
    native.hides_joins = hiding >= HIDES_JOINS;
    m->met = false;
    if (!native.hides)
        return;
    owners_begin(&native.owners);
    native.hides = hiding_pays(m);
}

static const struct hidden *hidden_in(struct machine *m, size_t step,
                                      size_t *count) {
    (void)m;
    size_t first = native.taken.at[step].runs;
    size_t end = step + 1 < native.taken.count ? native.taken.at[step + 1].runs
                                               : native.hidden.count;
    *count = end - first;
    return native.hidden.at + first;
}

static void destroy(struct machine *m) {
    (void)m;
    undo_free(&native.undo);
    vec_free(&native.taken);
    vec_free(&native.differences);
    vec_free(&native.newborn);
    vec_free(&native.hidden);
    vec_free(&native.externals);
    vec_free(&native.external_names);
    vec_free(&native.left_held);
    vec_free(&native.in_sections);
    vec_free(&native.timed_out);
    vec_free(&native.constants);
    memory_free(native.snapshot);
    states_free();
    for (size_t i = 0; i < native.noted.count; i++)
        fingerprint_free(&native.noted.at[i]);
    vec_free(&native.noted);
    suspects_free(&native.suspects);
    owners_free(&native.owners);
    checkpoint_free();
}

static const struct machine_class native_class = {
    .pending = pending,
    .enabled = enabled,
    .step = native_step,
    .go_to = native_goto,
    .status = status,
    .thread_name = thread_name,
    .place = place,
    .loop_at = loop_at,
    .repeated = repeated,
    .object_name = native_object_name,
    .state = states_now,
    .state_bytes = states_bytes,
    .hide = hide,
    .hidden_in = hidden_in,
    .destroy = destroy,
};

const char *native_unsupported(const struct mz_site **site) {
    *site = native.unsupported_at;
    return native.unsupported;
}

bool native_timed_out_at(unsigned nth, struct place *place) {
    if (nth >= native.timed_out.count)
        return false;
    *place = place_of(native.timed_out.at[nth]);
    return true;
}

const char *native_external_called(unsigned nth, struct place *place) {
    if (nth >= native.externals.count)
        return NULL;
    *place = place_of(native.externals.at[nth]);
    return native.external_names.at[nth];
}

// What cannot be written cannot race: string literals, constant tables.
static int note_constants(struct dl_phdr_info *info, size_t size, void *first) {
    (void)size;
    if (!*(bool *)first)
        return 1; // the program itself comes first; libraries are not ours
    *(bool *)first = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
            continue;
        const char *start = (const char *)info->dlpi_addr + segment->p_vaddr;
        const char *end = start + segment->p_memsz;
        vec_push(&native.constants, (struct range){start, end});
        struct range *all = &native.between_constants;
        if (!all->start || start < all->start)
            all->start = start;
        if (end > all->end)
            all->end = end;
    }
    return 0;
}

// Does the program have atomic sections, as far as its places tell?
static bool has_sections(void) {
    static const char begins[] = "__VERIFIER_atomic_";
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        if (strncmp(s->expression, begins, sizeof begins - 1) == 0)
            return true;
    return false;
}

struct machine *native_machine(const struct native_settings *settings,
                               enum native_goto way, void *(*start)(void *)) {
    bool first = true;
    dl_iterate_phdr(note_constants, &first);
    territory_init(&native.territory, settings->arguments);
    native.class = native_class;
    if (way == GOTO_BOTH) {
        native.class.step = native_both_step;
        native.class.go_to = native_both_goto;
    }
    native.base.class = &native.class;
    native.settings = *settings;
    native.settings.show_output = true;
    native.replay = way == GOTO_REPLAY;
    if (settings->unroll)
        __mz_most_rounds = settings->unroll;
    if (settings->races == RACES_REPORT ||
        (settings->races == RACES_INTERLEAVE && has_sections())) {
        native.c11 = c11_new();
        // Only a search gains by knowing what it need not remember.
        suspects_init(&native.suspects);
        if (way != GOTO_BOTH && !settings->states)
            c11_watch(native.c11, &native.suspects);
        else
            suspects_all(&native.suspects);
    }
    struct thread *main_thread = new_thread(0);
    strcpy(main_thread->base.name, "main");
    main_thread->base.status = THREAD_ALIVE;
    native.base.living = 1;
    main_thread->base.start = start;
    prepare(main_thread);
    resume(main_thread);
    run_newborn();
    native.undo.top = 0; // the start is where nobody goes back from
    checkpoint_init(settings->undo_memory);
    take_snapshot();
    return &native.base;
}
