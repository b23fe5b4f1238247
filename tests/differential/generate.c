// SPDX-License-Identifier: Apache-2.0
// A program draws from a few parts of the language only, so that what it has
// acts on the same few things.

#include "generate.h"

#include "random.h"

#include <stdlib.h>

struct generator {
    struct program *p;
    uint64_t state;
    bool with[FEATURE_COUNT];
    bool disciplined; // plain accesses are protected by a lock
    bool blind;       // no registers: in a routine of its own
    bool in_loop;     // of any length: only what can be repeated
    bool tiny;        // few statements on very few things
    unsigned thread, depth, nodes;
    unsigned held; // locks around what is being made
};

static unsigned below(struct generator *g, unsigned n) {
    return random_below(&g->state, n);
}

static bool percent(struct generator *g, unsigned chance) {
    return random_percent(&g->state, chance);
}

static unsigned one_of(struct generator *g, unsigned count) {
    return below(g, count ? count : 1);
}

// ------------------------------------------------------------------- pieces

static int64_t small(struct generator *g) {
    return percent(g, 70) ? 1 + below(g, 2) : below(g, 4);
}

static int64_t constant(struct generator *g) {
    static const int64_t special[] = {
        -1,    255,   256,  257, 511,       0x8000,          65535,       65536,
        65537, 0x300, -256, 128, 1ll << 32, (1ll << 32) + 1, -(1ll << 33)};
    if (percent(g, 85))
        return small(g);
    return special[below(g, sizeof special / sizeof special[0])];
}

static int8_t any_register(struct generator *g) {
    return (int8_t)below(g, RESULT_REGISTERS);
}

static int8_t maybe_register(struct generator *g, unsigned chance) {
    return !g->blind && percent(g, chance) ? any_register(g) : -1;
}

static uint8_t any_order(struct generator *g, const uint8_t *orders,
                         unsigned count) {
    return percent(g, 50) ? O_SEQ_CST : orders[below(g, count)];
}

static uint8_t load_order(struct generator *g) {
    static const uint8_t orders[] = {O_RELAXED, O_ACQUIRE};
    return any_order(g, orders, 2);
}

static uint8_t store_order(struct generator *g) {
    static const uint8_t orders[] = {O_RELAXED, O_RELEASE};
    return any_order(g, orders, 2);
}

static uint8_t update_order(struct generator *g) {
    static const uint8_t orders[] = {O_RELAXED, O_ACQUIRE, O_RELEASE,
                                     O_ACQ_REL};
    return any_order(g, orders, 4);
}

static struct statement statement(struct generator *g,
                                  enum statement_kind kind) {
    return (struct statement){.kind = (uint8_t)kind,
                              .reg = -1,
                              .from = -1,
                              .style = (uint8_t)below(g, 256)};
}

static uint8_t an_atomic(struct generator *g, bool with_floats) {
    unsigned i;
    do
        i = one_of(g, g->p->atomics);
    while (!with_floats && g->p->atomic[i].type == T_FLOAT);
    return (uint8_t)i;
}

static struct condition a_condition(struct generator *g, enum type type) {
    struct condition c = {.form = F_SELF,
                          .comparison = (uint8_t)below(g, COMPARISON_COUNT),
                          .k = small(g)};
    if (percent(g, 60))
        c.comparison = percent(g, 60) ? C_NE : C_EQ;
    if (type == T_FLOAT || percent(g, 40))
        return c;
    c.form = (uint8_t)below(g, FORM_COUNT);
    c.variable = percent(g, 40);
    static const uint8_t shifts[] = {1, 4, 8};
    static const int64_t masks[] = {1, 2, 3, 0xff, 0x100};
    if (c.form == F_SHIFT)
        c.m = shifts[below(g, 3)];
    else if (c.form == F_MASK)
        c.m = masks[below(g, 5)];
    else if (c.form == F_MOD)
        c.m = 2 + below(g, 3);
    else
        c.m = 1 + below(g, 3);
    c.cast = (uint8_t)below(g, T_FLOAT);
    if (percent(g, 15))
        c.k = constant(g);
    return c;
}

