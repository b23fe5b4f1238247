// SPDX-License-Identifier: Apache-2.0

#include "machine/model/program.h"

#include "base/fault.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A piece of the current line.
struct piece {
    const char *text;
    size_t length;
};

enum { MOST_PIECES = 80, DEEPEST_BLOCK = 64 };

// An open IF, ELSE or WHILE, waiting for its END.
struct block {
    enum { BLOCK_IF, BLOCK_ELSE, BLOCK_WHILE } kind;
    uint32_t at; // its jump
    uint32_t line;
};

// The thread that a SPAWN or JOIN names, looked up when all are known.
struct target {
    struct piece name;
    unsigned line;
    uint32_t thread, at; // the instruction
};

struct parser {
    struct model_program *program;
    struct model_error *error;
    unsigned line;
    const char *line_start;
    struct piece piece[MOST_PIECES];
    unsigned pieces;
    int thread; // index of the thread being read, or -1
    struct block block[DEEPEST_BLOCK];
    unsigned blocks;
    VEC(struct piece) roots;
    unsigned roots_line;
    bool has_roots;
    VEC(struct target) targets;
};

__attribute__((format(printf, 3, 4))) static bool
fail(struct parser *p, const char *at, const char *format, ...) {
    if (p->error->message[0])
        return false; // the first error is the one to tell
    p->error->line = p->line;
    p->error->column = at ? (unsigned)(at - p->line_start) + 1 : 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->error->message, sizeof p->error->message, format, arguments);
    va_end(arguments);
    return false;
}

// ------------------------------------------------------------ small things

static bool is(const struct piece *piece, const char *word) {
    return strlen(word) == piece->length &&
           memcmp(word, piece->text, piece->length) == 0;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const struct piece *piece) {
    if (!piece->length || isdigit((unsigned char)piece->text[0]))
        return false;
    for (size_t i = 0; i < piece->length; i++)
        if (!is_word(piece->text[i]))
            return false;
    return true;
}

static uint32_t intern(struct model_program *program, struct piece piece) {
    for (size_t i = 0; i < program->names.count; i++)
        if (is(&piece, program->names.at[i]))
            return (uint32_t)i;
    vec_push(&program->names, memory_text(piece.text, piece.length));
    return (uint32_t)program->names.count - 1;
}

static uint32_t object(struct model_program *program, enum op_object kind,
                       uint32_t name, bool element, int64_t index) {
    invariant(name < program->names.count);
    for (size_t i = 0; i < program->objects.count; i++) {
        const struct model_object *o = &program->objects.at[i];
        if (o->kind == kind && o->name == name && o->element == element &&
            o->index == index)
            return (uint32_t)i;
    }
    vec_push(&program->objects, (struct model_object){.kind = (uint8_t)kind,
                                                      .element = element,
                                                      .name = name,
                                                      .index = index});
    return (uint32_t)program->objects.count - 1;
}

uint32_t model_element(struct model_program *program, uint32_t name,
                       int64_t index) {
    return object(program, ON_MEMORY, name, true, index);
}

// ---------------------------------------------------------------- a line

// Split at blanks, but keep what stands in brackets together.
static bool split(struct parser *p, const char *text, size_t length) {
    p->pieces = 0;
    int depth = 0;
    const char *start = NULL;
    for (size_t i = 0; i <= length; i++) {
        char c = i < length ? text[i] : ' ';
        if (c == '\0')
            return fail(p, text + i, "unexpected byte 0");
        if (strchr("[{(", c))
            depth++;
        else if (strchr("]})", c))
            depth--;
        bool blank = isspace((unsigned char)c) && (depth <= 0 || i == length);
        if (!blank && !start)
            start = text + i;
        if (blank && start) {
            if (p->pieces == MOST_PIECES)
                return fail(p, start, "line is too long");
            p->piece[p->pieces++] =
                (struct piece){start, (size_t)(text + i - start)};
            start = NULL;
        }
    }
    return true;
}

// Everything from piece `first` to the end of the line.
static struct piece rest(struct parser *p, unsigned first) {
    invariant(first < p->pieces);
    const struct piece *a = &p->piece[first], *b = &p->piece[p->pieces - 1];
    return (struct piece){a->text, (size_t)(b->text + b->length - a->text)};
}

// ------------------------------------------------------------- operands

