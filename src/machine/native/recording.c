// SPDX-License-Identifier: Apache-2.0

#include "machine/native/recording.h"

#include "base/fault.h"
#include "machine/native/runtime_state.h"

#include <string.h>

static uint64_t value_at(uint64_t address, size_t size) {
    uint64_t value = 0;
    require(size <= sizeof value);
    memcpy(&value, (const void *)(uintptr_t)address, size);
    return value;
}

// By now the last one has written what it was about to write.
static void settle(void) {
    struct recording *r = &native.recording;
    if (!r->opaque)
        return;
    invariant(r->entries.count);
    struct recorded *last = &r->entries.at[r->entries.count - 1];
    invariant(last->known && last->size <= sizeof last->after);
    last->after = value_at(last->addr, last->size);
    r->opaque = false;
}

static void forget_from(size_t count) {
    struct recording *r = &native.recording;
    require(count <= r->entries.count);
    for (size_t i = count; i < r->entries.count; i++)
        memory_free(r->entries.at[i].text);
    r->entries.count = count;
    r->opaque = false;
}

static struct recorded *add(enum recorded_kind kind, uint64_t addr, size_t size,
                            uint32_t site) {
    struct recording *r = &native.recording;
    settle();
    if (r->entries.count - r->start >= RECORDING_MOST)
        return NULL;
    vec_push(&r->entries,
             (struct recorded){.kind = kind,
                               .thread = native.running->base.number,
                               .site = site,
                               .calls = call_chain_here(),
                               .addr = addr,
                               .size = size});
    return &r->entries.at[r->entries.count - 1];
}

void recording_access(const void *address, size_t size, bool write,
                      const uint64_t *value, const struct mz_site *site) {
    uint64_t addr = (uintptr_t)address;
    struct recorded *entry = add(write ? RECORDED_WRITE : RECORDED_READ, addr,
                                 size, site_number(site));
    if (!entry || size > sizeof *value)
        return;
    entry->known = true;
    entry->before = entry->after = value_at(addr, size);
    if (write && value)
        entry->after = *value;
    native.recording.opaque = write && !value;
}

void recording_operation(const struct op *op) {
    bool write = op_rows[op->kind].mode != OP_READS;
    struct recorded *entry = add(write ? RECORDED_WRITE : RECORDED_READ,
                                 op->addr, op->size, op->site);
    if (!entry || op->size > 8 || op->flags & OP_HASHED)
        return;
    entry->known = true;
    entry->before = op_value(op, op->old);
    entry->after = write ? op_result(op, entry->before) : entry->before;
}

void recording_freed(const void *block, size_t size,
                     const struct mz_site *site) {
    add(RECORDED_FREED, (uintptr_t)block, size, site_number(site));
}

void native_printed(const char *bytes, size_t count,
                    const struct mz_site *site) {
    struct recorded *entry = add(RECORDED_PRINTED, 0, 0, site_number(site));
    if (!entry)
        return;
    entry->text = memory_text(bytes, count);
    entry->length = count;
}

void recording_started(void) {
    settle();
    native.recording.step = 0;
    native.recording.start = native.recording.entries.count;
}

void recording_parks(void) {
    uint32_t *parked = &native.recording.parked[native.running->base.number];
    native_save_quietly(parked, sizeof *parked); // it is none of the program's
    *parked = call_chain_here();
}

void recording_mishap(void) {
    native.recording.mishap = call_chain_here();
}

uint32_t recording_calls(struct machine *m, unsigned thread) {
    (void)m;
    return thread == MACHINE_LAST_STEP     ? native.recording.step
           : thread == MACHINE_LAST_MISHAP ? native.recording.mishap
                                           : native.recording.parked[thread];
}

void recording_calls_text(struct machine *m, uint32_t calls, char *text,
                          size_t room) {
    (void)m;
    call_chain_text(calls, text, room);
}

void recording_begin(unsigned thread) {
    native.recording.step = native.recording.parked[thread];
    native.recording.mishap = 0;
    forget_from(native.recording.start);
}

const struct recorded *recording_of_step(struct machine *m, size_t *count) {
    (void)m;
    struct recording *r = &native.recording;
    bool begun = native.taken.count > 0;
    settle();
    *count = begun ? r->entries.count - r->start : r->start;
    return r->entries.at + (begun ? r->start : 0);
}

void recording_free(void) {
    forget_from(0);
    call_chain_free();
    vec_free(&native.recording.entries);
}
