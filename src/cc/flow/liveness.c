// SPDX-License-Identifier: Apache-2.0

#include "cc/flow/liveness.h"

#include "cc/flow/live_values.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

// ------------------------------------------------------------------ numbers

static int64_t number_of(const struct liveness *l, LLVMValueRef value) {
    const struct numbered_value *row =
        table_find(&l->numbers, (uintptr_t)value);
    return row ? (int64_t)row->number : NONE;
}

static void add_value(struct liveness *l, LLVMValueRef value) {
    table_add(&l->numbers, (uintptr_t)value)->number =
        (uint32_t)l->values.count;
    vec_push(&l->values, value);
}

static bool is_value(LLVMValueRef instruction) {
    if (live_values_is_count(instruction))
        return false;
    switch (LLVMGetTypeKind(LLVMTypeOf(instruction))) {
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
        return false;
    default:
        return true;
    }
}

static void number_values(struct liveness *l, LLVMValueRef function) {
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        add_value(l, LLVMGetParam(function, i));
    for (int b = 0; b < l->flow.count; b++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(l->flow.blocks[b].block);
             at; at = LLVMGetNextInstruction(at))
            if (is_value(at))
                add_value(l, at);
    l->words = l->values.count / 64 + 1;
}

// ------------------------------------------------------ variables on the stack

bool liveness_is_memory(const struct liveness *l, LLVMValueRef value,
                        uint64_t *size) {
    *size = 0;
    if (LLVMIsAArgument(value)) {
        LLVMTypeRef byval = ir_byval(value);
        *size = byval ? LLVMABISizeOfType(l->unit->layout, byval) : 0;
    } else if (LLVMIsAAllocaInst(value)) {
        LLVMValueRef count = LLVMGetOperand(value, 0);
        if (LLVMIsAConstantInt(count)) // others were moved elsewhere
            *size = LLVMABISizeOfType(l->unit->layout,
                                      LLVMGetAllocatedType(value)) *
                    LLVMConstIntGetZExtValue(count);
    }
    return *size;
}

// Does the instruction write every byte of the variable, given its address?
static bool overwrites(struct unit *unit, LLVMValueRef user,
                       LLVMValueRef address, uint64_t size) {
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 1) == address &&
               unit_size(unit, LLVMTypeOf(LLVMGetOperand(user, 0))) >= size;
    if (!LLVMIsACallInst(user) || !LLVMIsAFunction(LLVMGetCalledValue(user)))
        return false;
    const char *name = ir_name(LLVMGetCalledValue(user));
    if (text_starts(name, "llvm.lifetime."))
        return true;
    if (!text_starts(name, "llvm.memset") && !text_starts(name, "llvm.memcpy"))
        return false;
    LLVMValueRef bytes = LLVMGetOperand(user, 2);
    return LLVMGetOperand(user, 0) == address &&
           LLVMGetOperand(user, 1) != address && LLVMIsAConstantInt(bytes) &&
           LLVMConstIntGetZExtValue(bytes) >= size;
}

// It writes there and does nothing else with the address.
static bool only_writes(LLVMValueRef user, LLVMValueRef address) {
    return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address;
}

static bool derives(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsACastInst(user) ||
           LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
           LLVMIsAFreezeInst(user);
}

// All that is done to a variable, through its address and what is made of it.
static void collect_touches(struct liveness *l, size_t variable,
                            uint64_t size) {
    VEC(LLVMValueRef) addresses = {0};
    LLVMValueRef start = l->values.at[variable];
    vec_push(&addresses, start);
    for (size_t i = 0; i < addresses.count; i++) {
        LLVMValueRef address = addresses.at[i];
        for (LLVMUseRef use = LLVMGetFirstUse(address); use;
             use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            bool seen = false;
            for (size_t k = 0; derives(user) && k < addresses.count; k++)
                seen |= addresses.at[k] == user;
            if (derives(user)) {
                if (!seen)
                    vec_push(&addresses, user);
                continue;
            }
            bool all =
                address == start && overwrites(l->unit, user, address, size);
            if (all || !only_writes(user, address))
                vec_push(&l->touches,
                         (struct liveness_touch){user, variable, all});
        }
    }
    vec_free(&addresses);
}

static int by_instruction(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)((const struct liveness_touch *)a)->instruction;
    uintptr_t y = (uintptr_t)((const struct liveness_touch *)b)->instruction;
    return (x > y) - (x < y);
}

static size_t first_touch(const struct liveness *l, LLVMValueRef instruction) {
    size_t low = 0, high = l->touches.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)l->touches.at[middle].instruction <
            (uintptr_t)instruction)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool touches(const struct liveness *l, size_t index,
                    LLVMValueRef instruction) {
    return index < l->touches.count &&
           l->touches.at[index].instruction == instruction;
}

