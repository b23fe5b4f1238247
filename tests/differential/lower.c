// SPDX-License-Identifier: Apache-2.0
#include "lower.h"

#include <stdlib.h>
#include <string.h>

const uint8_t instruction_visibility[INSTRUCTION_COUNT] = {
#define X(name, how) how,
    INSTRUCTIONS(X)
#undef X
};

struct lowering {
    struct code *code;
    const struct program *p;
    unsigned thread;
    unsigned depth; // of RETRY
    bool bytewise;
};

static unsigned here(const struct lowering *l) {
    return l->code->thread[l->thread].count;
}

static struct instruction *at(struct lowering *l, unsigned index) {
    return &l->code->thread[l->thread].at[index];
}

static unsigned emit(struct lowering *l, struct instruction i) {
    struct list *list = &l->code->thread[l->thread];
    list->at = realloc(list->at, (list->count + 1) * sizeof list->at[0]);
    if (!list->at)
        abort();
    list->at[list->count] = i;
    return list->count++;
}

static void land(struct lowering *l, unsigned jump) {
    at(l, jump)->target = (uint16_t)here(l);
}

// An instruction with all that the statement says.
static struct instruction from(const struct statement *s,
                               enum instruction_kind kind) {
    return (struct instruction){.kind = (uint8_t)kind,
                                .object = s->object,
                                .second = s->second,
                                .update = s->update,
                                .order = s->order,
                                .order2 = s->order2,
                                .reg = s->reg,
                                .from = s->from,
                                .k = s->k,
                                .k2 = s->k2,
                                .condition = &s->condition,
                                .statement = s};
}

static unsigned simple(struct lowering *l, const struct statement *s,
                       enum instruction_kind kind) {
    return emit(l, from(s, kind));
}

// Jump to somewhere if a register does not compare so.
static unsigned unless(struct lowering *l, int reg, enum comparison comparison,
                       int64_t k) {
    return emit(l, (struct instruction){.kind = I_UNLESS,
                                        .from = (int8_t)reg,
                                        .second = (uint8_t)comparison,
                                        .k = k});
}

static void jump_back(struct lowering *l, unsigned target) {
    emit(l, (struct instruction){.kind = I_JUMP, .target = (uint16_t)target});
}

static void forget(struct lowering *l, int reg) {
    emit(l, (struct instruction){.kind = I_FORGET, .reg = (int8_t)reg});
}

static void lower_block(struct lowering *l, const struct block *block);

// -------------------------------------------------------------------- plain

static void lower_bump(struct lowering *l, const struct statement *s) {
    struct instruction i = from(s, I_READ);
    i.reg = H_TEST;
    emit(l, i);
    i = from(s, I_WRITE);
    i.from = H_TEST;
    emit(l, i);
    forget(l, H_TEST);
}

// -------------------------------------------------------------------- locks

static const struct lock_row {
    enum instruction_kind take, try, release;
} lock_rows[TRY_OBJECTS] = {
    [TRY_SEMAPHORE] = {I_SEM_WAIT, I_SEM_TRY, I_SEM_POST},
    [TRY_MUTEX] = {I_LOCK, I_TRYLOCK, I_UNLOCK},
    [TRY_READ] = {I_RDLOCK, I_TRYRD, I_RWUNLOCK},
    [TRY_WRITE] = {I_WRLOCK, I_TRYWR, I_RWUNLOCK},
};

static void lower_taken(struct lowering *l, const struct statement *s,
                        enum try_object which) {
    simple(l, s, lock_rows[which].take);
    lower_block(l, &s->body);
    simple(l, s, lock_rows[which].release);
}

static void lower_tried(struct lowering *l, const struct statement *s,
                        enum try_object which) {
    struct instruction i = from(s, lock_rows[which].try);
    if (i.reg < 0)
        i.reg = H_TEST;
    emit(l, i);
    unsigned failed = unless(l, i.reg, C_NE, 0);
    if (i.reg == H_TEST)
        forget(l, H_TEST);
    lower_block(l, &s->body);
    simple(l, s, lock_rows[which].release);
    land(l, failed);
}

static void lower_tryspin(struct lowering *l, const struct statement *s) {
    unsigned start = here(l);
    struct instruction i = from(s, lock_rows[s->second].try);
    i.reg = H_TEST;
    emit(l, i);
    unsigned failed = unless(l, H_TEST, C_NE, 0);
    forget(l, H_TEST);
    emit(l, (struct instruction){.kind = I_JUMP,
                                 .target = (uint16_t)(here(l) + 2)});
    land(l, failed);
    jump_back(l, start);
    lower_block(l, &s->body);
    if (s->second != TRY_SEMAPHORE)
        simple(l, s, lock_rows[s->second].release);
    l->code->has_loops = true;
}

