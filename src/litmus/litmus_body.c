// SPDX-License-Identifier: Apache-2.0
// The threads of a litmus test: C, as far as it is understood, becomes
// instructions of a model.
//
// An expression becomes the text of an expression of the model format
// (model_expression.h), in which a register is called q and its number. What of
// it accesses shared memory is done before, into registers of its own. C does
// not say in which order two operands are computed: where both access memory,
// the test is refused.

#include "base/fault.h"
#include "base/text.h"
#include "litmus/litmus_parser.h"
#include "litmus/litmus_types.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CODE = 20000, // instructions of a thread
    MOST_TEXT = 2000,  // of an expression
    NOT_FIXED = -1,
};

struct local {
    const char *name; // the register's
    int reg;
    struct litmus_type type;
};

// What an expression is, when all its accesses are done.
struct value {
    const char *text;
    struct litmus_type type;
    int variable; // it is this one's address, or NOT_FIXED
    bool accesses;
};

struct body {
    struct litmus_parser *parser;
    struct model_thread *thread;
    VEC(struct local) locals;     // those that can be seen, innermost last
    VEC(struct local) parameters; // reg: the variable
    VEC(char *) texts;            // to be freed
    unsigned temporaries;         // in use
};

static bool is_refused(const struct body *b) {
    return b->parser->error->message[0];
}

static struct token *now(struct body *b) {
    return &b->parser->tokens.now;
}

#define refuse(b, ...) litmus_refuse((b)->parser, __VA_ARGS__)

// ------------------------------------------------------------------ registers

static int register_named(struct body *b, const char *name, size_t length) {
    struct model_thread *t = b->thread;
    for (size_t i = 0; i < t->registers.count; i++)
        if (strlen(t->registers.at[i]) == length &&
            memcmp(t->registers.at[i], name, length) == 0)
            return (int)i;
    if (t->registers.count == MODEL_MOST_REGISTERS) {
        refuse(b, "more than %d variables and intermediate results in a thread",
               MODEL_MOST_REGISTERS);
        return 0;
    }
    vec_push(&t->registers, memory_text(name, length));
    return (int)t->registers.count - 1;
}

// Free again after the statement. No variable has such a name.
static int temporary(struct body *b) {
    char name[24];
    int length = snprintf(name, sizeof name, ".%u", b->temporaries++);
    return register_named(b, name, (size_t)length);
}

static const struct local *find(const struct token *name,
                                const struct local *at, size_t count) {
    while (count-- > 0)
        if (name->kind == TOKEN_WORD && token_is(name, at[count].name))
            return &at[count];
    return NULL;
}

// --------------------------------------------------------------- instructions

static const struct expression constant_zero = {.constant = true};

static uint32_t emit(struct body *b, struct instruction i) {
    if (b->thread->code.count >= MOST_CODE)
        refuse(b, "the thread is too long");
    i.line = now(b)->line;
    vec_push(&b->thread->code, i);
    return (uint32_t)b->thread->code.count - 1;
}

static uint32_t here(const struct body *b) {
    return (uint32_t)b->thread->code.count;
}

__attribute__((format(printf, 2, 3))) static const char *
write_text(struct body *b, const char *format, ...) {
    va_list arguments;
    char room[MOST_TEXT];
    va_start(arguments, format);
    int length = vsnprintf(room, sizeof room, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof room) {
        refuse(b, "the expression is too long");
        return "0";
    }
    vec_push(&b->texts, memory_text(room, (size_t)length));
    return b->texts.at[b->texts.count - 1];
}

static int register_of_text(void *context, const char *name, size_t length) {
    (void)context;
    invariant(length > 1 && name[0] == 'q');
    return atoi(name + 1);
}

static struct expression compile(struct body *b, const char *text) {
    struct expression_source source = {
        .text = text, .length = strlen(text), .reg = register_of_text};
    struct expression e = constant_zero;
    if (!is_refused(b) &&
        !expression_parse(&source, &b->parser->litmus->program->pool, &e))
        refuse(b, "%s", source.error);
    return e;
}

static void emit_let(struct body *b, int reg, const char *text) {
    emit(b, (struct instruction){.statement = DO_LET,
                                 .reg = (int8_t)reg,
                                 .arg = compile(b, text)});
}

static uint32_t emit_unless(struct body *b, const char *text) {
    return emit(b, (struct instruction){.statement = DO_JUMP_UNLESS,
                                        .reg = NO_REGISTER,
                                        .arg = compile(b, text)});
}

