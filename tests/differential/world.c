// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include "value.h"
#include "world_steps.h"

#include <stdlib.h>
#include <string.h>

void step_is_wrong(struct stepping *s, enum wrong wrong) {
    s->in->wrong |= wrong;
}

void step_fails(struct stepping *s, enum wrong wrong) {
    step_is_wrong(s, wrong);
    s->me->status = STUCK;
}

// -------------------------------------------------------------------- start

void world_begin(struct interpreter *in, struct world *w) {
    const struct program *p = in->code.program;
    memset(w, 0, sizeof *w);
    clocks_begin(&w->c);
    w->v.thread[0].status = ALIVE;
    for (unsigned i = 0; i < p->atomics; i++) {
        uint64_t bytes =
            value_to_bytes((enum type)p->atomic[i].type, p->atomic[i].initial);
        if (!(p->halves && (i == 1 || i == 2)))
            memcpy(w->v.atomic[i], &bytes, sizeof bytes);
    }
    for (unsigned i = 0; i < p->plains; i++)
        w->v.plain[i] =
            value_to_bytes((enum type)p->plain[i].type, p->plain[i].initial);
    for (unsigned i = 0; i < p->texts; i++)
        strcpy(w->v.text[i], words[p->word[i]]);
    for (unsigned i = 0; i < p->semaphores; i++)
        w->v.semaphore[i] = p->semaphore[i];
}

// ------------------------------------------------------------------ waiting

const struct instruction *world_next(const struct interpreter *in,
                                     const struct world *w, unsigned thread) {
    const struct thread_values *t = &w->v.thread[thread];
    return t->status == ALIVE ? &in->code.thread[thread].at[t->pc] : NULL;
}

static bool can_lock(const struct interpreter *in, const struct values *v,
                     unsigned mutex, unsigned thread) {
    bool own = v->owner[mutex] == thread + 1;
    return !v->owner[mutex] ||
           (own && in->code.program->mutex_type[mutex] != MUTEX_NORMAL);
}

static bool is_read(const struct values *v) {
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (v->readers[t])
            return true;
    return false;
}

static bool can_awake(const struct interpreter *in, const struct values *v,
                      unsigned condition, unsigned thread) {
    unsigned mutex = condition % in->code.program->mutexes;
    return !(v->waiters[condition] >> thread & 1) && !v->owner[mutex];
}

bool world_enabled(const struct interpreter *in, const struct world *w,
                   unsigned thread) {
    const struct values *v = &w->v;
    const struct instruction *i = world_next(in, w, thread);
    if (!i)
        return false;
    if (i->kind == I_LOCK)
        return can_lock(in, v, i->object, thread);
    if (i->kind == I_RDLOCK)
        return !v->writer || v->writer == thread + 1;
    if (i->kind == I_WRLOCK)
        return v->writer == thread + 1 || (!v->writer && !is_read(v));
    if (i->kind == I_SEM_WAIT)
        return v->semaphore[i->object] > 0;
    if (i->kind == I_AWAKE)
        return can_awake(in, v, i->object, thread);
    if (i->kind == I_LEAVE)
        return v->arrivals >=
               (v->thread[thread].round + 1u) * in->code.program->barrier;
    if (i->kind == I_ONCE_WAIT)
        return v->once == 2;
    if (i->kind == I_JOIN)
        return v->thread[i->object].status == ENDED;
    return true;
}

unsigned world_choices(const struct interpreter *in, const struct world *w,
                       unsigned thread) {
    const struct instruction *i = world_next(in, w, thread);
    unsigned ways = 1;
    if (i->kind == I_SIGNAL)
        ways = (unsigned)__builtin_popcount(w->v.waiters[i->object]);
    if (i->kind == I_CHOOSE)
        ways = (unsigned)i->k;
    for (unsigned n = 0; n < MOST_NODES && i->kind == I_ALLOCATE; n++)
        ways += in->reuses && w->v.node[n] == FREED;
    return ways ? ways : 1;
}

// -------------------------------------------------------------------- local

static void do_set(struct stepping *s) {
    step_result(s, s->i->k);
}

static void do_calc(struct stepping *s) {
    uint64_t product = (uint64_t)s->me->reg[s->i->from] * (uint64_t)s->i->k2;
    step_result(s, (int64_t)(product + (uint64_t)s->i->k));
}

static void do_tls_add(struct stepping *s) {
    s->me->tls += s->i->k;
}

static void do_tls_get(struct stepping *s) {
    step_result(s, s->me->tls);
}