static void lower_wait(struct lowering *l, const struct statement *s) {
    unsigned start = here(l), skip = 0;
    if (s->style != LOOK_NEVER) {
        struct instruction test = from(s, I_TEST_PLAIN);
        test.object = s->second;
        test.reg = H_TEST;
        emit(l, test);
        skip = unless(l, H_TEST, C_NE, 0);
        forget(l, H_TEST);
    }
    simple(l, s, I_WAIT);
    simple(l, s, I_AWAKE);
    if (s->style == LOOK_WHILE)
        jump_back(l, start);
    if (s->style != LOOK_NEVER)
        land(l, skip);
    l->code->has_loops |= s->style == LOOK_WHILE;
}

static void lower_once(struct lowering *l, const struct statement *s) {
    struct instruction i = from(s, I_ONCE);
    i.reg = H_TEST; // is it the first?
    emit(l, i);
    unsigned late = unless(l, H_TEST, C_NE, 0);
    forget(l, H_TEST);
    lower_block(l, &l->p->once);
    simple(l, s, I_ONCE_DONE);
    unsigned over = emit(l, (struct instruction){.kind = I_JUMP});
    land(l, late);
    simple(l, s, I_ONCE_WAIT);
    land(l, over);
}

// -------------------------------------------------------------------- loops

static unsigned test(struct lowering *l, const struct statement *s,
                     bool second) {
    struct instruction i = from(s, I_TEST);
    i.reg = H_TEST;
    if (second) {
        i.object = s->second;
        i.order = s->order2;
        i.condition = &s->condition2;
    }
    emit(l, i);
    return unless(l, H_TEST, C_NE, 0);
}

// A jump past the next one, which goes back: `while (a || b)`.
static void lower_spin(struct lowering *l, const struct statement *s) {
    unsigned start = here(l);
    unsigned first = test(l, s, false), last = first;
    if (s->both && s->either) {
        jump_back(l, start);
        land(l, first);
        last = test(l, s, true);
    } else if (s->both) {
        last = test(l, s, true);
    }
    jump_back(l, start);
    land(l, first == last || !s->either ? first : last);
    land(l, last);
    forget(l, H_TEST);
    l->code->has_loops = true;
}

static void lower_loop(struct lowering *l, const struct statement *s) {
    unsigned start = here(l);
    simple(l, s, I_LOAD);
    lower_block(l, &s->body);
    struct instruction i = from(s, I_TEST_REG);
    i.from = s->reg;
    i.reg = H_TEST;
    emit(l, i);
    unsigned done = unless(l, H_TEST, C_NE, 0);
    forget(l, H_TEST);
    jump_back(l, start);
    land(l, done);
    forget(l, H_TEST);
    l->code->has_loops = true;
}

static void lower_retry(struct lowering *l, const struct statement *s) {
    int counter = H_COUNT + (int)(l->depth++ % 2);
    unsigned start = here(l);
    unsigned over = unless(l, counter, C_LT, s->k2);
    lower_block(l, &s->body);
    unsigned again = unless(l, s->from, (enum comparison)s->second, s->k);
    unsigned leave = emit(l, (struct instruction){.kind = I_JUMP});
    land(l, again);
    emit(l, (struct instruction){.kind = I_CALC,
                                 .reg = (int8_t)counter,
                                 .from = (int8_t)counter,
                                 .k = 1,
                                 .k2 = 1});
    jump_back(l, start);
    land(l, over);
    land(l, leave);
    forget(l, counter);
    l->depth--;
}

static void lower_casloop(struct lowering *l, const struct statement *s) {
    struct instruction i = from(s, I_LOAD);
    i.order = s->order2;
    i.reg = H_OLD;
    emit(l, i);
    unsigned start = here(l);
    i = from(s, I_CAS);
    i.from = H_OLD; // expects it, wants it plus k, and keeps what it finds
    i.reg = H_TEST;
    emit(l, i);
    unsigned failed = unless(l, H_TEST, C_NE, 0);
    forget(l, H_TEST);
    if (s->reg >= 0)
        emit(l, (struct instruction){
                    .kind = I_CALC, .reg = s->reg, .from = H_OLD, .k2 = 1});
    forget(l, H_OLD);
    unsigned over = emit(l, (struct instruction){.kind = I_JUMP});
    land(l, failed);
    jump_back(l, start);
    land(l, over);
    l->code->has_loops = true;
}

