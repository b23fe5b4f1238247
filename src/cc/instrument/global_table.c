// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/global_table.h"

#include "cc/instrument/redzones.h"
#include "cc/names/debug.h"
#include "cc/names/sites.h"

static bool is_listed(LLVMValueRef variable) {
    if (LLVMIsDeclaration(variable) || LLVMIsGlobalConstant(variable) ||
        LLVMGetLinkage(variable) == LLVMAvailableExternallyLinkage)
        return false;
    const char *name = ir_name(variable);
    return !text_starts_with_one_of(name, "llvm. mz. __mz_");
}

static LLVMValueRef row(struct unit *unit, LLVMValueRef variable) {
    LLVMMetadataRef known = debug_global(unit, variable);
    const char *name = known ? debug_variable_name(unit, known) : NULL;
    if (!name)
        name = ir_name(variable);
    LLVMMetadataRef scope = known ? LLVMDIVariableGetFile(known) : NULL;
    unsigned file_length = 0;
    const char *path = scope ? LLVMDIFileGetFilename(scope, &file_length) : "";
    char *file = sites_file(unit, path, file_length);
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    LLVMValueRef fields[] = {
        variable,
        unit_i64(unit, LLVMABISizeOfType(unit->layout, type)),
        unit_text(unit, name),
        unit_text(unit, file),
        unit_i32(unit, known ? LLVMDIVariableGetLine(known) : 0),
        unit_i32(unit, (uint64_t)LLVMIsThreadLocal(variable)),
        unit_i64(unit, redzones_size(unit, variable)),
    };
    memory_free(file);
    LLVMValueRef value =
        LLVMConstStructInContext(unit->context, fields, 7, false);
    return unit_row(unit, "mz.global", "mz_globals", value);
}

void globals_list(struct unit *unit) {
    VEC(LLVMValueRef) variables = {0};
    for (LLVMValueRef variable = LLVMGetFirstGlobal(unit->module); variable;
         variable = LLVMGetNextGlobal(variable))
        if (is_listed(variable))
            vec_push(&variables, variable);
    for (size_t i = 0; i < variables.count; i++)
        variables.at[i] = row(unit, variables.at[i]);
    if (variables.count)
        unit_keep(unit, variables.at, (unsigned)variables.count);
    vec_free(&variables);
}
