// SPDX-License-Identifier: Apache-2.0

#include "machine/model/model_expression.h"

#include "base/fault.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 64 }; // stack places, and nesting of parentheses

// The operators of two values, and what they make of a and b. Unsigned, since
// numbers wrap; both operands of AND and OR are computed: expressions have no
// effects. See objection() for those that cannot be computed.
// clang-format off
#define BINARIES(X)                                              \
    X(ADD,         wrap((uint64_t)a + (uint64_t)b))               \
    X(SUBTRACT,    wrap((uint64_t)a - (uint64_t)b))               \
    X(MULTIPLY,    wrap((uint64_t)a * (uint64_t)b))               \
    X(DIVIDE,      floor_divide(a, b))                            \
    X(MODULO,      wrap((uint64_t)a - (uint64_t)b * (uint64_t)floor_divide(a, b))) \
    X(SHIFT_LEFT,  shifted(a, b, true))                           \
    X(SHIFT_RIGHT, shifted(a, b, false))                          \
    X(BIT_AND,     a & b)                                         \
    X(BIT_XOR,     a ^ b)                                         \
    X(BIT_OR,      a | b)                                         \
    X(EQ,          a == b)                                        \
    X(NE,          a != b)                                        \
    X(LT,          a < b)                                         \
    X(LE,          a <= b)                                        \
    X(GT,          a > b)                                         \
    X(GE,          a >= b)                                        \
    X(MIN,         a < b ? a : b)                                 \
    X(MAX,         a > b ? a : b)                                 \
    X(AND,         a ? b : a)                                     \
    X(OR,          a ? a : b)
// clang-format on

enum instruction {
    PUSH,
    REGISTER,
    NEGATE,
    INVERT,
    NOT,
    ABSOLUTE,
    CHAIN,  // see chain()
    CHOOSE, // yes condition no -> one of the two
    COPY,   // repeats the place `operand` below the top
#define X(name, result) name,
    BINARIES(X)
#undef X
};

// What CHAIN does besides comparing.
enum { KEEP_RESULT = -1, DROP_OPERAND = -2 };

struct expression_parser {
    struct expression_source *source;
    expression_pool *pool;
    size_t at;
    int depth, deepest; // of the stack that the code needs
    int nesting;
    bool failed;
};

static void fail(struct expression_parser *p, const char *message) {
    if (p->failed)
        return;
    p->failed = true;
    p->source->error_at = p->at;
    snprintf(p->source->error, sizeof p->source->error, "%s", message);
}

static void emit(struct expression_parser *p, enum instruction code, int64_t operand,
                 int effect) {
    invariant(code <= UINT8_MAX && (p->failed || p->depth + effect >= 0));
    vec_push(p->pool, (struct expression_code){(uint8_t)code, operand});
    p->depth += effect;
    if (p->depth > p->deepest)
        p->deepest = p->depth;
    if (p->deepest > DEEPEST)
        fail(p, "expression is too deep");
}

// ---------------------------------------------------------------- reading

static void skip_blanks(struct expression_parser *p) {
    const struct expression_source *s = p->source;
    while (p->at < s->length && isspace((unsigned char)s->text[p->at]))
        p->at++;
}

static char peek(struct expression_parser *p, size_t ahead) {
    size_t at = p->at + ahead;
    return at < p->source->length ? p->source->text[at] : '\0';
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool take(struct expression_parser *p, const char *symbol) {
    skip_blanks(p);
    size_t length = strlen(symbol);
    invariant(length && p->at <= p->source->length);
    if (p->source->length - p->at < length ||
        memcmp(p->source->text + p->at, symbol, length) != 0)
        return false;
    if (is_word(symbol[0]) && is_word(peek(p, length)))
        return false;
    p->at += length;
    return true;
}

static void expression(struct expression_parser *p);

static void number(struct expression_parser *p) {
    uint64_t value = 0;
    unsigned base = 10;
    if (peek(p, 0) == '0' && (peek(p, 1) | 32) == 'x') {
        base = 16;
        p->at += 2;
    }
    bool any = false;
    for (; isxdigit((unsigned char)peek(p, 0)); p->at++, any = true) {
        char c = peek(p, 0);
        unsigned digit = (unsigned)(isdigit((unsigned char)c)
                                        ? c - '0'
                                        : (c | 32) - 'a' + 10);
        if (digit >= base)
            break;
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value) ||
            value > (uint64_t)INT64_MAX + 1)
            return fail(p, "number does not fit into 64 bits");
    }
    if (!any || is_word(peek(p, 0)))
        return fail(p, "malformed number");
    emit(p, PUSH, (int64_t)value, 1);
}