static void lower_xspin(struct lowering *l, const struct statement *s) {
    unsigned start = here(l);
    struct instruction i = from(s, I_UPDATE);
    i.update = U_EXCHANGE;
    i.reg = H_TEST;
    i.from = -1;
    emit(l, i);
    unsigned done = unless(l, H_TEST, C_NE, 0);
    forget(l, H_TEST);
    jump_back(l, start);
    land(l, done);
    l->code->has_loops = true;
}

static void lower_if(struct lowering *l, const struct statement *s) {
    unsigned skip = unless(l, s->from, (enum comparison)s->second, s->k);
    lower_block(l, &s->body);
    land(l, skip);
}

// ------------------------------------------------------------------ threads

// Values of keys are destroyed, and the thread has ended.
static void lower_end(struct lowering *l) {
    for (unsigned k = 0; k < l->p->keys && l->thread; k++) {
        if (!l->p->destructor[k].count)
            continue;
        emit(l, (struct instruction){
                    .kind = I_KEY_END, .object = (uint8_t)k, .reg = H_TEST});
        unsigned skip = unless(l, H_TEST, C_NE, 0);
        forget(l, H_TEST);
        lower_block(l, &l->p->destructor[k]);
        land(l, skip);
    }
    emit(l, (struct instruction){.kind = I_RETURN});
}

static void lower_exit(struct lowering *l, const struct statement *s) {
    (void)s;
    lower_end(l);
}

// --------------------------------------------------------------------- heap

static void lower_new(struct lowering *l, const struct statement *s) {
    simple(l, s, I_ALLOCATE);
    struct instruction i = from(s, I_PUT);
    emit(l, i);
    i.second = 1; // the other field, not atomic yet
    emit(l, i);
}

static void lower_field(struct lowering *l, const struct statement *s) {
    bool get = s->kind == S_GET, atomic = s->style & 1;
    unsigned skip = 0;
    if (s->style & 2)
        skip = emit(l, (struct instruction){.kind = I_IF_NODE});
    struct instruction i = from(s, atomic ? (get ? I_GET_ATOMIC : I_PUT_ATOMIC)
                                          : (get ? I_GET : I_PUT));
    i.second = atomic;
    emit(l, i);
    if (s->style & 2)
        land(l, skip);
}

static void lower_free(struct lowering *l, const struct statement *s) {
    unsigned skip = emit(l, (struct instruction){.kind = I_IF_NODE});
    simple(l, s, I_FREE);
    land(l, skip);
    if (s->style & 1)
        emit(l, (struct instruction){.kind = I_NO_NODE});
}

static void lower_take(struct lowering *l, const struct statement *s) {
    struct instruction i = from(s, I_TAKE);
    i.update = s->style & 1; // leaves NULL behind
    emit(l, i);
}

// -------------------------------------------------------------------- texts

static void lower_part(struct lowering *l, const struct statement *s,
                       enum text_part part) {
    struct instruction i = from(s, I_TEXT);
    i.part = (uint8_t)part;
    emit(l, i); // repeats itself until it is done
}

static void lower_text(struct lowering *l, const struct statement *s) {
    if (!l->bytewise) {
        lower_part(l, s, WHOLE_CALL);
        return;
    }
    bool reads_to =
        s->kind == S_STRLEN || s->kind == S_STRCAT || s->kind == S_STRCMP;
    bool reads_from = s->kind == S_MEMCPY || s->kind == S_STRCPY ||
                      s->kind == S_STRCAT || s->kind == S_STRCMP;
    bool writes = s->kind != S_STRLEN && s->kind != S_STRCMP;
    if (reads_to)
        lower_part(l, s, READ_TO);
    if (reads_from)
        lower_part(l, s, READ_FROM);
    if (writes)
        lower_part(l, s, WRITE_TO);
}

// --------------------------------------------------------------- statements

typedef void lower_statement(struct lowering *, const struct statement *);

