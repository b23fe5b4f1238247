// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/nondet.h"

#include "base/memory.h"

enum { MOST_TESTS = 32, MOST_CONSTANTS = 12 };

// A comparison of the value with a constant.
struct test {
    LLVMIntPredicate predicate;
    int64_t constant;
};

struct tests {
    unsigned count, bits;
    struct test at[MOST_TESTS];
};

static bool small_constant(LLVMValueRef value, int64_t *constant) {
    if (!LLVMIsAConstantInt(value) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
        return false;
    *constant = LLVMConstIntGetSExtValue(value);
    return true;
}

static bool add_test(struct tests *tests, LLVMIntPredicate predicate,
                     LLVMValueRef constant) {
    struct test test = {.predicate = predicate};
    if (tests->count == MOST_TESTS || !small_constant(constant, &test.constant))
        return false;
    tests->at[tests->count++] = test;
    return true;
}

static bool add_switch(struct tests *tests, LLVMValueRef jump) {
    // Condition and default, then a value and a block for each case.
    for (int i = 2; i < LLVMGetNumOperands(jump); i += 2)
        if (!add_test(tests, LLVMIntEQ, LLVMGetOperand(jump, (unsigned)i)))
            return false;
    return true;
}

// All that is done with the value, if these are tests.
static bool find_tests(LLVMValueRef value, struct tests *tests) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(type) > 64)
        return false;
    tests->bits = LLVMGetIntTypeWidth(type);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool fine = false;
        if (LLVMIsAICmpInst(user) && LLVMGetOperand(user, 0) == value)
            fine = add_test(tests, LLVMGetICmpPredicate(user),
                            LLVMGetOperand(user, 1));
        else if (LLVMIsASwitchInst(user))
            fine = add_switch(tests, user);
        if (!fine)
            return false;
    }
    return true;
}

static uint64_t unsigned_of(int64_t value, unsigned bits) {
    return bits < 64 ? (uint64_t)value & ((1ull << bits) - 1) : (uint64_t)value;
}

static int64_t signed_of(int64_t value, unsigned bits) {
    unsigned unused = 64 - bits;
    return (int64_t)((uint64_t)value << unused) >> unused;
}

static bool holds(const struct test *test, int64_t value, unsigned bits) {
    int64_t a = signed_of(value, bits), b = signed_of(test->constant, bits);
    uint64_t u = unsigned_of(value, bits);
    uint64_t v = unsigned_of(test->constant, bits);
    switch (test->predicate) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return u > v;
    case LLVMIntUGE:
        return u >= v;
    case LLVMIntULT:
        return u < v;
    case LLVMIntULE:
        return u <= v;
    case LLVMIntSGT:
        return a > b;
    case LLVMIntSGE:
        return a >= b;
    case LLVMIntSLT:
        return a < b;
    case LLVMIntSLE:
        return a <= b;
    }
    return false;
}

typedef VEC(int64_t) value_list;

static bool is_same_class(const struct tests *tests, int64_t a, int64_t b) {
    for (unsigned i = 0; i < tests->count; i++)
        if (holds(&tests->at[i], a, tests->bits) !=
            holds(&tests->at[i], b, tests->bits))
            return false;
    return true;
}

static void offer(const struct tests *tests, int64_t value, value_list *list) {
    value = signed_of(value, tests->bits);
    for (size_t i = 0; i < list->count; i++)
        if (is_same_class(tests, value, list->at[i]))
            return;
    vec_push(list, value);
}

// One value of each class. Where a class begins or ends there is a constant
// beside it, or a limit of the type.
static void find_classes(const struct tests *tests, value_list *list) {
    static const int64_t first[] = {0, 1, -1};
    for (unsigned i = 0; i < 3; i++)
        offer(tests, first[i], list);
    for (unsigned i = 0; i < tests->count; i++)
        for (unsigned k = 0; k < 3; k++)
            offer(
                tests,
                (int64_t)((uint64_t)tests->at[i].constant + (uint64_t)first[k]),
                list);
    offer(tests, (int64_t)(1ull << (tests->bits - 1)), list);
    offer(tests, (int64_t)((1ull << (tests->bits - 1)) - 1), list);
}

static void note_constant(int64_t constant, value_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == constant)
            return;
    if (list->count < MOST_CONSTANTS)
        vec_push(list, constant);
}

// What the module compares integers with.
static void find_constants(struct unit *unit, value_list *list) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->module); f;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
                 i = LLVMGetNextInstruction(i)) {
                int64_t constant;
                bool cases = LLVMIsASwitchInst(i);
                for (int k = cases ? 2 : 1;
                     (cases || LLVMIsAICmpInst(i)) && k < LLVMGetNumOperands(i);
                     k += 2)
                    if (small_constant(LLVMGetOperand(i, (unsigned)k),
                                       &constant))
                        note_constant(constant, list);
            }
}

static LLVMValueRef table_of(struct unit *unit, const value_list *list) {
    VEC(LLVMValueRef) words = {0};
    for (size_t i = 0; i < list->count; i++)
        vec_push(&words, unit_i64(unit, (uint64_t)list->at[i]));
    if (!words.count)
        vec_push(&words, unit_i64(unit, 0));
    LLVMValueRef array =
        LLVMConstArray(unit->word, words.at, (unsigned)words.count);
    LLVMValueRef table =
        LLVMAddGlobal(unit->module, LLVMTypeOf(array), "__mz_values");
    LLVMSetInitializer(table, array);
    LLVMSetLinkage(table, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(table, true);
    vec_free(&words);
    return table;
}

void nondet_tell(struct unit *unit, LLVMValueRef call) {
    struct tests tests = {0};
    value_list list = {0};
    bool all = find_tests(call, &tests);
    if (all)
        find_classes(&tests, &list);
    else
        find_constants(unit, &list);
    LLVMValueRef arguments[] = {
        table_of(unit, &list), unit_i32(unit, list.count), unit_i32(unit, all)};
    unit_call(unit, HOOK_NONDET, arguments);
    vec_free(&list);
}