static struct model_thread *thread(struct parser *p) {
    invariant(p->thread >= 0 && (size_t)p->thread < p->program->threads.count);
    return &p->program->threads.at[p->thread];
}

static int find_register(void *context, const char *name, size_t length) {
    struct parser *p = context;
    if (p->thread < 0)
        return -1; // before the first thread: init, sem
    struct model_thread *t = thread(p);
    struct piece piece = {name, length};
    for (size_t i = 0; i < t->registers.count; i++)
        if (is(&piece, t->registers.at[i]))
            return (int)i;
    return -1;
}

static bool new_register(struct parser *p, struct piece name, int8_t *reg) {
    struct model_thread *t = thread(p);
    int found = find_register(p, name.text, name.length);
    if (found < 0) {
        if (t->registers.count == MODEL_MOST_REGISTERS)
            return fail(p, name.text, "more than %d registers in one thread",
                        MODEL_MOST_REGISTERS);
        found = (int)t->registers.count;
        vec_push(&t->registers, memory_text(name.text, name.length));
    }
    *reg = (int8_t)found;
    _Static_assert(MODEL_MOST_REGISTERS <= INT8_MAX, "registers fit");
    return true;
}

static bool reserved(const struct piece *name) {
    static const char *const words[] = {"and", "or",  "not", "if",
                                        "else", "min", "max", "abs"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(name, words[i]))
            return true;
    return false;
}

static bool result(struct parser *p, unsigned at, bool may_be_unused,
                   int8_t *reg) {
    struct piece name = p->piece[at];
    if (may_be_unused && is(&name, "_")) {
        *reg = NO_REGISTER;
        return true;
    }
    if (!is_name(&name) || reserved(&name))
        return fail(p, name.text, "register name expected");
    return new_register(p, name, reg);
}

static bool value(struct parser *p, struct piece piece, struct expression *e) {
    struct expression_source source = {.text = piece.text,
                                       .length = piece.length,
                                       .reg = find_register,
                                       .context = p};
    if (expression_parse(&source, &p->program->pool, e))
        return true;
    return fail(p, piece.text + source.error_at, "%s", source.error);
}

static bool small_number(struct parser *p, struct piece piece, long most,
                         long *number) {
    *number = 0;
    if (!piece.length)
        return fail(p, piece.text, "number expected");
    for (size_t i = 0; i < piece.length; i++) {
        if (!isdigit((unsigned char)piece.text[i]))
            return fail(p, piece.text + i, "number expected");
        *number = *number * 10 + (piece.text[i] - '0');
        if (*number > most)
            return fail(p, piece.text, "number is larger than %ld", most);
    }
    return true;
}

// NAME{offset,size}
static bool byte_range(struct parser *p, struct piece inside,
                       struct location *where) {
    const char *comma = memchr(inside.text, ',', inside.length);
    if (!comma)
        return fail(p, inside.text, "{offset,size} expected");
    struct piece left = {inside.text, (size_t)(comma - inside.text)};
    struct piece right = {comma + 1, inside.length - left.length - 1};
    long offset, size;
    if (!small_number(p, left, 7, &offset) || !small_number(p, right, 8, &size))
        return false;
    if (size == 0 || offset + size > 8)
        return fail(p, inside.text, "a variable has bytes 0 to 7");
    where->offset = (uint8_t)offset;
    where->size = (uint8_t)size;
    return true;
}

static bool memory(struct parser *p, unsigned at, struct location *where) {
    struct piece whole = p->piece[at], name = whole;
    name.length = 0;
    while (name.length < whole.length && is_word(whole.text[name.length]))
        name.length++;
    if (!is_name(&name))
        return fail(p, whole.text, "variable expected");
    uint32_t number = intern(p->program, name);
    *where = (struct location){.offset = 0, .size = 8};
    if (name.length == whole.length) {
        where->object = object(p->program, ON_MEMORY, number, false, 0);
        return true;
    }
    char open = whole.text[name.length], close = whole.text[whole.length - 1];
    struct piece inside = {whole.text + name.length + 1,
                           whole.length - name.length - 2};
    if (whole.length < name.length + 3 ||
        !((open == '[' && close == ']') || (open == '{' && close == '}')))
        return fail(p, whole.text + name.length, "variable expected");
    if (open == '{') {
        where->object = object(p->program, ON_MEMORY, number, false, 0);
        return byte_range(p, inside, where);
    }
    if (!value(p, inside, &where->index))
        return false;
    where->indexed = !where->index.constant;
    where->object = where->indexed ? number
                                   : model_element(p->program, number,
                                                   where->index.value);
    return true;
}

