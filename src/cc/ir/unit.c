// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/unit.h"

#include "base/fault.h"

#include <string.h>

static const struct {
    const char *symbol, *result, *parameters;
    enum unit_reach reach;
} table[HOOK_COUNT] = {
#define X(id, reach, result, function, parameters) \
    {#function, #result, #parameters, REACH_##reach},
    HOOKS(X)
#undef X
};

static unsigned metadata_kind(struct unit *unit, const char *name) {
    return LLVMGetMDKindIDInContext(unit->context, name,
                                    (unsigned)strlen(name));
}

void unit_open(struct unit *unit, LLVMModuleRef module,
               LLVMTargetMachineRef machine,
               const struct unit_options *options) {
    *unit = (struct unit){.module = module, .options = *options};
    LLVMContextRef context = LLVMGetModuleContext(module);
    unit->context = context;
    unit->layout = LLVMCreateTargetDataLayout(machine);
    unit->build = LLVMCreateBuilderInContext(context);
    unit->nothing = LLVMVoidTypeInContext(context);
    unit->i1 = LLVMInt1TypeInContext(context);
    unit->i8 = LLVMInt8TypeInContext(context);
    unit->i32 = LLVMInt32TypeInContext(context);
    unit->i64 = LLVMInt64TypeInContext(context);
    unit->pointer = LLVMPointerTypeInContext(context, 0);
    unit->word = LLVMIntPtrTypeInContext(context, unit->layout);
    unit->expression_kind = metadata_kind(unit, "mazurka.expression");
    unit->wait_kind = metadata_kind(unit, "mazurka.wait");
    unit->debug_kind = metadata_kind(unit, "dbg");
}

void unit_close(struct unit *unit) {
    text_map_free(&unit->library);
    text_map_free(&unit->texts);
    vec_free(&unit->strings);
    LLVMDisposeBuilder(unit->build);
    LLVMDisposeTargetData(unit->layout);
    LLVMDisposeModule(unit->module);
}

// --------------------------------------------------------------- positions

// A call without a line, in a function that has lines, would make the module
// invalid if the callee could be inlined: it has line 0 of its function then.
static LLVMMetadataRef some_line(struct unit *unit, LLVMValueRef function,
                                 unsigned line) {
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    return program ? LLVMDIBuilderCreateDebugLocation(unit->context, line, 0,
                                                      program, NULL)
                   : NULL;
}

static void take_line(struct unit *unit, LLVMValueRef place) {
    LLVMMetadataRef line = LLVMInstructionGetDebugLoc(place);
    if (!line) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(place);
        line = some_line(unit, LLVMGetBasicBlockParent(block), 0);
    }
    LLVMSetCurrentDebugLocation2(unit->build, line);
}

void unit_before(struct unit *unit, LLVMValueRef place) {
    LLVMPositionBuilderBefore(unit->build, place);
    take_line(unit, place);
}

void unit_after(struct unit *unit, LLVMValueRef place) {
    LLVMPositionBuilderBefore(unit->build, LLVMGetNextInstruction(place));
    take_line(unit, place);
}

void unit_at_entry(struct unit *unit, LLVMValueRef function) {
    LLVMValueRef place =
        LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(place))
        place = LLVMGetNextInstruction(place);
    LLVMPositionBuilderBefore(unit->build, place);
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    unsigned line = program ? LLVMDISubprogramGetLine(program) : 0;
    LLVMSetCurrentDebugLocation2(unit->build, some_line(unit, function, line));
}

// ------------------------------------------------------------------- hooks

// The type of a parameter or result, by the text of its declaration.
static LLVMTypeRef type_of_text(struct unit *unit, const char *text,
                                size_t length) {
    if (memchr(text, '*', length))
        return unit->pointer;
    if (text_starts(text, "uint64_t"))
        return unit->i64;
    if (text_starts(text, "uint32_t") || text_starts(text, "int"))
        return unit->i32;
    if (text_starts(text, "void") || text_starts(text, "_Noreturn void"))
        return unit->nothing;
    require(text_starts(text, "struct mz_base"));
    LLVMTypeRef words[] = {unit->i64, unit->i64};
    return LLVMStructTypeInContext(unit->context, words, 2, false);
}

static LLVMTypeRef type_of_hook(struct unit *unit, enum unit_hook hook) {
    LLVMTypeRef parameters[8];
    unsigned count = 0;
    bool more = false;
    const char *at = table[hook].parameters + 1; // behind the parenthesis
    for (size_t length; *at; at += length + 1) {
        at += strspn(at, " ");
        length = strcspn(at, ",)");
        more = text_starts(at, "...");
        LLVMTypeRef type = more ? NULL : type_of_text(unit, at, length);
        if (!more && type != unit->nothing) {
            require(count < 8);
            parameters[count++] = type;
        }
    }
    const char *result = table[hook].result;
    return LLVMFunctionType(type_of_text(unit, result, strlen(result)),
                            parameters, count, more);
}

