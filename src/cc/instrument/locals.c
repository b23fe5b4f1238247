// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/locals.h"

#include "cc/ir/addresses.h"
#include "cc/names/sites.h"

#include <string.h>

// ------------------------------------------------------------------ escapes

// A local object and a pointer into it, `offset` bytes behind its start.
struct object {
    struct unit *unit;
    uint64_t size;
};

static bool stays(const struct object *object, LLVMValueRef pointer,
                  int64_t offset);

static bool inside(const struct object *object, int64_t offset, uint64_t size) {
    return offset >= 0 && size <= object->size &&
           (uint64_t)offset <= object->size - size;
}

static bool argument_has(LLVMValueRef call, unsigned index, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
}

static bool stays_in_call(const struct object *object, LLVMValueRef call,
                          LLVMValueRef pointer, int64_t offset) {
    const char *name = ir_callee_name(call);
    if (text_starts_with_one_of(name, "llvm.lifetime. llvm.va_"))
        return true;
    if (text_starts_with_one_of(name, "llvm.memcpy llvm.memmove llvm.memset")) {
        LLVMValueRef size = LLVMGetOperand(call, 2);
        return LLVMIsAConstantInt(size) &&
               inside(object, offset, LLVMConstIntGetZExtValue(size));
    }
    // A by-value argument is copied by the call, and the memory operand of an
    // assembler instruction is accessed on the spot; neither is kept.
    bool assembler = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetOperand(call, i) == pointer &&
            !argument_has(call, i, assembler ? "elementtype" : "byval"))
            return false;
    return LLVMGetCalledValue(call) != pointer;
}

static bool stays_in(const struct object *object, LLVMValueRef user,
                     LLVMValueRef pointer, int64_t offset) {
    uint64_t size;
    LLVMValueRef address;
    int64_t more;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMStore:
        if (LLVMGetOperand(user, 0) == pointer)
            return false;
        // fall through
    case LLVMLoad:
        address = addresses_of(object->unit, user, &size);
        return address == pointer && inside(object, offset, size);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        for (int i = 1; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == pointer)
                return false;
        addresses_of(object->unit, user, &size);
        return inside(object, offset, size);
    case LLVMGetElementPtr:
        return LLVMGetOperand(user, 0) == pointer &&
               unit_offset(object->unit, user, &more) &&
               stays(object, user, offset + more);
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return stays(object, user, offset);
    case LLVMICmp:
        return true;
    case LLVMCall:
        return stays_in_call(object, user, pointer, offset);
    default:
        return false;
    }
}

static bool stays(const struct object *object, LLVMValueRef pointer,
                  int64_t offset) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use;
         use = LLVMGetNextUse(use))
        if (!stays_in(object, LLVMGetUser(use), pointer, offset))
            return false;
    return true;
}

static bool alloca_stays(struct unit *unit, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef count = LLVMGetOperand(variable, 0);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(variable);
    if (addresses_is_va_list(type))
        return true;
    if (!LLVMIsAConstantInt(count) ||
        block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)))
        return false;
    struct object object = {unit, LLVMABISizeOfType(unit->layout, type) *
                                      LLVMConstIntGetZExtValue(count)};
    return object.size <= LOCALS_LARGEST && stays(&object, variable, 0);
}

// ------------------------------------------------------------------- moving

// Lifetimes and their like are promises about stack slots: they go.
static void forget_lifetimes(LLVMValueRef pointer) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) &&
            text_starts(ir_callee_name(user), "llvm.lifetime."))
            LLVMInstructionEraseFromParent(user);
    }
}

static void move_alloca(struct unit *unit, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef site = sites_of(unit, variable);
    forget_lifetimes(variable);
    unit_before(unit, variable);
    LLVMValueRef count = LLVMBuildIntCast2(
        unit->build, LLVMGetOperand(variable, 0), unit->i64, false, "");
    LLVMValueRef size =
        LLVMBuildMul(unit->build, count,
                     unit_i64(unit, LLVMABISizeOfType(unit->layout, type)), "");
    LLVMValueRef align = unit_i64(unit, LLVMGetAlignment(variable));
    LLVMValueRef memory =
        unit_call(unit, HOOK_FRAME_ALLOC, (LLVMValueRef[]){size, align, site});
    ir_replace(variable, memory);
}

