// SPDX-License-Identifier: Apache-2.0

#include "machine/native/hooks/atomic_accesses.h"

#include "machine/native/findings.h"
#include "machine/native/memory/heap.h"
#include "machine/native/park.h"

static const uint8_t orders[] = {
    [MZ_RELAXED] = ORDER_RELAXED, [MZ_CONSUME] = ORDER_ACQUIRE,
    [MZ_ACQUIRE] = ORDER_ACQUIRE, [MZ_RELEASE] = ORDER_RELEASE,
    [MZ_ACQ_REL] = ORDER_ACQ_REL, [MZ_SEQ_CST] = ORDER_SEQ_CST,
};

void atomics_check(const struct op *op) {
    permission_check((void *)(uintptr_t)op->addr, op->size,
                     op_rows[op->kind].mode != OP_READS, __mz_at);
}

// The class of an update that the search lets commute, or 0.
static unsigned free_class(const struct op *op) {
    if (!native.base.reorders || !(op->flags & OP_BLIND))
        return 0;
    unsigned mode = op_flagged_mode(op);
    return mode >= OP_COMMUTES ? mode : 0;
}

static bool rmw(struct c11 *c11, unsigned thread, const void *address,
                uint32_t size, enum mz_order order, const struct mz_site *site,
                struct c11_race *race) {
    return c11_blind_update(c11, thread, address, size, order,
                            free_class(&native.running->base.op), site, race);
}

// Of execution graphs: it reads from the write that was chosen.
static void tell_chosen(const struct op *op, uint32_t memory_order, bool write,
                        const struct mz_site *site) {
    uint32_t source = graph_choice_write(op->choice);
    enum mz_order order =
        native.settings.synchronises ? MZ_ACQ_REL : (enum mz_order)memory_order;
    struct c11_chosen chosen = {.writes = write};
    if (op->choice != WEAK_MEMORY_HIDDEN) { // else nobody else reads it
        if (op_reads_memory(op) && source != INITIAL_WRITE)
            chosen.source = source + 1;
        if (write)
            chosen.write = native.taken.count;
    }
    struct c11_race race;
    if (c11_chosen(native.c11, native.running->base.number,
                   (void *)(uintptr_t)op->addr, op->size, order, chosen, site,
                   &race))
        race_check_raced(&race, write, true, site);
}

void atomics_tell(atomics_ordering *access, const struct op *op,
                  uint32_t memory_order, bool write) {
    const void *address = (void *)(uintptr_t)op->addr;
    const struct mz_site *site = site_numbered(op->site);
    struct c11_race race;
    if (native.base.graphs) {
        tell_chosen(op, memory_order, write, site);
        return;
    }
    if (access(native.c11, native.running->base.number, address, op->size,
               (enum mz_order)memory_order, site, &race))
        race_check_raced(&race, write, true, site);
}

// Flat, because after a switch of stacks the processor mispredicts every
// return.
__attribute__((flatten)) uint64_t __mz_load(const void *address, uint32_t size,
                                            uint32_t memory_order,
                                            const struct mz_site *site) {
    const struct op *op = atomics_happen(
        (struct op){.kind = OP_READ, .order = orders[memory_order]}, address,
        size, site);
    atomics_order(c11_atomic_load, op, memory_order, false);
    return op_value(op, op->old);
}

__attribute__((flatten)) void __mz_store(void *address, uint32_t size,
                                         uint64_t value, uint32_t memory_order,
                                         const struct mz_site *site) {
    const struct op *op = atomics_happen(
        (struct op){
            .kind = OP_WRITE, .order = orders[memory_order], .arg = value},
        address, size, site);
    atomics_order(c11_atomic_store, op, memory_order, true);
}

uint64_t __mz_rmw(void *address, uint32_t size, uint32_t update,
                  uint64_t operand, uint32_t memory_order, uint32_t used,
                  const struct mz_site *site) {
    expensive(update != RMW_NONE && memory_order <= MZ_SEQ_CST);
    struct op what = {.kind = OP_RMW,
                      .update = (uint8_t)update,
                      .order = orders[memory_order],
                      .arg = operand,
                      .flags = !used && native.settings.blind_adds &&
                                       !native.base.in_order
                                   ? OP_BLIND
                                   : 0};
    const struct op *op = atomics_happen(what, address, size, site);
    atomics_order(rmw, op, memory_order, true);
    return op_value(op, op->old);
}

