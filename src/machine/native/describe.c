// SPDX-License-Identifier: Apache-2.0

#include "machine/native/describe.h"

#include "machine/native/library_state.h"
#include "machine/native/memory/heap.h"
#include "machine/native/runtime_state.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 64 }; // of an object's name, with the 0

static const char *words_of(const struct op *op) {
    const struct mz_site *site = site_numbered(op->site);
    return site && site->expression ? site->expression : "";
}

// ------------------------------------------------------------------ objects

// A global variable and how far into it; false if it is none.
static bool name_global(const char *address, char *name, size_t room) {
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++) {
        const char *start = g->address;
        if (address < start || address >= start + g->size)
            continue;
        if (address == start)
            snprintf(name, room, "%.48s", g->name);
        else
            snprintf(name, room, "%.48s+%td", g->name, address - start);
        return true;
    }
    return false;
}

static void name_block(const char *address, const struct heap_block *block,
                       const char *file, char *name, size_t room) {
    const struct mz_site *at = block->allocated;
    char line[32];
    const char *slash = strrchr(at->file, '/');
    if (file && strcmp(file, at->file) == 0)
        snprintf(line, sizeof line, "line %u", at->line);
    else
        snprintf(line, sizeof line, "%.20s:%u", slash ? slash + 1 : at->file,
                 at->line);
    int n = snprintf(name, room, "block %u of %s", heap_number(block), line);
    if (block->owner)
        n += snprintf(name + n, room - (size_t)n, " by %.16s",
                      native.thread[block->owner]->base.name);
    if (address != block->start)
        snprintf(name + n, room - (size_t)n, " + %td",
                 address - (const char *)block->start);
}

void describe_object(uint64_t addr, const char *file, char *name, size_t room) {
    const char *address = (const char *)(uintptr_t)addr;
    struct heap_block block;
    const char *part = library_part_at(addr);
    if (part) {
        snprintf(name, room, "%s", part);
        return;
    }
    if (name_global(address, name, room))
        return;
    if (heap_owns(address) && heap_find(address, &block)) {
        name_block(address, &block, file, name, room);
        return;
    }
    for (unsigned i = 0; i < native.base.threads; i++)
        if (fiber_in_locals(&native.thread[i]->fiber, address)) {
            snprintf(name, room, "local+%td of %.32s",
                     address - native.thread[i]->fiber.locals,
                     native.thread[i]->base.name);
            return;
        }
    snprintf(name, room, "%p", (const void *)address);
}

// In the program's words, with the object that they mean here: a->lock (block 2
// of line 7).
static void name_in_words(const struct op *op, uint64_t addr, char *text,
                          size_t room) {
    const struct mz_site *site = site_numbered(op->site);
    const char *words = words_of(op);
    char name[MOST_NAME];
    describe_object(addr, site ? site->file : NULL, name, sizeof name);
    if (!*words || strcmp(words, name) == 0)
        snprintf(text, room, "%s", name);
    else
        snprintf(text, room, "%.48s (%s)", words, name);
}

// ------------------------------------------------------------------- memory

// Words that begin with the variable's own name and have no index say enough.
static bool is_plain_variable(const struct op *op, const char *words) {
    char name[MOST_NAME];
    if (!name_global((const char *)(uintptr_t)op->addr, name, sizeof name))
        return false;
    size_t length = strcspn(name, "+");
    return strncmp(words, name, length) == 0 &&
           (!words[length] || words[length] == '.') && !strchr(words, '[');
}

static void name_memory(const struct op *op, char *text, size_t room) {
    const char *words = words_of(op);
    if (is_plain_variable(op, words))
        snprintf(text, room, "%s", words);
    else
        name_in_words(op, op->addr, text, room);
}

// The words of a wait are those for the condition variable.
void describe_object_of(struct machine *machine, const struct op *op,
                        uint64_t addr, char *name, size_t room) {
    (void)machine;
    const struct mz_site *site = site_numbered(op->site);
    bool waits = op->addr2 || op_after(op) == AFTER_WAKING;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        name_memory(op, name, room);
    else if (waits && addr == op->addr)
        describe_object(addr, site ? site->file : NULL, name, room);
    else
        name_in_words(op, addr, name, room);
}
