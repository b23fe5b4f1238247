// SPDX-License-Identifier: Apache-2.0
// The hooks for memory: plain accesses, atomics, locals, loops.

#include "base/fault.h"
#include "machine/native/memory/heap.h"
#include "machine/native/races/history.h"
#include "machine/native/native_machine.h"
#include "machine/native/runtime_state.h"
#include "machine/native/state/states.h"
#include "machine/native/races/race_candidates.h"

#include <string.h>

enum {
    LOWEST_ADDRESS = 1 << 16, // nothing is ever mapped below
};

// ------------------------------------------------------------- permissions

static const char *expression(const struct mz_site *site) {
    return site && site->expression && *site->expression ? site->expression
                                                         : "memory";
}

static void describe_heap_error(const void *address, size_t size,
                                enum finding_kind kind,
                                const struct mz_site *site) {
    char where[160];
    native_tries(address, size);
    heap_describe(address, where, sizeof where);
    native_fail(kind, site, "%s: %s", expression(site), where);
}

_Noreturn void __mz_outside(const void *address, const void *start,
                            uint64_t size, const struct mz_site *site) {
    const char *at = address, *end = (const char *)start + size;
    bool before = at < (const char *)start, inside = !before && at < end;
    long long distance = before ? (const char *)start - at : at - end;
    if (inside || !distance)
        native_fail(FINDING_OUT_OF_BOUNDS, site,
                    "%s: past the end of a variable of %llu bytes",
                    expression(site), (unsigned long long)size);
    native_fail(FINDING_OUT_OF_BOUNDS, site,
                "%s: %lld byte%s %s a variable of %llu bytes", expression(site),
                distance, distance == 1 ? "" : "s", before ? "before" : "after",
                (unsigned long long)size);
}

// A pointer to a local of a function that has returned; or what begins in one
// that is in use and runs over the end of the last of them.
static void check_locals(const void *address, size_t size,
                         const struct mz_site *site) {
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        if (!fiber_in_locals(&t->fiber, address))
            continue;
        if ((const char *)address + size > t->frame)
            native_tries(address, size);
        if ((const char *)address >= t->frame)
            native_fail(FINDING_USE_AFTER_FREE, site,
                        "%s: a local variable of a function that has returned, "
                        "or what lies behind those in use",
                        expression(site));
        if (size > (size_t)(t->frame - (const char *)address))
            native_fail(FINDING_OUT_OF_BOUNDS, site,
                        "%s: %zu bytes run past the end of a local variable",
                        expression(site), size);
        return;
    }
}

static _Noreturn void not_its_own(const void *address, bool write,
                                  const struct mz_site *site) {
    bool own = (uintptr_t)address - native.territory.data <
               native.territory.data_end - native.territory.data;
    native_fail(FINDING_SEGFAULT, site, "%s: %s %s", expression(site),
                write ? "a write to" : "a read of",
                own ? "memory of the checker itself"
                    : "memory that the program does not have");
}

// A local of the running thread, in use.
static inline bool is_own_local(const void *address, size_t size) {
    const struct thread *self = native.running;
    uintptr_t offset = (uintptr_t)address - (uintptr_t)self->fiber.locals;
    uintptr_t in_use = (uintptr_t)(self->frame - self->fiber.locals);
    return offset < in_use && size <= in_use - offset;
}

__attribute__((noinline)) static void
check_no_data(const void *address, size_t size, bool write,
              const struct mz_site *site) {
    uintptr_t a = (uintptr_t)address;
    if (is_own_local(address, size))
        return;
    if (a < LOWEST_ADDRESS)
        native_fail(FINDING_NULL_DEREFERENCE, site,
                    "%s: access through a null pointer", expression(site));
    if (heap_owns(address)) {
        enum finding_kind kind = heap_check(address, size);
        if (kind)
            describe_heap_error(address, size, kind, site);
    } else if (a >> 44 == 3) { // where the stacks stand
        check_locals(address, size, site);
    } else if (!territory_allows(&native.territory, address, size, write,
                                 native.uncontrolled)) {
        not_its_own(address, write, site);
    }
}