// --------------------------------------------------------------- statements

static void add_random(struct generator *g, struct block *block);

static struct block a_body(struct generator *g, unsigned least, unsigned most) {
    struct block body = {0};
    unsigned count = least + below(g, most - least + 1);
    g->depth++;
    while (body.count < count)
        add_random(g, &body);
    g->depth--;
    return body;
}

// The body of a lock.
static struct block a_held_body(struct generator *g, unsigned least,
                                unsigned most) {
    g->held++;
    struct block body = a_body(g, least, most);
    g->held--;
    return body;
}

static void add_cas(struct generator *g, struct block *block) {
    static const uint8_t failing[] = {O_RELAXED, O_ACQUIRE};
    struct statement s = statement(g, S_CAS);
    s.object = an_atomic(g, false);
    s.k = percent(g, 50) ? g->p->atomic[s.object].initial : small(g);
    s.k2 = constant(g);
    s.reg = maybe_register(g, 70);
    s.order = update_order(g);
    s.order2 = any_order(g, failing, 2);
    block_add(block, s);
}

static void add_atomic(struct generator *g, struct block *block) {
    unsigned which = below(g, 100);
    struct statement s;
    if (which < 30 && !g->blind) {
        s = statement(g, S_LOAD);
        s.object = an_atomic(g, true);
        s.reg = any_register(g);
        s.order = load_order(g);
    } else if (which < 55 || g->in_loop) {
        s = statement(g, S_STORE);
        s.object = an_atomic(g, true);
        s.k = constant(g);
        s.order = store_order(g);
        if (!g->in_loop && !g->blind && percent(g, 15))
            s.from = any_register(g);
    } else if (which < 80) {
        s = statement(g, S_UPDATE);
        s.object = an_atomic(g, false);
        s.update = percent(g, 70) ? U_ADD : (uint8_t)below(g, UPDATE_COUNT);
        s.k = constant(g);
        s.reg = maybe_register(g, 40);
        s.order = update_order(g);
    } else if (which < 95) {
        add_cas(g, block);
        return;
    } else {
        s = statement(g, S_FENCE);
        s.order = (uint8_t)(O_ACQUIRE + below(g, 4));
    }
    block_add(block, s);
}

static struct statement a_plain_access(struct generator *g) {
    unsigned which = below(g, 100);
    bool read = which < 40 && !g->blind;
    struct statement s = statement(g, read                       ? S_READ
                                      : which < 75 || g->in_loop ? S_WRITE
                                                                 : S_BUMP);
    s.object = (uint8_t)one_of(g, g->p->plains);
    s.k = small(g);
    if (read)
        s.reg = any_register(g);
    return s;
}

// Protected by the lock that all use for it, or not.
static void add_protected(struct generator *g, struct block *block,
                          struct statement access) {
    if (!g->disciplined || g->held || g->blind || percent(g, 4)) {
        block_add(block, access);
        return;
    }
    struct statement s =
        statement(g, g->with[WITH_MUTEX] ? S_LOCKED : S_WRLOCKED);
    block_add(&s.body, access);
    if (percent(g, 25)) {
        g->held++;
        g->depth++;
        add_random(g, &s.body);
        g->depth--;
        g->held--;
    }
    block_add(block, s);
}

// A plain access, before or after an operation that may order it.
static void add_handover(struct generator *g, struct block *block) {
    struct statement access = a_plain_access(g);
    struct statement s = statement(g, percent(g, 60) ? S_UPDATE : S_STORE);
    bool before = percent(g, 50);
    s.object = an_atomic(g, false);
    s.update = U_ADD;
    s.k = 1;
    s.order = s.kind == S_UPDATE ? update_order(g) : store_order(g);
    if (!before && percent(g, 40)) {
        s.kind = S_LOAD;
        s.reg = any_register(g);
        s.order = load_order(g);
    }
    struct statement fence = statement(g, S_FENCE);
    fence.order = before ? O_RELEASE : O_ACQUIRE;
    bool fenced = percent(g, 25);
    if (fenced)
        s.order = O_RELAXED;
    if (before)
        block_add(block, access);
    if (before && fenced)
        block_add(block, fence);
    block_add(block, s);
    if (before)
        return;
    if (fenced)
        block_add(block, fence);
    if (s.reg >= 0 && percent(g, 70)) {
        struct statement seen = statement(g, S_IF);
        seen.from = s.reg;
        seen.second = C_NE;
        block_add(&seen.body, access);
        access = seen;
    }
    block_add(block, access);
}