static void call(struct expression_parser *p, enum instruction code, bool many) {
    if (!take(p, "("))
        return fail(p, "'(' expected");
    expression(p);
    while (many && !p->failed && take(p, ",")) {
        expression(p);
        emit(p, code, 0, -1);
    }
    if (!many)
        emit(p, code, 0, 0);
    if (!p->failed && !take(p, ")"))
        fail(p, "')' expected");
}

static void atom(struct expression_parser *p) {
    skip_blanks(p);
    char c = peek(p, 0);
    if (take(p, "(")) {
        expression(p);
        if (!p->failed && !take(p, ")"))
            fail(p, "')' expected");
    } else if (isdigit((unsigned char)c)) {
        number(p);
    } else if (take(p, "min")) {
        call(p, MIN, true);
    } else if (take(p, "max")) {
        call(p, MAX, true);
    } else if (take(p, "abs")) {
        call(p, ABSOLUTE, false);
    } else if (is_word(c)) {
        size_t length = 0;
        while (is_word(peek(p, length)))
            length++;
        int number = p->source->reg(p->source->context,
                                    p->source->text + p->at, length);
        if (number < 0)
            return fail(p, "no such register in this thread");
        p->at += length;
        emit(p, REGISTER, number, 1);
    } else {
        fail(p, "value expected");
    }
}

static void unary(struct expression_parser *p) {
    if (++p->nesting > DEEPEST)
        fail(p, "expression is too deep");
    if (!p->failed) {
        if (take(p, "-")) {
            unary(p);
            emit(p, NEGATE, 0, 0);
        } else if (take(p, "+")) {
            unary(p);
        } else if (take(p, "~")) {
            unary(p);
            emit(p, INVERT, 0, 0);
        } else {
            atom(p);
        }
    }
    p->nesting--;
}

// The binary operators that associate to the left, loosest first.
static const struct precedence {
    const char *symbols[4];
    enum instruction codes[3];
} levels[] = {
    {{"|"}, {BIT_OR}},
    {{"^"}, {BIT_XOR}},
    {{"&"}, {BIT_AND}},
    {{"<<", ">>"}, {SHIFT_LEFT, SHIFT_RIGHT}},
    {{"+", "-"}, {ADD, SUBTRACT}},
    {{"*", "//", "%"}, {MULTIPLY, DIVIDE, MODULO}},
};
enum { LEVELS = sizeof levels / sizeof *levels };

static void binary(struct expression_parser *p, int level) {
    if (level == LEVELS)
        return unary(p);
    binary(p, level + 1);
    while (!p->failed) {
        int found = -1;
        for (int i = 0; levels[level].symbols[i] && found < 0; i++)
            if (take(p, levels[level].symbols[i]))
                found = i;
        if (found < 0)
            return;
        binary(p, level + 1);
        emit(p, levels[level].codes[found], 0, -1);
    }
}