// May the program access these bytes? If not, this does not return. True if
// they are a global variable's, which stay for ever.
static inline bool check(const void *address, size_t size, bool write,
                         const struct mz_site *site) {
    if (territory_is_data(&native.territory, address, size))
        return true; // most often
    check_no_data(address, size, write, site);
    return false;
}

// -------------------------------------------------------------- data races

static void report_race(const struct c11_race *race, bool write, bool atomic,
                        const struct mz_site *site) {
    native_report(
        FINDING_DATA_RACE, site,
        "%s: %s%s by %s here, %s%s by %s at %s:%u, not ordered",
        expression(site), atomic ? "atomic " : "", write ? "write" : "read",
        native_self()->name, race->atomic ? "atomic " : "",
        race->wrote ? "write" : "read", native_thread(race->thread)->name,
        race->site ? race->site->file : "?", race->site ? race->site->line : 0);
}

// Need an access be told to the detector? What main does alone is in no race.
static inline bool is_told(const void *address, size_t size, unsigned kind) {
    uintptr_t a = (uintptr_t)address;
    return native.c11 && !native_is_alone() &&
           (size - 1 >= 8 - (a & 7) || // more than a word
            !suspects_none(&native.suspects, history_key(a),
                           native.running->base.number, kind));
}

// ---------------------------------------------------------- atomic sections

// A section is one operation on this variable, and everything in it belongs to
// that operation's step. So sections are ordered among each other; what is done
// to the same memory outside of any section is not ordered with them. If that
// is a plain access, it is a data race like any other. If it is a step of its
// own, an atomic operation or anything with --races=interleave, its order with
// the section matters and is not explored: that is refused. Whether there is
// such an access is asked of the detector of data races, to which all that
// happens in a section is plain.
static uint64_t sections NATIVE_STATE;

static _Noreturn void refuse_outside(const struct mz_site *site) {
    __mz_unsupported("accesses in a step of its own what an atomic section "
                     "accesses, too,",
                     site);
}

static bool is_in_section(const struct mz_site *site) {
    for (size_t i = 0; i < native.in_sections.count; i++)
        if (native.in_sections.at[i] == site)
            return true;
    return false;
}

// An access in a section; `step`: outside of it, it would be one.
static void section_access(const void *address, size_t size, bool write,
                           bool step, const struct mz_site *site) {
    struct c11_race race;
    if (!native.c11) {
        if (step)
            __mz_unsupported("does more than plain accesses in an atomic "
                             "section with --races=ignore",
                             site);
        return;
    }
    if (step && !is_in_section(site))
        vec_push(&native.in_sections, site);
    if (native_is_alone() || !c11_plain(native.c11, native.running->base.number,
                                        address, size, write, site, &race))
        return;
    if (race.atomic || native.settings.races == RACES_INTERLEAVE)
        refuse_outside(site);
    report_race(&race, write, step, site);
}

// Of a step outside of any section.
static void raced(const struct c11_race *race, bool write, bool atomic,
                  const struct mz_site *site) {
    if (is_in_section(race->site))
        refuse_outside(site);
    if (native.settings.races == RACES_REPORT)
        report_race(race, write, atomic, site);
}

// ---------------------------------------------------------- plain accesses

static inline bool is_near_constants(const void *address) {
    const struct range *r = &native.between_constants;
    return (uintptr_t)address - (uintptr_t)r->start <
           (uintptr_t)(r->end - r->start);
}

static bool is_constant(const void *address) {
    if (!is_near_constants(address))
        return false; // most often
    for (size_t i = 0; i < native.constants.count; i++)
        if ((const char *)address >= native.constants.at[i].start &&
            (const char *)address < native.constants.at[i].end)
            return true;
    return false;
}

__attribute__((noinline)) static void tell_plain(const void *address,
                                                 size_t size, bool write,
                                                 const struct mz_site *site) {
    struct c11_race race;
    if (!c11_plain(native.c11, native.running->base.number, address, size,
                   write, site, &race))
        return;
    if (native.settings.races == RACES_INTERLEAVE)
        raced(&race, write, false, site);
    else
        report_race(&race, write, false, site);
}

