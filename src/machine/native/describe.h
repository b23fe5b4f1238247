// SPDX-License-Identifier: Apache-2.0
// Operations of real programs in words, for reports.

#ifndef MAZURKA_MACHINE_NATIVE_DESCRIBE_H
#define MAZURKA_MACHINE_NATIVE_DESCRIBE_H

#include "machine/machine.h"

// What an operation acts on, as machine.h has it.
void describe_object_of(struct machine *machine, const struct op *op,
                        uint64_t addr, char *name, size_t room);
// Which object is there: a global variable, or where its memory comes from. Two
// objects never have the same name.
void describe_object(uint64_t addr, char *name, size_t room);

// A value that the program finds at a place, as machine.h has it: addresses are
// named by what is there.
void describe_value(struct machine *machine, uint32_t site, uint64_t value,
                    uint64_t size, char *text, size_t room);

#endif