static bool sync_object(struct parser *p, unsigned at, enum op_object kind,
                        uint32_t *which) {
    struct piece name = p->piece[at];
    if (!is_name(&name))
        return fail(p, name.text, "name expected");
    *which = object(p->program, kind, intern(p->program, name), false, 0);
    return true;
}

// Of parts of a variable, which have no sign, as unsigned numbers.
static bool comparison(struct parser *p, unsigned at, struct instruction *i) {
    int first = i->where.size == 8 ? 0 : CMP_ULT;
    for (int k = 0; k < COMPARISON_KINDS; k++)
        if ((k <= CMP_NE || k >= first) &&
            is(&p->piece[at], op_comparison_symbol((enum comparison)k))) {
            i->compare = (uint8_t)k;
            return true;
        }
    return fail(p, p->piece[at].text, "one of == != < <= > >= expected");
}

// ------------------------------------------------------------ statements

static uint32_t here(struct parser *p) {
    return (uint32_t)thread(p)->code.count;
}

static void add(struct parser *p, struct instruction i) {
    i.line = p->line;
    vec_push(&thread(p)->code, i);
}

// WAIT is two operations: release and enqueue, then take the mutex again.
static bool wait(struct parser *p, struct instruction i) {
    add(p, i);
    i.kind = OP_AWAKE;
    add(p, i);
    return true;
}

// A timed wait can end at any time, woken or not; then it takes the mutex as
// anybody does. Waiting longer is being scheduled later.
static bool timed_wait(struct parser *p, struct instruction i) {
    uint32_t mutex = i.where.object;
    int8_t reg = i.reg;
    i.reg = NO_REGISTER;
    add(p, i);
    i.kind = OP_EXPIRE;
    i.reg = reg;
    i.where.object = i.object2;
    add(p, i);
    i.kind = OP_LOCK;
    i.reg = NO_REGISTER;
    i.where.object = mutex;
    add(p, i);
    return true;
}

// BARRIER is two operations: arrive, then leave when the round is full.
static bool barrier(struct parser *p, struct instruction i) {
    uint32_t places = (uint32_t)i.arg.value;
    invariant(places > 0); // see count()
    struct model_object *o = &p->program->objects.at[i.where.object];
    if (o->places && o->places != places)
        return fail(p, p->piece[2].text, "this barrier has %u places elsewhere",
                    o->places);
    o->places = i.places = places;
    char hidden[64];
    int length = snprintf(hidden, sizeof hidden, "barrier %u", i.where.object);
    invariant(length > 0 && (size_t)length < sizeof hidden);
    struct piece name = {hidden, (size_t)length};
    if (find_register(p, hidden, (size_t)length) < 0)
        o->users++; // the first mention in this thread
    if (!new_register(p, name, &i.round))
        return false;
    add(p, i);
    i.kind = OP_LEAVE;
    add(p, i);
    return true;
}