static void plain(const void *address, size_t size, bool write, uint64_t value,
                  uint8_t flags, const struct mz_site *site) {
    bool constant = is_constant(address);
    if (size == 0 || (!write && constant))
        return;
    __mz_at = site; // where it crashes, if it does
    bool stays = check(address, size, write, site);
    if (constant) // even if the compiler has left the store itself out
        native_fail(FINDING_SEGFAULT, site, "%s: a constant is written",
                    expression(site));
    if (native.running->rounds.used &&
        native.settings.races != RACES_INTERLEAVE)
        rounds_plain(address, size, write,
                     size <= 8 && !(flags & OP_OPAQUE) ? &value : NULL);
    if (native.running->atomic) {
        section_access(address, size, write,
                       native.settings.races == RACES_INTERLEAVE, site);
        return;
    }
    if (native.settings.races == RACES_INTERLEAVE) {
        native.running->base.op =
            (struct op){.kind = write ? OP_WRITE : OP_READ,
                        .flags = flags,
                        .addr = (uintptr_t)address,
                        .size = (uint32_t)size,
                        .site = site_number(site),
                        .arg = value};
        if (!native_access() && !stays)
            check(address, size, write, site); // may have been freed meanwhile
    }
    if (is_told(address, size, write ? WROTE : PLAIN_READ))
        tell_plain(address, size, write, site);
}

void native_touches(const void *address, size_t size, bool write,
                    const struct mz_site *site) {
    check(address, size, write, site);
}

void native_reads(const void *address, size_t size,
                  const struct mz_site *site) {
    plain(address, size, false, 0, 0, site);
    if (native.settings.states)
        states_read(address, size);
}

// What a library function will write is not known before it does.
void native_writes(void *address, size_t size, const struct mz_site *site) {
    plain(address, size, true, 0, OP_OPAQUE, site);
    native_save(address, size);
}

size_t native_reads_text(const char *text, const struct mz_site *site) {
    check(text, 1, false, site);
    size_t length = strlen(text);
    plain(text, length + 1, false, 0, 0, site);
    if (native.settings.states)
        states_read(text, length + 1);
    return length;
}

void native_forget(const void *address, size_t size) {
    if (native.c11)
        c11_forget(native.c11, address, size);
}

// Most accesses: to what is known to be the program's own and in no data race,
// by a thread of which nothing else is asked. plain() would do nothing.
static inline bool is_of_no_interest(const void *address, size_t size,
                                     unsigned kind) {
    const struct thread *self = native.running;
    return (territory_is_data(&native.territory, address, size) ||
            is_own_local(address, size)) &&
           !is_near_constants(address) && !self->rounds.used && !self->atomic &&
           native.settings.races != RACES_INTERLEAVE &&
           !is_told(address, size, kind);
}

void __mz_read(const void *address, uint64_t size, const struct mz_site *site) {
    __mz_at = site;
    if (!is_of_no_interest(address, size, PLAIN_READ))
        plain(address, size, false, 0, 0, site);
}

void __mz_write(void *address, uint64_t size, uint64_t value,
                const struct mz_site *site) {
    __mz_at = site;
    if (!is_of_no_interest(address, size, WROTE))
        plain(address, size, true, value, 0, site);
    undo_save(&native.undo, address, size);
}

// ----------------------------------------------------------------- atomics

__attribute__((noinline)) static void check_place(const struct op *op) {
    check((void *)(uintptr_t)op->addr, op->size,
          op_rows[op->kind].mode != OP_READS, __mz_at);
}

// Let an atomic operation happen; how it did is in what is returned. In line,
// and with nothing in registers that the operation knows: all that a parked
// thread holds is saved with each of its steps.
__attribute__((always_inline)) static inline const struct op *
atomic(struct op what, const void *address, uint32_t size,
       const struct mz_site *site) {
    struct thread *self = native.running;
    const struct op *op = &self->base.op;
    what.addr = (uintptr_t)address;
    what.size = size;
    what.site = site_number(site);
    self->base.op = what;
    __mz_at = site;
    bool stays = territory_is_data(&native.territory, address, size);
    if (!stays)
        check_place(op);
    if (self->atomic)
        native_at_once();
    else if (!native_access() && !stays)
        check_place(op); // it may have been freed meanwhile
    return op;
}