static uint32_t emit_jump(struct body *b) {
    return emit(b,
                (struct instruction){.statement = DO_JUMP, .reg = NO_REGISTER});
}

static void land(struct body *b, uint32_t jump) {
    b->thread->code.at[jump].target = here(b);
}

static void emit_on(struct body *b, struct instruction i, uint32_t variable) {
    i.where = (struct location){.object = variable, .size = 8};
    emit(b, i);
}

// An operation on what a pointer points to: on each variable, if it is that
// one's address.
static void emit_access(struct body *b, struct instruction i,
                        const struct value *pointer) {
    size_t count = b->parser->litmus->program->objects.count;
    VEC(uint32_t) jumps = {0};
    if (pointer->variable != NOT_FIXED) {
        emit_on(b, i, (uint32_t)pointer->variable);
        return;
    }
    for (uint32_t v = 0; v < count && !is_refused(b); v++) {
        uint32_t other =
            emit_unless(b, write_text(b, "%s == %" PRId64, pointer->text,
                                      LITMUS_ADDRESS + v));
        emit_on(b, i, v);
        vec_push(&jumps, emit_jump(b));
        land(b, other);
    }
    struct instruction wrong = {
        .statement = DO_ASSERT, .reg = NO_REGISTER, .arg = constant_zero};
    emit(b, wrong);
    wrong.statement = DO_ASSUME;
    emit(b, wrong);
    for (size_t k = 0; k < jumps.count; k++)
        land(b, jumps.at[k]);
    vec_free(&jumps);
}

static struct instruction operation(enum op_kind kind, enum op_order order) {
    return (struct instruction){.statement = DO_OPERATION,
                                .kind = (uint8_t)kind,
                                .update = RMW_NONE,
                                .order = (uint8_t)order,
                                .order2 = (uint8_t)order,
                                .reg = NO_REGISTER,
                                .arg = constant_zero,
                                .arg2 = constant_zero};
}

// *p, read or written: that of an atomic is seq_cst.
static struct instruction dereference(enum op_kind kind,
                                      const struct value *pointer) {
    bool atomic = pointer->type.pointer == 1 && pointer->type.atomic;
    struct instruction i =
        operation(kind, atomic ? ORDER_SEQ_CST : ORDER_RELAXED);
    i.plain = !atomic;
    return i;
}

// --------------------------------------------------------------------- calls

// What the arguments of a call are: p a pointer to shared memory, v a value, e
// the expected value of a compare-exchange, o a memory order.
// clang-format off
//     name                              arguments  kind  update    flags
#define CALLS(X)                                                               \
    X("atomic_load",                     "p",     READ,  NONE,     0)          \
    X("atomic_store",                    "pv",    WRITE, NONE,     0)          \
    X("atomic_init",                     "pv",    WRITE, NONE,     CALL_PLAIN) \
    X("atomic_exchange",                 "pv",    RMW,   EXCHANGE, 0)          \
    X("atomic_fetch_add",                "pv",    RMW,   ADD,      0)          \
    X("atomic_fetch_sub",                "pv",    RMW,   SUB,      0)          \
    X("atomic_fetch_or",                 "pv",    RMW,   OR,       0)          \
    X("atomic_fetch_and",                "pv",    RMW,   AND,      0)          \
    X("atomic_fetch_xor",                "pv",    RMW,   XOR,      0)          \
    X("atomic_compare_exchange_strong",  "pev",   CAS,   NONE,     0)          \
    X("atomic_compare_exchange_weak",    "pev",   CAS,   NONE,     CALL_WEAK)
// clang-format on

enum { CALL_PLAIN = 1, CALL_WEAK = 2 };