static bool comparison_operator(struct expression_parser *p, enum instruction *code) {
    static const struct {
        const char *symbol;
        enum instruction code;
    } all[] = {{"==", EQ}, {"!=", NE}, {"<=", LE},
               {">=", GE}, {"<", LT},  {">", GT}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (take(p, all[i].symbol)) {
            *code = all[i].code;
            return true;
        }
    return false;
}

// a < b == c is (a < b) and (b == c): while the next operator is read, the
// stack holds the result so far and the last operand.
static void comparison(struct expression_parser *p) {
    binary(p, 0);
    enum instruction code, next;
    if (p->failed || !comparison_operator(p, &code))
        return;
    binary(p, 0);
    if (p->failed || !comparison_operator(p, &next)) {
        emit(p, code, 0, -1);
        return;
    }
    emit(p, COPY, 1, 1);
    emit(p, COPY, 1, 1);
    emit(p, code, 0, -1);
    emit(p, CHAIN, KEEP_RESULT, -1);
    do {
        binary(p, 0);
        emit(p, CHAIN, next, -1);
    } while (!p->failed && comparison_operator(p, &next));
    emit(p, CHAIN, DROP_OPERAND, -1);
}

static void negation(struct expression_parser *p) {
    int count = 0;
    while (!p->failed && take(p, "not"))
        count++;
    comparison(p);
    if (count)
        emit(p, NOT, 0, 0);
    if (count > 0 && count % 2 == 0)
        emit(p, NOT, 0, 0);
}

static void conjunction(struct expression_parser *p) {
    negation(p);
    while (!p->failed && take(p, "and")) {
        negation(p);
        emit(p, AND, 0, -1);
    }
}

static void disjunction(struct expression_parser *p) {
    conjunction(p);
    while (!p->failed && take(p, "or")) {
        conjunction(p);
        emit(p, OR, 0, -1);
    }
}

static void expression(struct expression_parser *p) {
    if (++p->nesting > DEEPEST)
        fail(p, "expression is too deep");
    if (!p->failed) {
        disjunction(p);
        if (!p->failed && take(p, "if")) {
            disjunction(p);
            if (!p->failed && !take(p, "else"))
                fail(p, "'else' expected");
            if (!p->failed)
                expression(p);
            emit(p, CHOOSE, 0, -2);
        }
    }
    p->nesting--;
}

bool expression_parse(struct expression_source *source, expression_pool *pool,
                      struct expression *result) {
    struct expression_parser p = {.source = source, .pool = pool};
    uint32_t start = (uint32_t)pool->count;
    expression(&p);
    skip_blanks(&p);
    if (!p.failed && p.at < source->length)
        fail(&p, peek(&p, 0) == '/' ? "use // to divide" : "unexpected text");
    if (p.failed)
        return false;
    invariant(p.depth == 1);
    *result = (struct expression){start, (uint32_t)pool->count - start, false,
                                  0};
    if (result->count == 1 && pool->at[start].instruction == PUSH) {
        result->constant = true;
        result->value = pool->at[start].operand;
        pool->count = start;
    }
    return true;
}

// -------------------------------------------------------------- computing

static int64_t wrap(uint64_t value) {
    return (int64_t)value;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    invariant(b); // see objection()
    if (b == -1)
        return wrap(0 - (uint64_t)a);
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t shifted(int64_t a, int64_t by, bool left) {
    uint64_t distance = (uint64_t)by;
    invariant(by >= 0); // see objection()
    if (left)
        return distance > 63 ? 0 : wrap((uint64_t)a << distance);
    return distance > 63 ? (a < 0 ? -1 : 0) : a >> distance;
}

static const char *objection(enum instruction code, int64_t b) {
    if ((code == DIVIDE || code == MODULO) && b == 0)
        return "division by zero";
    if ((code == SHIFT_LEFT || code == SHIFT_RIGHT) && b < 0)
        return "shift by a negative number";
    return NULL;
}

static int64_t binary_value(enum instruction code, int64_t a, int64_t b) {
#define X(name, result) \
    if (code == name)   \
        return result;
    BINARIES(X)
#undef X
    fault("no operator of two values");
}

// The three forms of CHAIN; top is the index of the uppermost place.
static int chain(int64_t *stack, int top, int64_t operand) {
    invariant(top >= (operand == DROP_OPERAND ? 1 : 2));
    if (operand == DROP_OPERAND) // result b -> result
        return top - 1;
    if (operand == KEEP_RESULT) { // a b result -> result b
        stack[top - 2] = stack[top];
        return top - 1;
    }
    // result b c -> (result and b ? c) c
    bool holds =
        binary_value((enum instruction)operand, stack[top - 1], stack[top]);
    stack[top - 2] = stack[top - 2] && holds;
    stack[top - 1] = stack[top];
    return top - 1;
}

bool expression_value(const struct expression *expression,
                      const expression_pool *pool, const int64_t *registers,
                      int64_t *value, const char **error) {
    if (expression->constant) {
        *value = expression->value;
        return true;
    }
    int64_t stack[DEEPEST + 1];
    int top = -1;
    const struct expression_code *code = pool->at + expression->start;
    for (uint32_t i = 0; i < expression->count; i++) {
        int64_t operand = code[i].operand;
        enum instruction instruction = (enum instruction)code[i].instruction;
        expensive(top < DEEPEST);
        switch (instruction) {
        case PUSH:
            stack[++top] = operand;
            break;
        case REGISTER:
            stack[++top] = registers[operand];
            break;
        case COPY:
            stack[top + 1] = stack[top - operand];
            top++;
            break;
        case NEGATE:
            stack[top] = wrap(0 - (uint64_t)stack[top]);
            break;
        case INVERT:
            stack[top] = ~stack[top];
            break;
        case NOT:
            stack[top] = !stack[top];
            break;
        case ABSOLUTE:
            if (stack[top] < 0)
                stack[top] = wrap(0 - (uint64_t)stack[top]);
            break;
        case CHAIN:
            top = chain(stack, top, operand);
            break;
        case CHOOSE: // yes condition no
            stack[top - 2] = stack[top - 1] ? stack[top - 2] : stack[top];
            top -= 2;
            break;
#define X(name, ...) case name:
            BINARIES(X)
#undef X
            *error = objection(instruction, stack[top]);
            if (*error)
                return false;
            stack[top - 1] =
                binary_value(instruction, stack[top - 1], stack[top]);
            top--;
            break;
        }
    }
    invariant(top == 0);
    *value = stack[0];
    return true;
}

uint64_t expression_registers(const struct expression *expression,
                              const expression_pool *pool) {
    uint64_t set = 0;
    if (expression->constant)
        return set;
    const struct expression_code *code = pool->at + expression->start;
    for (uint32_t i = 0; i < expression->count; i++)
        if (code[i].instruction == REGISTER)
            set |= 1ull << code[i].operand;
    return set;
}
