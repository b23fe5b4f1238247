// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/libatomic.h"

#include "cc/ir/atomic_hooks.h"
#include "cc/names/sites.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    LLVMAtomicRMWBinOp update;
} updates[] = {
    {"__atomic_exchange_", LLVMAtomicRMWBinOpXchg},
    {"__atomic_fetch_add_", LLVMAtomicRMWBinOpAdd},
    {"__atomic_fetch_sub_", LLVMAtomicRMWBinOpSub},
    {"__atomic_fetch_and_", LLVMAtomicRMWBinOpAnd},
    {"__atomic_fetch_or_", LLVMAtomicRMWBinOpOr},
    {"__atomic_fetch_xor_", LLVMAtomicRMWBinOpXor},
    {"__atomic_fetch_nand_", LLVMAtomicRMWBinOpNand},
};

// The digits after the last underscore: 1, 2, 4, 8, 16; else 0.
static unsigned size_in(const char *name) {
    const char *digits = strrchr(name, '_');
    unsigned size = digits ? (unsigned)atoi(digits + 1) : 0;
    return size && size <= 16 && !(size & (size - 1)) ? size : 0;
}

static LLVMValueRef argument(LLVMValueRef call, unsigned index) {
    return LLVMGetOperand(call, index);
}

static LLVMValueRef update(struct unit *unit, struct atomic *atomic,
                           const char *name, LLVMValueRef call) {
    for (size_t i = 0; i < sizeof updates / sizeof *updates; i++)
        if (text_starts(name, updates[i].name)) {
            atomic->order = atomic_hooks_order(argument(call, 2));
            return atomic_hooks_update(unit, atomic, updates[i].update,
                                       argument(call, 1),
                                       !atomic_hooks_is_unused(call));
        }
    return NULL;
}

// bool f(address, &expected, desired, order, failure order)
static LLVMValueRef compare(struct unit *unit, struct atomic *atomic,
                            LLVMValueRef call) {
    LLVMValueRef where = argument(call, 1);
    LLVMValueRef expected =
        LLVMBuildLoad2(unit->build, atomic->type, where, "");
    atomic->order = atomic_hooks_order(argument(call, 3));
    LLVMValueRef old =
        atomic_hooks_cas(unit, atomic, expected, argument(call, 2),
                         atomic_hooks_order(argument(call, 4)));
    LLVMBuildStore(unit->build, old, where);
    LLVMValueRef same = atomic_hooks_same(unit, old, expected);
    return LLVMBuildIntCast2(unit->build, same, LLVMTypeOf(call), false, "");
}

bool libatomic_call(struct unit *unit, LLVMValueRef call, const char *name) {
    if (!text_starts(name, "__atomic_") || !size_in(name))
        return false;
    struct atomic atomic = {
        .place = call,
        .address = argument(call, 0),
        .type = LLVMIntTypeInContext(unit->context, 8 * size_in(name)),
        .site = sites_before(unit, call)};
    LLVMValueRef result = NULL;
    if (text_starts(name, "__atomic_load_")) {
        atomic.order = atomic_hooks_order(argument(call, 1));
        result = atomic_hooks_load(unit, &atomic);
    } else if (text_starts(name, "__atomic_store_")) {
        atomic.order = atomic_hooks_order(argument(call, 2));
        atomic_hooks_store(unit, &atomic, argument(call, 1));
    } else if (text_starts(name, "__atomic_compare_exchange_")) {
        result = compare(unit, &atomic, call);
    } else {
        result = update(unit, &atomic, name, call);
        if (!result)
            return false;
    }
    ir_replace(call, result);
    return true;
}
