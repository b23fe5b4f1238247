// SPDX-License-Identifier: Apache-2.0

#include "machine/native/describe.h"

#include "base/file.h"
#include "machine/native/library_state.h"
#include "machine/native/memory/heap.h"
#include "machine/native/runtime_state.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 144 }; // of an object's name, with the 0

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
                       char *name, size_t room) {
    const struct mz_site *at = block->allocated;
    int n = snprintf(name, room, "block %u of %.20s:%u", heap_number(block),
                     file_name(at->file), at->line);
    if (block->owner)
        n += snprintf(name + n, room - (size_t)n, " by %s",
                      native_name_of(block->owner));
    if (address != block->start)
        snprintf(name + n, room - (size_t)n, " + %td",
                 address - (const char *)block->start);
}

void describe_object(uint64_t addr, char *name, size_t room) {
    const char *address = (const char *)(uintptr_t)addr;
    struct heap_block block;
    const char *part = library_part_at(addr);
    const struct file *file_there = library_file_at(addr);
    if (part) {
        snprintf(name, room, "%s", part);
        return;
    }
    if (file_there) {
        snprintf(name, room, "the file %.100s",
                 file_there->path ? file_there->path : "?");
        return;
    }
    if (name_global(address, name, room))
        return;
    if (heap_owns(address) && heap_find(address, &block)) {
        name_block(address, &block, name, room);
        return;
    }
    for (unsigned i = 0; i < native.base.threads; i++)
        if (fiber_in_locals(&native.thread[i]->fiber, address)) {
            snprintf(name, room, "local+%td of %s",
                     address - native.thread[i]->fiber.locals,
                     native.thread[i]->base.name);
            return;
        }
    snprintf(name, room, "%p", (const void *)address);
}

// In the program's words, with the object that they mean here: a->lock (block 2
// of bank.c:7).
static void name_in_words(const struct op *op, uint64_t addr, char *text,
                          size_t room) {
    const char *words = words_of(op);
    char name[MOST_NAME];
    describe_object(addr, name, sizeof name);
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
    bool waits = op->addr2 || op_after(op) == AFTER_WAKING;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        name_memory(op, name, room);
    else if (waits && addr == op->addr)
        describe_object(addr, name, room);
    else
        name_in_words(op, addr, name, room);
}

// ------------------------------------------------------------------- values

// The name of a value in the text of an enumeration's type.
static bool name_enumerator(const char *type, long long value, char *text,
                            size_t room) {
    char wanted[32];
    int length = snprintf(wanted, sizeof wanted, "=%lld", value);
    const char *at = strchr(type, ':');
    for (at = at ? strstr(at, wanted) : NULL; at; at = strstr(at + 1, wanted)) {
        if (at[length] && at[length] != ',')
            continue;
        const char *start = at;
        while (start[-1] != ':' && start[-1] != ',')
            start--;
        snprintf(text, room, "%.*s", (int)(at - start), start);
        return true;
    }
    return false;
}

// What is at an address: a variable or a block.
static bool name_address(const char *address, char *text, size_t room) {
    struct heap_block block;
    char name[MOST_NAME];
    if (name_global(address, name, sizeof name))
        snprintf(text, room, "&%s", name);
    else if (heap_owns(address) && heap_find(address, &block))
        name_block(address, &block, text, room);
    else
        return false;
    return true;
}

void describe_value(struct machine *machine, uint32_t site, uint64_t value,
                    uint64_t size, char *text, size_t room) {
    (void)machine;
    const struct mz_site *at = site_numbered(site);
    const char *type = at && at->type ? at->type : "";
    unsigned unused = size < 8 ? 64 - 8 * (unsigned)size : 0;
    long long number = (long long)((int64_t)(value << unused) >> unused);
    bool pointer = strchr(type, '*') != NULL;
    double real;
    float single;
    memcpy(&real, &value, sizeof real);
    memcpy(&single, &value, sizeof single);
    if (size == 8 && (pointer || !*type) &&
        name_address((const char *)(uintptr_t)value, text, room))
        return;
    if (strncmp(type, "enum", 4) == 0 &&
        name_enumerator(type, number, text, room))
        return;
    if (pointer && !value)
        snprintf(text, room, "NULL");
    else if (pointer)
        snprintf(text, room, "%#llx", (unsigned long long)value);
    else if (strcmp(type, "_Bool") == 0 && value < 2)
        snprintf(text, room, value ? "true" : "false");
    else if (size == 1 && strstr(type, "char") && value >= ' ' && value < 127)
        snprintf(text, room, "'%c'", (char)value);
    else if (strcmp(type, "double") == 0)
        snprintf(text, room, "%g", real);
    else if (strcmp(type, "float") == 0)
        snprintf(text, room, "%g", (double)single);
    else if (strncmp(type, "unsigned", 8) == 0)
        snprintf(text, room, "%llu", (unsigned long long)value);
    else
        snprintf(text, room, "%lld", number);
}