static const struct call {
    const char *name, *arguments;
    enum op_kind kind;
    enum rmw update;
    unsigned flags;
} calls[] = {
#define X(name, arguments, kind, update, flags) \
    {name, arguments, OP_##kind, RMW_##update, flags},
    CALLS(X)
#undef X
};

struct arguments {
    struct value pointer, value, expected;
    int expected_local; // &r: its register; else -1
    enum op_order order, order2;
};

static bool expression(struct body *b, struct value *v);

static bool order(struct body *b, enum op_order *order) {
    static const struct {
        const char *word;
        enum op_order order;
    } words[] = {{"memory_order_relaxed", ORDER_RELAXED},
                 {"memory_order_consume", ORDER_ACQUIRE},
                 {"memory_order_acquire", ORDER_ACQUIRE},
                 {"memory_order_release", ORDER_RELEASE},
                 {"memory_order_acq_rel", ORDER_ACQ_REL},
                 {"memory_order_seq_cst", ORDER_SEQ_CST}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(now(b), words[i].word)) {
            *order = words[i].order;
            tokens_next(&b->parser->tokens);
            return true;
        }
    return refuse(b, "a memory order expected");
}

static bool is_order_of(enum op_kind kind, enum op_order order) {
    if (kind == OP_READ)
        return order != ORDER_RELEASE && order != ORDER_ACQ_REL;
    return kind != OP_WRITE ||
           (order != ORDER_ACQUIRE && order != ORDER_ACQ_REL);
}

static bool pointer_argument(struct body *b, struct value *v) {
    if (!expression(b, v))
        return false;
    return v->type.pointer > 0 || refuse(b, "a pointer expected");
}

// &r of a local variable r, or a pointer to shared memory.
static bool expected_argument(struct body *b, struct arguments *a) {
    a->expected_local = -1;
    if (!litmus_takes(b->parser, "&"))
        return pointer_argument(b, &a->expected);
    const struct local *l = find(now(b), b->locals.at, b->locals.count);
    if (!l)
        return refuse(b, "a local variable expected");
    a->expected_local = l->reg;
    tokens_next(&b->parser->tokens);
    return true;
}

static bool argument(struct body *b, char form, struct arguments *a) {
    switch (form) {
    case 'p':
        return pointer_argument(b, &a->pointer);
    case 'v':
        return expression(b, &a->value);
    case 'e':
        return expected_argument(b, a);
    }
    fault("no such form of an argument: %c", form);
}

// The arguments of a call, up to the bracket that closes it. `more` are orders.
static bool arguments(struct body *b, const struct call *call, bool more,
                      struct arguments *a) {
    struct litmus_parser *p = b->parser;
    *a = (struct arguments){.order = ORDER_SEQ_CST, .order2 = ORDER_SEQ_CST};
    if (!litmus_expect(p, "("))
        return false;
    for (const char *form = call->arguments; *form; form++)
        if ((form != call->arguments && !litmus_expect(p, ",")) ||
            !argument(b, *form, a))
            return false;
    if (more && (!litmus_expect(p, ",") || !order(b, &a->order)))
        return false;
    a->order2 = a->order;
    if (more && call->kind == OP_CAS &&
        (!litmus_expect(p, ",") || !order(b, &a->order2)))
        return false;
    if (!is_order_of(call->kind, a->order) ||
        (call->kind == OP_CAS && !is_order_of(OP_READ, a->order2)))
        return refuse(b, "this operation has no such memory order");
    if (a->pointer.accesses + a->value.accesses + a->expected.accesses > 1)
        return refuse(b, "the order of the accesses in this call is not "
                         "specified");
    return litmus_expect(p, ")");
}

// A compare-exchange; the expected value is in a register, and becomes what was
// found.
static void emit_exchange(struct body *b, const struct arguments *a,
                          int expected, int result) {
    struct instruction i = operation(OP_CAS, a->order);
    i.order2 = (uint8_t)a->order2;
    i.reg = (int8_t)result;
    i.found = (uint8_t)(expected + 1);
    i.arg = compile(b, write_text(b, "q%d", expected));
    i.arg2 = compile(b, a->value.text);
    emit_access(b, i, &a->pointer);
}

// A weak one may fail though it finds what is expected: then it is a read. If
// it finds something else, that is the other way.
static void emit_weak_exchange(struct body *b, const struct arguments *a,
                               int expected, int result) {
    int fails = temporary(b), found = temporary(b);
    struct instruction choose = operation(OP_CHOOSE, ORDER_SEQ_CST);
    choose.reg = (int8_t)fails;
    choose.arg = (struct expression){.constant = true, .value = 2};
    emit(b, choose);
    uint32_t strong = emit_unless(b, write_text(b, "q%d", fails));
    struct instruction read = operation(OP_READ, a->order2);
    read.reg = (int8_t)found;
    emit_access(b, read, &a->pointer);
    emit(b,
         (struct instruction){
             .statement = DO_ASSUME,
             .reg = NO_REGISTER,
             .arg = compile(b, write_text(b, "q%d == q%d", found, expected))});
    emit_let(b, result, "0");
    uint32_t end = emit_jump(b);
    land(b, strong);
    emit_exchange(b, a, expected, result);
    land(b, end);
}

static void emit_compare_exchange(struct body *b, const struct call *call,
                                  const struct arguments *a, int result) {
    bool shared = a->expected_local < 0;
    int expected = shared ? temporary(b) : a->expected_local;
    if (shared) {
        struct instruction read = dereference(OP_READ, &a->expected);
        read.reg = (int8_t)expected;
        emit_access(b, read, &a->expected);
    }
    if (call->flags & CALL_WEAK)
        emit_weak_exchange(b, a, expected, result);
    else
        emit_exchange(b, a, expected, result);
    if (!shared)
        return;
    uint32_t fine = emit_unless(b, write_text(b, "not q%d", result));
    struct instruction write = dereference(OP_WRITE, &a->expected);
    write.arg = compile(b, write_text(b, "q%d", expected));
    emit_access(b, write, &a->expected);
    land(b, fine);
}

static void emit_call(struct body *b, const struct call *call,
                      const struct arguments *a, struct value *v) {
    struct instruction i = operation(call->kind, a->order);
    int result = call->kind == OP_WRITE ? NO_REGISTER : temporary(b);
    *v = (struct value){.text = "0", .variable = NOT_FIXED, .accesses = true};
    if (result != NO_REGISTER)
        v->text = write_text(b, "q%d", result);
    if (call->kind == OP_CAS) {
        emit_compare_exchange(b, call, a, result);
        return;
    }
    v->type = a->pointer.type;
    v->type.pointer--;
    i.update = (uint8_t)call->update;
    i.reg = (int8_t)result;
    if (call->flags & CALL_PLAIN) {
        i.plain = true;
        i.order = i.order2 = ORDER_RELAXED;
    }
    if (call->kind != OP_READ)
        i.arg = compile(b, a->value.text);
    emit_access(b, i, &a->pointer);
}

static bool fence(struct body *b, struct value *v) {
    enum op_order which;
    if (!litmus_expect(b->parser, "(") || !order(b, &which) ||
        !litmus_expect(b->parser, ")"))
        return false;
    emit(b, operation(OP_FENCE, which));
    *v = (struct value){.text = "0", .variable = NOT_FIXED, .accesses = true};
    return true;
}

// Linux's: its memory model allows what ours do not (loads that are done after
// later stores), so that nothing could be said of them.
static bool is_of_linux(const struct token *name) {
    static const char *const words[] = {
        "READ_ONCE",        "WRITE_ONCE",
        "smp_load_acquire", "smp_store_release",
        "smp_mb",           "smp_rmb",
        "smp_wmb",          "rcu_read_lock",
        "rcu_read_unlock",  "synchronize_rcu",
        "spin_lock",        "spin_unlock",
        "rcu_dereference",  "rcu_assign_pointer"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(name, words[i]))
            return true;
    return false;
}

static bool call(struct body *b, struct value *v) {
    struct token name = *now(b);
    char word[64];
    snprintf(word, sizeof word, "%.*s",
             (int)(name.length < 60 ? name.length : 60), name.text);
    if (is_of_linux(&name))
        return refuse(b, "%s is Linux's, whose memory model is none of ours",
                      word);
    bool more = text_ends(word, "_explicit");
    if (more)
        word[strlen(word) - strlen("_explicit")] = '\0';
    if (strcmp(word, "atomic_thread_fence") == 0 && !more) {
        tokens_next(&b->parser->tokens);
        return fence(b, v);
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct arguments a;
        if (strcmp(word, calls[i].name) != 0 ||
            (more && calls[i].flags & CALL_PLAIN))
            continue;
        tokens_next(&b->parser->tokens);
        if (!arguments(b, &calls[i], more, &a))
            return false;
        emit_call(b, &calls[i], &a, v);
        return !is_refused(b);
    }
    return refuse(b, "'%s%s' is not understood here", word,
                  more ? "_explicit" : "");
}

// ---------------------------------------------------------------- expressions

static bool name(struct body *b, struct value *v) {
    const struct local *l = find(now(b), b->locals.at, b->locals.count);
    const struct local *shared =
        find(now(b), b->parameters.at, b->parameters.count);
    *v = (struct value){.variable = NOT_FIXED};
    if (l) {
        v->text = write_text(b, "q%d", l->reg);
        v->type = l->type;
    } else if (shared) {
        v->text = write_text(b, "%" PRId64, LITMUS_ADDRESS + shared->reg);
        v->type = shared->type;
        v->variable = shared->reg;
    } else {
        return call(b, v);
    }
    tokens_next(&b->parser->tokens);
    return true;
}

static bool primary(struct body *b, struct value *v) {
    struct litmus_parser *p = b->parser;
    if (now(b)->kind == TOKEN_NUMBER) {
        *v = (struct value){.text = write_text(b, "%" PRId64, now(b)->number),
                            .variable = NOT_FIXED};
        tokens_next(&p->tokens);
        return true;
    }
    if (litmus_takes(p, "("))
        return expression(b, v) && litmus_expect(p, ")");
    if (now(b)->kind == TOKEN_WORD)
        return name(b, v);
    return refuse(b, "a value expected");
}

static bool is_cast(struct body *b) {
    struct tokens ahead = b->parser->tokens;
    if (!token_is(&ahead.now, "("))
        return false;
    tokens_next(&ahead);
    return litmus_is_type(&ahead.now);
}

static bool unary(struct body *b, struct value *v);

static bool cast(struct body *b, struct value *v) {
    struct litmus_type type;
    if (!litmus_expect(b->parser, "(") || !litmus_type(b->parser, &type) ||
        !litmus_expect(b->parser, ")") || !unary(b, v))
        return false;
    v->type = type;
    return true;
}

static bool dereferenced(struct body *b, struct value *v) {
    if (!unary(b, v))
        return false;
    if (!v->type.pointer)
        return refuse(b, "this is no pointer");
    struct instruction i = dereference(OP_READ, v);
    int reg = temporary(b);
    i.reg = (int8_t)reg;
    emit_access(b, i, v);
    v->text = write_text(b, "q%d", reg);
    v->type.pointer--;
    v->variable = NOT_FIXED;
    v->accesses = true;
    return true;
}

static bool negated(struct body *b, const char *how, struct value *v) {
    if (!unary(b, v))
        return false;
    *v = (struct value){.text = write_text(b, "(%s%s)", how, v->text),
                        .variable = NOT_FIXED,
                        .accesses = v->accesses};
    return true;
}

static bool unary(struct body *b, struct value *v) {
    struct litmus_parser *p = b->parser;
    bool fine = true;
    if (++p->depth > LITMUS_DEEPEST)
        return refuse(b, "expressions are nested too deeply");
    if (litmus_takes(p, "*"))
        fine = dereferenced(b, v);
    else if (litmus_takes(p, "!"))
        fine = negated(b, "not ", v);
    else if (litmus_takes(p, "~"))
        fine = negated(b, "~", v);
    else if (litmus_takes(p, "-"))
        fine = negated(b, "-", v);
    else if (is_cast(b))
        fine = cast(b, v);
    else
        fine = primary(b, v);
    p->depth--;
    return fine;
}

// Loosest first; what C and the model format write differently has another
// text.
static const struct {
    const char *symbol, *text;
    int level;
    bool logical; // the right operand is computed only if it matters
} binaries[] = {
    {"||", "or", 0, true},  {"&&", "and", 1, true}, {"|", "|", 2, false},
    {"^", "^", 3, false},   {"&", "&", 4, false},   {"==", "==", 5, false},
    {"!=", "!=", 5, false}, {"<=", "<=", 6, false}, {">=", ">=", 6, false},
    {"<", "<", 6, false},   {">", ">", 6, false},   {"+", "+", 7, false},
    {"-", "-", 7, false},   {"*", "*", 8, false},
};
enum { BINARIES = sizeof binaries / sizeof *binaries, LEVELS = 9 };

static bool binary(struct body *b, int level, struct value *v);

static bool right_operand(struct body *b, int which, struct value *v) {
    struct value right;
    if (!binary(b, binaries[which].level + 1, &right))
        return false;
    if (binaries[which].logical && right.accesses)
        return refuse(b, "an access to shared memory that may not happen");
    if (v->accesses && right.accesses)
        return refuse(b, "the order of the accesses in this expression is not "
                         "specified");
    v->text = write_text(
        b, binaries[which].logical ? "(1 if %s %s %s else 0)" : "(%s %s %s)",
        v->text, binaries[which].text, right.text);
    v->type = (struct litmus_type){0};
    v->variable = NOT_FIXED;
    v->accesses |= right.accesses;
    return true;
}

static bool binary(struct body *b, int level, struct value *v) {
    if (level == LEVELS)
        return unary(b, v);
    if (!binary(b, level + 1, v))
        return false;
    for (int i = 0; i < BINARIES; i++)
        if (binaries[i].level == level &&
            litmus_takes(b->parser, binaries[i].symbol)) {
            if (!right_operand(b, i, v))
                return false;
            i = -1; // from the first one on
        }
    return true;
}

static bool expression(struct body *b, struct value *v) {
    if (!binary(b, 0, v))
        return false;
    static const char *const unknown[] = {"?", "/", "%", "<<", ">>", "["};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (token_is(now(b), unknown[i]))
            return refuse(b, "the operator '%s' is not understood", unknown[i]);
    return !is_refused(b);
}

// ----------------------------------------------------------------- statements

static bool declare(struct body *b, struct litmus_type type) {
    struct token *word = now(b);
    if (word->kind != TOKEN_WORD)
        return refuse(b, "the name of a variable expected");
    if (find(word, b->locals.at, b->locals.count) ||
        find(word, b->parameters.at, b->parameters.count))
        return refuse(b, "a second variable of this name");
    int reg = register_named(b, word->text, word->length);
    if (is_refused(b))
        return false;
    tokens_next(&b->parser->tokens);
    struct value v;
    bool begins = litmus_takes(b->parser, "=");
    if (begins && !expression(b, &v))
        return false;
    if (begins)
        emit_let(b, reg, v.text);
    vec_push(&b->locals,
             (struct local){b->thread->registers.at[reg], reg, type});
    return !is_refused(b);
}

static bool declaration(struct body *b) {
    struct litmus_type base, type;
    if (!litmus_type(b->parser, &base))
        return false;
    type = base;
    do {
        if (!declare(b, type))
            return false;
        type.pointer = 0; // int *p, q
    } while (litmus_takes(b->parser, ","));
    return litmus_expect(b->parser, ";");
}

// *p = e;
static bool store(struct body *b) {
    struct value pointer, v;
    if (!litmus_expect(b->parser, "*") || !unary(b, &pointer))
        return false;
    if (!pointer.type.pointer)
        return refuse(b, "this is no pointer");
    if (!litmus_expect(b->parser, "=") || !expression(b, &v))
        return false;
    if (pointer.accesses && v.accesses)
        return refuse(b, "the order of the accesses in this assignment is not "
                         "specified");
    struct instruction i = dereference(OP_WRITE, &pointer);
    i.arg = compile(b, v.text);
    emit_access(b, i, &pointer);
    return litmus_expect(b->parser, ";");
}

// r = e; r += e; r++;
static bool assignment(struct body *b, const struct local *to) {
    static const char *const compound[] = {"+=", "-=", "|=", "&=", "^=", "*="};
    struct litmus_parser *p = b->parser;
    int reg = to->reg;
    struct value v;
    tokens_next(&p->tokens);
    if (litmus_sees(p, "++") || litmus_sees(p, "--")) {
        emit_let(b, reg, write_text(b, "q%d %c 1", reg, now(b)->text[0]));
        tokens_next(&p->tokens);
        return litmus_expect(p, ";");
    }
    char sign = '\0';
    for (size_t i = 0; i < sizeof compound / sizeof *compound; i++)
        if (litmus_sees(p, compound[i]))
            sign = compound[i][0];
    if (sign)
        tokens_next(&p->tokens);
    else if (!litmus_expect(p, "="))
        return false;
    if (!expression(b, &v))
        return false;
    emit_let(b, reg,
             sign ? write_text(b, "q%d %c %s", reg, sign, v.text) : v.text);
    return litmus_expect(p, ";");
}

static bool statement(struct body *b);

static bool branch(struct body *b) {
    struct litmus_parser *p = b->parser;
    struct value v;
    tokens_next(&p->tokens);
    if (!litmus_expect(p, "(") || !expression(b, &v) || !litmus_expect(p, ")"))
        return false;
    uint32_t otherwise = emit_unless(b, v.text);
    b->temporaries = 0;
    size_t locals = b->locals.count;
    if (!statement(b))
        return false;
    b->locals.count = locals;
    if (!litmus_takes(p, "else")) {
        land(b, otherwise);
        return true;
    }
    uint32_t end = emit_jump(b);
    land(b, otherwise);
    if (!statement(b))
        return false;
    b->locals.count = locals;
    land(b, end);
    return true;
}

static bool block(struct body *b) {
    size_t locals = b->locals.count;
    if (!litmus_expect(b->parser, "{"))
        return false;
    while (!litmus_sees(b->parser, "}"))
        if (!statement(b))
            return false;
    b->locals.count = locals;
    return true; // what closes it is still to be taken
}

static bool simple_statement(struct body *b) {
    struct litmus_parser *p = b->parser;
    if (litmus_takes(p, ";"))
        return true;
    if (litmus_is_type(now(b)))
        return declaration(b);
    if (litmus_sees(p, "*"))
        return store(b);
    const struct local *to = find(now(b), b->locals.at, b->locals.count);
    if (to)
        return assignment(b, to);
    struct value v;
    return expression(b, &v) && litmus_expect(p, ";");
}

static bool statement(struct body *b) {
    static const char *const unknown[] = {"while",  "for",    "do",    "goto",
                                          "switch", "return", "struct"};
    struct litmus_parser *p = b->parser;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (litmus_sees(p, unknown[i]))
            return refuse(b, "'%s' is not understood", unknown[i]);
    if (++p->depth > LITMUS_DEEPEST)
        return refuse(b, "statements are nested too deeply");
    b->temporaries = 0;
    bool fine;
    if (litmus_sees(p, "if"))
        fine = branch(b);
    else if (litmus_sees(p, "{"))
        fine = block(b) && litmus_expect(p, "}");
    else
        fine = simple_statement(b);
    p->depth--;
    return fine && !is_refused(b);
}

// -------------------------------------------------------------------- threads

static bool parameter(struct body *b) {
    struct local l = {0};
    if (!litmus_is_type(now(b)))
        return refuse(b, "a type expected");
    if (!litmus_type(b->parser, &l.type))
        return false;
    if (!l.type.pointer)
        return refuse(b, "parameters are pointers to shared variables");
    l.reg = litmus_variable(b->parser, now(b), true);
    if (l.reg < 0)
        return refuse(b, "the name of a variable expected, or there are too "
                         "many");
    if (find(now(b), b->parameters.at, b->parameters.count))
        return refuse(b, "a second parameter of this name");
    l.name = b->parser->litmus->program->names.at[l.reg];
    vec_push(&b->parameters, l);
    tokens_next(&b->parser->tokens);
    return true;
}

// P0(…), up to what opens the body. From here on it is C.
static bool head(struct body *b) {
    struct litmus_parser *p = b->parser;
    p->tokens.in_body = true;
    tokens_next(&p->tokens);
    if (!litmus_expect(p, "("))
        return false;
    if (!litmus_sees(p, ")"))
        do
            if (!parameter(b))
                return false;
        while (litmus_takes(p, ","));
    return litmus_expect(p, ")");
}

static void body_free(struct body *b) {
    for (size_t i = 0; i < b->texts.count; i++)
        memory_free(b->texts.at[i]);
    vec_free(&b->texts);
    vec_free(&b->locals);
    vec_free(&b->parameters);
}

// The body is over, and the token is what closes it.
static bool leave(struct litmus_parser *p) {
    p->tokens.in_body = false;
    return litmus_expect(p, "}");
}

static bool skip_body(struct litmus_parser *p) {
    unsigned depth = 0;
    do {
        depth += litmus_sees(p, "{");
        depth -= litmus_sees(p, "}");
        if (p->tokens.now.kind == TOKEN_END || !depth)
            return litmus_refuse(p, depth ? "'}' expected" : "'{' expected");
        tokens_next(&p->tokens);
    } while (depth > 1 || !litmus_sees(p, "}"));
    return leave(p);
}

bool litmus_skip_thread(struct litmus_parser *p) {
    struct body b = {.parser = p};
    bool fine = head(&b);
    body_free(&b);
    return fine && skip_body(p);
}

bool litmus_thread(struct litmus_parser *p) {
    struct model_program *program = p->litmus->program;
    const struct token *name = &p->tokens.now;
    if (program->threads.count == MODEL_MOST_THREADS)
        return litmus_refuse(p, "more than %d threads", MODEL_MOST_THREADS);
    struct model_thread thread = {.name = memory_text(name->text, name->length),
                                  .root = true};
    vec_push(&program->threads, thread);
    struct body b = {.parser = p,
                     .thread =
                         &program->threads.at[program->threads.count - 1]};
    bool fine = head(&b) && block(&b) && leave(p);
    body_free(&b);
    return fine && !p->error->message[0];
}