// Those that are one instruction.
static const int8_t same[STATEMENT_COUNT] = {
    [S_CALC] = I_CALC,          [S_TLS_ADD] = I_TLS_ADD,
    [S_TLS_GET] = I_TLS_GET,    [S_LOAD] = I_LOAD,
    [S_STORE] = I_STORE,        [S_UPDATE] = I_UPDATE,
    [S_FENCE] = I_FENCE,        [S_READ] = I_READ,
    [S_WRITE] = I_WRITE,        [S_LOCK] = I_LOCK,
    [S_UNLOCK] = I_UNLOCK,      [S_DESTROY] = I_DESTROY,
    [S_SEM_WAIT] = I_SEM_WAIT,  [S_SEM_POST] = I_SEM_POST,
    [S_SEM_TRY] = I_SEM_TRY,    [S_SEM_VALUE] = I_SEM_VALUE,
    [S_SIGNAL] = I_SIGNAL,      [S_BROADCAST] = I_BROADCAST,
    [S_CREATE] = I_CREATE,      [S_JOIN] = I_JOIN,
    [S_PUBLISH] = I_PUBLISH,    [S_SWAP] = I_SWAP,
    [S_QUIT] = I_QUIT,          [S_DETACH] = I_DETACH,
    [S_CHAR_GET] = I_CHAR_READ, [S_CHAR_PUT] = I_CHAR_WRITE,
    [S_SETENV] = I_SETENV,      [S_GETENV] = I_GETENV,
    [S_UNSETENV] = I_UNSETENV,  [S_KEY_SET] = I_KEY_SET,
    [S_KEY_GET] = I_KEY_GET,    [S_KEY_DELETE] = I_KEY_DELETE,
    [S_ATEXIT] = I_ATEXIT,      [S_CHOOSE] = I_CHOOSE,
    [S_ASSUME] = I_ASSUME,
};

static void lower_nothing(struct lowering *l, const struct statement *s) {
    (void)l, (void)s;
}

static void lower_set(struct lowering *l, const struct statement *s) {
    simple(l, s, I_SET);
}

// Compare a constant, want another.
static void lower_cas(struct lowering *l, const struct statement *s) {
    struct instruction i = from(s, I_CAS);
    i.from = -1;
    emit(l, i);
}

static void lower_barrier(struct lowering *l, const struct statement *s) {
    simple(l, s, I_ARRIVE);
    simple(l, s, I_LEAVE);
}

static void lower_locked(struct lowering *l, const struct statement *s) {
    lower_taken(l, s, TRY_MUTEX);
}
static void lower_trylock(struct lowering *l, const struct statement *s) {
    lower_tried(l, s, TRY_MUTEX);
}
static void lower_rdlocked(struct lowering *l, const struct statement *s) {
    lower_taken(l, s, TRY_READ);
}
static void lower_wrlocked(struct lowering *l, const struct statement *s) {
    lower_taken(l, s, TRY_WRITE);
}
static void lower_tryrd(struct lowering *l, const struct statement *s) {
    lower_tried(l, s, TRY_READ);
}
static void lower_trywr(struct lowering *l, const struct statement *s) {
    lower_tried(l, s, TRY_WRITE);
}

static lower_statement *const others[STATEMENT_COUNT] = {
    [S_SET] = lower_set,           [S_YIELD] = lower_nothing,
    [S_CAS] = lower_cas,           [S_BUMP] = lower_bump,
    [S_LOCKED] = lower_locked,     [S_TRYLOCK] = lower_trylock,
    [S_RDLOCKED] = lower_rdlocked, [S_WRLOCKED] = lower_wrlocked,
    [S_TRYRD] = lower_tryrd,       [S_TRYWR] = lower_trywr,
    [S_CWAIT] = lower_wait,        [S_BARRIER] = lower_barrier,
    [S_ONCE] = lower_once,         [S_IF] = lower_if,
    [S_SPIN] = lower_spin,         [S_LOOP] = lower_loop,
    [S_RETRY] = lower_retry,       [S_TRYSPIN] = lower_tryspin,
    [S_CASLOOP] = lower_casloop,   [S_XSPIN] = lower_xspin,
    [S_EXIT] = lower_exit,         [S_NEW] = lower_new,
    [S_TAKE] = lower_take,         [S_GET] = lower_field,
    [S_PUT] = lower_field,         [S_FREE] = lower_free,
    [S_STRLEN] = lower_text,       [S_STRCPY] = lower_text,
    [S_STRCAT] = lower_text,       [S_STRCMP] = lower_text,
    [S_MEMCPY] = lower_text,       [S_MEMSET] = lower_text,
};

static void lower_block(struct lowering *l, const struct block *block) {
    for (unsigned i = 0; i < block->count; i++) {
        const struct statement *s = &block->at[i];
        if (others[s->kind])
            others[s->kind](l, s);
        else
            simple(l, s, (enum instruction_kind)same[s->kind]);
    }
}

void lower(const struct program *program, bool bytewise, struct code *code) {
    *code = (struct code){.program = program};
    struct lowering l = {.code = code, .p = program, .bytewise = bytewise};
    for (unsigned t = 0; t < program->threads; t++) {
        l.thread = t;
        lower_block(&l, &program->thread[t]);
        if (t)
            lower_end(&l);
        else
            emit(&l, (struct instruction){.kind = I_REPORT});
    }
}

void code_free(struct code *code) {
    for (unsigned t = 0; t < MOST_THREADS; t++)
        free(code->thread[t].at);
}
