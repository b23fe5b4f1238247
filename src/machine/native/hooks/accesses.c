// SPDX-License-Identifier: Apache-2.0
// Plain accesses: by the program itself, or by a model of a library function.

#include "base/fault.h"
#include "machine/native/hooks/atomic_sections.h"
#include "machine/native/hooks/permissions.h"
#include "machine/native/hooks/race_check.h"
#include "machine/native/state/states.h"

#include <string.h>

// `given` is all that a model is about to write, if that is known.
static void access(const void *address, size_t size, bool write, uint64_t value,
                   uint8_t flags, const void *given,
                   const struct mz_site *site) {
    bool constant = memory_map_is_constant(&native.memory_map, address);
    expensive(native.running);
    if (size == 0 || (!write && constant))
        return;
    __mz_at = site; // where it crashes, if it does
    bool interleaves =
        native.settings.races == RACES_INTERLEAVE && !native.running->atomic;
    bool stays = (!interleaves || !permission_may_come(address)) &&
                 permission_check(address, size, write, site);
    if (constant) // even if the compiler has left the store itself out
        native_fail(FINDING_SEGFAULT, site, "%s: a constant is written",
                    permission_expression(site));
    if (native.running->rounds.used && !interleaves)
        rounds_plain(address, size, write,
                     size <= 8 && !(flags & OP_OPAQUE) ? &value : given);
    if (native.settings.record && !interleaves) // else it is a step
        recording_access(address, size, write,
                         flags & OP_OPAQUE ? NULL : &value, site);
    if (native.running->atomic) {
        atomic_sections_access(address, size, write, site);
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
        if ((!native_access() || native.settings.reuse) && !stays)
            permission_check(address, size, write,
                             site); // may have been freed meanwhile
    }
    if (write && native.base.graphs && !(flags & OP_PLAIN)) {
        bool known =
            given ? given != address : size <= 8 && !(flags & OP_OPAQUE);
        weak_memory_plain(address, size,
                          !known  ? NULL
                          : given ? given
                                  : &value,
                          site);
        if (!stays)
            permission_check(address, size, write, site);
    }
    if (race_check_is_told(address, size, write ? WROTE : PLAIN_READ))
        race_check_plain(address, size, write, site);
}

static void plain(const void *address, size_t size, bool write, uint64_t value,
                  uint8_t flags, const struct mz_site *site) {
    access(address, size, write, value, flags, NULL, site);
}

void native_reads(const void *address, size_t size,
                  const struct mz_site *site) {
    permission_check_object(address, size, site);
    plain(address, size, false, 0, 0, site);
    if (native.settings.states)
        states_read(address, size);
}

// What a library function will write is not known before it does.
void native_writes(void *address, size_t size, const struct mz_site *site) {
    permission_check_object(address, size, site);
    plain(address, size, true, 0, OP_OPAQUE, site);
    native_save(address, size);
}

// Of execution graphs, what is written is known before it happens.
void native_copies(void *address, const void *from, size_t size,
                   const struct mz_site *site) {
    permission_check_object(address, size, site);
    access(address, size, true, 0, OP_OPAQUE, native.base.graphs ? from : NULL,
           site);
    native_save(address, size);
}

void native_fills(void *address, int byte, size_t size,
                  const struct mz_site *site) {
    permission_check_object(address, size, site);
    if (native.base.graphs)
        weak_memory_fill(address, size, byte, site);
    plain(address, size, true, 0,
          native.base.graphs ? OP_OPAQUE | OP_PLAIN : OP_OPAQUE, site);
    native_save(address, size);
}

void native_gives(void *address, const void *value, size_t size,
                  const struct mz_site *site) {
    if (native.settings.states)
        states_read(value, size);
    access(address, size, true, 0, OP_OPAQUE, value, site);
    native_save(address, size);
    memcpy(address, value, size);
}

void native_tells(void *address, const void *value, size_t size,
                  const struct mz_site *site) {
    if (native.settings.states)
        states_read(value, size);
    access(address, size, true, 0, OP_OPAQUE, address, site);
    undo_save(&native.undo, address, size);
    memcpy(address, value, size);
}

// A step of its own, as far as accesses are; else it is only looked at, which
// costs little, however large the block is.
void native_frees(void *block, size_t size, const struct mz_site *site) {
    if (native.settings.races == RACES_INTERLEAVE || native.running->atomic) {
        plain(block, size < UINT32_MAX ? size : UINT32_MAX, true, 0, OP_OPAQUE,
              site);
        return;
    }
    if (native.running->rounds.used)
        rounds_plain(block, size, true, NULL);
    if (native.settings.record)
        recording_freed(block, size, site);
    if (native.c11 && !native_is_alone())
        race_check_freed(block, size, site);
}

void native_revives(void *block, size_t size, const struct mz_site *site) {
    struct op op = {.kind = OP_WRITE,
                    .flags = OP_OPAQUE | OP_OF_OBJECT,
                    .addr = (uintptr_t)block,
                    .size = (uint32_t)size,
                    .site = site_number(site)};
    if (size)
        native_visible(&op);
}

size_t native_reads_text(const char *text, const struct mz_site *site) {
    permission_check(text, 1, false, site);
    size_t length = strlen(text);
    permission_check_object(text, length + 1, site);
    plain(text, length + 1, false, 0, 0, site);
    if (native.settings.states)
        states_read(text, length + 1);
    return length;
}

// Most accesses: to what is known to be the program's own and in no data race,
// by a thread of which nothing else is asked. plain() would do nothing.
static inline bool is_of_no_interest(const void *address, size_t size,
                                     unsigned kind) {
    const struct thread *self = native.running;
    return (memory_map_is_data(&native.memory_map, address, size) ||
            permission_is_own_local(address, size)) &&
           !memory_map_is_near_constants(&native.memory_map, address) &&
           !self->rounds.used && !self->atomic && !native.every_access &&
           !race_check_is_told(address, size, kind) &&
           !(native.base.graphs && kind == WROTE &&
             weak_memory_used(address, size));
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