// A statement: its word, and what its operands are, in the order in which they
// are looked at: each by a letter (see operand()) and where it stands. Most are
// one instruction; for others, what makes them.
static const struct shape {
    const char *word, *operands;
    uint8_t statement, kind, update;
    bool (*make)(struct parser *, struct instruction);
} shapes[] = {
    // clang-format off
    {"W",         "x1 E2",          DO_OPERATION, OP_WRITE,       RMW_NONE,     NULL},
    {"R",         "r1 x2",          DO_OPERATION, OP_READ,        RMW_NONE,     NULL},
    {"FAA",       "x2 E3 s1",       DO_OPERATION, OP_RMW,         RMW_ADD,      NULL},
    {"AND",       "x2 E3 s1",       DO_OPERATION, OP_RMW,         RMW_AND,      NULL},
    {"OR",        "x2 E3 s1",       DO_OPERATION, OP_RMW,         RMW_OR,       NULL},
    {"XOR",       "x2 E3 s1",       DO_OPERATION, OP_RMW,         RMW_XOR,      NULL},
    {"XCHG",      "x2 E3 s1",       DO_OPERATION, OP_RMW,         RMW_EXCHANGE, NULL},
    {"CAS",       "x2 e3 f4 s1",    DO_OPERATION, OP_CAS,         RMW_NONE,     NULL},
    {"AWAIT",     "x1 c2 e3",       DO_OPERATION, OP_AWAIT,       RMW_NONE,     NULL},
    {"RAWAIT",    "x2 c3 e4 s1",    DO_OPERATION, OP_AWAIT,       RMW_NONE,     NULL},
    {"XAWAIT",    "x2 c3 e4 f5 s1", DO_OPERATION, OP_XAWAIT,      RMW_NONE,     NULL},
    {"LOCK",      "o1",             DO_OPERATION, OP_LOCK,        RMW_NONE,     NULL},
    {"UNLOCK",    "o1",             DO_OPERATION, OP_UNLOCK,      RMW_NONE,     NULL},
    {"TRYLOCK",   "o2 s1",          DO_OPERATION, OP_TRYLOCK,     RMW_NONE,     NULL},
    {"RDLOCK",    "o1",             DO_OPERATION, OP_RDLOCK,      RMW_NONE,     NULL},
    {"WRLOCK",    "o1",             DO_OPERATION, OP_WRLOCK,      RMW_NONE,     NULL},
    {"RWUNLOCK",  "o1",             DO_OPERATION, OP_RDUNLOCK,    RMW_NONE,     NULL},
    {"TRYRDLOCK", "o2 s1",          DO_OPERATION, OP_TRYRDLOCK,   RMW_NONE,     NULL},
    {"TRYWRLOCK", "o2 s1",          DO_OPERATION, OP_TRYWRLOCK,   RMW_NONE,     NULL},
    {"SEMWAIT",   "o1",             DO_OPERATION, OP_SEM_WAIT,    RMW_NONE,     NULL},
    {"SEMTRY",    "o2 s1",          DO_OPERATION, OP_SEM_TRYWAIT, RMW_NONE,     NULL},
    {"SEMREAD",   "o2 s1",          DO_OPERATION, OP_SEM_READ,    RMW_NONE,     NULL},
    {"SEMPOST",   "o1",             DO_OPERATION, OP_SEM_POST,    RMW_NONE,     NULL},
    {"WAIT",      "p1 o2",          DO_OPERATION, OP_WAIT,        RMW_NONE,     wait},
    {"TWAIT",     "p2 o3 s1",       DO_OPERATION, OP_WAIT,        RMW_NONE,     timed_wait},
    {"SIGNAL",    "o1",             DO_OPERATION, OP_SIGNAL,      RMW_NONE,     NULL},
    {"BCAST",     "o1",             DO_OPERATION, OP_BROADCAST,   RMW_NONE,     NULL},
    {"BARRIER",   "o1 n2",          DO_OPERATION, OP_ARRIVE,      RMW_NONE,     barrier},
    {"SPAWN",     "t1",             DO_OPERATION, OP_SPAWN,       RMW_NONE,     NULL},
    {"JOIN",      "t1",             DO_OPERATION, OP_JOIN,        RMW_NONE,     NULL},
    {"FENCE",     "",               DO_OPERATION, OP_FENCE,       RMW_NONE,     NULL},
    {"CHOOSE",    "n2 s1",          DO_OPERATION, OP_CHOOSE,      RMW_NONE,     NULL},
    {"LET",       "E2 r1",          DO_LET,       0,              RMW_NONE,     NULL},
    {"ASSUME",    "E1",             DO_ASSUME,    0,              RMW_NONE,     NULL},
    {"ASSERT",    "E1",             DO_ASSERT,    0,              RMW_NONE,     NULL},
    // clang-format on
};

static bool other_thread(struct parser *p, struct piece name) {
    if (!is_name(&name))
        return fail(p, name.text, "thread name expected");
    vec_push(&p->targets,
             (struct target){name, p->line, (uint32_t)p->thread, here(p)});
    return true;
}

static bool count(struct parser *p, struct piece piece, struct expression *e) {
    long number;
    if (!small_number(p, piece, 1000000, &number))
        return false;
    if (number == 0)
        return fail(p, piece.text, "at least one is needed");
    *e = (struct expression){.constant = true, .value = number};
    return true;
}

