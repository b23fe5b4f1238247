// SPDX-License-Identifier: Apache-2.0
// Locals on the second stack, and thread-local variables.

#include "machine/native/runtime_state.h"

#include "base/fault.h"

#include <string.h>

void *__mz_frame_enter(void) {
    return native.running->locals_top;
}

// Where the next variable may begin, behind one that ends there.
static uintptr_t after(uintptr_t end, uint64_t size) {
    uintptr_t grain = FIBER_GRAIN - 1;
    return ((end + grain) & ~grain) +
           (size < FIBER_NEAR ? FIBER_GRAIN : FIBER_NEAR);
}

// Marks are kept for those who go back, like what they are of.
static void mark(struct thread *self, const char *start, size_t size,
                 const char *top) {
    struct fiber *f = &self->fiber;
    const char *from = self->locals_top;
    const char *high = self->locals_high < top ? self->locals_high : top;
    if (from < high) {
        uint8_t *marks = f->marks + (from - f->locals) / FIBER_GRAIN;
        native_save_quietly(marks, (size_t)(high - from) / FIBER_GRAIN);
    }
    fiber_mark(f, from, start, size, top);
}

void *__mz_frame_alloc(uint64_t size, uint64_t align,
                       const struct mz_site *site) {
    struct thread *self = native.running;
    uintptr_t place = (uintptr_t)self->locals_top;
    invariant((align & (align - 1)) == 0);
    __mz_at = site;
    if (align < FIBER_GRAIN)
        align = FIBER_GRAIN;
    place = (place + align - 1) & ~(uintptr_t)(align - 1);
    size_t left = (size_t)(self->fiber.locals_end - self->locals_top);
    if (size > left ||
        after(place + size, size) > (uintptr_t)self->fiber.locals_end)
        native_fail(FINDING_STACK_OVERFLOW, site,
                    "no room for a local variable of %llu bytes",
                    (unsigned long long)size);
    if (self->base.stack_size &&
        place + size - (uintptr_t)self->fiber.locals > self->base.stack_size)
        native_fail(FINDING_STACK_OVERFLOW, site,
                    "no room for a local variable of %llu bytes on a stack of "
                    "%zu bytes",
                    (unsigned long long)size, self->base.stack_size);
    char *start = (char *)place, *end = start + size;
    char *top = (char *)after(place + size, size);
    // What a function that has returned left here may be wanted again by
    // someone who goes back.
    if (native.settings.states)
        native_memory_begins(start, size);
    else if (start < self->locals_high)
        native_save(
            start,
            (size_t)((end < self->locals_high ? end : self->locals_high) -
                     start));
    invariant(top <= self->fiber.locals_end);
    mark(self, start, size, top);
    memset(start, 0xb5, size); // the same in every schedule
    native_forget(start, size);
    self->locals_top = top;
    if (top > self->locals_high) {
        native_save_quietly(&self->locals_high, sizeof self->locals_high);
        self->locals_high = top;
    }
    return start;
}

void __mz_frame_leave(void *mark) {
    struct thread *self = native.running;
    expensive((char *)mark >= self->fiber.locals &&
              (char *)mark <= self->locals_top);
    if (native.settings.states && (char *)mark < self->locals_top)
        native_memory_ends(mark, (size_t)(self->locals_top - (char *)mark));
    self->locals_top = mark;
}

void *__mz_thread_block(void) {
    return native.running->fiber.locals;
}