typedef bool ordering(struct c11 *, unsigned, const void *, uint32_t,
                      enum mz_order, const struct mz_site *, struct c11_race *);

__attribute__((noinline)) static void tell_atomic(ordering *access,
                                                  const struct op *op,
                                                  uint32_t memory_order,
                                                  bool write) {
    const void *address = (void *)(uintptr_t)op->addr;
    const struct mz_site *site = site_numbered(op->site);
    struct c11_race race;
    if (native.running->atomic)
        section_access(address, op->size, write, true, site);
    else if (access(native.c11, native.running->base.number, address, op->size,
                    (enum mz_order)memory_order, site, &race))
        raced(&race, write, true, site);
}

// After it has happened.
static inline void order(ordering *access, const struct op *op,
                         uint32_t memory_order, bool write) {
    if (native.running->atomic || is_told((void *)(uintptr_t)op->addr, op->size,
                                          write ? ATOMIC | WROTE : ATOMIC))
        tell_atomic(access, op, memory_order, write);
}

// As flat as can be: returns after others have run are never foreseen.
__attribute__((flatten)) uint64_t __mz_load(const void *address, uint32_t size,
                                            uint32_t memory_order,
                                            const struct mz_site *site) {
    const struct op *op =
        atomic((struct op){.kind = OP_READ}, address, size, site);
    order(c11_atomic_load, op, memory_order, false);
    return op_value(op, op->old);
}

__attribute__((flatten)) void __mz_store(void *address, uint32_t size,
                                         uint64_t value, uint32_t memory_order,
                                         const struct mz_site *site) {
    const struct op *op = atomic((struct op){.kind = OP_WRITE, .arg = value},
                                 address, size, site);
    order(c11_atomic_store, op, memory_order, true);
}

uint64_t __mz_rmw(void *address, uint32_t size, uint32_t update,
                  uint64_t operand, uint32_t memory_order, uint32_t used,
                  const struct mz_site *site) {
    struct op what = {.kind = OP_RMW,
                      .update = (uint8_t)update,
                      .arg = operand,
                      .flags =
                          !used && native.settings.blind_adds ? OP_BLIND : 0};
    const struct op *op = atomic(what, address, size, site);
    order(c11_atomic_rmw, op, memory_order, true);
    return op_value(op, op->old);
}

uint64_t __mz_cas(void *address, uint32_t size, uint64_t expected,
                  uint64_t desired, uint32_t memory_order,
                  uint32_t failure_order, const struct mz_site *site) {
    struct op what = {.kind = OP_CAS, .arg = expected, .arg2 = desired};
    const struct op *op = atomic(what, address, size, site);
    if (op->kind == OP_CAS)
        order(c11_atomic_rmw, op, memory_order, true);
    else
        order(c11_atomic_load, op, failure_order, false);
    return op_value(op, op->old);
}

// ----------------------------------------------------------------- waiting

static uint8_t assumed(uint32_t compare) {
    return compare & MZ_ASSUMED ? OP_ASSUMED : 0;
}

uint64_t __mz_load_await(const void *address, uint32_t size, uint32_t compare,
                         uint64_t operand, uint64_t bits, uint32_t memory_order,
                         const struct mz_site *site) {
    struct op what = {.kind = OP_AWAIT,
                      .compare = compare & MZ_COMPARISON,
                      .flags = assumed(compare),
                      .arg = operand,
                      .arg2 = bits};
    const struct op *op = atomic(what, address, size, site);
    order(c11_atomic_load, op, memory_order, false);
    return op_value(op, op->old);
}

uint64_t __mz_exchange_await(void *address, uint32_t size, uint32_t compare,
                             uint64_t operand, uint64_t value,
                             uint32_t memory_order,
                             const struct mz_site *site) {
    struct op what = {.kind = OP_XAWAIT,
                      .compare = compare & MZ_COMPARISON,
                      .flags = assumed(compare),
                      .arg = operand,
                      .arg2 = value};
    const struct op *op = atomic(what, address, size, site);
    order(c11_atomic_rmw, op, memory_order, true);
    return op_value(op, op->old);
}