static void do_jump(struct stepping *s) {
    s->me->pc = s->i->target;
}

static bool register_holds(const struct stepping *s) {
    return value_compares(s->me->reg[s->i->from], (enum comparison)s->i->second,
                          s->i->k);
}

static void do_unless(struct stepping *s) {
    if (!register_holds(s))
        s->me->pc = s->i->target;
}

static void do_assume(struct stepping *s) {
    if (!register_holds(s))
        s->me->status = STUCK;
}

static void do_test_reg(struct stepping *s) {
    step_result(s, condition_holds(s->i->condition, T_I64,
                                   (uint64_t)s->me->reg[s->i->from]));
}

// What others do is nobody's concern then, but that they do it.
static void do_quit(struct stepping *s) {
    s->me->status = HAS_QUIT;
}

static void do_forget(struct stepping *s) {
    s->me->reg[s->i->reg] = 0;
}

// ------------------------------------------------------------------ telling

static void put(struct stepping *s, int64_t value) {
    uint64_t *o = &s->v->outcome;
    *o = (*o ^ (uint64_t)value) * 0x9e3779b97f4a7c15ull;
    *o ^= *o >> 29;
    struct interpreter *in = s->in;
    if (in->told_count < sizeof in->told / sizeof in->told[0])
        in->told[in->told_count++] = value;
}

static void put_text(struct stepping *s, const char *text) {
    int64_t all = 0;
    for (int i = 0; i < TEXT_ROOM && text[i]; i++)
        all = all * 31 + text[i];
    put(s, all);
}

static void put_finals(struct stepping *s) {
    const struct program *p = s->in->code.program;
    const struct used *u = &s->in->used;
    for (unsigned i = 0; i < p->atomics; i++) {
        uint64_t bytes;
        memcpy(&bytes, s->v->atomic[i], sizeof bytes);
        if (u->atomic[i] && !(p->halves && (i == 1 || i == 2)))
            put(s, value_from_bytes((enum type)p->atomic[i].type, bytes));
    }
    for (unsigned i = 0; i < p->plains; i++)
        if (u->plain[i])
            put(s,
                value_from_bytes((enum type)p->plain[i].type, s->v->plain[i]));
    for (unsigned i = 0; i < p->texts; i++)
        if (u->text[i])
            put_text(s, s->v->text[i]);
    for (unsigned i = 0; i < p->pointers; i++)
        if (u->pointer[i])
            put(s, s->v->pointer[i] != 0);
    if (u->environment)
        put(s, s->v->environment);
}

// The handlers run, the last registered first.
static void put_exits(struct stepping *s) {
    int64_t exits = 0;
    for (unsigned i = s->v->exits; i-- > 0;)
        exits = exits * 8 + s->v->exit[i];
    put(s, exits);
}

static void do_report(struct stepping *s) {
    s->in->told_count = 0;
    s->v->outcome = 0;
    for (unsigned i = 0; i < REGISTERS; i++)
        if (s->in->used.registers[0] >> i & 1)
            put(s, s->me->reg[i]);
    if (s->in->code.program->finals && s->in->joins_all)
        put_finals(s);
    if (s->in->has_handlers)
        put_exits(s);
    s->v->told = true;
    *s->me = (struct thread_values){.status = ENDED};
}

// --------------------------------------------------------------------- step

static step_function *const local_steps[INSTRUCTION_COUNT] = {
    [I_SET] = do_set,         [I_CALC] = do_calc,
    [I_TLS_ADD] = do_tls_add, [I_TLS_GET] = do_tls_get,
    [I_JUMP] = do_jump,       [I_UNLESS] = do_unless,
    [I_ASSUME] = do_assume,   [I_TEST_REG] = do_test_reg,
    [I_FORGET] = do_forget,   [I_REPORT] = do_report,
    [I_QUIT] = do_quit,
};

void world_step(struct interpreter *in, struct world *w, unsigned thread,
                unsigned choice) {
    struct thread_values *me = &w->v.thread[thread];
    struct stepping s = {.in = in,
                         .w = w,
                         .v = &w->v,
                         .me = me,
                         .thread = thread,
                         .choice = choice,
                         .i = &in->code.thread[thread].at[me->pc]};
    unsigned kind = s.i->kind;
    step_function *step = local_steps[kind]    ? local_steps[kind]
                          : memory_steps[kind] ? memory_steps[kind]
                                               : object_steps[kind];
    if (!step)
        abort();
    me->pc++;
    step(&s);
}
