// SPDX-License-Identifier: Apache-2.0
// Atomics, plain variables, the heap, texts.

#include "value.h"
#include "world_steps.h"

#include <string.h>

static void races_if(struct stepping *s, bool races) {
    if (races)
        step_is_wrong(s, WRONG_RACE);
}

// ------------------------------------------------------------------ atomics

// Where an atomic's bytes are: the halves of another one, or its own.
struct position {
    uint8_t *bytes;
    unsigned cell, cells, size;
    enum type type;
};

static struct position position_of(struct stepping *s, unsigned atomic) {
    const struct program *p = s->in->code.program;
    bool half = p->halves && (atomic == 1 || atomic == 2);
    enum type type = (enum type)p->atomic[atomic].type;
    unsigned size = type_rows[type].size;
    unsigned whole = half ? 0 : atomic, part = half ? atomic - 1 : 0;
    return (struct position){&s->v->atomic[whole][4 * part],
                             CELL_ATOMIC + 2 * whole + part, size == 8 ? 2 : 1,
                             size, type};
}

static uint64_t bytes_at(const struct position *at) {
    uint64_t bytes = 0;
    memcpy(&bytes, at->bytes, at->size);
    return bytes;
}

static void set_bytes(const struct position *at, uint64_t bytes) {
    memcpy(at->bytes, &bytes, at->size);
}

static void atomic_access(struct stepping *s, unsigned cell, unsigned cells,
                          bool reads, bool writes, enum order order) {
    struct clocks *c = &s->w->c;
    if (!s->in->orders)
        return;
    for (unsigned i = 0; i < cells && reads; i++)
        clocks_atomic_read(c, s->thread, cell + i, order);
    for (unsigned i = 0; i < cells; i++)
        races_if(s, clocks_access(c, s->thread, cell + i,
                                  ATOMIC | (writes ? WRITES : READS)));
    for (unsigned i = 0; i < cells && writes; i++)
        clocks_atomic_write(c, s->thread, cell + i, order, reads);
    if (writes && order_releases(order))
        clocks_released(c, s->thread);
}

static void reads(struct stepping *s, const struct position *at,
                  enum order order) {
    atomic_access(s, at->cell, at->cells, true, false, order);
}

static void do_load(struct stepping *s) {
    struct position at = position_of(s, s->i->object);
    reads(s, &at, (enum order)s->i->order);
    step_result(s, value_from_bytes(at.type, bytes_at(&at)));
}

static void do_test(struct stepping *s) {
    struct position at = position_of(s, s->i->object);
    reads(s, &at, (enum order)s->i->order);
    step_result(s, condition_holds(s->i->condition, at.type, bytes_at(&at)));
}

static void do_store(struct stepping *s) {
    struct position at = position_of(s, s->i->object);
    atomic_access(s, at.cell, at.cells, false, true, (enum order)s->i->order);
    set_bytes(&at, value_to_bytes(at.type, step_operand(s)));
}

static void do_update(struct stepping *s) {
    struct position at = position_of(s, s->i->object);
    uint64_t old = bytes_at(&at);
    atomic_access(s, at.cell, at.cells, true, true, (enum order)s->i->order);
    set_bytes(&at, value_update(at.type, (enum update)s->i->update, old,
                                step_operand(s)));
    step_result(s, value_from_bytes(at.type, old));
}

// From a constant to another; or, with a register, from its value to that
// plus k, and what is found goes to the register.
static void do_cas(struct stepping *s) {
    struct position at = position_of(s, s->i->object);
    uint64_t old = bytes_at(&at);
    bool loop = s->i->from >= 0;
    int64_t expected = loop ? s->me->reg[s->i->from] : s->i->k;
    int64_t wanted =
        loop ? (int64_t)((uint64_t)expected + (uint64_t)s->i->k) : s->i->k2;
    bool succeeds = old == value_to_bytes(at.type, expected);
    atomic_access(s, at.cell, at.cells, true, succeeds,
                  (enum order)(succeeds ? s->i->order : s->i->order2));
    if (succeeds)
        set_bytes(&at, value_to_bytes(at.type, wanted));
    else if (loop)
        s->me->reg[s->i->from] = value_from_bytes(at.type, old);
    step_result(s, succeeds);
}