static void add_plain(struct generator *g, struct block *block) {
    if (g->with[WITH_ATOMIC] && !g->disciplined && !g->blind && !g->in_loop &&
        percent(g, 45)) {
        add_handover(g, block);
        return;
    }
    add_protected(g, block, a_plain_access(g));
}

static void add_mutex(struct generator *g, struct block *block) {
    unsigned which = below(g, 100);
    struct statement s = statement(g, which < 50   ? S_LOCKED
                                      : which < 85 ? S_TRYLOCK
                                      : which < 93 ? S_LOCK
                                                   : S_UNLOCK);
    s.object = (uint8_t)one_of(g, g->p->mutexes);
    if (s.kind == S_TRYLOCK)
        s.reg = maybe_register(g, 60);
    if (statement_rows[s.kind].has_body)
        s.body = a_held_body(g, 0, 2);
    block_add(block, s);
}

static void add_destroy(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_DESTROY);
    s.object = (uint8_t)one_of(g, g->p->mutexes);
    block_add(block, s);
}

static void add_rwlock(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_RDLOCKED + below(g, 4));
    if (s.kind == S_TRYRD || s.kind == S_TRYWR)
        s.reg = maybe_register(g, 60);
    s.body = a_held_body(g, 0, 2);
    block_add(block, s);
}

static void add_semaphore(struct generator *g, struct block *block) {
    static const uint8_t kinds[] = {S_SEM_WAIT, S_SEM_POST, S_SEM_POST,
                                    S_SEM_TRY, S_SEM_VALUE};
    struct statement s = statement(g, kinds[below(g, g->blind ? 3 : 5)]);
    s.object = (uint8_t)one_of(g, g->p->semaphores);
    if (s.kind == S_SEM_TRY)
        s.reg = maybe_register(g, 70);
    if (s.kind == S_SEM_VALUE)
        s.reg = any_register(g);
    block_add(block, s);
}

static void add_condition(struct generator *g, struct block *block) {
    unsigned which = below(g, 100);
    uint8_t condition = (uint8_t)one_of(g, g->p->conditions);
    bool waits = which < 45;
    struct statement s = statement(g, waits            ? S_CWAIT
                                      : percent(g, 65) ? S_SIGNAL
                                                       : S_BROADCAST);
    s.object = condition;
    s.second = (uint8_t)one_of(g, g->p->plains);
    s.condition = (struct condition){.comparison = C_EQ, .k = 0};
    if (waits)
        s.style = percent(g, 60)   ? LOOK_WHILE
                  : percent(g, 60) ? LOOK_IF
                                   : LOOK_NEVER;
    if (percent(g, waits ? 3 : 20)) {
        block_add(block, s);
        return;
    }
    struct statement held = statement(g, S_LOCKED);
    held.object = (uint8_t)(condition % g->p->mutexes);
    if (!waits) {
        struct statement w = statement(g, S_WRITE);
        w.object = s.second;
        w.k = small(g);
        block_add(&held.body, w);
    }
    block_add(&held.body, s);
    if (waits && percent(g, 50)) {
        struct statement r = statement(g, S_READ);
        r.object = s.second;
        r.reg = any_register(g);
        block_add(&held.body, r);
    }
    block_add(block, held);
}

static void add_barrier(struct generator *g, struct block *block) {
    block_add(block, statement(g, S_BARRIER));
}

static void add_once(struct generator *g, struct block *block) {
    block_add(block, statement(g, S_ONCE));
}