static void declare(struct unit *unit, enum unit_hook hook) {
    unit->hook_types[hook] = type_of_hook(unit, hook);
    unit->hooks[hook] =
        unit_function(unit, table[hook].symbol, unit->hook_types[hook]);
    unit_add_attribute(unit, unit->hooks[hook], "nounwind");
}

LLVMValueRef unit_call_more(struct unit *unit, enum unit_hook hook,
                            LLVMValueRef *arguments, unsigned count) {
    if (!unit->hooks[hook])
        declare(unit, hook);
    return LLVMBuildCall2(unit->build, unit->hook_types[hook],
                          unit->hooks[hook], arguments, count, "");
}

LLVMValueRef unit_call(struct unit *unit, enum unit_hook hook,
                       LLVMValueRef *arguments) {
    if (!unit->hooks[hook])
        declare(unit, hook);
    return unit_call_more(unit, hook, arguments,
                          LLVMCountParamTypes(unit->hook_types[hook]));
}

bool unit_calls_hook(struct unit *unit, LLVMValueRef call,
                     enum unit_reach reach) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    for (int i = 0; i < HOOK_COUNT; i++)
        if (unit->hooks[i] && unit->hooks[i] == callee)
            return table[i].reach == reach;
    return false;
}

void unit_announce_read(struct unit *unit, LLVMValueRef address,
                        LLVMValueRef size, LLVMValueRef site) {
    unit_call(unit, HOOK_READ, (LLVMValueRef[]){address, size, site});
}

void unit_announce_write(struct unit *unit, LLVMValueRef address,
                         LLVMValueRef size, LLVMValueRef word,
                         LLVMValueRef site) {
    unit_call(unit, HOOK_WRITE, (LLVMValueRef[]){address, size, word, site});
}

// --------------------------------------------------------------- constants

LLVMValueRef unit_i32(struct unit *unit, uint64_t value) {
    return LLVMConstInt(unit->i32, value, false);
}

LLVMValueRef unit_i64(struct unit *unit, uint64_t value) {
    return LLVMConstInt(unit->i64, value, false);
}

LLVMValueRef unit_text(struct unit *unit, const char *text) {
    bool is_new;
    size_t index =
        text_map_put(&unit->texts, text, unit->strings.count, &is_new);
    if (!is_new)
        return unit->strings.at[index];
    LLVMValueRef value = LLVMConstStringInContext(
        unit->context, text, (unsigned)strlen(text), false);
    LLVMValueRef string =
        LLVMAddGlobal(unit->module, LLVMTypeOf(value), "mz.text");
    LLVMSetInitializer(string, value);
    LLVMSetLinkage(string, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(string, true);
    LLVMSetUnnamedAddress(string, LLVMGlobalUnnamedAddr);
    LLVMSetAlignment(string, 1);
    vec_push(&unit->strings, string);
    return string;
}

// ------------------------------------------------------------------ values

uint64_t unit_size(struct unit *unit, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(unit->layout, type);
}

bool unit_is_word(struct unit *unit, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMVectorTypeKind:
        return LLVMSizeOfTypeInBits(unit->layout, type) <= 64;
    default:
        return false;
    }
}

static LLVMTypeRef integer_like(struct unit *unit, LLVMTypeRef type) {
    uint64_t bits = LLVMSizeOfTypeInBits(unit->layout, type);
    return LLVMIntTypeInContext(unit->context, (unsigned)bits);
}

LLVMValueRef unit_to_integer(struct unit *unit, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return value;
    if (kind == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(unit->build, value, integer_like(unit, type),
                                 "");
    return LLVMBuildBitCast(unit->build, value, integer_like(unit, type), "");
}

LLVMValueRef unit_from_integer(struct unit *unit, LLVMValueRef value,
                               LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return value;
    if (kind == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(unit->build, value, type, "");
    return LLVMBuildBitCast(unit->build, value, type, "");
}

LLVMValueRef unit_to_word(struct unit *unit, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!unit_is_word(unit, type))
        return unit_i64(unit, 0);
    // A vector of pointers has no integer of its size to be cast to.
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
        LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind)
        return unit_i64(unit, 0);
    value = unit_to_integer(unit, value);
    return LLVMBuildIntCast2(unit->build, value, unit->i64, false, "");
}