static void do_fence(struct stepping *s) {
    if (s->in->orders)
        clocks_fence(&s->w->c, s->thread, (enum order)s->i->order);
}

// -------------------------------------------------------------------- plain

static void plain_access(struct stepping *s, unsigned cell, bool writes) {
    if (!s->in->orders)
        return;
    races_if(s,
             clocks_access(&s->w->c, s->thread, cell, writes ? WRITES : READS));
    if (writes)
        clocks_plain_write(&s->w->c, cell);
}

static enum type plain_type(const struct stepping *s) {
    return (enum type)s->in->code.program->plain[s->i->object].type;
}

static void do_read(struct stepping *s) {
    plain_access(s, CELL_PLAIN + s->i->object, false);
    step_result(s, value_from_bytes(plain_type(s), s->v->plain[s->i->object]));
}

static void do_write(struct stepping *s) {
    plain_access(s, CELL_PLAIN + s->i->object, true);
    s->v->plain[s->i->object] = value_to_bytes(plain_type(s), step_operand(s));
}

static void do_test_plain(struct stepping *s) {
    plain_access(s, CELL_PLAIN + s->i->object, false);
    step_result(s, condition_holds(s->i->condition, plain_type(s),
                                   s->v->plain[s->i->object]));
}

// --------------------------------------------------------------------- heap

// A new node, or one of those that were freed: that it was comes before.
static void do_allocate(struct stepping *s) {
    unsigned left = s->choice ? s->choice - 1 : 0, node = 0;
    enum node_life wanted = s->choice ? FREED : NEVER_ALLOCATED;
    while (node < MOST_NODES && (s->v->node[node] != wanted || left--))
        node++;
    if (node == MOST_NODES) {
        step_fails(s, WRONG_UNDEFINED); // too many
        return;
    }
    if (s->choice && s->in->orders)
        clocks_acquire(&s->w->c, s->thread, s->w->c.freed[node]);
    memset(s->v->fresh[node], true, sizeof s->v->fresh[node]);
    s->v->node[node] = ALLOCATED;
    s->me->node = (uint8_t)(1 + node);
}

static void do_no_node(struct stepping *s) {
    s->me->node = 0;
}

static void do_if_node(struct stepping *s) {
    if (!s->me->node)
        s->me->pc = s->i->target;
}

static void pointer_access(struct stepping *s, bool reads, bool writes,
                           unsigned order) {
    atomic_access(s, CELL_POINTER + s->i->object, 1, reads, writes,
                  (enum order)order);
}

static void do_publish(struct stepping *s) {
    pointer_access(s, false, true, s->i->order);
    s->v->pointer[s->i->object] = s->me->node;
}

static void do_take(struct stepping *s) {
    pointer_access(s, true, s->i->update, s->i->order);
    s->me->node = s->v->pointer[s->i->object];
    if (s->i->update)
        s->v->pointer[s->i->object] = 0;
}

static void do_swap(struct stepping *s) {
    uint8_t *pointer = &s->v->pointer[s->i->object];
    bool succeeds = !*pointer;
    pointer_access(s, true, succeeds, succeeds ? s->i->order : s->i->order2);
    if (succeeds)
        *pointer = s->me->node;
    step_result(s, succeeds);
}

static void do_detach(struct stepping *s) {
    uint8_t *pointer = &s->v->pointer[s->i->object];
    bool succeeds = *pointer == s->me->node;
    pointer_access(s, true, succeeds, succeeds ? s->i->order : s->i->order2);
    if (succeeds)
        *pointer = 0;
    step_result(s, succeeds);
}

// The field of the thread's node, if it may be accessed. What comes after free
// and is not ordered with it is a data race, too.
static int64_t *field(struct stepping *s, unsigned *cell) {
    if (!s->me->node) {
        step_fails(s, WRONG_NULL);
        return NULL;
    }
    unsigned node = s->me->node - 1u;
    *cell = CELL_NODE + 2 * node + s->i->second;
    if (s->v->node[node] == FREED) {
        plain_access(s, *cell, false);
        step_fails(s, WRONG_FREED);
        return NULL;
    }
    return &s->v->field[node][s->i->second];
}