static void add_field(struct generator *g, struct block *block) {
    struct statement s = statement(g, percent(g, 60) ? S_GET : S_PUT);
    s.style = (uint8_t)((percent(g, 30) ? 1 : 0) | (percent(g, 92) ? 2 : 0));
    s.k = small(g);
    if (s.kind == S_GET)
        s.reg = any_register(g);
    s.order = s.kind == S_GET ? load_order(g) : store_order(g);
    block_add(block, s);
}

static void add_new(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_NEW);
    s.k = small(g);
    g->nodes++;
    block_add(block, s);
    s = statement(g, percent(g, 75) ? S_PUBLISH : S_SWAP);
    s.object = (uint8_t)one_of(g, g->p->pointers);
    s.order = s.kind == S_SWAP ? update_order(g) : store_order(g);
    s.order2 = O_RELAXED;
    s.reg = s.kind == S_SWAP ? maybe_register(g, 60) : -1;
    block_add(block, s);
}

// Who takes the node out of the pointer frees it.
static void add_detach(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_DETACH);
    s.object = (uint8_t)one_of(g, g->p->pointers);
    s.order = update_order(g);
    s.order2 = O_RELAXED;
    s.reg = any_register(g);
    block_add(block, s);
    struct statement seen = statement(g, S_IF);
    seen.from = s.reg;
    seen.second = C_NE;
    if (percent(g, 50))
        add_field(g, &seen.body);
    block_add(&seen.body, statement(g, S_FREE));
    block_add(block, seen);
}

static void add_heap(struct generator *g, struct block *block) {
    unsigned which = below(g, 100);
    if (which < 35 && g->nodes < MOST_NODES && !g->in_loop) {
        add_new(g, block);
    } else if (which < 75) {
        struct statement s = statement(g, S_TAKE);
        s.object = (uint8_t)one_of(g, g->p->pointers);
        s.order = s.style & 1 ? update_order(g) : load_order(g);
        block_add(block, s);
        if (percent(g, 60))
            add_field(g, block);
        if (percent(g, 40))
            add_detach(g, block);
    } else if (which < 85) {
        add_field(g, block);
    } else {
        block_add(block, statement(g, S_FREE));
    }
}

static void add_text(struct generator *g, struct block *block) {
    static const uint8_t kinds[] = {S_STRLEN, S_STRCPY,   S_STRCAT, S_STRCMP,
                                    S_MEMCPY, S_CHAR_GET, S_MEMSET, S_CHAR_PUT};
    struct statement s = statement(g, kinds[below(g, 8)]);
    s.object = (uint8_t)one_of(g, g->p->texts);
    s.second = (uint8_t)((s.object + 1) % g->p->texts);
    s.k = below(g, WORDS);
    s.k2 = percent(g, 40) ? 0 : 'x';
    if (g->p->texts < 2 || s.kind == S_STRCAT) {
        s.style = 0; // not from the other one
        if (s.kind == S_MEMCPY)
            s.kind = S_MEMSET;
    }
    if (s.kind == S_MEMCPY || s.kind == S_MEMSET)
        s.k = 1 + below(g, 4);
    if (s.kind == S_STRLEN || s.kind == S_STRCMP || s.kind == S_CHAR_GET)
        s.reg = any_register(g);
    add_protected(g, block, s);
}

static void add_environment(struct generator *g, struct block *block) {
    static const uint8_t kinds[] = {S_SETENV, S_SETENV, S_GETENV, S_GETENV,
                                    S_UNSETENV};
    struct statement s = statement(g, kinds[below(g, 5)]);
    s.k = 1 + below(g, 3);
    if (s.kind == S_GETENV)
        s.reg = any_register(g);
    add_protected(g, block, s);
}

static void add_key(struct generator *g, struct block *block) {
    struct statement s = statement(g, percent(g, 75) ? S_KEY_SET : S_KEY_GET);
    s.k = below(g, 3);
    if (s.kind == S_KEY_GET)
        s.reg = any_register(g);
    block_add(block, s);
}

