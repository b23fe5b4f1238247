// SPDX-License-Identifier: Apache-2.0
// Litmus tests: small programs with a question about their final states, in the
// C format of herd. They become programs of the model machine.
//
//   C name                              { int y = 1; int *p = &x; }
//   P0(atomic_int *x, int *y) { atomic_store(x, 1); int r0 = *y; }
//   …
//   locations [x; 0:r0]   filter (x=1)   exists (0:r0=0 /\ 1:r0=0)
//
// Shared variables are the objects of the program, in the same order. A local
// variable is a register of the same name. The address of a variable is a
// number that no test writes: LITMUS_ADDRESS and the variable's.
// docs/litmus.md says what is understood; everything else is refused.

#ifndef MAZURKA_LITMUS_LITMUS_H
#define MAZURKA_LITMUS_LITMUS_H

#include "machine/model/program.h"

#define LITMUS_ADDRESS ((int64_t)1 << 40)

// clang-format off
//    id          as it is written   herd's word for it
#define QUANTIFIERS(X)                       \
    X(EXISTS,     "exists",          "Allowed")   \
    X(NOT_EXISTS, "~exists",         "Forbidden") \
    X(FORALL,     "forall",          "Required")
// clang-format on

enum quantifier {
#define X(id, ...) QUANTIFIER_##id,
    QUANTIFIERS(X)
#undef X
};

// What a condition speaks of: a local variable, or a shared one.
enum { LITMUS_SHARED = UINT32_MAX }; // instead of a thread
struct litmus_place {
    uint32_t thread;
    uint32_t number; // of the register or the object
};

// A condition is a tree; the nodes below one come before it.
enum litmus_node_kind {
    NODE_TRUE,
    NODE_EQUALS,
    NODE_DIFFERS,
    NODE_NOT,
    NODE_AND,
    NODE_OR,
    NODE_IMPLIES,
};

struct litmus_node {
    enum litmus_node_kind kind;
    struct litmus_place place; // equals, differs: of what
    int64_t value;
    uint32_t left, right;
};

struct litmus {
    char *name;
    struct model_program *program; // until a machine has taken it over
    VEC(struct litmus_node) nodes;
    enum quantifier quantifier;
    uint32_t condition, filter; // nodes
    unsigned condition_line;
    // What of a final state is told, without doubles, in the order of herd.
    VEC(struct litmus_place) told;
};

// NULL if the text is no litmus test, or has something that is not understood;
// *error then says what and where.
struct litmus *litmus_parse(const char *file, const char *text, size_t length,
                            struct model_error *error);
void litmus_free(struct litmus *litmus);

#endif