static bool operand(struct parser *p, char form, unsigned at,
                    struct instruction *i) {
    switch (form) {
    case 'x': // a variable
        return memory(p, at, &i->where);
    case 'e': // a value
        return value(p, p->piece[at], &i->arg);
    case 'f': // a second value
        return value(p, p->piece[at], &i->arg2);
    case 'E': // a value that is all the rest of the line
        return value(p, rest(p, at), &i->arg);
    case 'c': // a comparison
        return comparison(p, at, i);
    case 'r': // a register for the result
        return result(p, at, false, &i->reg);
    case 's': // the same, or _ for none
        return result(p, at, true, &i->reg);
    case 'o': // an object of the operation's kind
        return sync_object(p, at, op_object((enum op_kind)i->kind),
                           &i->where.object);
    case 'p': // a condition variable besides
        return sync_object(p, at, ON_CONDITION, &i->object2);
    case 'n': // how many
        return count(p, p->piece[at], &i->arg);
    case 't': // a thread
        return other_thread(p, p->piece[at]);
    }
    fault("no such form of an operand: %c", form);
}

// ---------------------------------------------------------- memory orders

static struct piece before_dot(struct piece word) {
    const char *dot = memchr(word.text, '.', word.length);
    return (struct piece){word.text,
                          dot ? (size_t)(dot - word.text) : word.length};
}

// What the order of a read, a write, an update or a fence may be.
static bool order_fits(enum op_kind kind, enum op_order order) {
    if (kind == OP_READ || kind == OP_AWAIT || kind == OP_CAS_FAIL)
        return order != ORDER_RELEASE && order != ORDER_ACQ_REL;
    return kind != OP_WRITE ||
           (order != ORDER_ACQUIRE && order != ORDER_ACQ_REL);
}

static bool order_named(struct parser *p, struct piece word, enum op_kind kind,
                        uint8_t *order) {
    for (int i = 0; i < ORDERS; i++)
        if (is(&word, op_order_name((enum op_order)i))) {
            *order = (uint8_t)i;
            if (order_fits(kind, (enum op_order)i))
                return true;
            return fail(p, word.text, "'%.*s' is no order of a %s",
                        (int)word.length, word.text, op_name(kind));
        }
    return fail(p, word.text, "one of sc, rlx, acq, rel, ar expected");
}

// STATEMENT.order, and of a compare-exchange STATEMENT.order.order: the second
// is that of one that fails. Without it, it is the first as far as it is a
// read's.
static bool orders(struct parser *p, const struct shape *shape,
                   struct instruction *i) {
    struct piece word = p->piece[0], name = before_dot(word);
    bool ordered = shape->statement == DO_OPERATION &&
                   (shape->kind == OP_FENCE ||
                    op_object((enum op_kind)shape->kind) == ON_MEMORY);
    if (name.length == word.length)
        return true;
    word.text += name.length + 1;
    word.length -= name.length + 1;
    name = before_dot(word);
    if (!ordered)
        return fail(p, word.text, "%s has no memory order", shape->word);
    if (!order_named(p, name, (enum op_kind)shape->kind, &i->order))
        return false;
    i->order2 = i->order == ORDER_ACQ_REL   ? ORDER_ACQUIRE
                : i->order == ORDER_RELEASE ? ORDER_RELAXED
                                            : i->order;
    if (name.length == word.length)
        return true;
    word.text += name.length + 1;
    word.length -= name.length + 1;
    if (shape->kind != OP_CAS)
        return fail(p, word.text, "only CAS has a second order");
    return order_named(p, word, OP_CAS_FAIL, &i->order2);
}

static bool statement(struct parser *p, const struct shape *shape) {
    struct instruction i = {.statement = shape->statement,
                            .kind = shape->kind,
                            .update = shape->update,
                            .reg = NO_REGISTER,
                            .arg = {.constant = true},
                            .arg2 = {.constant = true}};
    unsigned least = (unsigned)(strlen(shape->operands) + 1) / 3;
    invariant(p->pieces > 0);
    if (!orders(p, shape, &i))
        return false;
    if (p->pieces - 1 < least)
        return fail(p, p->piece[0].text, "%s needs %u operands", shape->word,
                    least);
    if (p->pieces - 1 > least && !strchr(shape->operands, 'E'))
        return fail(p, p->piece[least + 1].text, "unexpected text");
    for (unsigned k = 0; k < least; k++)
        if (!operand(p, shape->operands[3 * k],
                     (unsigned)(shape->operands[3 * k + 1] - '0'), &i))
            return false;
    if (shape->make)
        return shape->make(p, i);
    add(p, i);
    return true;
}

// -------------------------------------------------------------- structure

