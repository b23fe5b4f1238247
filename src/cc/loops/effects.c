// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/effects.h"

#include "cc/asm/asm_strings.h"
#include "cc/asm/asm_text.h"
#include "cc/ir/addresses.h"
#include "cc/ir/library.h"

#include <string.h>

enum { DEEPEST = 4 }; // calls of calls

static const struct effect nothing = {EFFECT_NONE, ALWAYS, {0}, false, NULL};
static const struct effect nothing_late = {
    EFFECT_NONE, ALWAYS, {0}, true, NULL};

static struct effect anything(const char *why) {
    return (struct effect){.kind = EFFECT_ANY, .why = why};
}

// ------------------------------------------------------------------- memory

bool effects_is_atomic(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        return LLVMGetVolatile(instruction) ||
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    default:
        return false;
    }
}

// A global variable that nothing but atomic accesses of the whole of it use:
// accessing it neither fails nor races.
static bool is_safe(LLVMValueRef address) {
    if (!LLVMIsAGlobalVariable(address) || LLVMIsThreadLocal(address) ||
        LLVMGetLinkage(address) == LLVMExternalWeakLinkage)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || !effects_is_atomic(user) ||
            (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address))
            return false;
    }
    return true;
}

// Which argument of a function that sleeps says for how long? None: -1.
static int duration_of(const char *name) {
    if (!strcmp(name, "nanosleep") || !strcmp(name, "thrd_sleep"))
        return 0;
    return strcmp(name, "clock_nanosleep") ? -1 : 2;
}

static bool is_filled_or_slept(LLVMValueRef user, LLVMValueRef pointer) {
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 1) == pointer &&
               LLVMGetOperand(user, 0) != pointer;
    LLVMValueRef callee = ir_callee(user);
    if (!callee)
        return false;
    const char *name = library_name(callee);
    if (text_starts(name, "llvm.lifetime."))
        return true;
    if (text_starts_with_one_of(name, "llvm.memcpy llvm.memset"))
        return LLVMGetOperand(user, 0) == pointer &&
               LLVMGetOperand(user, 1) != pointer;
    int duration = duration_of(name);
    return duration >= 0 && LLVMGetOperand(user, (unsigned)duration) == pointer;
}

// A place that is always the same in its object: an access cannot miss it.
static bool is_part(LLVMValueRef value) {
    if (!LLVMIsAGetElementPtrInst(value))
        return false;
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(value, (unsigned)i)))
            return false;
    return true;
}

// A local that only says how long to sleep: what it is does not matter.
static bool is_duration(LLVMValueRef address, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool part = depth && is_part(user);
        if (part ? !is_duration(user, depth - 1)
                 : !is_filled_or_slept(user, address))
            return false;
    }
    return true;
}

static bool is_in_duration(LLVMValueRef address) {
    while (is_part(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address) && is_duration(address, DEEPEST);
}

static struct effect store(LLVMValueRef at) {
    return is_in_duration(LLVMGetOperand(at, 1)) ? nothing
                                                 : anything("stores to");
}

static struct effect load(LLVMValueRef at) {
    LLVMValueRef address = LLVMGetOperand(at, 0);
    return addresses_is_constant(address) ||
                   (effects_is_atomic(at) && is_safe(address))
               ? nothing
               : nothing_late;
}

static struct effect compare(LLVMValueRef at, LLVMValueRef left,
                             LLVMValueRef right) {
    struct effect effect = nothing;
    effect.late = !is_safe(LLVMGetOperand(at, 0));
    effect.harmless = term_compare(&effect.term, LLVMIntEQ, left, right);
    return effect;
}

// An update that leaves the value as it is.
static struct effect update(LLVMValueRef at) {
    LLVMValueRef by = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(by);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(type) > 64)
        return anything("updates");
    switch (LLVMGetAtomicRMWBinOp(at)) {
    case LLVMAtomicRMWBinOpXchg:
        return compare(at, at, by);
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub:
    case LLVMAtomicRMWBinOpOr:
    case LLVMAtomicRMWBinOpXor:
    case LLVMAtomicRMWBinOpUMax:
        return compare(at, by, LLVMConstNull(type));
    case LLVMAtomicRMWBinOpAnd:
    case LLVMAtomicRMWBinOpUMin:
        return compare(at, by, LLVMConstAllOnes(type));
    default:
        return anything("updates");
    }
}

// Harmless if it fails: its second result, which clang always takes.
static struct effect exchange(LLVMValueRef at) {
    for (LLVMUseRef use = LLVMGetFirstUse(at); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAExtractValueInst(user) || LLVMGetIndices(user)[0] != 1 ||
            LLVMGetInstructionParent(user) != LLVMGetInstructionParent(at))
            continue;
        return compare(at, user, LLVMConstNull(LLVMTypeOf(user)));
    }
    return anything("updates");
}

// -------------------------------------------------------------------- calls

const char *effects_callee(LLVMValueRef instruction) {
    LLVMValueRef callee = ir_callee(instruction);
    return callee && !library_is_own(callee) ? library_name(callee) : "";
}

static struct effect intrinsic(LLVMValueRef call, const char *name) {
    static const char harmless[] =
        "llvm.dbg. llvm.lifetime. llvm.expect llvm.assume llvm.x86.sse2.pause "
        "llvm.x86.sse2.mfence llvm.x86.sse2.lfence llvm.x86.sse.sfence "
        "llvm.abs. llvm.smax. llvm.smin. llvm.umax. llvm.umin. llvm.ctpop. "
        "llvm.ctlz. llvm.cttz. llvm.bswap. llvm.bitreverse. llvm.fshl. "
        "llvm.fshr.";
    if (text_starts_with_one_of(name, harmless))
        return nothing;
    if (text_starts_with_one_of(name, "llvm.memcpy llvm.memset") &&
        is_in_duration(LLVMGetOperand(call, 0)))
        return text_starts(name, "llvm.memset") ||
                       addresses_is_constant(LLVMGetOperand(call, 1))
                   ? nothing
                   : nothing_late;
    return anything(text_starts(name, "llvm.mem")     ? "writes to"
                    : text_starts(name, "llvm.stack") ? "makes a variable"
                                                      : "calls");
}

