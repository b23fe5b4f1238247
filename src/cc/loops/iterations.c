// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/iterations.h"

#include "base/memory.h"
#include "cc/loops/attempts.h"
#include "cc/instrument/calls.h"
#include "cc/flow/dominators.h"
#include "cc/flow/natural_loops.h"
#include "cc/loops/purity.h"
#include "cc/flow/live_values.h"
#include "machine/hooks.h"

// What the runtime is told of a loop.
struct told {
    bool wanted;
    int block; // at the start of which
    unsigned count;
    LLVMValueRef values[MZ_MOST_VALUES];
    // If the first attempt stands before the loop: it is told before each, and
    // these are the values before the first.
    struct attempt attempt;
    LLVMValueRef first_values[MZ_MOST_VALUES];
};

// One function.
struct rounds {
    struct unit *unit;
    LLVMValueRef function;
    struct flow flow;
    struct dominators dominators;
    struct loops loops;
    LLVMValueRef call; // an address of its own for each call of the function
};

// A call at which, in every mode, other threads may run.
static bool is_visible(struct unit *unit, LLVMValueRef at) {
    if (!LLVMIsACallInst(at) || !LLVMIsAFunction(LLVMGetCalledValue(at)))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(at);
    if (unit_calls_hook(unit, at, REACH_ATOMIC))
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

// --------------------------------------------------------------- the values

// The largest loop around a loop.
static const struct loop *outermost(const struct rounds *r,
                                    const struct loop *loop) {
    while (loop->parent != FLOW_NONE)
        loop = &r->loops.at[loop->parent];
    return loop;
}

// Does a phi of the header have another value in each round? Then no round
// ever ends as it began.
static bool always_changes(const struct rounds *r, const struct loop *loop,
                           LLVMValueRef phi) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        int from = flow_number(&r->flow, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (!loops_contains(loop, from))
            continue;
        bool adds = LLVMIsAInstruction(next) &&
                    (LLVMGetInstructionOpcode(next) == LLVMAdd ||
                     LLVMGetInstructionOpcode(next) == LLVMSub) &&
                    LLVMGetOperand(next, 0) == phi &&
                    LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
                    !LLVMIsNull(LLVMGetOperand(next, 1));
        if (!adds)
            return false;
    }
    return true;
}

// Where a round begins: behind the loop's test, if the header has nothing else,
// because what is wanted after the loop only does not count there.
static int start_of_round(const struct rounds *r, const struct loop *loop) {
    const struct flow_block *header = &r->flow.blocks[loop->header];
    int inside = FLOW_NONE;
    for (size_t i = 0; i < header->successors.count; i++) {
        int next = header->successors.at[i];
        if (!loops_contains(loop, next))
            continue;
        if (inside != FLOW_NONE)
            return loop->header;
        inside = next;
    }
    for (LLVMValueRef at = LLVMGetFirstInstruction(header->block); at;
         at = LLVMGetNextInstruction(at))
        if (LLVMIsACallInst(at) && !LLVMIsADbgInfoIntrinsic(at))
            return loop->header;
    return r->flow.blocks[inside].predecessors.count == 1 ? inside
                                                          : loop->header;
}

// Add the values of a block that are wanted at the start of a round. False if
// there is one that the runtime cannot compare.
static bool tell_block(const struct rounds *r, const struct loop *loop,
                       int block, struct told *told) {
    LLVMBasicBlockRef home = r->flow.blocks[block].block;
    for (LLVMValueRef at = LLVMGetFirstInstruction(home); at;
         at = LLVMGetNextInstruction(at)) {
        if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVoidTypeKind ||
            !wanted_at(&r->flow, at, told->block, purity_is_needed) ||
            purity_does_not_matter(at))
            continue;
        bool own = block == loop->header && LLVMIsAPHINode(at);
        if ((own && always_changes(r, loop, at)) ||
            !unit_is_word(r->unit, LLVMTypeOf(at)) ||
            told->count == MZ_MOST_VALUES)
            return false;
        told->values[told->count++] = at;
    }
    return true;
}

// A loop that only computes is no business of the runtime.
static bool only_computes(const struct rounds *r, const struct loop *loop) {
    for (size_t i = 0; i < loop->blocks.count; i++) {
        LLVMBasicBlockRef block = r->flow.blocks[loop->blocks.at[i]].block;
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsACallInst(at) &&
                (!LLVMIsAFunction(LLVMGetCalledValue(at)) ||
                 !LLVMGetIntrinsicID(LLVMGetCalledValue(at))))
                return false;
    }
    return true;
}