void __mz_assume(uint32_t condition, const struct mz_site *site) {
    (void)site;
    if (!condition)
        native_stuck();
}

// ------------------------------------------------------------ wide atomics

// Other sizes do not fit into an operation's value, which is a hash then; the
// memory is changed here, when it happens.
static const struct op *wide(struct op what, const void *address, uint32_t size,
                             const struct mz_site *site) {
    what.flags = OP_HASHED;
    return atomic(what, address, size, site);
}

static void wide_load(const void *address, uint32_t size, void *old,
                      uint32_t memory_order, const struct mz_site *site) {
    const struct op *op =
        wide((struct op){.kind = OP_READ}, address, size, site);
    memcpy(old, address, size);
    order(c11_atomic_load, op, memory_order, false);
}

static void wide_store(void *address, uint32_t size, const void *value,
                       uint32_t memory_order, const struct mz_site *site) {
    struct op what = {.kind = OP_WRITE, .arg = native_hash(value, size)};
    const struct op *op = wide(what, address, size, site);
    memcpy(address, value, size);
    order(c11_atomic_store, op, memory_order, true);
}

// The new value may overlap the place of the old one.
static void wide_exchange(void *address, uint32_t size, const void *value,
                          void *old, uint32_t memory_order,
                          const struct mz_site *site) {
    struct op what = {.kind = OP_RMW,
                      .update = RMW_EXCHANGE,
                      .arg = native_hash(value, size)};
    const struct op *op = wide(what, address, size, site);
    for (uint32_t i = 0; i < size; i++) {
        char held = ((char *)address)[i];
        ((char *)address)[i] = ((const char *)value)[i];
        ((char *)old)[i] = held;
    }
    order(c11_atomic_rmw, op, memory_order, true);
}

static bool wide_cas(void *address, uint32_t size, const void *expected,
                     const void *desired, void *old, uint32_t memory_order,
                     uint32_t failure_order, const struct mz_site *site) {
    struct op what = {.kind = OP_CAS,
                      .arg = native_hash(expected, size),
                      .arg2 = native_hash(desired, size)};
    const struct op *op = wide(what, address, size, site);
    bool equal = op->kind == OP_CAS;
    memmove(old, address, size);
    if (equal)
        memcpy(address, desired, size);
    order(equal ? c11_atomic_rmw : c11_atomic_load, op,
          equal ? memory_order : failure_order, equal);
    return equal;
}

void __mz_load16(const void *address, void *old, uint32_t memory_order,
                 const struct mz_site *site) {
    wide_load(address, 16, old, memory_order, site);
}

void __mz_store16(void *address, const void *value, uint32_t memory_order,
                  const struct mz_site *site) {
    wide_store(address, 16, value, memory_order, site);
}

void __mz_exchange16(void *address, const void *value, void *old,
                     uint32_t memory_order, const struct mz_site *site) {
    wide_exchange(address, 16, value, old, memory_order, site);
}

void __mz_cas16(void *address, const void *expected, const void *desired,
                void *old, uint32_t memory_order, uint32_t failure_order,
                const struct mz_site *site) {
    wide_cas(address, 16, expected, desired, old, memory_order, failure_order,
             site);
}

// libatomic's functions for any size. What lies beside the atomic object is
// the program's own.
void __mz___atomic_load(size_t size, const void *address, void *result,
                        int memory_order) {
    const struct mz_site *site = __mz_at;
    native_writes(result, size, site);
    wide_load(address, (uint32_t)size, result, (uint32_t)memory_order, site);
}

void __mz___atomic_store(size_t size, void *address, const void *value,
                         int memory_order) {
    const struct mz_site *site = __mz_at;
    native_reads(value, size, site);
    wide_store(address, (uint32_t)size, value, (uint32_t)memory_order, site);
}