// A hint to the processor, or a barrier to the compiler.
static struct effect assembly(LLVMValueRef callee) {
    static const char hints[] = "pause nop yield mfence lfence sfence";
    struct asm_strings strings;
    struct asm_program program;
    asm_strings_read(&strings, callee);
    bool understood = !strings.intel &&
                      asm_text_program(text_get(&strings.code), &program) &&
                      !strchr(text_get(&strings.constraints), '=');
    for (int i = 0; understood && i < program.count; i++)
        understood = text_is_one_of(program.steps[i].name, hints) &&
                     !program.steps[i].count;
    asm_strings_free(&strings);
    return understood ? nothing : anything("contains assembly");
}

static bool takes_pointers(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind)
            return true;
    }
    return false;
}

// It reads its first argument, and writes where the second points.
static struct effect sleep_for(LLVMValueRef call, int duration) {
    unsigned rest = (unsigned)duration + 1;
    bool writes = LLVMGetNumArgOperands(call) <= rest ||
                  !LLVMIsAConstantPointerNull(LLVMGetOperand(call, rest));
    if (writes)
        return anything("calls");
    return is_in_duration(LLVMGetOperand(call, (unsigned)duration))
               ? nothing
               : nothing_late;
}

static struct effect library(struct unit *unit, LLVMValueRef call,
                             const char *name) {
    static const char harmless[] =
        "sched_yield pthread_yield thrd_yield usleep sleep __mz_head "
        "mz_assume mz_await cpu_relax __VERIFIER_assume "
        "__VERIFIER_loop_begin __VERIFIER_spin_start __VERIFIER_spin_end "
        "__VERIFIER_loop_bound __VERIFIER_annotate_read "
        "__VERIFIER_annotate_write __VERIFIER_annotate_CAS "
        "__VERIFIER_opt_begin";
    if (text_is_one_of(name, harmless) && !takes_pointers(call))
        return nothing;
    if (!strcmp(name, "__mz_assume"))
        return nothing;
    int duration = duration_of(name);
    if (duration >= 0)
        return sleep_for(call, duration);
    const char *model;
    return library_kind(unit, name, &model) == LIBRARY_PURE &&
                   !takes_pointers(call)
               ? nothing
               : anything("calls");
}

static struct effect effect_of(struct unit *unit, LLVMValueRef at, int depth);

static bool is_straight(LLVMValueRef function) {
    LLVMValueRef last =
        LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function));
    return library_is_exact(function) && LLVMCountBasicBlocks(function) == 1 &&
           last && LLVMIsAReturnInst(last);
}

// A function of the program's own, of one block, may only look.
static struct effect own(struct unit *unit, LLVMValueRef function, int depth) {
    struct effect all = nothing;
    if (!depth || !is_straight(function))
        return anything("calls");
    for (LLVMValueRef at =
             LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
         at; at = LLVMGetNextInstruction(at)) {
        struct effect effect = effect_of(unit, at, depth - 1);
        if (effect.kind != EFFECT_NONE || effect.harmless != ALWAYS)
            return anything("calls");
        all.late |= effect.late;
    }
    return all;
}

static struct effect call(struct unit *unit, LLVMValueRef at, int depth) {
    LLVMValueRef callee = LLVMGetCalledValue(at);
    if (LLVMIsAInlineAsm(callee))
        return assembly(callee);
    if (!LLVMIsAFunction(callee))
        return anything("calls");
    if (LLVMGetIntrinsicID(callee))
        return intrinsic(at, library_name(callee));
    if (!library_is_own(callee))
        return library(unit, at, library_name(callee));
    return own(unit, callee, depth);
}

// ------------------------------------------------------------- instructions

// Division fails for 0, and signed division by -1 may overflow.
static struct effect divide(LLVMValueRef at) {
    LLVMValueRef by = LLVMGetOperand(at, 1);
    bool safe = LLVMIsAConstantInt(by) &&
                LLVMGetIntTypeWidth(LLVMTypeOf(by)) <= 64 &&
                LLVMConstIntGetSExtValue(by) > 0;
    return safe ? nothing : nothing_late;
}

static struct effect effect_of(struct unit *unit, LLVMValueRef at, int depth) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
        return load(at);
    case LLVMStore:
        return store(at);
    case LLVMAtomicRMW:
        return update(at);
    case LLVMAtomicCmpXchg:
        return exchange(at);
    case LLVMCall:
        return call(unit, at, depth);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return divide(at);
    case LLVMAlloca:
        return anything("makes a variable");
    case LLVMVAArg:
        return anything("reads arguments");
    case LLVMCallBr:
        return anything("contains assembly");
    default: // terminators have edges; fences order, and change nothing
        return nothing;
    }
}

struct effect effects_of(struct unit *unit, LLVMValueRef instruction) {
    return effect_of(unit, instruction, DEEPEST);
}

bool effects_only_computes(struct unit *unit, LLVMValueRef at) {
    struct effect effect = effects_of(unit, at);
    return effect.kind == EFFECT_NONE && effect.harmless == ALWAYS &&
           !effect.late && !effects_is_atomic(at) && !LLVMIsAFenceInst(at) &&
           (!LLVMIsACallInst(at) || LLVMIsADbgInfoIntrinsic(at));
}
