// SPDX-License-Identifier: Apache-2.0
#include "used.h"

static void note_loop(struct used *u, const struct statement *s) {
    if (s->kind == S_TRYSPIN) {
        u->semaphore[s->object % MOST_SEMAPHORES] |= s->second == TRY_SEMAPHORE;
        u->mutex[s->object % MOST_MUTEXES] |= s->second == TRY_MUTEX;
        u->rwlock |= s->second == TRY_READ || s->second == TRY_WRITE;
    } else if (s->kind != S_RETRY) {
        u->atomic[s->object] = true;
        u->atomic[s->second] |= s->kind == S_SPIN && s->both;
    }
}

static void note_text(struct used *u, const struct statement *s) {
    bool copies =
        s->kind == S_STRCPY || s->kind == S_STRCAT || s->kind == S_STRCMP;
    u->text[s->object] = true;
    u->text[s->second] |= s->kind == S_MEMCPY || (copies && s->style & 1);
}

static void note(void *context, const struct statement *s) {
    struct used *u = context;
    enum feature feature = statement_rows[s->kind].feature;
    if (feature == WITH_ATOMIC && s->kind != S_FENCE)
        u->atomic[s->object] = true;
    else if (feature == WITH_PLAIN)
        u->plain[s->object] = true;
    else if (feature == WITH_MUTEX || feature == WITH_DESTROY)
        u->mutex[s->object] = true;
    else if (feature == WITH_SEMAPHORE)
        u->semaphore[s->object] = true;
    else if (feature == WITH_CONDITION)
        u->condition[s->object] = true;
    else if (feature == WITH_HEAP)
        u->pointer[s->object] |=
            s->kind == S_PUBLISH || s->kind == S_TAKE ||
            s->kind == S_SWAP || s->kind == S_DETACH;
    else if (feature == WITH_KEY || feature == WITH_DELETION)
        u->key[s->object] = true;
    else if (feature == WITH_LOOP)
        note_loop(u, s);
    else if (feature == WITH_TEXT)
        note_text(u, s);
    u->rwlock |= feature == WITH_RWLOCK;
    u->barrier |= s->kind == S_BARRIER;
    u->once |= s->kind == S_ONCE;
    u->tls |= s->kind == S_TLS_ADD || s->kind == S_TLS_GET;
    u->environment |= feature == WITH_ENVIRONMENT;
    if (s->kind == S_ATEXIT)
        u->handler[s->object] = true;
    if (s->kind == S_CWAIT && s->style != LOOK_NEVER)
        u->plain[s->second] = true;
}

// What a thread has of its own.
struct own {
    unsigned registers;
    bool node;
};

static void note_own(void *context, const struct statement *s) {
    struct own *own = context;
    if (s->reg >= 0)
        own->registers |= 1u << s->reg;
    if (s->from >= 0)
        own->registers |= 1u << s->from;
    own->node |= statement_rows[s->kind].feature == WITH_HEAP;
}

struct used used_by(const struct program *p) {
    struct used u = {0};
    program_visit(p, note, &u);
    for (unsigned i = 0; i < p->conditions && p->mutexes; i++)
        u.mutex[i % p->mutexes] |= u.condition[i];
    for (unsigned t = 0; t < p->threads; t++) {
        struct own own = {0};
        block_visit(&p->thread[t], note_own, &own);
        u.registers[t] = own.registers;
        u.nodes[t] = own.node;
    }
    if (p->halves)
        u.atomic[0] |= u.atomic[1] || u.atomic[2];
    return u;
}

bool used_has_handlers(const struct used *u) {
    bool any = false;
    for (unsigned i = 0; i < MOST_HANDLERS; i++)
        any |= u->handler[i];
    return any;
}
