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
    s->mark = undo->top;
}

// What was saved of the stack during the step holds what came and went there
// meanwhile, and is put back after the pieces: let it hold what they hold.
static void correct_records(const struct stack_copy *s, const struct fiber *f,
                            struct undo *undo) {
    for (size_t at = undo->top, start; at > s->mark; at = start) {
        struct undo_record r = undo_record(undo, at, &start);
        char *place = r.address, *end = place + r.size;
        char *low = place > (char *)s->before ? place : s->before;
        if (place < f->top && end > low && end <= f->top)
            memcpy(undo->bytes + start + (low - place), mirrored(s, f, low),
                   (size_t)(end - low));
    }
}

void stack_copy_compare(struct stack_copy *s, const struct fiber *f,
                        struct undo *undo, bool lives) {
    invariant(s->mirror && (char *)s->before >= f->low);
    correct_records(s, f, undo);
    // What is no longer in use may be overwritten by later steps, which do not
    // save it: all of it is kept.
    const char *used = lives ? f->sp : f->top;
    for (char *at = s->before; at < f->top;) {
        char *end = (char *)(((uintptr_t)at | (PIECE - 1)) + 1);
        if (end > f->top)
            end = f->top;
        size_t length = (size_t)(end - at);
        char *old = mirrored(s, f, at);
        if (at < used || memcmp(at, old, length) != 0) {
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
