// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/library.h"
#include "machine/library_functions.h"

#include <string.h>

struct library_row {
    const char *name, *model;
    enum library_kind kind;
};

// clang-format off
#define SYNC(name) {#name, #name, LIBRARY_SYNC},
#define MODEL(name) {#name, #name, LIBRARY_MODEL},
#define NONDET(type, name) MODEL(__VERIFIER_nondet_##name)
#define ALIAS(name, model) {#name, #model, LIBRARY_MODEL},
#define SYNC_ALIAS(name, model) {#name, #model, LIBRARY_SYNC},
#define PURE(name) {#name, NULL, LIBRARY_PURE},
#define ERRNO(name) {#name, #name, LIBRARY_PURE}, // pure but for that
#define IN_THREES(row, name) row(name) row(name##f) row(name##l)
#define MODEL_3(name) IN_THREES(MODEL, name)
#define PURE_3(name) IN_THREES(PURE, name)
#define ERRNO_3(name) IN_THREES(ERRNO, name)
#define ERRNO_3_TYPED(type, name) IN_THREES(ERRNO, name)
static const struct library_row table[] = {
    SYNC_FUNCTIONS(SYNC, SYNC)
    SYNC_ALIASES(SYNC_ALIAS)
    THREAD_FUNCTIONS(MODEL, MODEL)
    MEMORY_FUNCTIONS(MODEL, MODEL)
    STRING_FUNCTIONS(MODEL, MODEL)
    STDIO_FUNCTIONS(MODEL, MODEL)
    FILE_FUNCTIONS(MODEL, MODEL)
    TIME_FUNCTIONS(MODEL, MODEL)
    PROCESS_FUNCTIONS(MODEL, MODEL)
    REFUSED_FUNCTIONS(MODEL)
    CHECKER_FUNCTIONS(MODEL)
    FRAMEWORK_FUNCTIONS(MODEL)
    FRAMEWORK_REFUSED(MODEL)
    NONDET_FUNCTIONS(NONDET)
    ALIASES(ALIAS)
    MATH_WITH_MEMORY(MODEL_3)
    MATH_OF_ONE(ERRNO_3)
    MATH_OF_TWO(ERRNO_3)
    MATH_TO_INTEGER(ERRNO_3_TYPED)
    MATH_BY_INTEGER(ERRNO_3_TYPED)
    MATH_OTHER(ERRNO_3)
    PURE_MATH(PURE_3)
    PURE_FUNCTIONS(PURE)
};
// clang-format on

enum { ROWS = sizeof table / sizeof *table };

static void read_table(struct text_map *map) {
    bool is_new;
    for (size_t i = 0; i < ROWS; i++)
        text_map_put(map, table[i].name, i, &is_new);
}

enum library_kind library_kind(struct unit *unit, const char *name,
                               const char **model) {
    if (!unit->library.rows.table.count)
        read_table(&unit->library);
    size_t index;
    if (!text_map_get(&unit->library, name, &index)) {
        *model = NULL;
        return LIBRARY_UNKNOWN;
    }
    *model = table[index].model;
    return table[index].kind;
}

// -------------------------------------------------------------------- names

const char *library_name(LLVMValueRef function) {
    const char *name = ir_name(function);
    return *name == '\1' ? name + 1 : name;
}

bool library_is_own(LLVMValueRef function) {
    // An inline function of a header is the library's, not the program's.
    return LLVMGetFirstBasicBlock(function) &&
           LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage;
}

bool library_is_exact(LLVMValueRef function) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMExternalLinkage;
}

bool library_is_block(const char *model) {
    return text_is_one_of(model, "memcpy memmove memset");
}

const char *library_model(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (table[i].model && !strcmp(table[i].name, name))
            return library_is_block(table[i].model) ? NULL : table[i].model;
    return NULL;
}

LLVMValueRef library_object(struct unit *unit, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *model;
    if (!LLVMIsAFunction(callee) || library_is_own(callee) ||
        LLVMGetNumArgOperands(call) == 0 ||
        library_kind(unit, library_name(callee), &model) != LIBRARY_SYNC)
        return NULL;
    LLVMValueRef first = LLVMGetOperand(call, 0);
    return LLVMTypeOf(first) == unit->pointer ? first : NULL;
}
