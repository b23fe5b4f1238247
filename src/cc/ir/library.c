// SPDX-License-Identifier: Apache-2.0

#include "cc/ir/library.h"

#include <string.h>

struct library_row {
    const char *name, *model;
    enum library_kind kind;
};

#define KIND_sync LIBRARY_SYNC
#define KIND_thread LIBRARY_THREAD
#define KIND_atomic LIBRARY_ATOMIC
#define KIND_memory LIBRARY_MEMORY
#define KIND_string LIBRARY_STRING
#define KIND_stdio LIBRARY_STDIO
#define KIND_time LIBRARY_TIME
#define KIND_process LIBRARY_PROCESS
#define KIND_verifier LIBRARY_VERIFIER

static const struct library_row table[] = {
#define LIBRARY(name, kind) {#name, #name, KIND_##kind},
#define ALIAS(name, model, kind) {#name, #model, KIND_##kind},
#define PURE(name) {#name, NULL, LIBRARY_PURE},
#define ERRNO(name) {#name, #name, LIBRARY_PURE},
#include "cc/ir/library.def"
#undef LIBRARY
#undef ALIAS
#undef PURE
#undef ERRNO
};

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
