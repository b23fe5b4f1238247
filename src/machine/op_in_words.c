// SPDX-License-Identifier: Apache-2.0
// Operations in words: those of their rows in OPERATIONS, with the names that
// the machine has for objects and threads.

#include "base/fault.h"
#include "machine/machine.h"

#include <stdio.h>

static const char *other_thread(struct machine *m, const struct op *op) {
    if (op_object((enum op_kind)op->kind) == ON_THREAD)
        return machine_holder_name(m, op->target, op->arg2);
    return op->choice ? machine_thread_name(m, op->choice - 1) : "nobody";
}

void machine_value(struct machine *m, uint32_t site, uint64_t value,
                   uint64_t size, char *text, size_t room) {
    if (m->class->value)
        m->class->value(m, site, value, size, text, room);
    else
        snprintf(text, room, "%lld", (long long)value);
}

static int put_value(struct machine *m, const struct op *op, uint64_t value,
                     char *text, size_t room) {
    char words[160];
    machine_value(m, op->site, value, op->size, words, sizeof words);
    return snprintf(text, room, "%s", words);
}

// What the words ask for by a letter.
static int fill_in(char letter, struct machine *m, const struct op *op,
                   char *text, size_t room) {
    uint64_t found = op_value(op, op->old);
    char name[208];
    switch (letter) {
    case 'k':
        return snprintf(text, room, "%s", op_name((enum op_kind)op->kind));
    case 'u':
        return snprintf(text, room, "%s", op_update_name((enum rmw)op->update));
    case 'o':
        m->class->object_name(m, op, op->addr, name, sizeof name);
        return snprintf(text, room, "%s", name);
    case 'p':
        m->class->object_name(m, op, op->addr2 ? op->addr2 : op->arg, name,
                              sizeof name);
        return snprintf(text, room, "%s", name);
    case 't':
        return snprintf(text, room, "%s", other_thread(m, op));
    case 'v':
        return put_value(m, op, found, text, room);
    case 'n':
        return put_value(m, op, op_result(op, found), text, room);
    case 'c':
        return snprintf(text, room, "%u", op->choice);
    case 'a':
        return snprintf(text, room, "%llu", (unsigned long long)op->arg);
    }
    fault("no such letter in the words of an operation: %c", letter);
}

void machine_describe(struct machine *m, const struct op *op, char *text,
                      size_t room) {
    bool known = op->size <= 8 && !(op->flags & (OP_OPAQUE | OP_HASHED));
    size_t used = 0;
    for (const char *w = op_rows[op->kind].words; *w && used < room; w++) {
        char *end = text + used;
        if (*w == '%')
            used += (size_t)fill_in(*++w, m, op, end, room - used);
        else if (*w != '|')
            used += (size_t)snprintf(end, room - used, "%c", *w);
        else if (!known) {
            snprintf(end, room - used, " (%u bytes)", op->size);
            return;
        }
    }
}
