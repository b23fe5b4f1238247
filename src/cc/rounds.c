// SPDX-License-Identifier: Apache-2.0

#include "cc/rounds.h"

#include "cc/calls.h"
#include "cc/dominators.h"
#include "cc/loops.h"

// One function.
struct rounds {
    struct unit *unit;
    LLVMValueRef function;
    struct flow flow;
    struct dominators dominators;
    struct loops loops;
};

// A call at which, in every mode, other threads may run.
static bool is_visible(struct unit *unit, LLVMValueRef at) {
    if (!LLVMIsACallInst(at) || !LLVMIsAFunction(LLVMGetCalledValue(at)))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(at);
    static const enum unit_hook hooks[] = {
        HOOK_LOAD,       HOOK_STORE,         HOOK_RMW,        HOOK_CAS,
        HOOK_LOAD16,     HOOK_STORE16,       HOOK_EXCHANGE16, HOOK_CAS16,
        HOOK_LOAD_AWAIT, HOOK_EXCHANGE_AWAIT};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (callee == unit->hooks[hooks[i]])
            return true;
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length), *model;
    if (text_starts(name, "mz.update."))
        return true;
    return !calls_is_defined(callee) &&
           calls_kind(unit, name, &model) == CALLS_SYNC;
}

static bool block_is_visible(struct unit *unit, LLVMBasicBlockRef block) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
         at = LLVMGetNextInstruction(at))
        if (is_visible(unit, at))
            return true;
    return false;
}

// Does every round make a step?
static bool is_sure(const struct rounds *r, const struct loop *loop) {
    for (size_t i = 0; i < loop->blocks.count; i++) {
        int block = loop->blocks.at[i];
        if (loops_always(loop, &r->dominators, block) &&
            block_is_visible(r->unit, r->flow.blocks[block].block))
            return true;
    }
    return false;
}

// ---------------------------------------------------------------- the count

static LLVMValueRef most_rounds(struct unit *unit) {
    static const char name[] = "__mz_most_rounds";
    LLVMValueRef global = LLVMGetNamedGlobal(unit->module, name);
    return global ? global : LLVMAddGlobal(unit->module, unit->i64, name);
}

// void mz.round(count, site): __mz_cut(site) if there were that many before.
static void check_count(struct unit *unit, LLVMValueRef count,
                        LLVMValueRef site, LLVMValueRef place) {
    LLVMTypeRef parameters[] = {unit->i64, unit->pointer};
    LLVMTypeRef type = LLVMFunctionType(unit->nothing, parameters, 2, false);
    bool is_new;
    LLVMValueRef helper = unit_helper(unit, "mz.round", type, &is_new);
    if (is_new) {
        LLVMBasicBlockRef cut =
            LLVMAppendBasicBlockInContext(unit->context, helper, "");
        LLVMBasicBlockRef done =
            LLVMAppendBasicBlockInContext(unit->context, helper, "");
        LLVMValueRef most =
            LLVMBuildLoad2(unit->build, unit->i64, most_rounds(unit), "");
        LLVMValueRef reached = LLVMBuildICmp(unit->build, LLVMIntUGE,
                                             LLVMGetParam(helper, 0), most, "");
        LLVMBuildCondBr(unit->build, reached, cut, done);
        LLVMPositionBuilderAtEnd(unit->build, cut);
        LLVMValueRef where = LLVMGetParam(helper, 1);
        unit_call(unit, HOOK_CUT, &where);
        LLVMBuildUnreachable(unit->build);
        LLVMPositionBuilderAtEnd(unit->build, done);
        LLVMBuildRetVoid(unit->build);
    }
    unit_before(unit, place);
    LLVMBuildCall2(unit->build, type, helper, (LLVMValueRef[]){count, site}, 2,
                   "");
}

