// SPDX-License-Identifier: Apache-2.0
// What is told of a program besides its steps: findings, what is left behind
// (memory, locks), and what the report warns of.

#include "machine/native/findings.h"

#include "base/fault.h"
#include "base/text.h"
#include "machine/native/describe.h"
#include "machine/native/library_state.h"
#include "machine/native/memory/heap.h"
#include "machine/native/native_machine.h"
#include "machine/native/park.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Where the stack is as it should be.
static bool knows_calls(enum finding_kind kind) {
    return native.settings.record && native.running &&
           kind != FINDING_SEGFAULT && kind != FINDING_NULL_DEREFERENCE &&
           kind != FINDING_STACK_OVERFLOW && kind != FINDING_UNCAUGHT_SIGNAL &&
           kind != FINDING_LEAK;
}

static void tell(enum finding_kind kind, const struct mz_site *site,
                 const char *format, va_list arguments) {
    struct mishap m = {.kind = kind,
                       .thread =
                           native.running ? native.running->base.number : 0,
                       .site = site_number(site)};
    vsnprintf(m.message, sizeof m.message, format, arguments);
    text_tame(m.message);
    if (knows_calls(kind))
        recording_mishap();
    machine_tell(&native.base, &m);
    if (native.stop && native.running)
        __mz_found_stop();
}

void native_report(enum finding_kind kind, const struct mz_site *site,
                   const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(kind, site, format, arguments);
    va_end(arguments);
}

_Noreturn void native_fail(enum finding_kind kind, const struct mz_site *site,
                           const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(kind, site, format, arguments);
    va_end(arguments);
    native_stuck();
}

_Noreturn void __mz_unsupported(const char *what, const struct mz_site *site) {
    native.unsupported = what;
    native.unsupported_at = site;
    native.base.refused = true;
    park_leave(THREAD_STUCK);
}

void native_timed_out(const struct mz_site *site) {
    require(native.running);
    struct native_thread *self = &native.running->base;
    native_save_quietly(&self->timeouts, sizeof self->timeouts);
    if (++self->timeouts != NATIVE_MANY_TIMEOUTS)
        return;
    for (size_t i = 0; i < native.timed_out.count; i++)
        if (native.timed_out.at[i] == site)
            return;
    vec_push(&native.timed_out, site);
}

void findings_note_freed(const void *address) {
    if (native.settings.reuse || !heap_is_freed(address))
        return;
    for (size_t i = 0; i < native.freed_met.count; i++)
        if (native.freed_met.at[i] == __mz_at)
            return;
    vec_push(&native.freed_met, __mz_at);
}

bool native_freed_met_at(unsigned nth, struct place *place) {
    if (nth >= native.freed_met.count)
        return false;
    *place = site_place(native.freed_met.at[nth]);
    return true;
}

const char *native_unsupported(const struct mz_site **site) {
    *site = native.unsupported_at;
    return native.unsupported;
}

bool native_timed_out_at(unsigned nth, struct place *place) {
    if (nth >= native.timed_out.count)
        return false;
    *place = site_place(native.timed_out.at[nth]);
    return true;
}

// -------------------------------------------------------------------- leaks

// Mappings are given back when the process ends, like its stack.
static bool is_mapping(const struct heap_block *block) {
    const struct mz_site *site = block->allocated;
    return site && text_is_one_of(site->expression, "mmap mmap64 mremap");
}

static void leaked(void *context, const struct heap_block *block) {
    (void)context;
    if (is_mapping(block))
        return;
    native_report(FINDING_LEAK, block->allocated,
                  "%zu bytes are never freed, and nothing points to them",
                  block->size);
}

void findings_look_for_leaks(void) {
    require(!native.base.living); // or somebody could still free them
    VEC(struct heap_root) roots = {0};
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        vec_push(&roots, (struct heap_root){g->address, g->size});
    for (unsigned i = 0; i < native.base.threads; i++) {
        const struct thread *t = native.thread[i];
        invariant(t->locals_top >= t->fiber.locals);
        if (t->base.joined) // its variables are gone
            continue;
        vec_push(&roots,
                 (struct heap_root){t->fiber.locals,
                                    (size_t)(t->locals_top - t->fiber.locals)});
        vec_push(&roots,
                 (struct heap_root){t->base.keys,
                                    library.keys.end * sizeof *t->base.keys});
    }
    vec_push(&roots, (struct heap_root){&library.environment,
                                        sizeof library.environment});
    if (library.files.used)
        vec_push(&roots,
                 (struct heap_root){&library.files, sizeof library.files});
    heap_leaks(roots.at, (unsigned)roots.count, leaked, NULL);
    vec_free(&roots);
}

// ------------------------------------------------------------- locks for ever

static void left_held(const struct native_thread *thread, uint64_t addr) {
    struct left_held left;
    _Static_assert(sizeof left.thread >= sizeof thread->name, "room");
    strcpy(left.thread, thread->name);
    describe_object(addr, left.name, sizeof left.name);
    for (size_t i = 0; i < native.left_held.count; i++)
        if (strcmp(native.left_held.at[i].thread, left.thread) == 0 &&
            strcmp(native.left_held.at[i].name, left.name) == 0)
            return;
    vec_push(&native.left_held, left);
}

void findings_note_held(void) {
    unsigned self = native.running->base.number;
    VEC(uint64_t) held = {0};
    for (size_t i = 0; i < native.taken.count; i++) {
        const struct taken_step *taken = &native.taken.at[i];
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
        left_held(&native.running->base, held.at[k]);
    vec_free(&held);
}

const char *native_left_held(unsigned nth, const char **thread) {
    if (nth >= native.left_held.count)
        return NULL;
    const struct left_held *left = &native.left_held.at[nth];
    *thread = left->thread;
    return left->name;
}
