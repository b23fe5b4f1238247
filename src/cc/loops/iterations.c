// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/iterations.h"

#include "cc/ir/library.h"
#include "cc/loops/effects.h"
#include "cc/loops/iteration_values.h"
#include "cc/names/sites.h"

// One function.
struct iterations {
    struct unit *unit;
    LLVMValueRef function;
    struct natural_loops loops;
    LLVMValueRef call; // an address of its own for each call of the function
};

// A call at which, in every mode, other threads may run.
static bool is_visible(struct unit *unit, LLVMValueRef at) {
    LLVMValueRef callee = ir_callee(at);
    if (!callee)
        return false;
    if (unit_calls_hook(unit, at, REACH_ATOMIC))
        return true;
    const char *name = ir_name(callee), *model;
    if (text_starts(name, "mz.update."))
        return true;
    return !library_is_own(callee) &&
           library_kind(unit, name, &model) == LIBRARY_SYNC;
}

static bool block_is_visible(struct unit *unit, LLVMBasicBlockRef block) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
         at = LLVMGetNextInstruction(at))
        if (is_visible(unit, at))
            return true;
    return false;
}

// Is there a visible operation in every iteration?
static bool always_steps(const struct iterations *r, const struct loop *loop) {
    for (size_t i = 0; i < loop->blocks.count; i++) {
        int block = loop->blocks.at[i];
        if (loop_always_passes(loop, block) &&
            block_is_visible(r->unit, r->loops.flow.blocks[block].block))
            return true;
    }
    return false;
}

// Has the loop neither a way out nor any effect?
static bool is_endless(const struct iterations *r, const struct loop *loop) {
    if (loop->exits.count)
        return false;
    for (size_t i = 0; i < loop->blocks.count; i++) {
        LLVMBasicBlockRef block = loop->flow->blocks[loop->blocks.at[i]].block;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (!LLVMIsATerminatorInst(at) &&
                !effects_only_computes(r->unit, at))
                return false;
    }
    return true;
}

// ---------------------------------------------------------------- the count

static LLVMValueRef most_rounds(struct unit *unit) {
    return unit_global(unit, "__mz_most_rounds", unit->i64);
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
        LLVMBuildBr(unit->build, done);
        LLVMPositionBuilderAtEnd(unit->build, done);
        LLVMBuildRetVoid(unit->build);
    }
    unit_before(unit, place);
    LLVMBuildCall2(unit->build, type, helper, (LLVMValueRef[]){count, site}, 2,
                   "");
}

// One more. In a program that tells its states (--states) iterations are only
// counted if there is a limit: else the count would make equal states
// different.
static LLVMValueRef counted(struct unit *unit, LLVMValueRef count) {
    LLVMValueRef one = unit_i64(unit, 1);
    if (unit->options.states) {
        LLVMValueRef most =
            LLVMBuildLoad2(unit->build, unit->i64, most_rounds(unit), "");
        LLVMValueRef bounded = LLVMBuildICmp(unit->build, LLVMIntNE, most,
                                             unit_i64(unit, UINT64_MAX), "");
        one = LLVMBuildZExt(unit->build, bounded, unit->i64, "");
    }
    return LLVMBuildAdd(unit->build, count, one, "");
}

static LLVMValueRef new_phi(struct iterations *r, const struct loop *loop) {
    LLVMValueRef first = LLVMGetFirstInstruction(loop_header(loop));
    LLVMPositionBuilderBefore(r->unit->build, first);
    LLVMSetCurrentDebugLocation2(r->unit->build, NULL);
    return LLVMBuildPhi(r->unit->build, r->unit->i64, "");
}

// One value on all edges from outside, another one on the back edges. An edge
// each, also from blocks that cannot be reached.
static void complete_phi(struct iterations *r, const struct loop *loop,
                         LLVMValueRef phi, LLVMValueRef outside,
                         LLVMValueRef inside) {
    LLVMValueRef header = LLVMBasicBlockAsValue(loop_header(loop));
    for (LLVMUseRef use = LLVMGetFirstUse(header); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef jump = LLVMGetUser(use);
        if (!LLVMIsATerminatorInst(jump))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(jump);
        bool back = loop_contains(loop, flow_number(&r->loops.flow, from));
        LLVMAddIncoming(phi, back ? &inside : &outside, &from, 1);
    }
}