static void add_atexit(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_ATEXIT);
    s.object = (uint8_t)below(g, MOST_HANDLERS);
    block_add(block, s);
}

static void add_local(struct generator *g, struct block *block) {
    static const uint8_t kinds[] = {S_SET, S_CALC, S_TLS_ADD, S_TLS_GET,
                                    S_YIELD};
    struct statement s = statement(g, kinds[below(g, 5)]);
    s.reg = any_register(g);
    s.from = any_register(g);
    s.k = small(g);
    s.k2 = 1 + below(g, 3);
    block_add(block, s);
}

static void add_choice(struct generator *g, struct block *block) {
    struct statement s = statement(g, percent(g, 75) ? S_CHOOSE : S_ASSUME);
    s.reg = s.from = any_register(g);
    s.second = (uint8_t)below(g, COMPARISON_COUNT);
    s.k = s.kind == S_CHOOSE ? 2 : small(g);
    block_add(block, s);
}

static void add_if(struct generator *g, struct block *block) {
    if (!block->count || block->at[block->count - 1].reg < 0) {
        struct statement load = statement(g, S_LOAD);
        load.object = an_atomic(g, true);
        load.reg = any_register(g);
        load.order = load_order(g);
        block_add(block, load);
    }
    struct statement s = statement(g, S_IF);
    s.from = block->at[block->count - 1].reg;
    s.second = percent(g, 60) ? C_NE : (uint8_t)below(g, COMPARISON_COUNT);
    s.k = percent(g, 60) ? 0 : small(g);
    s.body = a_body(g, 1, 2);
    block_add(block, s);
}

static void add_exit(struct generator *g, struct block *block) {
    if (g->thread && !g->blind && !g->with[WITH_ATEXIT] && percent(g, 40))
        block_add(block, statement(g, percent(g, 60) ? S_EXIT : S_QUIT));
}

// -------------------------------------------------------------------- loops

static void add_spin(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_SPIN);
    s.object = an_atomic(g, true);
    s.condition = a_condition(g, (enum type)g->p->atomic[s.object].type);
    s.order = load_order(g);
    s.both = percent(g, 12);
    s.either = percent(g, 50);
    s.second = an_atomic(g, true);
    s.condition2 = a_condition(g, (enum type)g->p->atomic[s.second].type);
    s.order2 = load_order(g);
    block_add(block, s);
}

static void add_endless(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_LOOP);
    bool was = g->in_loop;
    s.object = an_atomic(g, true);
    s.reg = any_register(g);
    s.condition = a_condition(g, T_I64);
    s.order = load_order(g);
    g->in_loop = true;
    s.body = a_body(g, 0, 1);
    g->in_loop = was;
    block_add(block, s);
}

static void add_retry(struct generator *g, struct block *block) {
    struct statement s = statement(g, S_RETRY);
    s.k2 = 2;
    s.second = C_NE;
    s.body = a_body(g, 1, 2);
    s.from = any_register(g);
    for (unsigned i = 0; i < s.body.count; i++)
        if (s.body.at[i].reg >= 0)
            s.from = s.body.at[i].reg;
    block_add(block, s);
}

static void add_tryspin(struct generator *g, struct block *block) {
    static const uint8_t features[TRY_OBJECTS] = {WITH_SEMAPHORE, WITH_MUTEX,
                                                  WITH_RWLOCK, WITH_RWLOCK};
    struct statement s = statement(g, S_TRYSPIN);
    s.second = (uint8_t)below(g, TRY_OBJECTS);
    if (!g->with[features[s.second]])
        return;
    if (s.second == TRY_SEMAPHORE)
        s.object = (uint8_t)one_of(g, g->p->semaphores);
    else if (s.second == TRY_MUTEX)
        s.object = (uint8_t)one_of(g, g->p->mutexes);
    s.body = a_held_body(g, 0, 1);
    block_add(block, s);
}