void __mz___atomic_exchange(size_t size, void *address, const void *value,
                            void *result, int memory_order) {
    const struct mz_site *site = __mz_at;
    native_reads(value, size, site);
    native_writes(result, size, site);
    wide_exchange(address, (uint32_t)size, value, result,
                  (uint32_t)memory_order, site);
}

bool __mz___atomic_compare_exchange(size_t size, void *address, void *expected,
                                    const void *desired, int memory_order,
                                    int failure_order) {
    const struct mz_site *site = __mz_at;
    native_reads(desired, size, site);
    native_writes(expected, size, site);
    return wide_cas(address, (uint32_t)size, expected, desired, expected,
                    (uint32_t)memory_order, (uint32_t)failure_order, site);
}

void __mz_fence(uint32_t memory_order, const struct mz_site *site) {
    (void)site;
    if (native.c11)
        c11_fence(native.c11, native.running->base.number,
                  (enum mz_order)memory_order);
}

// ------------------------------------------------------------------ locals

void *__mz_frame_enter(void) {
    return native.running->frame;
}

void *__mz_frame_alloc(uint64_t size, uint64_t align,
                       const struct mz_site *site) {
    struct thread *self = native.running;
    uintptr_t place = (uintptr_t)self->frame;
    __mz_at = site;
    if (align < 16)
        align = 16;
    place = (place + align - 1) & ~(uintptr_t)(align - 1);
    size_t left = (size_t)(self->fiber.locals_end - self->frame);
    if (size > left || place + size > (uintptr_t)self->fiber.locals_end)
        native_fail(FINDING_STACK_OVERFLOW, site,
                    "no room for a local variable of %llu bytes",
                    (unsigned long long)size);
    char *start = (char *)place, *end = start + size;
    // What a function that has returned left here may be wanted again by
    // someone who goes back.
    if (native.settings.states)
        native_memory_begins(start, size);
    else if (start < self->frame_high)
        native_save(start,
                    (size_t)((end < self->frame_high ? end : self->frame_high) -
                             start));
    memset(start, 0xb5, size); // the same in every schedule
    native_forget(start, size);
    self->frame = end;
    if (end > self->frame_high) {
        native_save_quietly(&self->frame_high, sizeof self->frame_high);
        self->frame_high = end;
    }
    return start;
}

void __mz_frame_leave(void *mark) {
    struct thread *self = native.running;
    if (native.settings.states && (char *)mark < self->frame)
        native_memory_ends(mark, (size_t)(self->frame - (char *)mark));
    self->frame = mark;
}

void *__mz_thread_block(void) {
    return native.running->fiber.locals;
}

// ------------------------------------------------------------------- loops

void __mz_loop(const struct mz_site *site) {
    if (++native.running->loops > NATIVE_MOST_LOOPS)
        native_fail(FINDING_NO_PROGRESS, site, ROUNDS_NO_PROGRESS);
}

uint64_t __mz_most_rounds = UINT64_MAX;

_Noreturn void __mz_cut(const struct mz_site *site) {
    native.running->base.site = site;
    native_leave(THREAD_CUT);
}

// ------------------------------------------------ where atomic sections begin

void __mz_atomic_begin(const struct mz_site *site) {
    struct thread *self = native.running;
    if (native.settings.races == RACES_INTERLEAVE && !native.c11)
        __mz_unsupported("uses an atomic section with --races=interleave",
                         site);
    __mz_at = site;
    if (!self->atomic) {
        struct op op = {.kind = OP_RMW,
                        .update = RMW_ADD,
                        .arg = 1,
                        .addr = (uintptr_t)&sections,
                        .size = sizeof sections};
        native_visible(&op);
        if (native.c11)
            c11_acquire(native.c11, self->base.number, &sections);
    }
    native_set(self->atomic, self->atomic + 1);
}

void __mz_atomic_end(const struct mz_site *site) {
    struct thread *self = native.running;
    if (!self->atomic)
        native_fail(FINDING_API_MISUSE, site,
                    "an atomic section ends that has not begun");
    native_set(self->atomic, self->atomic - 1);
    if (!self->atomic && native.c11)
        c11_release(native.c11, self->base.number, &sections);
}
