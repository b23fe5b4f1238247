// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/redzones.h"

#include "cc/ir/ir.h"

#include <string.h>

enum { SHORT = 16, LONG = 64, ALIGNMENT = 16 };

uint64_t redzones_size(struct unit *unit, LLVMValueRef variable) {
    const char *section = LLVMGetSection(variable);
    LLVMLinkage linkage = LLVMGetLinkage(variable);
    if (LLVMIsDeclaration(variable) || LLVMIsGlobalConstant(variable) ||
        (linkage != LLVMInternalLinkage && linkage != LLVMExternalLinkage) ||
        (section && *section && strcmp(section, "mz_tls") != 0) ||
        text_starts_with_one_of(ir_name(variable), "llvm. mz. __mz_"))
        return 0;
    uint64_t size =
        LLVMABISizeOfType(unit->layout, LLVMGlobalGetValueType(variable));
    // What comes next is aligned in any case.
    uint64_t rest = -size & (ALIGNMENT - 1);
    return size == 0 ? 0 : rest + (size < LONG ? SHORT : LONG);
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to) {
    size_t count;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(from, &count);
    for (unsigned i = 0; i < count; i++)
        LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
                              LLVMValueMetadataEntriesGetMetadata(all, i));
    LLVMDisposeValueMetadataEntries(all);
}

static LLVMValueRef padded(struct unit *unit, LLVMValueRef old, uint64_t more) {
    LLVMTypeRef types[] = {LLVMGlobalGetValueType(old),
                           LLVMArrayType(unit->i8, (unsigned)more)};
    LLVMValueRef value = LLVMGetInitializer(old);
    LLVMTypeRef type = LLVMStructTypeInContext(unit->context, types, 2, false);
    LLVMValueRef parts[] = {value, LLVMConstNull(types[1])};
    LLVMValueRef variable = LLVMAddGlobal(unit->module, type, "");
    LLVMSetInitializer(variable, LLVMIsNull(value)
                                     ? LLVMConstNull(type)
                                     : LLVMConstStructInContext(
                                           unit->context, parts, 2, false));
    unsigned alignment = LLVMGetAlignment(old);
    LLVMSetAlignment(variable, alignment > ALIGNMENT ? alignment : ALIGNMENT);
    LLVMSetLinkage(variable, LLVMGetLinkage(old));
    LLVMSetVisibility(variable, LLVMGetVisibility(old));
    LLVMSetUnnamedAddress(variable, LLVMGetUnnamedAddress(old));
    if (LLVMGetSection(old))
        LLVMSetSection(variable, LLVMGetSection(old));
    copy_metadata(old, variable);
    return variable;
}

static void replace(struct unit *unit, LLVMValueRef old) {
    size_t length;
    const char *name = LLVMGetValueName2(old, &length);
    char *kept = memory_text(name, length);
    LLVMValueRef variable = padded(unit, old, redzones_size(unit, old));
    LLVMSetValueName2(old, "", 0);
    LLVMSetValueName2(variable, kept, length);
    LLVMReplaceAllUsesWith(old, variable);
    LLVMDeleteGlobal(old);
    memory_free(kept);
}

void redzones_add(struct unit *unit) {
    VEC(LLVMValueRef) variables = {0}; // they are replaced by further ones
    for (LLVMValueRef at = LLVMGetFirstGlobal(unit->module); at;
         at = LLVMGetNextGlobal(at))
        if (redzones_size(unit, at))
            vec_push(&variables, at);
    for (size_t i = 0; i < variables.count; i++)
        replace(unit, variables.at[i]);
    vec_free(&variables);
}