static void add_update_loop(struct generator *g, struct block *block) {
    bool cas = percent(g, 60);
    struct statement s = statement(g, cas ? S_CASLOOP : S_XSPIN);
    s.object = an_atomic(g, false);
    s.k = small(g);
    s.reg = cas ? maybe_register(g, 60) : -1;
    s.order = update_order(g);
    s.order2 = load_order(g);
    block_add(block, s);
}

static void add_loop(struct generator *g, struct block *block) {
    unsigned which = below(g, 100);
    if (which < 45)
        add_spin(g, block);
    else if (which < 55)
        add_endless(g, block);
    else if (which < 70)
        add_retry(g, block);
    else if (which < 85)
        add_tryspin(g, block);
    else
        add_update_loop(g, block);
}

// --------------------------------------------------------------------- mixed

typedef void add_statement(struct generator *, struct block *);

static const struct source {
    add_statement *add;
    unsigned weight;
    bool blind, in_loop; // may it be there?
} sources[FEATURE_COUNT] = {
    [WITH_ATOMIC] = {add_atomic, 8, true, true},
    [WITH_PLAIN] = {add_plain, 5, true, true},
    [WITH_MUTEX] = {add_mutex, 4, true, false},
    [WITH_RWLOCK] = {add_rwlock, 5, true, false},
    [WITH_SEMAPHORE] = {add_semaphore, 5, true, false},
    [WITH_CONDITION] = {add_condition, 5, false, false},
    [WITH_BARRIER] = {add_barrier, 3, false, false},
    [WITH_ONCE] = {add_once, 4, false, false},
    [WITH_HEAP] = {add_heap, 7, false, false},
    [WITH_TEXT] = {add_text, 6, false, false},
    [WITH_ENVIRONMENT] = {add_environment, 5, false, false},
    [WITH_KEY] = {add_key, 4, false, false},
    [WITH_ATEXIT] = {add_atexit, 4, false, false},
    [WITH_LOCAL] = {add_local, 2, false, false},
    [WITH_LOOP] = {add_loop, 5, false, false},
    [WITH_THREAD] = {add_exit, 1, false, false},
    [WITH_CHOICE] = {add_choice, 2, false, false},
    [WITH_DESTROY] = {add_destroy, 1, false, false},
};

static bool may(const struct generator *g, unsigned feature) {
    const struct source *s = &sources[feature];
    return g->with[feature] && s->add && (s->blind || !g->blind) &&
           (s->in_loop || !g->in_loop);
}

static void add_random(struct generator *g, struct block *block) {
    unsigned sum = 0;
    if (g->depth < 2 && !g->blind && !g->in_loop && percent(g, 12)) {
        add_if(g, block);
        return;
    }
    for (unsigned f = 0; f < FEATURE_COUNT; f++)
        sum += may(g, f) ? sources[f].weight : 0;
    unsigned left = below(g, sum);
    for (unsigned f = 0; f < FEATURE_COUNT; f++) {
        unsigned weight = may(g, f) ? sources[f].weight : 0;
        if (left < weight) {
            // Bodies in bodies in bodies: only what is simple.
            if (g->depth < 3 || f == WITH_ATOMIC || f == WITH_PLAIN)
                sources[f].add(g, block);
            else
                add_atomic(g, block);
            return;
        }
        left -= weight;
    }
}

// ----------------------------------------------------------------- programs

static void choose_features(struct generator *g, unsigned with,
                            unsigned always) {
    unsigned extras = 1 + below(g, 4);
    g->with[WITH_ATOMIC] = percent(g, 90);
    while (extras--) {
        unsigned f = below(g, FEATURE_COUNT);
        if (with >> f & 1)
            g->with[f] = true;
    }
    for (unsigned f = 0; f < FEATURE_COUNT; f++)
        g->with[f] |= always >> f & 1;
    if (g->with[WITH_CONDITION])
        g->with[WITH_MUTEX] = g->with[WITH_PLAIN] = true;
    if (g->with[WITH_LOOP] && percent(g, 40))
        g->with[WITH_SEMAPHORE] |= with >> WITH_SEMAPHORE & 1;
    if (g->with[WITH_DESTROY])
        g->with[WITH_MUTEX] = true;
    if (g->with[WITH_KEY])
        g->with[WITH_DELETION] |= with >> WITH_DELETION & 1 && percent(g, 50);
    g->with[WITH_KEY] |= g->with[WITH_DELETION];
    // Bodies and routines need something that is always possible.
    if (!g->with[WITH_PLAIN])
        g->with[WITH_ATOMIC] = true;
    g->disciplined =
        (g->with[WITH_MUTEX] || g->with[WITH_RWLOCK]) && percent(g, 70);
}

