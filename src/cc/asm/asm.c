// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm.h"

#include "cc/asm/asm_execute.h"
#include "cc/ir/addresses.h"
#include "cc/ir/atomic_hooks.h"
#include "cc/names/sites.h"
#include "machine/hooks.h"

#include <string.h>

static bool is_x86(struct unit *unit) {
    const char *triple = LLVMGetTarget(unit->module);
    return text_starts(triple, "x86_64") || text_starts(triple, "i");
}

// Without an instruction: a barrier for the compiler alone. The machine keeps
// all orders but that of a store and a later load by itself, and code that
// says "barrier" where it needs no instruction counts on that.
static bool replace_barrier(struct unit *unit, struct asm_template *t) {
    const char *text = text_get(&t->strings.code);
    if (text[strspn(text, " \t\n;")])
        return false;
    if (t->constraints.clobbers_memory && is_x86(unit))
        atomic_hooks_fence(unit, MZ_ACQ_REL, t->site);
    return true;
}

// It leaves the registers by addresses that are no operands, or by itself, even
// if it does not say so: (%0) with a number in it, string instructions, calls
// of the system.
static bool goes_elsewhere(const char *text) {
    static const char *const ways[] = {"syscall", "sysenter", "int $", "rep",
                                       "stos",    "xsave",    "fxsave"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strstr(text, ways[i]))
            return true;
    return strchr(text, '(') && !strstr(text, "lea");
}

// Whatever it does, it does it to registers and to this function's own memory.
static bool is_harmless(struct asm_template *t) {
    if (t->constraints.clobbers_memory ||
        goes_elsewhere(text_get(&t->strings.code)))
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(t->call); i++) {
        LLVMValueRef argument = LLVMGetOperand(t->call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind &&
            !addresses_is_local(t->unit, argument))
            return false;
    }
    return true;
}

// Registers only, but not the same on every run: that is worth a word.
static void name_sources(struct unit *unit, LLVMValueRef call,
                         const char *text) {
    static const char *const sources[] = {"rdtsc", "rdrand", "rdseed", "rdpid",
                                          "rdpmc"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strstr(text, sources[i])) {
            LLVMValueRef site = sites_named(unit, call, sources[i]);
            unit_before(unit, call);
            unit_call(unit, HOOK_EXTERNAL,
                      (LLVMValueRef[]){LLVMConstNull(unit->pointer), site});
            return;
        }
}

// True if there is nothing left to be done about it.
static bool understand(struct unit *unit, struct asm_template *t) {
    bool read = asm_template_read(t);
    t->site = sites_before(unit, t->call);
    if (read && replace_barrier(unit, t))
        return true;
    bool harmless = is_harmless(t);
    if (harmless)
        name_sources(unit, t->call, text_get(&t->strings.code));
    else if (read && is_x86(unit) && asm_template_is_known(t))
        ir_replace(t->call, asm_execute(t));
    else
        return false;
    return true;
}

void asm_instrument(struct unit *unit, LLVMValueRef call) {
    struct asm_template t = {.unit = unit, .call = call};
    asm_strings_read(&t.strings, LLVMGetCalledValue(call));
    bool done = understand(unit, &t);
    asm_strings_free(&t.strings);
    if (done)
        return;
    LLVMValueRef site = sites_named(unit, call, "asm");
    unit_before(unit, call);
    unit_call(unit, HOOK_UNSUPPORTED,
              (LLVMValueRef[]){unit_text(unit, "uses inline assembly"), site});
    LLVMTypeRef type = LLVMTypeOf(call);
    ir_replace(call, LLVMGetTypeKind(type) == LLVMVoidTypeKind
                         ? NULL
                         : LLVMConstNull(type));
}