// How often the head was reached before, since the loop was entered: a value
// of the program's own kind, which going back puts back like all others.
static LLVMValueRef count_regular(struct iterations *r, const struct loop *loop,
                                  LLVMValueRef place) {
    LLVMValueRef count = new_phi(r, loop);
    unit_before(r->unit, place);
    LLVMValueRef next = counted(r->unit, count);
    complete_phi(r, loop, count, unit_i64(r->unit, 0), next);
    return count;
}

// Was the head reached before at all, since then?
static LLVMValueRef reached_before(struct iterations *r,
                                   const struct loop *loop) {
    LLVMValueRef before = new_phi(r, loop);
    complete_phi(r, loop, before, unit_i64(r->unit, 0), unit_i64(r->unit, 1));
    return before;
}

// A cycle with several entries counts from the call of its function on.
static LLVMValueRef count_irregular(struct iterations *r, LLVMValueRef place) {
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

// --------------------------------------------------------------- the values

static LLVMValueRef address_of_call(struct iterations *r) {
    if (!r->call) {
        unit_at_entry(r->unit, r->function);
        r->call = LLVMBuildAlloca(r->unit->build, r->unit->i64, "");
    }
    return r->call;
}

static void call_round(struct iterations *r, const struct loop *loop,
                       unsigned count, const LLVMValueRef *values,
                       LLVMValueRef before, LLVMValueRef site,
                       LLVMValueRef place) {
    struct unit *unit = r->unit;
    enum { FIXED = 5 };
    LLVMValueRef arguments[FIXED + MZ_MOST_VALUES] = {
        site, address_of_call(r),
        unit_i32(unit, (uint64_t)(loop - r->loops.at)), before,
        unit_i32(unit, count)};
    unit_before(unit, place);
    for (unsigned i = 0; i < count; i++)
        arguments[FIXED + i] = unit_to_word(unit, values[i]);
    unit_call_more(unit, HOOK_ROUND, arguments, FIXED + count);
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
static void count_at(struct iterations *r, int block, const struct loop *loop,
                     const struct iteration_values *told) {
    struct unit *unit = r->unit;
    LLVMValueRef place = first_behind_phis(r->loops.flow.blocks[block].block);
    LLVMValueRef site = site_of(unit, place);
    bool endless = loop && is_endless(r, loop);
    LLVMValueRef count =
        loop ? count_regular(r, loop, place) : count_irregular(r, place);
    check_count(unit, count, site, place);
    if (endless)
        unit_call(unit, HOOK_ENDLESS, &site);
    else if (!loop || !always_steps(r, loop))
        unit_call(unit, HOOK_LOOP, &site);
    if (!told || !told->complete)
        return;
    bool outer = loop->parent == FLOW_NONE;
    if (told->attempt.first) {
        call_round(r, loop, told->count, told->first_values,
                   unit_i64(unit, outer ? 0 : 1), site, told->attempt.first);
        call_round(r, loop, told->count, told->values, unit_i64(unit, 1), site,
                   told->attempt.again);
        return;
    }
    if (told->block != block)
        place = first_behind_phis(r->loops.flow.blocks[told->block].block);
    call_round(r, loop, told->count, told->values,
               outer ? reached_before(r, loop) : unit_i64(unit, 1), site,
               place);
}

void iterations_count(struct unit *unit, LLVMValueRef function) {
    struct iterations r = {.unit = unit, .function = function};
    natural_loops_open(&r.loops, function);
    // Before the counts become values themselves.
    size_t count = r.loops.count;
    struct iteration_values *told = memory_new(count ? count : 1, sizeof *told);
    // Locals on the thread's own stack change without being announced.
    if (unit->options.loops != LOOPS_OFF && !ir_has_locals(function))
        for (size_t i = 0; i < count; i++)
            iteration_values_find(unit, &r.loops, &r.loops.at[i], &told[i]);
    for (size_t i = 0; i < count; i++)
        count_at(&r, r.loops.at[i].header, &r.loops.at[i], &told[i]);
    for (size_t i = 0; i < r.loops.irregular.count; i++)
        count_at(&r, r.loops.irregular.at[i], NULL, NULL);
    memory_free(told);
    natural_loops_close(&r.loops);
}