static struct variable a_variable(struct generator *g, bool floats) {
    struct variable v = {.type = T_I32};
    if (percent(g, 60))
        v.type = (uint8_t)below(g, floats ? TYPE_COUNT : T_FLOAT);
    if (percent(g, 20))
        v.initial = v.type == T_FLOAT ? 1 : small(g);
    return v;
}

static void declare_atomics(struct generator *g) {
    struct program *p = g->p;
    p->atomics = 1 + below(g, 3);
    for (unsigned i = 0; i < MOST_ATOMICS; i++)
        p->atomic[i] = a_variable(g, i > 0); // one at least is no float
    p->halves = g->with[WITH_MIXED];
    if (p->halves) {
        p->atomics = 3;
        p->atomic[0].type = percent(g, 50) ? T_I64 : T_U64;
        p->atomic[1].type = percent(g, 50) ? T_I32 : T_U32;
        p->atomic[2].type = percent(g, 50) ? T_I32 : T_U32;
        p->atomic[1].initial = p->atomic[2].initial = 0;
    }
}

static void declare(struct generator *g) {
    struct program *p = g->p;
    declare_atomics(g);
    p->plains = 1 + below(g, 2);
    for (unsigned i = 0; i < MOST_PLAINS; i++)
        p->plain[i] = a_variable(g, false);
    p->texts = 1 + below(g, 2);
    for (unsigned i = 0; i < p->texts; i++)
        p->word[i] = (uint8_t)below(g, WORDS);
    p->mutexes = 1 + below(g, 2);
    for (unsigned i = 0; i < p->mutexes; i++)
        if (percent(g, 20))
            p->mutex_type[i] = (uint8_t)below(g, MUTEX_TYPES);
    p->semaphores = 1 + below(g, 2);
    for (unsigned i = 0; i < p->semaphores; i++)
        p->semaphore[i] = (uint8_t)below(g, 3);
    p->conditions = 1 + below(g, 2);
    p->pointers = 1 + below(g, 2);
    p->keys = MOST_KEYS;
    p->packed = percent(g, 30);
    p->finals = percent(g, 85);
    if (g->tiny) {
        p->atomics = p->halves ? p->atomics : 1;
        p->plains = p->texts = p->mutexes = p->semaphores = p->pointers = 1;
    }
}

static struct block a_routine(struct generator *g) {
    struct block block = {0};
    unsigned count = 1 + below(g, 2);
    g->blind = true;
    g->depth = 2;
    while (block.count < count)
        add_random(g, &block);
    g->depth = 0;
    g->blind = false;
    return block;
}

static void insert(struct block *block, unsigned at, struct statement s) {
    block_add(block, s);
    for (unsigned i = block->count - 1; i > at; i--) {
        struct statement other = block->at[i - 1];
        block->at[i - 1] = block->at[i];
        block->at[i] = other;
    }
}

// A thread sets a key's value and says so; another one deletes the key then.
static void add_deletion(struct generator *g) {
    struct program *p = g->p;
    unsigned setter = 1 + below(g, p->threads - 1), other;
    do
        other = below(g, p->threads);
    while (other == setter);
    struct statement set = statement(g, S_KEY_SET);
    set.object = 1;
    set.k = 1;
    struct statement post = statement(g, S_SEM_POST);
    struct statement wait = statement(g, S_SEM_WAIT);
    struct statement delete = statement(g, S_KEY_DELETE);
    delete.object = 1;
    insert(&p->thread[setter], 0, post);
    insert(&p->thread[setter], 0, set);
    block_add(&p->thread[other], wait);
    block_add(&p->thread[other], delete);
    p->semaphore[0] = 0;
}