// Who has a node of an earlier life looks at what nobody has written yet.
static int64_t *written_field(struct stepping *s, unsigned *cell) {
    int64_t *place = field(s, cell);
    if (!place || !s->v->fresh[s->me->node - 1][s->i->second])
        return place;
    step_fails(s, WRONG_UNDEFINED);
    return NULL;
}

static void do_get(struct stepping *s) {
    unsigned cell;
    int64_t *place = written_field(s, &cell);
    if (!place)
        return;
    plain_access(s, cell, false);
    step_result(s, *place);
}

static void do_put(struct stepping *s) {
    unsigned cell;
    int64_t *place = field(s, &cell);
    if (!place)
        return;
    plain_access(s, cell, true);
    s->v->fresh[s->me->node - 1][s->i->second] = false;
    *place = s->i->k;
}

static void do_get_atomic(struct stepping *s) {
    unsigned cell;
    int64_t *place = written_field(s, &cell);
    if (!place)
        return;
    atomic_access(s, cell, 1, true, false, (enum order)s->i->order);
    step_result(s, *place);
}

static void do_put_atomic(struct stepping *s) {
    unsigned cell;
    int64_t *place = field(s, &cell);
    if (!place)
        return;
    atomic_access(s, cell, 1, false, true, (enum order)s->i->order);
    s->v->fresh[s->me->node - 1][s->i->second] = false;
    *place = s->i->k;
}

static void do_free(struct stepping *s) {
    unsigned node = s->me->node - 1u;
    for (unsigned i = 0; i < 2; i++)
        plain_access(s, CELL_NODE + 2 * node + i, true);
    if (s->v->node[node] == FREED) {
        step_fails(s, WRONG_FREED);
        return;
    }
    s->v->node[node] = FREED;
    if (s->in->orders && s->in->reuses)
        clocks_release(&s->w->c, s->thread, s->w->c.freed[node]);
}

// -------------------------------------------------------------------- texts

// A function on texts is given a step for each byte, or does all of them at
// once: the same code, called until it is done. H_AT says where it is; the top
// bits of it keep the length of the text itself.
enum { AT_BITS = 8 };

static char *text_byte(struct stepping *s, unsigned text, int64_t at,
                       bool writes) {
    if (at < 0 || at >= TEXT_ROOM) {
        step_fails(s, WRONG_UNDEFINED); // beyond the end
        return NULL;
    }
    plain_access(s, CELL_TEXT + text * TEXT_ROOM + (unsigned)at, writes);
    return &s->v->text[text][at];
}

static int64_t position(const struct stepping *s) {
    return s->me->reg[H_AT] & ((1 << AT_BITS) - 1);
}

static int64_t length_of_to(const struct stepping *s) {
    return s->me->reg[H_AT] >> AT_BITS;
}

static void move_on(struct stepping *s) {
    s->me->reg[H_AT]++;
}

// The part is done, and the next begins at 0.
static void part_is_done(struct stepping *s) {
    s->me->reg[H_AT] &= ~((1ll << AT_BITS) - 1);
}

// The end of the call: nothing is kept.
static void call_is_done(struct stepping *s) {
    s->me->reg[H_AT] = 0;
    memset(s->me->kept, 0, sizeof s->me->kept);
}

// A text that is compared: the bytes of one are kept, at them the other's.
static bool read_to(struct stepping *s) {
    const struct statement *call = s->i->statement;
    const char *byte = text_byte(s, call->object, position(s), false);
    if (!byte)
        return true;
    if (call->kind == S_STRCMP)
        s->me->kept[position(s)] = *byte;
    if (*byte) {
        move_on(s);
        return false;
    }
    int64_t length = position(s);
    if (call->kind == S_STRLEN) {
        step_result(s, length);
        call_is_done(s);
    } else {
        s->me->reg[H_AT] = call->kind == S_STRCAT ? length << AT_BITS : 0;
    }
    return true;
}

// The byte at the position of where a call reads from, or -1.
static int byte_from(struct stepping *s) {
    const struct statement *call = s->i->statement;
    if (call->kind != S_MEMCPY && !(call->style & 1))
        return (unsigned char)words[call->k % WORDS][position(s)];
    const char *byte = text_byte(s, call->second, position(s), false);
    return byte ? (unsigned char)*byte : -1;
}

