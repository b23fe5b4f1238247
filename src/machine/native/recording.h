// SPDX-License-Identifier: Apache-2.0
// What happens within steps, for who explains an execution (machine_recorded):
// plain accesses with their values, blocks that are freed, what is printed.
//
// Only with settings.record, which no search has. Then every plain access comes
// here (native.every_access), the same test as that for accesses that are
// steps.
//
//   entries   | before the first step | of the last step … |
//                                     ^ start

#ifndef MAZURKA_MACHINE_NATIVE_RECORDING_H
#define MAZURKA_MACHINE_NATIVE_RECORDING_H

#include "base/memory.h"
#include "machine/hooks.h"
#include "machine/machine.h"
#include "machine/native/call_chain.h"

// Of one step, so that a step that never ends does not take all memory.
enum { RECORDING_MOST = 1 << 16 };

struct recording {
    VEC(struct recorded) entries;
    size_t start;
    struct call_chains calls;
    uint32_t parked[64]; // chains of the operations that threads wait with
    uint32_t step;       // of the last step's operation
    uint32_t mishap;     // of what went wrong in it
    bool opaque; // what the last entry writes is known when the next one comes
};

// For the machine.
void recording_started(void);          // the first step is yet to come
void recording_begin(unsigned thread); // a step of that thread begins
void recording_parks(void);            // the running thread, with an operation
void recording_mishap(void);           // something goes wrong with it
const struct recorded *recording_of_step(struct machine *machine,
                                         size_t *count);
uint32_t recording_calls(struct machine *machine, unsigned thread);
void recording_calls_text(struct machine *machine, uint32_t calls, char *text,
                          size_t room);
void recording_free(void);

// Of the running thread. `value` NULL: not known yet.
void recording_access(const void *address, size_t size, bool write,
                      const uint64_t *value, const struct mz_site *site);
// An operation on memory that is no step of its own, about to happen.
void recording_operation(const struct op *op);
void recording_freed(const void *block, size_t size,
                     const struct mz_site *site);

#endif
