// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/instrument.h"

#include "cc/asm/asm.h"
#include "cc/instrument/atomics.h"
#include "cc/instrument/bounds.h"
#include "cc/instrument/calls.h"
#include "cc/instrument/constructors.h"
#include "cc/instrument/divisions.h"
#include "cc/instrument/entry.h"
#include "cc/instrument/global_table.h"
#include "cc/instrument/locals.h"
#include "cc/instrument/plain_accesses.h"
#include "cc/instrument/promises.h"
#include "cc/instrument/thread_locals.h"
#include "cc/ir/addresses.h"
#include "cc/ir/atomic_hooks.h"
#include "cc/ir/library.h"
#include "cc/loops/await.h"
#include "cc/loops/iterations.h"
#include "cc/names/sites.h"
#include "machine/hooks.h"

#include <string.h>

// Does the dynamic linker call it, to choose a function, before there is
// anything to be checked?
static bool is_resolver(LLVMValueRef function) {
    for (LLVMValueRef it =
             LLVMGetFirstGlobalIFunc(LLVMGetGlobalParent(function));
         it; it = LLVMGetNextGlobalIFunc(it))
        if (LLVMGetGlobalIFuncResolver(it) == function)
            return true;
    return false;
}

static bool has_body(LLVMValueRef function) {
    const char *name = ir_name(function);
    return library_is_own(function) && !text_starts(name, "mz.") &&
           !is_resolver(function);
}

void instrument_describe(struct unit *unit) {
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        if (has_body(function))
            sites_describe(unit, function);
}

// ------------------------------------------------------------- instructions

static void unsupported(struct unit *unit, LLVMValueRef at, const char *what) {
    LLVMValueRef site = sites_named(unit, at, "");
    unit_before(unit, at);
    unit_call(unit, HOOK_UNSUPPORTED,
              (LLVMValueRef[]){unit_text(unit, what), site});
}

// What can crash without being an access says where it is, with one store.
static void may_crash(struct unit *unit, LLVMValueRef at) {
    LLVMValueRef site = sites_before(unit, at);
    unit_leave_site(unit, site);
}

// An instruction that reads a clock, or makes up a number, of which the runtime
// has another. Some have a second result: the processor's number, or that there
// was a number.
static void made_up(struct unit *unit, LLVMValueRef at, const char *name) {
    bool random = text_starts_with_one_of(name, "llvm.x86.rdr llvm.x86.rds");
    LLVMTypeRef type = LLVMTypeOf(at), first = type;
    LLVMValueRef site = sites_named(unit, at, name + 5);
    unit_before(unit, at);
    LLVMValueRef value = unit_call(unit, random ? HOOK_ENTROPY : HOOK_CYCLES,
                                   (LLVMValueRef[]){site});
    bool both = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    if (both)
        first = LLVMStructGetTypeAtIndex(type, 0);
    value = LLVMBuildIntCast2(unit->build, value, first, false, "");
    if (both) {
        LLVMTypeRef second = LLVMStructGetTypeAtIndex(type, 1);
        LLVMValueRef all =
            LLVMBuildInsertValue(unit->build, LLVMGetUndef(type), value, 0, "");
        value = LLVMBuildInsertValue(
            unit->build, all, LLVMConstInt(second, random, false), 1, "");
    }
    ir_replace(at, value);
}

