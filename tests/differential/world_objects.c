// SPDX-License-Identifier: Apache-2.0
// Locks, semaphores, condition variables, barriers, once; threads, keys, the
// environment, what happens at exit.

#include "value.h"
#include "world_steps.h"

static uint8_t self(const struct stepping *s) {
    return (uint8_t)(1 + s->thread);
}

static void acquires(struct stepping *s, const clock_row object) {
    if (s->in->orders)
        clocks_acquire(&s->w->c, s->thread, object);
}

static void releases(struct stepping *s, clock_row object) {
    if (s->in->orders)
        clocks_release(&s->w->c, s->thread, object);
}

// ------------------------------------------------------------------ mutexes

static enum mutex_type type_of(const struct stepping *s, unsigned mutex) {
    return (enum mutex_type)s->in->code.program->mutex_type[mutex];
}

static void take_mutex(struct stepping *s, unsigned m) {
    s->v->owner[m] = self(s);
    acquires(s, s->w->c.mutex[m]);
}

static bool is_destroyed(struct stepping *s, unsigned m) {
    if (s->v->destroyed[m])
        step_fails(s, WRONG_MUTEX);
    return s->v->destroyed[m];
}

// The owner comes again; who checks for errors is told so.
static void do_lock(struct stepping *s) {
    unsigned m = s->i->object;
    if (is_destroyed(s, m))
        return;
    if (s->v->owner[m] != self(s))
        take_mutex(s, m);
    else if (type_of(s, m) == MUTEX_RECURSIVE)
        s->v->depth[m]++;
}

static void do_trylock(struct stepping *s) {
    unsigned m = s->i->object;
    if (is_destroyed(s, m))
        return;
    bool again = s->v->owner[m] == self(s) && type_of(s, m) == MUTEX_RECURSIVE;
    bool succeeds = !s->v->owner[m] || again;
    if (again)
        s->v->depth[m]++;
    else if (succeeds)
        take_mutex(s, m);
    step_result(s, succeeds);
}

static void do_unlock(struct stepping *s) {
    unsigned m = s->i->object;
    if (is_destroyed(s, m))
        return;
    if (s->v->owner[m] != self(s)) {
        if (type_of(s, m) == MUTEX_NORMAL)
            step_fails(s, WRONG_MUTEX);
    } else if (s->v->depth[m]) {
        s->v->depth[m]--;
    } else {
        s->v->owner[m] = 0;
        releases(s, s->w->c.mutex[m]);
    }
}

static void do_destroy(struct stepping *s) {
    unsigned m = s->i->object;
    if (is_destroyed(s, m))
        return;
    if (s->v->owner[m])
        step_is_wrong(s, WRONG_MUTEX);
    else
        s->v->destroyed[m] = true;
}

// --------------------------------------------------------- read-write locks

static bool others_read(const struct values *v) {
    unsigned readers = 0;
    for (unsigned t = 0; t < MOST_THREADS; t++)
        readers += v->readers[t];
    return readers > 0;
}

static void start_reading(struct stepping *s) {
    s->v->readers[s->thread]++;
    acquires(s, s->w->c.writers);
}

static void start_writing(struct stepping *s) {
    s->v->writer = self(s);
    acquires(s, s->w->c.writers);
    acquires(s, s->w->c.readers);
}

// A writer that comes again is told so, and goes on.
static void do_rdlock(struct stepping *s) {
    if (s->v->writer != self(s))
        start_reading(s);
}

static void do_wrlock(struct stepping *s) {
    if (s->v->writer != self(s))
        start_writing(s);
}

static void do_tryrd(struct stepping *s) {
    bool succeeds = !s->v->writer;
    if (succeeds)
        start_reading(s);
    step_result(s, succeeds);
}

static void do_trywr(struct stepping *s) {
    bool succeeds = !s->v->writer && !others_read(s->v);
    if (succeeds)
        start_writing(s);
    step_result(s, succeeds);
}

static void do_rwunlock(struct stepping *s) {
    if (s->v->writer == self(s)) {
        s->v->writer = 0;
        releases(s, s->w->c.writers);
    } else if (s->v->readers[s->thread]) {
        s->v->readers[s->thread]--;
        releases(s, s->w->c.readers);
    } else {
        step_fails(s, WRONG_MUTEX);
    }
}

// --------------------------------------------------------------- semaphores

static void do_sem_wait(struct stepping *s) {
    s->v->semaphore[s->i->object]--;
    acquires(s, s->w->c.semaphore[s->i->object]);
}

static void do_sem_try(struct stepping *s) {
    bool succeeds = s->v->semaphore[s->i->object] > 0;
    if (succeeds)
        do_sem_wait(s);
    step_result(s, succeeds);
}

static void do_sem_post(struct stepping *s) {
    s->v->semaphore[s->i->object]++;
    releases(s, s->w->c.semaphore[s->i->object]);
}

static void do_sem_value(struct stepping *s) {
    step_result(s, s->v->semaphore[s->i->object]);
}

// ------------------------------------------------------ condition variables

static unsigned mutex_of(const struct stepping *s) {
    return s->i->object % s->in->code.program->mutexes;
}

static void do_wait(struct stepping *s) {
    unsigned m = mutex_of(s);
    if (is_destroyed(s, m))
        return;
    if (s->v->owner[m] != self(s) || s->v->depth[m]) {
        step_fails(s, WRONG_MUTEX);
        return;
    }
    s->v->owner[m] = 0;
    releases(s, s->w->c.mutex[m]);
    s->v->waiters[s->i->object] |= (uint8_t)(1 << s->thread);
}

static void do_awake(struct stepping *s) {
    if (!is_destroyed(s, mutex_of(s)))
        take_mutex(s, mutex_of(s));
}

