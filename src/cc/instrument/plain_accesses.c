// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/plain_accesses.h"

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
    if (text_starts(name, "llvm.memcpy"))
        copy(unit, call, false);
    else if (text_starts(name, "llvm.memmove"))
        copy(unit, call, true);
    else if (text_starts(name, "llvm.memset"))
        fill(unit, call);
    else
        return false;
    return true;
}
