// SPDX-License-Identifier: Apache-2.0

#include "machine/native/library_state.h"

#include "machine/native/section_steps.h"

#include <string.h>

static const struct {
    const char *words, *changed_by;
} rows[] = {
#define X(part, words, changed_by) {words, changed_by},
    LIBRARY_PARTS(X)
#undef X
};

_Static_assert(sizeof rows / sizeof *rows == LIBRARY_PART_COUNT, "a row each");
_Static_assert(LIBRARY_PART_COUNT <= 32, "sets of them are bits");

// Is it one of the words of a list?
static bool is_in(const char *word, const char *list) {
    size_t length = strlen(word);
    for (const char *at = list; length && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

unsigned library_changed_parts(void) {
    unsigned parts = 1u << LIBRARY_RANDOM | 1u << LIBRARY_INPUT |
                     1u << LIBRARY_NUMBERS; // by any use
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        for (unsigned i = 0; i < LIBRARY_PART_COUNT; i++)
            if (is_in(s->expression, rows[i].changed_by))
                parts |= 1u << i;
    return parts;
}

// In an atomic section it belongs to that operation.
void library_acts(enum op_kind kind, const void *place, size_t size) {
    if (native.running->atomic)
        section_steps_inside(place, size, kind != OP_READ);
    if (native_is_alone() || native.running->atomic)
        return;
    native.running->base.op =
        (struct op){.kind = (uint8_t)kind,
                    .flags = OP_OPAQUE | OP_OF_OBJECT,
                    .addr = (uintptr_t)place,
                    .size = (uint32_t)size,
                    .site = site_number(__mz_at)};
    native_access();
}

static void meet(enum library_part part, enum op_kind kind) {
    require(part < LIBRARY_PART_COUNT);
    library_acts(kind, &library.parts[part], sizeof library.parts[part]);
}

void library_looks(enum library_part part) {
    if (native.library_changed >> part & 1)
        meet(part, OP_READ);
}

void library_changes_as_known(enum library_part part) {
    if (!(native.library_changed >> part & 1) && !native_is_alone())
        __mz_unsupported("changes what the library shares through a pointer",
                         __mz_at);
}

void library_changes(enum library_part part) {
    library_changes_as_known(part);
    meet(part, OP_WRITE);
}

bool library_matters(enum library_part part) {
    return native.library_changed >> part & 1;
}

void library_changes_if_it_matters(enum library_part part) {
    if (native.library_changed >> part & 1)
        meet(part, OP_WRITE);
}

const char *library_part_at(uint64_t address) {
    uint64_t offset = address - (uintptr_t)library.files.name_place;
    if (offset < sizeof library.files.name_place)
        return "the names of files";
    offset = address - (uintptr_t)library.files.descriptor;
    if (offset < sizeof library.files.descriptor)
        return "the descriptors";
    offset = address - (uintptr_t)&library.signals;
    if (offset < sizeof library.signals)
        return "the signals that were sent";
    offset = address - (uintptr_t)library.futexes;
    if (offset < sizeof library.futexes)
        return offset % sizeof library.futexes[0] ? "those who wait at a futex"
                                                  : "a futex";
    offset = address - (uintptr_t)library.parts;
    return offset < sizeof library.parts
               ? rows[offset / sizeof library.parts[0]].words
               : NULL;
}

bool library_is_called(const char *names) {
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        if (is_in(s->expression, names))
            return true;
    return false;
}

int library_futex_number(const void *word) {
    for (size_t i = 0; i < native.futexes.count; i++)
        if (native.futexes.at[i] == word)
            return (int)i;
    if (native.futexes.count == LIBRARY_FUTEXES)
        return -1;
    vec_push(&native.futexes, word);
    return (int)native.futexes.count - 1;
}

bool library_is_alone(void) {
    return native_is_alone();
}

const struct file *library_file_at(uint64_t address) {
    uint64_t offset = address - (uintptr_t)library.files.known;
    return offset < sizeof library.files.known
               ? &library.files.known[offset / sizeof library.files.known[0]]
               : NULL;
}
