// SPDX-License-Identifier: Apache-2.0

#include "litmus/litmus_condition.h"

#include "base/fault.h"
#include "litmus/litmus_parser.h"

#include <inttypes.h>
#include <string.h>

// ---------------------------------------------------------------- reading

enum { MOST_NODES = 5000 }; // a tree may be as deep as it has nodes

static bool add(struct litmus_parser *p, struct litmus_node node,
                uint32_t *at) {
    if (p->litmus->nodes.count == MOST_NODES)
        return litmus_refuse(p, "the condition is too long");
    *at = (uint32_t)p->litmus->nodes.count;
    vec_push(&p->litmus->nodes, node);
    return true;
}

static bool local_place(struct litmus_parser *p, uint32_t thread,
                        struct litmus_place *place) {
    const struct model_program *program = p->litmus->program;
    const struct token *name = &p->tokens.now;
    if (thread >= program->threads.count)
        return litmus_refuse(p, "there is no thread P%" PRIu32, thread);
    const struct model_thread *t = &program->threads.at[thread];
    for (size_t i = 0; i < t->registers.count; i++)
        if (name->kind == TOKEN_WORD && token_is(name, t->registers.at[i])) {
            *place = (struct litmus_place){thread, (uint32_t)i};
            tokens_next(&p->tokens);
            return true;
        }
    return litmus_refuse(p, "P%" PRIu32 " has no such variable", thread);
}

// 0:r0, P0:r0, x, [x] or *x
bool litmus_place(struct litmus_parser *p, struct litmus_place *place) {
    struct token first = p->tokens.now;
    uint32_t thread;
    if (first.kind == TOKEN_NUMBER || litmus_thread_number(&first, &thread)) {
        if (first.kind == TOKEN_NUMBER)
            thread = (uint32_t)first.number;
        tokens_next(&p->tokens);
        return litmus_expect(p, ":") && local_place(p, thread, place);
    }
    bool brackets = litmus_takes(p, "[");
    if (!brackets)
        litmus_takes(p, "*");
    int variable = litmus_variable(p, &p->tokens.now, false);
    if (variable < 0)
        return litmus_refuse(p, "the name of a variable expected");
    tokens_next(&p->tokens);
    *place = (struct litmus_place){LITMUS_SHARED, (uint32_t)variable};
    return !brackets || litmus_expect(p, "]");
}

static bool comparison(struct litmus_parser *p, uint32_t *node) {
    struct litmus_node n = {.kind = NODE_EQUALS};
    if (!litmus_place(p, &n.place))
        return false;
    if (litmus_takes(p, "!="))
        n.kind = NODE_DIFFERS;
    else if (!litmus_takes(p, "=") && !litmus_expect(p, "=="))
        return false;
    return litmus_constant(p, &n.value) && add(p, n, node);
}

static bool negation(struct litmus_parser *p, uint32_t *node) {
    struct litmus_node n = {.kind = NODE_NOT};
    if (p->depth > LITMUS_DEEPEST)
        return litmus_refuse(p, "conditions are nested too deeply");
    if (litmus_takes(p, "~") || litmus_takes(p, "not")) {
        p->depth++;
        bool fine = negation(p, &n.left);
        p->depth--;
        return fine && add(p, n, node);
    }
    if (litmus_takes(p, "("))
        return litmus_tree(p, node) && litmus_expect(p, ")");
    if (litmus_takes(p, "true"))
        return add(p, (struct litmus_node){.kind = NODE_TRUE}, node);
    if (litmus_takes(p, "false"))
        return add(p, (struct litmus_node){.kind = NODE_TRUE}, &n.left) &&
               add(p, n, node);
    return comparison(p, node);
}

// Those that bind tightest are last.
static const struct connective {
    const char *symbol;
    enum litmus_node_kind kind;
} connectives[] = {{"=>", NODE_IMPLIES}, {"\\/", NODE_OR}, {"/\\", NODE_AND}};
enum { CONNECTIVES = sizeof connectives / sizeof *connectives };

