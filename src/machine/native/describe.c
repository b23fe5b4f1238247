// SPDX-License-Identifier: Apache-2.0
// Operations of real programs in words, and leaks.

#include "machine/native/heap.h"
#include "machine/native/machine.h"
#include "machine/native/state.h"

#include <stdio.h>

static const char *expression_of(const struct op *op) {
    const struct mz_site *site = site_numbered(op->site);
    return site && site->expression ? site->expression : "?";
}

// The object at an address in the program's words: a global variable, or where
// its memory comes from.
static void name_object(uint64_t addr, char *text, size_t room) {
    const char *address = (const char *)(uintptr_t)addr;
    for (const struct mz_global *g = __start_mz_globals;
         g < __stop_mz_globals; g++) {
        const char *start = g->address;
        if (address < start || address >= start + g->size)
            continue;
        if (address == start)
            snprintf(text, room, "%s", g->name);
        else
            snprintf(text, room, "%s+%td", g->name, address - start);
        return;
    }
    struct heap_block block;
    if (heap_owns(address) && heap_find(address, &block) && block.allocated) {
        snprintf(text, room, "block of %s:%u+%td", block.allocated->file,
                 block.allocated->line, address - (const char *)block.start);
        return;
    }
    for (unsigned i = 0; i < native.base.threads; i++)
        if (fiber_in_locals(&native.thread[i]->fiber, address)) {
            snprintf(text, room, "local+%td of %s",
                     address - native.thread[i]->fiber.locals,
                     native.thread[i]->base.name);
            return;
        }
    snprintf(text, room, "%p", (const void *)address);
}

static void describe_memory(const struct op *op, char *text, size_t room) {
    const char *what = expression_of(op);
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

static void describe_object(struct machine *machine, const struct op *op,
                            char *text, size_t room) {
    const char *kind = op_name((enum op_kind)op->kind);
    char name[80], second[80];
    name_object(op->addr, name, sizeof name);
    if (op->kind == OP_SIGNAL) {
        snprintf(text, room, "%s %s (wakes %s)", kind, name,
                 op->choice ? machine_thread_name(machine, op->choice - 1)
                            : "nobody");
    } else if (op->kind == OP_WAIT || op->kind == OP_AWAKE) {
        name_object(op->kind == OP_WAIT ? op->addr2 : op->arg, second,
                    sizeof second);
        snprintf(text, room, "%s %s, %s", kind, second, name);
    } else {
        snprintf(text, room, "%s %s", kind, name);
    }
}

void native_describe(struct machine *machine, const struct op *op, char *text,
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
        describe_object(machine, op, text, room);
    }
}

static void leaked(void *context, const struct heap_block *block) {
    (void)context;
    native_report(FINDING_LEAK, block->allocated,
                  "%zu bytes are never freed, and nothing points to them",
                  block->size);
}

void native_look_for_leaks(void) {
    if (heap_is_empty())
        return;
    VEC(struct heap_root) roots = {0};
    for (const struct mz_global *g = __start_mz_globals;
         g < __stop_mz_globals; g++)
        vec_push(&roots, (struct heap_root){g->address, g->size});
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        vec_push(&roots,
                 (struct heap_root){t->fiber.locals,
                                    (size_t)(t->frame - t->fiber.locals)});
        vec_push(&roots, (struct heap_root){t->base.keys,
                                            sizeof t->base.keys});
    }
    heap_leaks(roots.at, (unsigned)roots.count, leaked, NULL);
    vec_free(&roots);
}