// A thread takes a node out and puts a new one in, while another has only looked
// at the first: whether it sees the difference depends on the allocator.
static void add_recycling(struct generator *g) {
    struct program *p = g->p;
    struct block *one = &p->thread[1];
    struct block *other = &p->thread[p->threads - 1 > 1 ? 2 : 0];
    struct statement take = statement(g, S_TAKE);
    take.order = O_SEQ_CST;
    take.style = 1; // leaves NULL behind
    block_add(one, take);
    struct statement free_it = statement(g, S_FREE);
    free_it.style = 0;
    block_add(one, free_it);
    add_new(g, one);
    take.style = 0;
    block_add(other, take);
    if (percent(g, 40))
        add_field(g, other);
    add_detach(g, other);
}

// What is published first.
static void add_first_node(struct generator *g) {
    struct statement publish = statement(g, S_PUBLISH);
    publish.order = O_SEQ_CST;
    struct statement new = statement(g, S_NEW);
    new.k = 1;
    insert(&g->p->thread[0], 0, publish);
    insert(&g->p->thread[0], 0, new);
}

static void add_threads(struct generator *g) {
    struct program *p = g->p;
    for (unsigned t = p->threads; t-- > 1;) {
        unsigned creator = g->with[WITH_THREAD] && t > 1 && percent(g, 40)
                               ? 1 + below(g, t - 1)
                               : 0;
        struct block *b = &p->thread[creator];
        struct statement create = statement(g, S_CREATE);
        struct statement join = statement(g, S_JOIN);
        create.object = join.object = (uint8_t)t;
        if (percent(g, 85))
            join.reg = (int8_t)(creator ? 3 : 4 + t - 1);
        p->by_memory[t] = percent(g, 60);
        unsigned at = creator ? below(g, b->count + 1) : 0;
        insert(b, at, create);
        if (g->with[WITH_THREAD] && !g->with[WITH_ATEXIT] && percent(g, 12))
            continue; // never joined
        unsigned joined = b->count;
        if (creator)
            joined = at + 1 + below(g, b->count - at);
        insert(b, joined, join);
        if (!g->with[WITH_THREAD] || !thread_ends_last(p, t) || !percent(g, 30))
            continue;
        // Once more, under the number that is free now.
        unsigned again = joined + 1 + below(g, b->count - joined);
        insert(b, again, create);
        if (!creator && join.reg >= 0)
            join.reg = REGISTERS - 1;
        if (percent(g, 90) || g->with[WITH_ATEXIT])
            insert(b, again + 1 + below(g, b->count - again), join);
    }
}

struct program *generate(uint64_t seed, unsigned with, unsigned always) {
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    struct generator g = {.p = p, .state = seed * 0x2545f4914f6cdd1dull};
    p->seed = seed;
    g.tiny = percent(&g, 35);
    choose_features(&g, with, always);
    declare(&g);
    unsigned workers = percent(&g, 65) ? 2 : 1 + below(&g, 3);
    unsigned most = g.tiny || workers == 3 ? 3 : 5;
    p->threads = 1 + workers;
    p->barrier = (uint8_t)(percent(&g, 70) ? p->threads - 1 : 2);
    for (unsigned t = 0; t < p->threads; t++) {
        unsigned count = t ? 1 + below(&g, most) : below(&g, 3);
        g.thread = t;
        while (p->thread[t].count < count)
            add_random(&g, &p->thread[t]);
    }
    if (g.with[WITH_ONCE])
        p->once = a_routine(&g);
    for (unsigned k = 0; k < MOST_KEYS && g.with[WITH_KEY]; k++)
        p->destructor[k] = a_routine(&g);
    if (g.with[WITH_DELETION])
        add_deletion(&g);
    bool recycles = g.with[WITH_HEAP] && percent(&g, 35);
    if (recycles)
        add_recycling(&g);
    add_threads(&g);
    if (recycles)
        add_first_node(&g);
    return p;
}
