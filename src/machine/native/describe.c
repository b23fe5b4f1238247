// SPDX-License-Identifier: Apache-2.0

#include "machine/native/describe.h"

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

static const char *wide_name(const struct op *op) {
    return op->kind == OP_RMW        ? op_update_name((enum rmw)op->update)
           : op->kind == OP_CAS_FAIL ? op_name(OP_CAS)
                                     : op_name((enum op_kind)op->kind);
}

static void describe_memory(const struct op *op, char *text, size_t room) {
    char what[2 * MOST_NAME];
    name_memory(op, what, sizeof what);
    if (op->flags & OP_HASHED) {
        snprintf(text, room, "%s %s%s (%u bytes)", wide_name(op), what,
                 op->kind == OP_CAS_FAIL ? " fails" : "", op->size);
        return;
    }
    if (op->size > 8 || op->flags & OP_OPAQUE) {
        snprintf(text, room, "%s %s (%u bytes)",
                 op->mode == OP_READS ? "read" : "write", what, op->size);
        return;
    }
    long long old = (long long)op_value(op, op->old);
    long long new = (long long)op_result(op, op_value(op, op->old));
    switch ((enum op_kind)op->kind) {
    case OP_WRITE:
        snprintf(text, room, "write %s := %lld", what, new);
        return;
    case OP_RMW:
        snprintf(text, room, "%s %s: %lld -> %lld",
                 op_update_name((enum rmw)op->update), what, old, new);
        return;
    case OP_CAS:
        snprintf(text, room, "cas %s: %lld -> %lld", what, old, new);
        return;
    case OP_CAS_FAIL:
        snprintf(text, room, "cas %s fails: found %lld", what, old);
        return;
    default:
        snprintf(text, room, "%s %s = %lld", op_name((enum op_kind)op->kind),
                 what, old);
    }
}

// ------------------------------------------------------------ what is shown

// The call's words are those for the condition variable.
static void describe_wait(const struct op *op, char *text, size_t room) {
    char condition[2 * MOST_NAME], mutex[MOST_NAME];
    const struct mz_site *site = site_numbered(op->site);
    name_in_words(op, op->kind == OP_WAIT ? op->addr2 : op->arg, condition,
                  sizeof condition);
    describe_object(op->addr, site ? site->file : NULL, mutex, sizeof mutex);
    snprintf(text, room, "%s %s, %s", op_name((enum op_kind)op->kind),
             condition, mutex);
}

static void describe_sync(struct machine *machine, const struct op *op,
                          char *text, size_t room) {
    const char *kind = op_name((enum op_kind)op->kind);
    char name[2 * MOST_NAME];
    if (op->kind == OP_WAIT || op->kind == OP_AWAKE) {
        describe_wait(op, text, room);
        return;
    }
    name_in_words(op, op->addr, name, sizeof name);
    if (op->kind == OP_SIGNAL)
        snprintf(text, room, "%s %s (wakes %s)", kind, name,
                 op->choice ? machine_thread_name(machine, op->choice - 1)
                            : "nobody");
    else
        snprintf(text, room, "%s %s", kind, name);
}

void describe_op(struct machine *machine, const struct op *op, char *text,
                 size_t room) {
    const char *kind = op_name((enum op_kind)op->kind);
    switch (op_object((enum op_kind)op->kind)) {
    case ON_MEMORY:
        describe_memory(op, text, room);
        return;
    case ON_THREAD:
        snprintf(text, room, "%s %s", kind,
                 machine_thread_name(machine, op->target));
        return;
    case ON_NOTHING:
        snprintf(text, room, "choose %u of %llu", op->choice,
                 (unsigned long long)op->arg);
        return;
    default:
        describe_sync(machine, op, text, room);
    }
}