static bool compare_byte(struct stepping *s, int byte) {
    int mine = (unsigned char)s->me->kept[position(s)];
    if (byte == mine && byte) {
        move_on(s);
        return false;
    }
    step_result(s, byte == mine);
    call_is_done(s);
    return true;
}

static bool read_from(struct stepping *s) {
    const struct statement *call = s->i->statement;
    int byte = byte_from(s);
    if (byte < 0)
        return true;
    if (call->kind == S_STRCMP)
        return compare_byte(s, byte);
    s->me->kept[position(s)] = (char)byte;
    move_on(s);
    bool done = call->kind == S_MEMCPY ? position(s) >= call->k : !byte;
    if (done)
        part_is_done(s);
    return done;
}

static bool write_to(struct stepping *s) {
    const struct statement *call = s->i->statement;
    char what =
        call->kind == S_MEMSET ? (char)call->k2 : s->me->kept[position(s)];
    char *byte =
        text_byte(s, call->object, position(s) + length_of_to(s), true);
    if (!byte)
        return true;
    *byte = what;
    move_on(s);
    bool counts = call->kind == S_MEMCPY || call->kind == S_MEMSET;
    bool done = counts ? position(s) >= call->k : !what;
    if (done)
        call_is_done(s);
    return done;
}

typedef bool text_part_function(struct stepping *s);

static void whole_part(struct stepping *s, text_part_function *part) {
    while (s->me->status == ALIVE && !part(s))
        ;
}

// A whole comparison reads both no further than to the first difference.
static bool compare_next(struct stepping *s) {
    const char *byte =
        text_byte(s, s->i->statement->object, position(s), false);
    if (!byte)
        return true;
    s->me->kept[position(s)] = *byte;
    return read_from(s);
}

static void whole_call(struct stepping *s) {
    unsigned kind = s->i->statement->kind;
    if (kind == S_STRCMP) {
        whole_part(s, compare_next);
        return;
    }
    if (kind == S_STRLEN || kind == S_STRCAT)
        whole_part(s, read_to);
    if (kind != S_STRLEN && kind != S_MEMSET)
        whole_part(s, read_from);
    if (kind != S_STRLEN)
        whole_part(s, write_to);
}

static void do_text(struct stepping *s) {
    static text_part_function *const parts[] = {
        [READ_TO] = read_to, [READ_FROM] = read_from, [WRITE_TO] = write_to};
    if (s->i->part == WHOLE_CALL)
        whole_call(s);
    else if (!parts[s->i->part](s))
        s->me->pc--; // once more
}

static void do_char_read(struct stepping *s) {
    const char *byte = text_byte(s, s->i->object, s->i->k, false);
    if (byte)
        step_result(s, *byte);
}

static void do_char_write(struct stepping *s) {
    char *byte = text_byte(s, s->i->object, s->i->k, true);
    if (byte)
        *byte = (char)s->i->k2;
}

step_function *const memory_steps[INSTRUCTION_COUNT] = {
    [I_LOAD] = do_load,
    [I_TEST] = do_test,
    [I_STORE] = do_store,
    [I_UPDATE] = do_update,
    [I_CAS] = do_cas,
    [I_FENCE] = do_fence,
    [I_READ] = do_read,
    [I_WRITE] = do_write,
    [I_TEST_PLAIN] = do_test_plain,
    [I_ALLOCATE] = do_allocate,
    [I_NO_NODE] = do_no_node,
    [I_IF_NODE] = do_if_node,
    [I_PUBLISH] = do_publish,
    [I_TAKE] = do_take,
    [I_SWAP] = do_swap,
    [I_DETACH] = do_detach,
    [I_GET] = do_get,
    [I_PUT] = do_put,
    [I_GET_ATOMIC] = do_get_atomic,
    [I_PUT_ATOMIC] = do_put_atomic,
    [I_FREE] = do_free,
    [I_TEXT] = do_text,
    [I_CHAR_READ] = do_char_read,
    [I_CHAR_WRITE] = do_char_write,
};