LLVMValueRef unit_from_word(struct unit *unit, LLVMValueRef word,
                            LLVMTypeRef type) {
    LLVMTypeRef integer = integer_like(unit, type);
    word = LLVMBuildIntCast2(unit->build, word, integer, false, "");
    return unit_from_integer(unit, word, type);
}

LLVMValueRef unit_temporary(struct unit *unit, LLVMValueRef place,
                            LLVMTypeRef type) {
    LLVMValueRef function =
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(place));
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMPositionBuilderBefore(unit->build, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(unit->build, NULL);
    LLVMValueRef variable = LLVMBuildAlloca(unit->build, type, "");
    LLVMSetAlignment(variable, 16);
    unit_before(unit, place);
    return variable;
}

LLVMValueRef unit_at(struct unit *unit) {
    return unit_global(unit, "__mz_at", unit->pointer);
}

void unit_leave_site(struct unit *unit, LLVMValueRef site) {
    LLVMBuildStore(unit->build, site, unit_at(unit));
}

bool unit_offset(struct unit *unit, LLVMValueRef gep, int64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int64_t sum = 0;
    for (int i = 1, n = LLVMGetNumOperands(gep); i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t value = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            sum += (int64_t)LLVMOffsetOfElement(unit->layout, type,
                                                (unsigned)value);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)value);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        sum += value * (int64_t)LLVMABISizeOfType(unit->layout, type);
    }
    *offset = sum;
    return true;
}

// ------------------------------------------------------------------ module

LLVMValueRef unit_global(struct unit *unit, const char *name,
                         LLVMTypeRef type) {
    LLVMValueRef global = LLVMGetNamedGlobal(unit->module, name);
    return global ? global : LLVMAddGlobal(unit->module, type, name);
}

LLVMValueRef unit_function(struct unit *unit, const char *name,
                           LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(unit->module, name);
    return function ? function : LLVMAddFunction(unit->module, name, type);
}

LLVMValueRef unit_row(struct unit *unit, const char *name, const char *section,
                      LLVMValueRef value) {
    LLVMValueRef row = LLVMAddGlobal(unit->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(row, value);
    LLVMSetLinkage(row, LLVMPrivateLinkage);
    LLVMSetSection(row, section);
    LLVMSetAlignment(row, 8);
    return row;
}

void unit_keep(struct unit *unit, LLVMValueRef *globals, unsigned count) {
    static const char name[] = "llvm.compiler.used";
    VEC(LLVMValueRef) kept = {0};
    LLVMValueRef old = LLVMGetNamedGlobal(unit->module, name);
    if (old) {
        LLVMValueRef list = LLVMGetInitializer(old);
        for (int i = 0, n = LLVMGetNumOperands(list); i < n; i++)
            vec_push(&kept, LLVMGetOperand(list, (unsigned)i));
        LLVMDeleteGlobal(old);
    }
    for (unsigned i = 0; i < count; i++)
        vec_push(&kept, globals[i]);
    if (kept.count) {
        LLVMValueRef list =
            LLVMConstArray(unit->pointer, kept.at, (unsigned)kept.count);
        LLVMValueRef used = LLVMAddGlobal(unit->module, LLVMTypeOf(list), name);
        LLVMSetInitializer(used, list);
        LLVMSetLinkage(used, LLVMAppendingLinkage);
        LLVMSetSection(used, "llvm.metadata");
    }
    vec_free(&kept);
}

void unit_mark(struct unit *unit, const char *symbol) {
    if (LLVMGetNamedGlobal(unit->module, symbol))
        return;
    LLVMValueRef mark = LLVMAddGlobal(unit->module, unit->i8, symbol);
    LLVMSetInitializer(mark, LLVMConstNull(unit->i8));
    LLVMSetLinkage(mark, LLVMWeakAnyLinkage);
    unit_keep(unit, &mark, 1);
}

LLVMValueRef unit_helper(struct unit *unit, const char *name, LLVMTypeRef type,
                         bool *is_new) {
    LLVMValueRef function = LLVMGetNamedFunction(unit->module, name);
    *is_new = !function;
    if (function)
        return function;
    function = LLVMAddFunction(unit->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    unit_add_attribute(unit, function, "alwaysinline");
    LLVMBasicBlockRef entry =
        LLVMAppendBasicBlockInContext(unit->context, function, "");
    LLVMPositionBuilderAtEnd(unit->build, entry);
    LLVMSetCurrentDebugLocation2(unit->build, NULL);
    return function;
}

void unit_add_attribute(struct unit *unit, LLVMValueRef function,
                        const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(unit->context, kind, 0));
}

bool unit_has_attribute(LLVMValueRef function, unsigned index,
                        const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, index, kind);
}