static void do_signal(struct stepping *s) {
    uint8_t *waiters = &s->v->waiters[s->i->object];
    unsigned left = s->choice;
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (*waiters >> t & 1 && !left--) {
            *waiters &= (uint8_t) ~(1 << t);
            return;
        }
}

static void do_broadcast(struct stepping *s) {
    s->v->waiters[s->i->object] = 0;
}

// ----------------------------------------------------------- barrier, once

static void do_arrive(struct stepping *s) {
    unsigned places = s->in->code.program->barrier;
    unsigned round = s->v->arrivals / places;
    s->me->round = (uint8_t)round;
    s->v->arrivals++;
    if (round >= BARRIER_ROUNDS)
        step_fails(s, WRONG_UNDEFINED);
    else
        releases(s, s->w->c.barrier[round]);
}

static void do_leave(struct stepping *s) {
    acquires(s, s->w->c.barrier[s->me->round]);
    s->me->round = 0;
}

enum { ONCE_BEGUN = 1, ONCE_IS_DONE = 2 };

static void do_once(struct stepping *s) {
    step_result(s, !s->v->once);
    if (!s->v->once)
        s->v->once = ONCE_BEGUN;
}

static void do_once_done(struct stepping *s) {
    s->v->once = ONCE_IS_DONE;
    releases(s, s->w->c.once);
}

static void do_once_wait(struct stepping *s) {
    acquires(s, s->w->c.once);
}

// ------------------------------------------------------------------ threads

static void do_create(struct stepping *s) {
    s->v->thread[s->i->object].status = ALIVE;
    if (s->in->orders)
        clocks_create(&s->w->c, s->thread, s->i->object);
}

static void do_join(struct stepping *s) {
    struct thread_values *other = &s->v->thread[s->i->object];
    step_result(s, other->result);
    other->result = 0;
    if (s->in->orders)
        clocks_join(&s->w->c, s->thread, s->i->object);
}

static int64_t folded(int64_t value) {
    if (value >= 0 && value < 0x4000)
        return value;
    return (int64_t)(0x4000 | (uint64_t)value * 0x9e3779b97f4a7c15ull >> 50);
}

// Nothing of a thread that has ended matters but its result.
static void do_return(struct stepping *s) {
    int64_t result = 0;
    for (unsigned i = 0; i < RESULT_REGISTERS; i++)
        result |= folded(s->me->reg[i]) << 15 * i;
    *s->me = (struct thread_values){.status = ENDED, .result = result};
}

// ------------------------------------------------------------------ library

static void do_key_set(struct stepping *s) {
    if (s->v->deleted[s->i->object])
        step_fails(s, WRONG_UNDEFINED);
    s->me->key[s->i->object] = (uint8_t)s->i->k;
}

static void do_key_get(struct stepping *s) {
    if (s->v->deleted[s->i->object])
        step_fails(s, WRONG_UNDEFINED);
    step_result(s, s->me->key[s->i->object]);
}

static void do_key_delete(struct stepping *s) {
    if (s->v->deleted[s->i->object])
        step_fails(s, WRONG_UNDEFINED);
    s->v->deleted[s->i->object] = true;
}

static void do_key_end(struct stepping *s) {
    uint8_t *value = &s->me->key[s->i->object];
    step_result(s, *value && !s->v->deleted[s->i->object]);
    *value = 0;
}

static void do_setenv(struct stepping *s) {
    bool overwrites = s->i->statement->style & 1;
    if (overwrites || !s->v->environment)
        s->v->environment = (uint8_t)('0' + s->i->k);
}

static void do_getenv(struct stepping *s) {
    step_result(s, s->v->environment);
}

static void do_unsetenv(struct stepping *s) {
    s->v->environment = 0;
}

static void do_atexit(struct stepping *s) {
    if (s->v->exits == sizeof s->v->exit)
        step_fails(s, WRONG_UNDEFINED);
    else
        s->v->exit[s->v->exits++] = (uint8_t)(1 + s->i->object);
}

static void do_choose(struct stepping *s) {
    step_result(s, s->choice);
}

step_function *const object_steps[INSTRUCTION_COUNT] = {
    [I_LOCK] = do_lock,           [I_TRYLOCK] = do_trylock,
    [I_UNLOCK] = do_unlock,       [I_DESTROY] = do_destroy,
    [I_RDLOCK] = do_rdlock,       [I_WRLOCK] = do_wrlock,
    [I_TRYRD] = do_tryrd,         [I_TRYWR] = do_trywr,
    [I_RWUNLOCK] = do_rwunlock,   [I_SEM_WAIT] = do_sem_wait,
    [I_SEM_TRY] = do_sem_try,     [I_SEM_POST] = do_sem_post,
    [I_SEM_VALUE] = do_sem_value, [I_WAIT] = do_wait,
    [I_AWAKE] = do_awake,         [I_SIGNAL] = do_signal,
    [I_BROADCAST] = do_broadcast, [I_ARRIVE] = do_arrive,
    [I_LEAVE] = do_leave,         [I_ONCE] = do_once,
    [I_ONCE_DONE] = do_once_done, [I_ONCE_WAIT] = do_once_wait,
    [I_CREATE] = do_create,       [I_JOIN] = do_join,
    [I_RETURN] = do_return,       [I_KEY_SET] = do_key_set,
    [I_KEY_GET] = do_key_get,     [I_KEY_DELETE] = do_key_delete,
    [I_KEY_END] = do_key_end,     [I_SETENV] = do_setenv,
    [I_GETENV] = do_getenv,       [I_UNSETENV] = do_unsetenv,
    [I_ATEXIT] = do_atexit,       [I_CHOOSE] = do_choose,
};
