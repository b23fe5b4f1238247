// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/await.h"

#include "cc/ir/addresses.h"
#include "cc/ir/atomic_hooks.h"
#include "cc/loops/assumptions.h"
#include "cc/loops/await_condition.h"
#include "cc/loops/effects.h"
#include "cc/names/sites.h"
#include "machine/hooks.h"
#include "op/op.h"

#include <string.h>

enum { ASSUME_HEAD = 1 }; // argument of __mz_assume

static uint64_t comparison(LLVMIntPredicate predicate) {
    static const enum comparison numbers[] = {
#define X(name, ...) [LLVMInt##name] = CMP_##name,
        COMPARISONS(X)
#undef X
    };
    return numbers[predicate];
}

static LLVMAtomicOrdering ordering_of(LLVMValueRef access) {
    return LLVMIsAAtomicCmpXchgInst(access)
               ? LLVMGetCmpXchgSuccessOrdering(access)
               : LLVMGetOrdering(access);
}

// What the access itself is compared with.
static LLVMValueRef undo_steps(struct unit *unit,
                               const struct await_condition *wait) {
    LLVMValueRef value = wait->operand;
    for (int i = 0; i < wait->count; i++) {
        const struct await_step *step = &wait->steps[i];
        if (step->opcode == LLVMXor)
            value = LLVMBuildXor(unit->build, value, step->by, "");
        else if (step->opcode == LLVMAdd)
            value = LLVMBuildSub(unit->build, value, step->by, "");
        else if (step->first)
            value = LLVMBuildSub(unit->build, step->by, value, "");
        else
            value = LLVMBuildAdd(unit->build, value, step->by, "");
    }
    return unit_to_word(unit, value);
}

struct comparing {
    LLVMValueRef how, with; // arguments of the hooks
};

// Every number is at least 0: so nothing is waited for.
static struct comparing build_comparing(struct unit *unit,
                                        const struct await_condition *wait) {
    struct comparing c = {unit_i32(unit, comparison(wait->predicate)),
                          undo_steps(unit, wait)};
    if (!wait->unless)
        return c;
    c.how = LLVMBuildSelect(unit->build, wait->unless, unit_i32(unit, CMP_UGE),
                            c.how, "");
    c.with = LLVMBuildSelect(unit->build, wait->unless, unit_i64(unit, 0),
                             c.with, "");
    return c;
}

static LLVMValueRef build_load(struct unit *unit,
                               const struct await_condition *wait,
                               struct comparing c, LLVMValueRef order,
                               LLVMValueRef head, LLVMValueRef site) {
    LLVMTypeRef type = LLVMTypeOf(wait->access);
    LLVMValueRef bits =
        wait->bits ? unit_to_word(unit, wait->bits) : unit_i64(unit, 0);
    LLVMValueRef word =
        unit_call(unit, HOOK_LOAD_AWAIT,
                  (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                                   unit_i32(unit, unit_size(unit, type)), c.how,
                                   c.with, bits, order, head, site});
    return unit_from_word(unit, word, type);
}

// A compare-exchange gives a pair: what it found, and that it succeeded.
static LLVMValueRef build_exchange(struct unit *unit,
                                   const struct await_condition *wait,
                                   struct comparing c, LLVMValueRef order,
                                   LLVMValueRef head, LLVMValueRef site) {
    bool compares = LLVMIsAAtomicCmpXchgInst(wait->access);
    LLVMValueRef by = LLVMGetOperand(wait->access, compares ? 2 : 1);
    LLVMTypeRef type = LLVMTypeOf(by);
    LLVMValueRef word = unit_call(
        unit, HOOK_EXCHANGE_AWAIT,
        (LLVMValueRef[]){LLVMGetOperand(wait->access, 0),
                         unit_i32(unit, unit_size(unit, type)), c.how, c.with,
                         unit_to_word(unit, by), order, head, site});
    LLVMValueRef old = unit_from_word(unit, word, type);
    if (!compares)
        return old;
    LLVMValueRef pair = LLVMGetUndef(LLVMTypeOf(wait->access));
    pair = LLVMBuildInsertValue(unit->build, pair, old, 0, "");
    return LLVMBuildInsertValue(unit->build, pair, LLVMConstAllOnes(unit->i1),
                                1, "");
}

bool await_is_final(struct unit *unit, LLVMValueRef assume) {
    return !LLVMGetMetadata(assume, unit->wait_kind) ||
           assumptions_is(unit, assume, ASSUMPTION_FINAL);
}

// int mz_await(int), which stands in a loop of its own (mazurka.h).
static bool is_of_program(LLVMValueRef at) {
    return !strcmp(effects_callee(at), "mz_await") &&
           LLVMGetNumArgOperands(at) == 1 &&
           LLVMTypeOf(at) == LLVMTypeOf(LLVMGetOperand(at, 0));
}

// mz_await says whether its condition holds.
static void erase(struct unit *unit, LLVMValueRef assume, bool holds) {
    bool answers = LLVMGetTypeKind(LLVMTypeOf(assume)) != LLVMVoidTypeKind;
    LLVMValueRef answer =
        holds ? unit_i32(unit, 1) : LLVMGetOperand(assume, 0);
    ir_replace(assume, answers ? answer : NULL);
}

static void lower(struct unit *unit, LLVMValueRef assume) {
    struct await_condition wait;
    if (!await_condition_find(unit, assume, &wait) ||
        addresses_is_local(unit, LLVMGetOperand(wait.access, 0))) {
        if (is_of_program(assume))
            erase(unit, assume, false);
        return;
    }
    LLVMValueRef site = sites_before(unit, wait.access);
    LLVMValueRef order =
        unit_i32(unit, atomic_hooks_order_of(ordering_of(wait.access)));
    struct comparing c = build_comparing(unit, &wait);
    LLVMValueRef head = await_is_final(unit, assume)
                            ? unit_i64(unit, 0)
                            : LLVMGetOperand(assume, ASSUME_HEAD);
    LLVMValueRef by = LLVMIsALoadInst(wait.access)
                          ? build_load(unit, &wait, c, order, head, site)
                          : build_exchange(unit, &wait, c, order, head, site);
    ir_replace(wait.access, by);
    erase(unit, assume, true);
}

static bool is_wait(struct unit *unit, LLVMValueRef at) {
    return is_of_program(at) || (!strcmp(effects_callee(at), "__mz_assume") &&
                                 LLVMGetMetadata(at, unit->wait_kind));
}

bool await_is_possible(struct unit *unit, LLVMValueRef assume) {
    struct await_condition wait;
    return is_wait(unit, assume) && await_condition_find(unit, assume, &wait);
}

void await_unfold(struct unit *unit) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        for (LLVMValueRef at = ir_first(function), next; at; at = next) {
            next = ir_next(at);
            if (is_of_program(at))
                erase(unit, at, false);
        }
}

static void drop_unused_heads(LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function), next; at; at = next) {
        next = ir_next(at);
        if (!strcmp(effects_callee(at), "__mz_head") && !LLVMGetFirstUse(at))
            LLVMInstructionEraseFromParent(at);
    }
}

void await_lower(struct unit *unit, LLVMValueRef function) {
    VEC(LLVMValueRef) all = {0};
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (is_wait(unit, at))
            vec_push(&all, at);
    for (size_t i = 0; i < all.count; i++)
        lower(unit, all.at[i]);
    vec_free(&all);
    drop_unused_heads(function);
}
