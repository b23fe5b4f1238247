// SPDX-License-Identifier: Apache-2.0

#define XXH_INLINE_ALL
#include "machine/native/state/fingerprint.h"

#include "base/fault.h"

#include "machine/native/library_state.h"
#include "machine/native/memory/heap.h"
#include "machine/native/runtime_state.h"

#include <string.h>
#include <xxhash.h>

static void add(struct fingerprint *f, const char *what, const char *of,
                uint64_t hash) {
    vec_push(&f->parts, (struct fingerprint_part){what, of, false, hash});
}

static void add_bytes(struct fingerprint *f, const char *what, const char *of,
                      const void *start, size_t size) {
    add(f, what, of, XXH3_64bits(start, size));
}

// What a thread is about to do, without what is decided when it happens.
static uint64_t pending_hash(unsigned number) {
    const struct op *op = machine_pending(&native.base, number);
    invariant(op); // it is alive
    const uint64_t key[] = {op->kind, op->flags, op->update, op->compare,
                            op->size, op->addr,  op->addr2,  op->arg,
                            op->arg2, op->old,   op->target, op->site};
    return XXH3_64bits(key, sizeof key);
}

static void add_thread(struct fingerprint *f, const struct thread *t) {
    const char *name = t->base.name;
    invariant(t->locals_top >= t->fiber.locals);
    bool alive = t->base.status == THREAD_ALIVE;
    const uint64_t key[] = {t->base.status,
                            t->base.children,
                            (uintptr_t)t->base.argument,
                            (uintptr_t)t->base.result,
                            t->base.detached,
                            t->base.joined,
                            t->base.woke_by_itself,
                            (uint64_t)t->base.error,
                            (uintptr_t)t->locals_top,
                            alive ? (uintptr_t)t->fiber.sp : 0};
    add_bytes(f, "thread", name, key, sizeof key);
    add_bytes(f, "name of thread", name, name, strlen(name));
    add_bytes(f, "keys of thread", name, t->base.keys,
              library.keys.end * sizeof *t->base.keys);
    add_bytes(f, "locals of thread", name, t->fiber.locals,
              (size_t)(t->locals_top - t->fiber.locals));
    add(f, "heap of thread", name, heap_hash(t->base.number));
    if (!alive)
        return;
    add(f, "operation of thread", name, pending_hash(t->base.number));
    add_bytes(f, "stack of thread", name, t->fiber.sp,
              (size_t)(t->fiber.top - (char *)t->fiber.sp));
    f->parts.at[f->parts.count - 1].frames = true;
    expensive(fiber_is_sound(&t->fiber));
}

void fingerprint_take(struct fingerprint *f) {
    f->parts.count = 0;
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        if (!g->thread_local_)
            add_bytes(f, "global variable", g->name, g->address, g->size);
    for (unsigned i = 0; i < native.base.threads; i++)
        if (native.thread[i]->base.status != THREAD_UNBORN)
            add_thread(f, native.thread[i]);
    add_bytes(f, "the thread and C library's", "variables", __start_mz_state,
              (size_t)(__stop_mz_state - __start_mz_state));
    add(f, "whether the program has", "ended", native.exited);
    if (native.c11)
        add(f, "clocks of the", "race detector", c11_hash(native.c11));
}

void fingerprint_free(struct fingerprint *f) {
    vec_free(&f->parts);
}

const struct fingerprint_part *
fingerprint_difference(const struct fingerprint *a, const struct fingerprint *b,
                       bool frames) {
    for (size_t i = 0; i < a->parts.count || i < b->parts.count; i++) {
        const struct fingerprint_part *p = &a->parts.at[i];
        const struct fingerprint_part *q = &b->parts.at[i];
        if (i >= a->parts.count)
            return q;
        if (i >= b->parts.count || strcmp(p->what, q->what) != 0 ||
            p->of != q->of || (p->hash != q->hash && (frames || !p->frames)))
            return p;
    }
    return NULL;
}