// One more, if anybody asks. In a program that tells its states a count that
// nobody looks at must not make them different.
static LLVMValueRef counted(struct unit *unit, LLVMValueRef count) {
    LLVMValueRef one = unit_i64(unit, 1);
    if (unit->states) {
        LLVMValueRef most =
            LLVMBuildLoad2(unit->build, unit->i64, most_rounds(unit), "");
        LLVMValueRef bounded = LLVMBuildICmp(unit->build, LLVMIntNE, most,
                                             unit_i64(unit, UINT64_MAX), "");
        one = LLVMBuildZExt(unit->build, bounded, unit->i64, "");
    }
    return LLVMBuildAdd(unit->build, count, one, "");
}

// How often the head was reached before, since the loop was entered: a value
// of the program's own kind, which going back puts back like all others.
static LLVMValueRef count_regular(struct rounds *r, const struct loop *loop,
                                  LLVMValueRef place) {
    struct unit *unit = r->unit;
    LLVMBasicBlockRef header = r->flow.blocks[loop->header].block;
    LLVMPositionBuilderBefore(unit->build, LLVMGetFirstInstruction(header));
    LLVMSetCurrentDebugLocation2(unit->build, NULL);
    LLVMValueRef count = LLVMBuildPhi(unit->build, unit->i64, "");
    unit_before(unit, place);
    LLVMValueRef next = counted(unit, count);
    LLVMValueRef none = unit_i64(unit, 0);
    // An edge each, also from blocks that cannot be reached.
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(header)); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef jump = LLVMGetUser(use);
        if (!LLVMIsATerminatorInst(jump))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(jump);
        bool inside = loops_contains(loop, flow_number(&r->flow, from));
        LLVMAddIncoming(count, inside ? &next : &none, &from, 1);
    }
    return count;
}

// A cycle with several entries counts from the call of its function on.
static LLVMValueRef count_irregular(struct rounds *r, LLVMValueRef place) {
    struct unit *unit = r->unit;
    unit_at_entry(unit, r->function);
    LLVMValueRef counter = LLVMBuildAlloca(unit->build, unit->i64, "");
    LLVMBuildStore(unit->build, unit_i64(unit, 0), counter);
    unit_before(unit, place);
    LLVMValueRef count = LLVMBuildLoad2(unit->build, unit->i64, counter, "");
    LLVMValueRef next = counted(unit, count);
    LLVMBuildStore(unit->build, next, counter);
    return count;
}

// ------------------------------------------------------------------- places

static LLVMValueRef first_behind_phis(LLVMBasicBlockRef block) {
    LLVMValueRef place = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(place))
        place = LLVMGetNextInstruction(place);
    return place;
}

// The first instruction with a line is where the loop stands; what only tells
// debuggers of variables has the line of their scope.
static LLVMValueRef site_of(struct unit *unit, LLVMValueRef place) {
    LLVMValueRef known = place;
    while (known && (LLVMIsADbgInfoIntrinsic(known) ||
                     !LLVMInstructionGetDebugLoc(known)))
        known = LLVMGetNextInstruction(known);
    return sites_named(unit, known ? known : place, "");
}

// `loop` is NULL for a cycle without a header.
static void count_at(struct rounds *r, int block, const struct loop *loop) {
    struct unit *unit = r->unit;
    LLVMValueRef place = first_behind_phis(r->flow.blocks[block].block);
    LLVMValueRef site = site_of(unit, place);
    LLVMValueRef count =
        loop ? count_regular(r, loop, place) : count_irregular(r, place);
    check_count(unit, count, site, place);
    if (!loop || !is_sure(r, loop))
        unit_call(unit, HOOK_LOOP, &site);
}

void rounds_count(struct unit *unit, LLVMValueRef function) {
    struct rounds r = {.unit = unit, .function = function};
    flow_open(&r.flow, function);
    dominators_open(&r.dominators, &r.flow);
    loops_open(&r.loops, &r.flow, &r.dominators);
    for (size_t i = 0; i < r.loops.count; i++)
        count_at(&r, r.loops.at[i].header, &r.loops.at[i]);
    for (size_t i = 0; i < r.loops.irregular.count; i++)
        count_at(&r, r.loops.irregular.at[i], NULL);
    loops_close(&r.loops);
    dominators_close(&r.dominators);
    flow_close(&r.flow);
}