static bool open_block(struct parser *p, int kind) {
    if (p->blocks == DEEPEST_BLOCK)
        return fail(p, p->piece[0].text, "blocks are nested too deeply");
    struct instruction i = {.statement = DO_JUMP_UNLESS, .reg = NO_REGISTER};
    if (p->pieces < 2)
        return fail(p, p->piece[0].text, "condition expected");
    if (!value(p, rest(p, 1), &i.arg))
        return false;
    p->block[p->blocks++] = (struct block){kind, here(p), p->line};
    add(p, i);
    return true;
}

static bool else_block(struct parser *p) {
    if (!p->blocks || p->block[p->blocks - 1].kind != BLOCK_IF)
        return fail(p, p->piece[0].text, "ELSE without IF");
    struct block *b = &p->block[p->blocks - 1];
    uint32_t test = b->at;
    invariant(thread(p)->code.at[test].statement == DO_JUMP_UNLESS);
    *b = (struct block){BLOCK_ELSE, here(p), p->line};
    add(p, (struct instruction){.statement = DO_JUMP, .reg = NO_REGISTER});
    thread(p)->code.at[test].target = here(p);
    return true;
}

static bool end_block(struct parser *p) {
    if (!p->blocks)
        return fail(p, p->piece[0].text, "END without IF or WHILE");
    struct block b = p->block[--p->blocks];
    invariant(b.at < here(p));
    if (b.kind == BLOCK_WHILE)
        add(p, (struct instruction){
                   .statement = DO_JUMP, .target = b.at, .reg = NO_REGISTER});
    thread(p)->code.at[b.at].target = here(p);
    return true;
}

static bool blocks_closed(struct parser *p) {
    if (!p->blocks)
        return true;
    p->line = p->block[p->blocks - 1].line;
    return fail(p, NULL, "this block has no END");
}

static bool begin_thread(struct parser *p) {
    if (p->pieces != 2)
        return fail(p, p->piece[0].text, "thread NAME expected");
    struct piece name = p->piece[1];
    if (name.length > 1 && name.text[name.length - 1] == ':')
        name.length--;
    if (!is_name(&name))
        return fail(p, name.text, "thread name expected");
    if (!blocks_closed(p))
        return false;
    for (size_t i = 0; i < p->program->threads.count; i++)
        if (is(&name, p->program->threads.at[i].name))
            return fail(p, name.text, "there is a thread of this name already");
    if (p->program->threads.count == MODEL_MOST_THREADS)
        return fail(p, name.text, "more than %d threads", MODEL_MOST_THREADS);
    p->thread = (int)p->program->threads.count;
    vec_push(&p->program->threads,
             (struct model_thread){
                 .name = memory_text(name.text, name.length)});
    return true;
}

// name=number, the name of a variable, an element or a semaphore
static bool initial(struct parser *p, struct piece piece, bool semaphore) {
    const char *equals = memchr(piece.text, '=', piece.length);
    if (!equals)
        return fail(p, piece.text, "name=value expected");
    struct piece left = {piece.text, (size_t)(equals - piece.text)};
    struct piece right = {equals + 1, piece.length - left.length - 1};
    struct expression e;
    if (!value(p, right, &e))
        return false;
    int64_t number = 0;
    const char *error;
    if (!expression_value(&e, &p->program->pool, NULL, &number, &error))
        return fail(p, right.text, "%s", error);
    struct location where = {0};
    p->piece[0] = left;
    if (semaphore) {
        if (number < 0)
            return fail(p, right.text, "a semaphore is never negative");
        if (!sync_object(p, 0, ON_SEMAPHORE, &where.object))
            return false;
    } else if (!memory(p, 0, &where)) {
        return false;
    }
    if (where.indexed || (!semaphore && where.size != 8))
        return fail(p, left.text, "a whole variable is needed here");
    p->program->objects.at[where.object].initial = number;
    return true;
}

static bool header(struct parser *p) {
    if (is(&p->piece[0], "root")) {
        p->has_roots = true;
        p->roots_line = p->line;
        for (unsigned i = 1; i < p->pieces; i++)
            vec_push(&p->roots, p->piece[i]);
        return true;
    }
    bool semaphore = is(&p->piece[0], "sem");
    int in_thread = p->thread;
    p->thread = -1; // no registers in these expressions
    bool fine = true;
    for (unsigned i = 1; fine && i < p->pieces; i++)
        fine = initial(p, p->piece[i], semaphore);
    p->thread = in_thread;
    return fine;
}