// All that can differ from one round's start to the next, as long as the
// outermost loop around it is not left: what is computed inside of that one,
// and still wanted.
static void tell_loop(const struct rounds *r, const struct loop *loop,
                      struct told *told) {
    const struct loop *whole = outermost(r, loop);
    if (only_computes(r, loop))
        return;
    told->block = start_of_round(r, loop);
    for (size_t i = 0; i < whole->blocks.count; i++) {
        int block = whole->blocks.at[i];
        if (dominators_dominates(&r->dominators, block, told->block) &&
            !tell_block(r, loop, block, told))
            return;
    }
    told->wanted = true;
}

// What a phi of the header will be, where this attempt is made. NULL if that is
// not known before it.
static LLVMValueRef to_be(LLVMValueRef phi, LLVMValueRef attempt) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(attempt);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (LLVMGetIncomingBlock(phi, i) != from)
            continue;
        for (LLVMValueRef at = attempt; at; at = LLVMGetNextInstruction(at))
            if (at == value)
                return NULL;
        return value;
    }
    return NULL;
}

// The same with rounds that begin with an attempt. What that will find is not
// wanted there.
static void tell_attempt(const struct rounds *r, const struct loop *loop,
                         struct told *told) {
    struct told early = {.wanted = true, .block = loop->header};
    const struct loop *whole = outermost(r, loop);
    if (!told->wanted ||
        !attempts_find(r->unit, &r->flow, loop, &early.attempt))
        return;
    for (size_t i = 0; i < whole->blocks.count; i++) {
        int block = whole->blocks.at[i];
        if (dominators_dominates(&r->dominators, block, loop->header) &&
            !tell_block(r, loop, block, &early))
            return;
    }
    unsigned count = 0;
    for (unsigned i = 0; i < early.count; i++) {
        LLVMValueRef value = early.values[i], first = value;
        if (value == early.attempt.phi)
            continue;
        if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) ==
                                         r->flow.blocks[loop->header].block) {
            first = to_be(value, early.attempt.first);
            value = to_be(value, early.attempt.again);
        }
        if (!first || !value)
            return;
        early.first_values[count] = first;
        early.values[count++] = value;
    }
    early.count = count;
    *told = early;
}

// Locals that stay on the thread's own stack change without being announced.
static bool has_variables(LLVMValueRef function) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsAAllocaInst(at))
                return true;
    return false;
}

static LLVMValueRef address_of_call(struct rounds *r) {
    if (!r->call) {
        unit_at_entry(r->unit, r->function);
        r->call = LLVMBuildAlloca(r->unit->build, r->unit->i64, "");
    }
    return r->call;
}

static void call_round(struct rounds *r, const struct loop *loop,
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
static void count_at(struct rounds *r, int block, const struct loop *loop,
                     const struct told *told) {
    struct unit *unit = r->unit;
    LLVMValueRef place = first_behind_phis(r->flow.blocks[block].block);
    LLVMValueRef site = site_of(unit, place);
    LLVMValueRef count =
        loop ? count_regular(r, loop, place) : count_irregular(r, place);
    check_count(unit, count, site, place);
    if (!loop || !is_sure(r, loop))
        unit_call(unit, HOOK_LOOP, &site);
    if (!told || !told->wanted)
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
        place = first_behind_phis(r->flow.blocks[told->block].block);
    call_round(r, loop, told->count, told->values,
               outer ? count : unit_i64(unit, 1), site, place);
}

void rounds_count(struct unit *unit, LLVMValueRef function) {
    struct rounds r = {.unit = unit, .function = function};
    flow_open(&r.flow, function);
    dominators_open(&r.dominators, &r.flow);
    loops_open(&r.loops, &r.flow, &r.dominators);
    // Before the counts become values themselves.
    size_t count = r.loops.count;
    struct told *told = memory_new(count ? count : 1, sizeof *told);
    if (unit->rounds && !has_variables(function))
        for (size_t i = 0; i < count; i++) {
            tell_loop(&r, &r.loops.at[i], &told[i]);
            tell_attempt(&r, &r.loops.at[i], &told[i]);
        }
    for (size_t i = 0; i < count; i++)
        count_at(&r, r.loops.at[i].header, &r.loops.at[i], &told[i]);
    for (size_t i = 0; i < r.loops.irregular.count; i++)
        count_at(&r, r.loops.irregular.at[i], NULL, NULL);
    memory_free(told);
    loops_close(&r.loops);
    dominators_close(&r.dominators);
    flow_close(&r.flow);
}
