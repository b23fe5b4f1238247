// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/plain_accesses.h"

#include "cc/instrument/bounds.h"
#include "cc/ir/addresses.h"
#include "cc/names/sites.h"

// ------------------------------------------------------------ announcements

void plain_accesses_load(struct unit *unit, LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    uint64_t size = unit_size(unit, LLVMTypeOf(load));
    LLVMValueRef site = sites_before(unit, load);
    unit_announce_read(unit, address, unit_i64(unit, size), site);
}

void plain_accesses_store(struct unit *unit, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMValueRef address = LLVMGetOperand(store, 1);
    uint64_t size = unit_size(unit, LLVMTypeOf(value));
    LLVMValueRef site = sites_before(unit, store);
    unit_announce_write(unit, address, unit_i64(unit, size),
                        unit_to_word(unit, value), site);
}

// ------------------------------------------------------------ memory blocks

static LLVMValueRef length_of(struct unit *unit, LLVMValueRef call) {
    return LLVMBuildIntCast2(unit->build, LLVMGetOperand(call, 2), unit->i64,
                             false, "");
}

static void copy(struct unit *unit, LLVMValueRef call, bool overlapping) {
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    bool writes = !addresses_is_local(unit, to);
    bool reads =
        !addresses_is_local(unit, from) && !addresses_is_constant(from);
    if (!writes && !reads)
        return;
    LLVMValueRef site = sites_before(unit, call);
    LLVMValueRef size = length_of(unit, call);
    if (writes && reads) {
        unit_call(unit, overlapping ? HOOK_MEMMOVE : HOOK_MEMCPY,
                  (LLVMValueRef[]){to, from, size, site});
        LLVMInstructionEraseFromParent(call);
    } else if (writes) {
        unit_announce_write(unit, to, size, unit_i64(unit, 0), site);
    } else if (reads) {
        unit_announce_read(unit, from, size, site);
    }
}

static void fill(struct unit *unit, LLVMValueRef call) {
    LLVMValueRef to = LLVMGetOperand(call, 0);
    if (addresses_is_local(unit, to))
        return;
    LLVMValueRef site = sites_before(unit, call);
    LLVMValueRef byte = LLVMBuildIntCast2(unit->build, LLVMGetOperand(call, 1),
                                          unit->i32, false, "");
    unit_call(unit, HOOK_MEMSET,
              (LLVMValueRef[]){to, byte, length_of(unit, call), site});
    LLVMInstructionEraseFromParent(call);
}

bool plain_accesses_intrinsic(struct unit *unit, LLVMValueRef call,
                              const char *name) {
    bool copies = text_starts(name, "llvm.memcpy");
    bool moves = text_starts(name, "llvm.memmove");
    if (!copies && !moves && !text_starts(name, "llvm.memset"))
        return false;
    bounds_check_block(unit, call, copies || moves);
    if (copies || moves)
        copy(unit, call, moves);
    else
        fill(unit, call);
    return true;
}

// ------------------------------------------------- accesses of fixed extents

bool plain_accesses_fixed(struct unit *unit, LLVMValueRef call,
                          const char *name) {
    static const struct {
        const char *name;
        unsigned size;
        bool writes;
    } rows[] = {
        // Into a va_list that moved: its contents change unannounced.
        {"llvm.va_start", 24, true},
        {"llvm.va_copy", 24, true},
        {"llvm.x86.fxsave", 512, true},
        {"llvm.x86.fxrstor", 512, false},
        {"llvm.x86.sse.stmxcsr", 4, true},
        {"llvm.x86.sse.ldmxcsr", 4, false},
        {"llvm.x86.sse3.ldu.dq", 16, false},
        {"llvm.x86.avx.ldu.dq.256", 32, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!text_starts(name, rows[i].name))
            continue;
        LLVMValueRef address = LLVMGetOperand(call, 0);
        if (addresses_is_local(unit, address))
            return true;
        LLVMValueRef site = sites_before(unit, call);
        LLVMValueRef size = unit_i64(unit, rows[i].size);
        if (rows[i].writes)
            unit_announce_write(unit, address, size, unit_i64(unit, 0), site);
        else
            unit_announce_read(unit, address, size, site);
        return true;
    }
    return false;
}

static bool touches_no_memory(LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef memory =
        LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

bool plain_accesses_unknown(struct unit *unit, LLVMValueRef call,
                            const char *name) {
    static const char harmless[] =
        "llvm.lifetime. llvm.invariant. llvm.dbg. llvm.prefetch "
        "llvm.x86.sse2.clflush llvm.x86.clflushopt llvm.x86.clwb llvm.assume "
        "llvm.va_end llvm.stackrestore llvm.stacksave llvm.ptr.annotation "
        "llvm.var.annotation llvm.launder. llvm.strip. llvm.eh. llvm.coro. "
        "llvm.experimental.noalias";
    if (touches_no_memory(LLVMGetCalledValue(call)) ||
        text_starts_with_one_of(name, harmless))
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
            type = LLVMGetElementType(type);
        if (type == unit->pointer)
            return true;
    }
    return false;
}