static bool in_thread(struct parser *p) {
    struct piece *word = &p->piece[0];
    if (p->thread < 0)
        return fail(p, word->text, "statement outside of a thread");
    if (is(word, "IF"))
        return open_block(p, BLOCK_IF);
    if (is(word, "WHILE"))
        return open_block(p, BLOCK_WHILE);
    if (is(word, "ELSE") || is(word, "END")) {
        if (p->pieces > 1)
            return fail(p, p->piece[1].text, "unexpected text");
        return is(word, "END") ? end_block(p) : else_block(p);
    }
    struct piece name = before_dot(*word);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (is(&name, shapes[i].word))
            return statement(p, &shapes[i]);
    return fail(p, word->text, "unknown statement '%.*s'",
                (int)(word->length < 40 ? word->length : 40), word->text);
}

static bool line(struct parser *p, const char *text, size_t length) {
    p->line_start = text;
    const char *comment = memchr(text, '#', length);
    if (comment)
        length = (size_t)(comment - text);
    if (!split(p, text, length))
        return false;
    if (p->pieces == 0)
        return true;
    if (is(&p->piece[0], "thread"))
        return begin_thread(p);
    if (is(&p->piece[0], "init") || is(&p->piece[0], "sem") ||
        is(&p->piece[0], "root"))
        return header(p);
    return in_thread(p);
}

// --------------------------------------------------------------- the end

static int find_thread(struct parser *p, struct piece name) {
    for (size_t i = 0; i < p->program->threads.count; i++)
        if (is(&name, p->program->threads.at[i].name))
            return (int)i;
    return -1;
}

static bool resolve(struct parser *p) {
    struct model_program *program = p->program;
    for (size_t i = 0; i < p->targets.count; i++) {
        const struct target *t = &p->targets.at[i];
        int found = find_thread(p, t->name);
        if (found < 0) {
            p->line = t->line;
            return fail(p, NULL, "no thread is named '%.*s'",
                        (int)t->name.length, t->name.text);
        }
        struct instruction *in = &program->threads.at[t->thread].code.at[t->at];
        invariant(in->kind == OP_SPAWN || in->kind == OP_JOIN);
        in->target = (uint32_t)found;
        if (in->kind == OP_SPAWN)
            program->threads.at[found].spawned = true;
    }
    for (size_t i = 0; i < program->threads.count; i++)
        program->threads.at[i].root =
            !p->has_roots && !program->threads.at[i].spawned;
    for (size_t i = 0; i < p->roots.count; i++) {
        int found = find_thread(p, p->roots.at[i]);
        p->line = p->roots_line;
            if (found < 0)
            return fail(p, NULL, "no thread is named '%.*s'",
                        (int)p->roots.at[i].length, p->roots.at[i].text);
        program->threads.at[found].root = true;
    }
    return true;
}

static bool whole_text(struct parser *p, const char *text, size_t length) {
    const char *end = text + length;
    for (p->line = 1; text < end; p->line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t size = (size_t)((stop ? stop : end) - text);
        if (!line(p, text, size))
            return false;
        text += size + 1;
    }
    if (!blocks_closed(p))
        return false;
    if (p->program->threads.count == 0)
        return fail(p, NULL, "there is no thread");
    return resolve(p);
}

struct model_program *model_parse(const char *file, const char *text,
                                  size_t length, struct model_error *error) {
    struct parser p = {.program = memory_new(1, sizeof *p.program),
                       .error = error,
                       .thread = -1};
    *error = (struct model_error){0};
    p.program->file = memory_text(file, strlen(file));
    bool fine = whole_text(&p, text, length);
    vec_free(&p.roots);
    vec_free(&p.targets);
    if (fine)
        return p.program;
    model_free(p.program);
    return NULL;
}

void model_free(struct model_program *program) {
    if (!program)
        return;
    for (size_t i = 0; i < program->threads.count; i++) {
        struct model_thread *t = &program->threads.at[i];
        for (size_t k = 0; k < t->registers.count; k++)
            memory_free(t->registers.at[k]);
        vec_free(&t->registers);
        vec_free(&t->code);
        memory_free(t->name);
    }
    for (size_t i = 0; i < program->names.count; i++)
        memory_free(program->names.at[i]);
    vec_free(&program->threads);
    vec_free(&program->names);
    vec_free(&program->objects);
    vec_free(&program->pool);
    memory_free(program->file);
    memory_free(program);
}
