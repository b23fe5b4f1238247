// SPDX-License-Identifier: Apache-2.0

#include "machine/native/memory/stack_copy.h"

#include "base/fault.h"

#include <string.h>
#include <sys/mman.h>

enum { PIECE = 1024 };

static char *mirrored(const struct stack_copy *s, const struct fiber *f,
                      const char *at) {
    return s->mirror + (at - f->low);
}

static void make_mirror(struct stack_copy *s) {
    if (s->mirror)
        return;
    s->mirror = mmap(NULL, FIBER_STACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->mirror == MAP_FAILED)
        fault("out of memory");
}

void stack_copy_mirror(struct stack_copy *s, const struct fiber *f,
                       struct undo *undo) {
    char *sp = f->sp;
    size_t length = (size_t)(f->top - sp);
    invariant(sp >= f->low && sp <= f->top);
    if (length <= STACK_COPY_SHORT) {
        undo_save_quietly(undo, sp, sp, length);
        s->good = false;
        s->before = NULL;
        return;
    }
    make_mirror(s);
    if (!s->good)
        memcpy(mirrored(s, f, sp), sp, length);
    s->before = sp;
}

void stack_copy_compare(struct stack_copy *s, const struct fiber *f,
                        struct undo *undo) {
    invariant(s->mirror && (char *)s->before >= f->low);
    for (char *at = s->before; at < f->top;) {
        char *end = (char *)(((uintptr_t)at | (PIECE - 1)) + 1);
        if (end > f->top)
            end = f->top;
        size_t length = (size_t)(end - at);
        char *old = mirrored(s, f, at);
        if (memcmp(at, old, length) != 0) {
            undo_save_quietly(undo, at, old, length);
            memcpy(old, at, length);
        }
        at = end;
    }
    char *sp = f->sp;
    if (sp < (char *)s->before) // what it has grown by
        memcpy(mirrored(s, f, sp), sp, (size_t)((char *)s->before - sp));
    s->good = true;
}