uint64_t __mz_cas(void *address, uint32_t size, uint64_t expected,
                  uint64_t desired, uint32_t memory_order,
                  uint32_t failure_order, const struct mz_site *site) {
    struct op what = {.kind = OP_CAS,
                      .order = orders[memory_order],
                      .order2 = orders[failure_order],
                      .arg = expected,
                      .arg2 = desired};
    const struct op *op = atomics_happen(what, address, size, site);
    if (heap_owns((void *)(uintptr_t)op->arg))
        findings_note_freed((void *)(uintptr_t)op->arg);
    if (op->kind == OP_CAS)
        atomics_order(c11_atomic_rmw, op, memory_order, true);
    else
        atomics_order(c11_atomic_load, op, failure_order, false);
    return op_value(op, op->old);
}

void __mz_fence(uint32_t memory_order, const struct mz_site *site) {
    if (native.settings.fences && !(native_is_alone() && !native.phase)) {
        struct op op = {.kind = OP_FENCE, .order = orders[memory_order]};
        __mz_at = site;
        native_visible(&op);
    }
    if (native.c11)
        c11_fence(native.c11, native.running->base.number,
                  (enum mz_order)memory_order);
}

// ----------------------------------------------------------------- waiting

// An await that stands for an assumption: the thread would come here again.
static uint8_t assumed(uint64_t head) {
    if (head)
        rounds_wait(head);
    return head ? OP_ASSUMED : 0;
}

// Of a program with sections: read until it finds what it waits for, where
// finding something else is to go no further.
static uint64_t load_until(const struct op *await, uint32_t memory_order,
                           uint64_t head, const struct mz_site *site) {
    for (;;) {
        const void *address = (void *)(uintptr_t)await->addr;
        uint64_t word = atomics_happen((struct op){.kind = OP_READ}, address,
                                       await->size, site)
                            ->old;
        if (op_enabled(await, word)) {
            atomics_order(c11_atomic_load, &native.running->base.op,
                          memory_order, false);
            return op_value(await, word);
        }
        rounds_leave_await(head, site);
    }
}

// The same for an exchange: each attempt is a section.
static uint64_t exchange_until(const struct op *await, uint32_t memory_order,
                               uint64_t head, const struct mz_site *site) {
    for (;;) {
        void *address = (void *)(uintptr_t)await->addr;
        __mz_atomic_begin(site);
        uint64_t word = *fast_path_word(await);
        bool happens = op_enabled(await, word);
        struct op what = {.kind = happens ? OP_RMW : OP_READ,
                          .update = RMW_EXCHANGE,
                          .arg = await->arg2};
        const struct op *op = atomics_happen(what, address, await->size, site);
        if (happens)
            atomics_order(c11_atomic_rmw, op, memory_order, true);
        __mz_atomic_end(site);
        if (happens)
            return op_value(await, word);
        rounds_leave_await(head, site);
    }
}

// The await of an operation on memory, for the two above.
static struct op with_place(struct op what, const void *address,
                            uint32_t size) {
    what.addr = (uintptr_t)address;
    what.size = size;
    return what;
}

uint64_t __mz_load_await(const void *address, uint32_t size, uint32_t compare,
                         uint64_t operand, uint64_t bits, uint32_t memory_order,
                         uint64_t head, const struct mz_site *site) {
    struct op what = {.kind = OP_AWAIT,
                      .order = orders[memory_order],
                      .compare = (uint8_t)compare,
                      .arg = operand,
                      .arg2 = bits};
    if (native.has_sections && !native.running->atomic) {
        struct op await = with_place(what, address, size);
        return load_until(&await, memory_order, head, site);
    }
    what.flags = assumed(head);
    const struct op *op = atomics_happen(what, address, size, site);
    atomics_order(c11_atomic_load, op, memory_order, false);
    return op_value(op, op->old);
}

uint64_t __mz_exchange_await(void *address, uint32_t size, uint32_t compare,
                             uint64_t operand, uint64_t value,
                             uint32_t memory_order, uint64_t head,
                             const struct mz_site *site) {
    struct op what = {.kind = OP_XAWAIT,
                      .order = orders[memory_order],
                      .compare = (uint8_t)compare,
                      .arg = operand,
                      .arg2 = value};
    if (native.has_sections && !native.running->atomic) {
        struct op await = with_place(what, address, size);
        return exchange_until(&await, memory_order, head, site);
    }
    what.flags = assumed(head);
    const struct op *op = atomics_happen(what, address, size, site);
    atomics_order(c11_atomic_rmw, op, memory_order, true);
    return op_value(op, op->old);
}