void liveness_reads(const struct liveness *l, LLVMValueRef instruction,
                    void (*read)(void *context, LLVMValueRef variable),
                    void *context) {
    for (size_t i = first_touch(l, instruction); touches(l, i, instruction);
         i++)
        if (!l->touches.at[i].overwrites)
            read(context, l->values.at[l->touches.at[i].variable]);
}

// ---------------------------------------------------------------- the analysis

static void add(uint64_t *set, size_t number) {
    set[number / 64] |= 1ull << (number % 64);
}

static void drop(uint64_t *set, size_t number) {
    set[number / 64] &= ~(1ull << (number % 64));
}

static void use(const struct liveness *l, uint64_t *set, LLVMValueRef value) {
    uint64_t size;
    int64_t number = number_of(l, value);
    if (number != NONE && !liveness_is_memory(l, value, &size))
        add(set, (size_t)number);
}

// From what is live after an instruction to what is live before it.
static void pass(const struct liveness *l, uint64_t *set,
                 LLVMValueRef instruction) {
    int64_t defined = number_of(l, instruction);
    if (defined != NONE)
        drop(set, (size_t)defined);
    size_t first = first_touch(l, instruction);
    for (size_t i = first; touches(l, i, instruction); i++)
        if (l->touches.at[i].overwrites)
            drop(set, l->touches.at[i].variable);
    if (LLVMIsAPHINode(instruction))
        return;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        use(l, set, LLVMGetOperand(instruction, (unsigned)i));
    for (size_t i = first; touches(l, i, instruction); i++)
        if (!l->touches.at[i].overwrites)
            add(set, l->touches.at[i].variable);
}

static uint64_t *set_of(const struct liveness *l, uint64_t *sets, int block) {
    return sets + (size_t)block * l->words;
}

// What the phis of a block take over the edge from another.
static void use_over_edge(const struct liveness *l, uint64_t *set,
                          LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(to);
         at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
        for (unsigned i = 0; i < LLVMCountIncoming(at); i++)
            if (LLVMGetIncomingBlock(at, i) == from)
                use(l, set, LLVMGetIncomingValue(at, i));
}

static void join(struct liveness *l, int block) {
    uint64_t *end = set_of(l, l->at_end, block);
    const struct flow_block *from = &l->flow.blocks[block];
    for (size_t i = 0; i < from->successors.count; i++) {
        int to = from->successors.at[i];
        const uint64_t *start = set_of(l, l->at_start, to);
        for (size_t w = 0; w < l->words; w++)
            end[w] |= start[w];
        use_over_edge(l, end, from->block, l->flow.blocks[to].block);
    }
}

// True if more is live at the block's start than was known.
static bool update(struct liveness *l, int block, uint64_t *set) {
    join(l, block);
    memcpy(set, set_of(l, l->at_end, block), l->words * sizeof *set);
    for (LLVMValueRef at = LLVMGetLastInstruction(l->flow.blocks[block].block);
         at; at = LLVMGetPreviousInstruction(at))
        pass(l, set, at);
    uint64_t *start = set_of(l, l->at_start, block);
    bool more = memcmp(start, set, l->words * sizeof *set) != 0;
    memcpy(start, set, l->words * sizeof *set);
    return more;
}

void liveness_open(struct liveness *l, struct unit *unit,
                   LLVMValueRef function) {
    *l = (struct liveness){.unit = unit};
    flow_open(&l->flow, function);
    number_values(l, function);
    uint64_t size;
    for (size_t i = 0; i < l->values.count; i++)
        if (liveness_is_memory(l, l->values.at[i], &size))
            collect_touches(l, i, size);
    if (l->touches.count)
        qsort(l->touches.at, l->touches.count, sizeof *l->touches.at,
              by_instruction);
    size_t sets = (size_t)l->flow.count * l->words;
    l->at_start = memory_new(sets, sizeof *l->at_start);
    l->at_end = memory_new(sets, sizeof *l->at_end);
    uint64_t *set = memory_new(l->words, sizeof *set);
    bool more = true;
    while (more) {
        more = false;
        for (int block = l->flow.count - 1; block >= 0; block--)
            more |= update(l, block, set);
    }
    memory_free(set);
}

void liveness_close(struct liveness *l) {
    memory_free(l->at_start);
    memory_free(l->at_end);
    vec_free(&l->values);
    vec_free(&l->touches);
    table_free(&l->numbers);
    flow_close(&l->flow);
}

void liveness_walk(const struct liveness *l, int block, liveness_visit *visit,
                   void *context) {
    uint64_t *set = memory_new(l->words, sizeof *set);
    memcpy(set, set_of(l, l->at_end, block), l->words * sizeof *set);
    for (LLVMValueRef at = LLVMGetLastInstruction(l->flow.blocks[block].block);
         at; at = LLVMGetPreviousInstruction(at)) {
        visit(context, l, at, set);
        pass(l, set, at);
    }
    memory_free(set);
}
