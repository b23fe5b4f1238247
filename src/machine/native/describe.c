// SPDX-License-Identifier: Apache-2.0
// Operations of real programs in words, and what is left behind: memory, locks.

#include "machine/native/memory/heap.h"
#include "machine/native/native_machine.h"
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

// Which object it is that an operation in this file acts on: a global variable,
// or where its memory comes from. Two objects never have the same name.
static void name_object(uint64_t addr, const char *file, char *name,
                        size_t room) {
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
    name_object(addr, site ? site->file : NULL, name, sizeof name);
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
void native_object_name(struct machine *machine, const struct op *op,
                        uint64_t addr, char *name, size_t room) {
    (void)machine;
    const struct mz_site *site = site_numbered(op->site);
    bool waits = op->addr2 || op_after(op) == AFTER_WAKING;
    if (op_object((enum op_kind)op->kind) == ON_MEMORY)
        name_memory(op, name, room);
    else if (waits && addr == op->addr)
        name_object(addr, site ? site->file : NULL, name, room);
    else
        name_in_words(op, addr, name, room);
}

// -------------------------------------------------------------------- leaks

static void leaked(void *context, const struct heap_block *block) {
    (void)context;
    native_report(FINDING_LEAK, block->allocated,
                  "%zu bytes are never freed, and nothing points to them",
                  block->size);
}

void native_look_for_leaks(void) {
    VEC(struct heap_root) roots = {0};
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        vec_push(&roots, (struct heap_root){g->address, g->size});
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        vec_push(&roots,
                 (struct heap_root){t->fiber.locals,
                                    (size_t)(t->frame - t->fiber.locals)});
        vec_push(&roots, (struct heap_root){t->base.keys, sizeof t->base.keys});
    }
    heap_leaks(roots.at, (unsigned)roots.count, leaked, NULL);
    vec_free(&roots);
}

// ------------------------------------------------------------- locks for ever

static void left_held(unsigned thread, uint64_t addr) {
    struct left_held left = {.thread = thread};
    name_object(addr, NULL, left.name, sizeof left.name);
    for (size_t i = 0; i < native.left_held.count; i++)
        if (native.left_held.at[i].thread == thread &&
            strcmp(native.left_held.at[i].name, left.name) == 0)
            return;
    vec_push(&native.left_held, left);
}

void native_note_held(void) {
    unsigned self = native.running->base.number;
    VEC(uint64_t) held = {0};
    for (size_t i = 0; i < native.taken.count; i++) {
        const struct taken *taken = &native.taken.at[i];
        int change =
            taken->step.thread == self ? op_rows[taken->kind].holds : 0;
        if (change > 0)
            vec_push(&held, taken->addr);
        for (size_t k = held.count; change < 0 && k-- > 0;)
            if (held.at[k] == taken->addr) {
                held.at[k] = held.at[--held.count];
                break;
            }
    }
    for (size_t k = 0; k < held.count; k++)
        left_held(self, held.at[k]);
    vec_free(&held);
}

const char *native_left_held(unsigned nth, const char **thread) {
    if (nth >= native.left_held.count)
        return NULL;
    const struct left_held *left = &native.left_held.at[nth];
    *thread = native.thread[left->thread]->base.name;
    return left->name;
}