static bool connected(struct litmus_parser *p, int level, uint32_t *node) {
    if (level == CONNECTIVES)
        return negation(p, node);
    const struct connective *c = &connectives[level];
    if (!connected(p, level + 1, node))
        return false;
    while (litmus_takes(p, c->symbol)) {
        struct litmus_node n = {.kind = c->kind, .left = *node};
        // a => b => c is a => (b => c)
        if (++p->depth > LITMUS_DEEPEST && c->kind == NODE_IMPLIES)
            return litmus_refuse(p, "conditions are nested too deeply");
        if (!connected(p, level + (c->kind != NODE_IMPLIES), &n.right) ||
            !add(p, n, node))
            return false;
        p->depth--;
    }
    return true;
}

bool litmus_tree(struct litmus_parser *p, uint32_t *node) {
    if (++p->depth > LITMUS_DEEPEST)
        return litmus_refuse(p, "conditions are nested too deeply");
    bool fine = connected(p, 0, node);
    p->depth--;
    return fine;
}

// -------------------------------------------------------------- computing

bool litmus_holds(const struct litmus *l, uint32_t node, litmus_value *value,
                  void *context) {
    const struct litmus_node *n = &l->nodes.at[node];
    invariant(node < l->nodes.count);
    switch (n->kind) {
    case NODE_TRUE:
        return true;
    case NODE_EQUALS:
        return value(context, n->place) == n->value;
    case NODE_DIFFERS:
        return value(context, n->place) != n->value;
    case NODE_NOT:
        return !litmus_holds(l, n->left, value, context);
    case NODE_AND:
        return litmus_holds(l, n->right, value, context) &&
               litmus_holds(l, n->left, value, context);
    case NODE_OR:
        return litmus_holds(l, n->right, value, context) ||
               litmus_holds(l, n->left, value, context);
    case NODE_IMPLIES:
        return !litmus_holds(l, n->left, value, context) ||
               litmus_holds(l, n->right, value, context);
    }
    return false;
}

// ---------------------------------------------------------------- writing

void litmus_place_text(struct litmus_place place,
                       const struct model_program *program, struct text *text) {
    if (place.thread == LITMUS_SHARED)
        text_add(text, "[%s]",
                 program->names.at[program->objects.at[place.number].name]);
    else
        text_add(text, "%" PRIu32 ":%s", place.thread,
                 program->threads.at[place.thread].registers.at[place.number]);
}

void litmus_value_text(int64_t value, const struct model_program *program,
                       struct text *text) {
    uint64_t number = (uint64_t)value - (uint64_t)LITMUS_ADDRESS;
    if (number < program->objects.count)
        text_add(text, "%s",
                 program->names.at[program->objects.at[number].name]);
    else
        text_add(text, "%" PRId64, value);
}

static void node_text(const struct litmus *l, uint32_t node,
                      enum litmus_node_kind above,
                      const struct model_program *program, struct text *text);

// A pair within one of its own kind needs no brackets, on the left.
static void pair_text(const struct litmus *l, const struct litmus_node *n,
                      bool brackets, const struct model_program *program,
                      struct text *text) {
    const char *symbol = "";
    for (int i = 0; i < CONNECTIVES; i++)
        if (connectives[i].kind == n->kind)
            symbol = connectives[i].symbol;
    text_add(text, brackets ? "(" : "");
    node_text(l, n->left, n->kind == NODE_IMPLIES ? NODE_NOT : n->kind, program,
              text);
    text_add(text, " %s ", symbol);
    node_text(l, n->right, NODE_NOT, program, text);
    text_add(text, brackets ? ")" : "");
}

static void node_text(const struct litmus *l, uint32_t node,
                      enum litmus_node_kind above,
                      const struct model_program *program, struct text *text) {
    const struct litmus_node *n = &l->nodes.at[node];
    switch (n->kind) {
    case NODE_TRUE:
        text_add(text, "true");
        return;
    case NODE_EQUALS:
    case NODE_DIFFERS:
        litmus_place_text(n->place, program, text);
        text_add(text, n->kind == NODE_EQUALS ? "=" : "!=");
        litmus_value_text(n->value, program, text);
        return;
    case NODE_NOT:
        text_add(text, "~");
        node_text(l, n->left, NODE_NOT, program, text);
        return;
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
        pair_text(l, n, above != n->kind, program, text);
        return;
    }
}

void litmus_node_text(const struct litmus *l, uint32_t node,
                      const struct model_program *program, struct text *text) {
    node_text(l, node, l->nodes.at[node].kind, program, text);
}