// A by-value argument lies on the thread's own stack; if its address is taken,
// a copy of it is what the function works on.
static void move_argument(struct unit *unit, LLVMValueRef function,
                          LLVMValueRef argument, uint64_t size) {
    unit_at_entry(unit, function);
    LLVMValueRef bytes = unit_i64(unit, size);
    // A memcpy, which is announced like every other one later on.
    LLVMValueRef copy =
        LLVMBuildMemCpy(unit->build, argument, 8, argument, 8, bytes);
    sites_name(unit, copy, argument);
    LLVMValueRef site = sites_of(unit, copy);
    LLVMPositionBuilderBefore(unit->build, copy);
    LLVMValueRef memory =
        unit_call(unit, HOOK_FRAME_ALLOC,
                  (LLVMValueRef[]){bytes, unit_i64(unit, 16), site});
    LLVMReplaceAllUsesWith(argument, memory);
    LLVMSetOperand(copy, 1, argument);
}

static bool move_arguments(struct unit *unit, LLVMValueRef function) {
    bool moved = false;
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMValueRef argument = LLVMGetParam(function, i);
        LLVMTypeRef type = ir_byval(argument);
        if (!type)
            continue;
        struct object object = {unit, LLVMABISizeOfType(unit->layout, type)};
        if (object.size <= LOCALS_LARGEST && stays(&object, argument, 0))
            continue;
        move_argument(unit, function, argument, object.size);
        moved = true;
    }
    return moved;
}

// -------------------------------------------------------------------- marks

static LLVMValueRef enter(struct unit *unit) {
    return unit_call(unit, HOOK_FRAME_ENTER, NULL);
}

static void leave(struct unit *unit, LLVMValueRef mark) {
    unit_call(unit, HOOK_FRAME_LEAVE, &mark);
}

bool locals_returns_twice(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex,
                                        kind) ||
           (LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex,
                                        kind));
}

// A call that must be a tail call has to stand right before its return.
static LLVMValueRef last_place(LLVMValueRef ret) {
    LLVMValueRef before = LLVMGetPreviousInstruction(ret);
#if LLVM_VERSION_MAJOR >= 18
    if (before && LLVMIsACallInst(before) &&
        LLVMGetTailCallKind(before) == LLVMTailCallKindMustTail)
        return before;
#endif
    (void)before;
    return ret;
}

// The mark of the whole frame: taken at the entry before anything is
// allocated, given back at each return.
static void mark_frame(struct unit *unit, LLVMValueRef function) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    unit_at_entry(unit, function);
    LLVMPositionBuilder(unit->build, entry, LLVMGetFirstInstruction(entry));
    LLVMValueRef mark = enter(unit);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        unit_before(unit, last_place(last));
        leave(unit, mark);
    }
}

// Calls that need marks of their own: setjmp comes back to a frame whose
// callees' memory is still there, and the end of a block frees its
// variable-length arrays.
static void mark_call(struct unit *unit, LLVMValueRef call) {
    const char *name = ir_callee_name(call);
    if (text_starts(name, "llvm.stacksave")) {
        unit_before(unit, call);
        ir_replace(call, enter(unit));
    } else if (text_starts(name, "llvm.stackrestore")) {
        unit_before(unit, call);
        leave(unit, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    } else if (locals_returns_twice(call)) {
        unit_before(unit, call);
        LLVMValueRef mark = enter(unit);
        unit_after(unit, call);
        leave(unit, mark);
    }
}

void locals_move(struct unit *unit, LLVMValueRef function) {
    VEC(LLVMValueRef) variables = {0};
    VEC(LLVMValueRef) calls = {0};
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at)) {
        if (LLVMIsAAllocaInst(at) && !alloca_stays(unit, at))
            vec_push(&variables, at);
        else if (LLVMIsACallInst(at))
            vec_push(&calls, at);
    }
    bool moved = move_arguments(unit, function) || variables.count;
    // Lifetime markers among the calls may go with their variable.
    for (size_t i = 0; i < calls.count; i++)
        mark_call(unit, calls.at[i]);
    for (size_t i = 0; i < variables.count; i++)
        move_alloca(unit, variables.at[i]);
    if (moved)
        mark_frame(unit, function);
    vec_free(&variables);
    vec_free(&calls);
}