// Intrinsics that touch memory in a way of their own, or that read a clock.
static void intrinsic(struct unit *unit, LLVMValueRef call, const char *name) {
    if (plain_accesses_intrinsic(unit, call, name))
        return;
    LLVMValueRef site;
    if (text_starts_with_one_of(name, "llvm.x86.sse2.mfence "
                                      "llvm.x86.sse2.lfence "
                                      "llvm.x86.sse.sfence")) {
        site = sites_before(unit, call);
        atomic_hooks_fence(
            unit, strstr(name, "mfence") ? MZ_SEQ_CST : MZ_ACQ_REL, site);
    } else if (text_starts_with_one_of(
                   name, "llvm.x86.rdtsc llvm.x86.rdrand llvm.x86.rdseed "
                         "llvm.readcyclecounter llvm.readsteadycounter")) {
        made_up(unit, call, name);
    } else if (text_starts_with_one_of(name, "llvm.x86.rdpid llvm.x86.rdpmc")) {
        site = sites_named(unit, call, name + 5);
        unit_before(unit, call);
        unit_call(unit, HOOK_EXTERNAL,
                  (LLVMValueRef[]){LLVMConstNull(unit->pointer), site});
    } else if (text_starts_with_one_of(
                   name, "llvm.trap llvm.ubsantrap llvm.debugtrap")) {
        may_crash(unit, call);
    } else if (!plain_accesses_fixed(unit, call, name) &&
               plain_accesses_unknown(unit, call, name)) {
        unsupported(unit, call, "uses masked or other special accesses");
    }
}

// A by-value argument is copied by the call itself.
static void read_arguments(struct unit *unit, LLVMValueRef at) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++) {
        LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(at, i + 1, kind);
        LLVMValueRef address = LLVMGetOperand(at, i);
        if (!byval || addresses_is_local(unit, address) ||
            addresses_is_constant(address))
            continue;
        LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
        uint64_t size = LLVMABISizeOfType(unit->layout, type);
        LLVMValueRef site = sites_before(unit, at);
        unit_announce_read(unit, address, unit_i64(unit, size), site);
    }
}

static void call(struct unit *unit, LLVMValueRef at) {
    LLVMValueRef callee = LLVMGetCalledValue(at);
    read_arguments(unit, at);
    if (LLVMIsAInlineAsm(callee))
        asm_instrument(unit, at);
    else if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
        intrinsic(unit, at, ir_name(callee));
    else
        calls_instrument(unit, at);
}

static void access(struct unit *unit, LLVMValueRef at) {
    bool load = LLVMIsALoadInst(at);
    uint64_t size;
    LLVMValueRef address = addresses_of(unit, at, &size);
    if (addresses_is_local(unit, address) ||
        (load && addresses_is_constant(address)))
        return;
    bounds_check(unit, at);
    if (atomics_instruction(unit, at))
        return;
    if (load)
        plain_accesses_load(unit, at);
    else
        plain_accesses_store(unit, at);
}

static void instruction(struct unit *unit, LLVMValueRef at) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access(unit, at);
        break;
    case LLVMFence:
        atomics_instruction(unit, at);
        break;
    case LLVMCall:
        call(unit, at);
        break;
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        divisions_check(unit, at);
        break;
    case LLVMCallBr: // asm goto
        unsupported(unit, at, "uses inline assembly");
        break;
    default:
        break;
    }
}

// ---------------------------------------------------------------- functions

static void function(struct unit *unit, LLVMValueRef function) {
    locals_move(unit, function);
    if (unit->options.loops != LOOPS_ASSUME)
        await_lower(unit, function);
    VEC(LLVMValueRef) all = {0};
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        vec_push(&all, at);
    for (size_t i = 0; i < all.count; i++)
        instruction(unit, all.at[i]);
    vec_free(&all);
    entry_make_atomic(unit, function);
    iterations_count(unit, function);
}

void instrument(struct unit *unit) {
    promises_drop(unit);
    globals_list(unit);
    thread_locals_lower(unit);
    VEC(LLVMValueRef) functions = {0};
    for (LLVMValueRef at = LLVMGetFirstFunction(unit->module); at;
         at = LLVMGetNextFunction(at))
        if (has_body(at))
            vec_push(&functions, at);
    for (size_t i = 0; i < functions.count; i++) {
        atomics_mark_orders(unit, functions.at[i]);
        function(unit, functions.at[i]);
    }
    vec_free(&functions);
    constructors_list(unit);
    calls_rename(unit);
    entry_rename_main(unit);
    calls_define(unit);
    calls_list(unit);
}
