// SPDX-License-Identifier: Apache-2.0
// Which values of a function may still be looked at, at each of its places.
//
// The values are numbered: arguments, results of instructions, and the
// variables that stay on the thread's own stack (locals.h), of which not the
// address but the contents are meant. A value is live at a place if a way leads
// from there to an instruction that uses it, without passing its definition;
// contents are live if a way leads to an instruction that reads any of them,
// without passing one that overwrites all. Sets of values are rows of bits.
//
// The usual backward analysis on SSA form: what a phi takes over an edge is
// used at the end of the block that the edge comes from.

#ifndef MAZURKA_CC_FLOW_LIVENESS_H
#define MAZURKA_CC_FLOW_LIVENESS_H

#include "cc/flow/flow.h"
#include "cc/ir/unit.h"

// An instruction that reads a variable on the stack, or overwrites all of it.
struct liveness_touch {
    LLVMValueRef instruction;
    size_t variable;
    bool overwrites;
};

struct numbered_value {
    uint64_t key; // its address
    uint32_t number;
};

struct liveness {
    struct unit *unit;
    struct flow flow;
    VEC(LLVMValueRef) values;
    TABLE(struct numbered_value) numbers;
    VEC(struct liveness_touch) touches; // by instruction
    size_t words;                       // of a set
    uint64_t *at_start, *at_end;        // a set for each block
};

void liveness_open(struct liveness *liveness, struct unit *unit,
                   LLVMValueRef function);
void liveness_close(struct liveness *liveness);

// Do the contents of memory stand behind this value: a variable that stays, an
// argument by value? How many bytes?
bool liveness_is_memory(const struct liveness *liveness, LLVMValueRef value,
                        uint64_t *size);

// Called for each instruction of a block, the last one first, with what is live
// after it. The set is good until the next call.
typedef void liveness_visit(void *context, const struct liveness *liveness,
                            LLVMValueRef instruction, const uint64_t *after);
void liveness_walk(const struct liveness *liveness, int block,
                   liveness_visit *visit, void *context);
// Calls back for the variables on the stack that an instruction reads.
void liveness_reads(const struct liveness *liveness, LLVMValueRef instruction,
                    void (*read)(void *context, LLVMValueRef variable),
                    void *context);

static inline bool liveness_has(const uint64_t *set, size_t number) {
    return set[number / 64] >> (number % 64) & 1;
}

#endif
