// SPDX-License-Identifier: Apache-2.0

#include "cc/names/debug.h"

#include <llvm-c/DebugInfo.h>

// DWARF's own numbers.
enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
};

// Where LLVM keeps a node's parts.
enum {
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
    TYPE_NAME = 2,
    TYPE_BASE = 3,
    TYPE_ELEMENTS = 4,
    ENUMERATOR_NAME = 0,
    SUBPROGRAM_NAME = 2,
    BLOCK_SCOPE = 1,
    MOST_OPERANDS = 64,
};

static LLVMValueRef operand(struct unit *unit, LLVMMetadataRef node,
                            unsigned index) {
    if (!node)
        return NULL;
    LLVMValueRef value = LLVMMetadataAsValue(unit->context, node);
    unsigned count = LLVMGetMDNodeNumOperands(value);
    if (index >= count)
        return NULL;
    LLVMValueRef few[MOST_OPERANDS], *all = few;
    if (count > MOST_OPERANDS)
        all = memory_new(count, sizeof *all);
    LLVMGetMDNodeOperands(value, all);
    LLVMValueRef found = all[index];
    if (all != few)
        memory_free(all);
    return found;
}

LLVMMetadataRef debug_operand(struct unit *unit, LLVMMetadataRef node,
                              unsigned index) {
    LLVMValueRef value = operand(unit, node, index);
    return value ? LLVMValueAsMetadata(value) : NULL;
}

const char *debug_string(struct unit *unit, LLVMMetadataRef node,
                         unsigned index) {
    LLVMValueRef value = operand(unit, node, index);
    unsigned length;
    return value ? LLVMGetMDString(value, &length) : NULL;
}

// --------------------------------------------------------------- variables

const char *debug_variable_name(struct unit *unit, LLVMMetadataRef variable) {
    return debug_string(unit, variable, VARIABLE_NAME);
}

LLVMMetadataRef debug_variable_type(struct unit *unit,
                                    LLVMMetadataRef variable) {
    return debug_operand(unit, variable, VARIABLE_TYPE);
}

void debug_locals_read(LLVMValueRef function, struct debug_locals *variables) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at)) {
        if (!LLVMIsADbgDeclareInst(at))
            continue;
        // The storage is wrapped twice: a value as metadata as a value.
        LLVMValueRef wrapped = LLVMGetOperand(at, 0);
        LLVMValueRef storage = NULL;
        if (LLVMGetMDNodeNumOperands(wrapped) == 1)
            LLVMGetMDNodeOperands(wrapped, &storage);
        if (!storage)
            continue;
        vec_push(variables,
                 (struct debug_local){
                     storage, LLVMValueAsMetadata(LLVMGetOperand(at, 1)),
                     LLVMInstructionGetDebugLoc(at)});
    }
}

const struct debug_local *
debug_locals_find(const struct debug_locals *variables, LLVMValueRef storage) {
    for (size_t i = 0; i < variables->count; i++)
        if (variables->at[i].storage == storage)
            return &variables->at[i];
    return NULL;
}

LLVMMetadataRef debug_global(struct unit *unit, LLVMValueRef global) {
    size_t count;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (unsigned i = 0; i < count && !found; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == unit->debug_kind)
            found = LLVMDIGlobalVariableExpressionGetVariable(
                LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

// ------------------------------------------------------------------- types

static unsigned tag(LLVMMetadataRef type) {
#if LLVM_VERSION_MAJOR >= 17
    return type ? LLVMGetDINodeTag(type) : 0;
#else
    (void)type; // older versions do not tell: types stay unknown
    return 0;
#endif
}

LLVMMetadataRef debug_plain(struct unit *unit, LLVMMetadataRef type) {
    for (;;)
        switch (tag(type)) {
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_VOLATILE:
        case TAG_RESTRICT:
        case TAG_ATOMIC:
            type = debug_operand(unit, type, TYPE_BASE);
            break;
        default:
            return type;
        }
}

bool debug_is_array(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_ARRAY;
}

bool debug_is_struct(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_STRUCT;
}

bool debug_is_union(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_UNION;
}

bool debug_is_pointer(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_POINTER;
}

bool debug_is_enum(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_ENUMERATION;
}

bool debug_is_basic(struct unit *unit, LLVMMetadataRef type) {
    return tag(debug_plain(unit, type)) == TAG_BASE;
}

const char *debug_type_name(struct unit *unit, LLVMMetadataRef type) {
    return tag(type) ? debug_string(unit, type, TYPE_NAME) : NULL;
}

LLVMMetadataRef debug_enumerator(struct unit *unit, LLVMMetadataRef type,
                                 unsigned index, const char **name) {
    LLVMMetadataRef all =
        debug_operand(unit, debug_plain(unit, type), TYPE_ELEMENTS);
    LLVMMetadataRef one = debug_operand(unit, all, index);
    *name = one ? debug_string(unit, one, ENUMERATOR_NAME) : NULL;
    return one;
}

LLVMMetadataRef debug_target(struct unit *unit, LLVMMetadataRef type) {
    type = debug_plain(unit, type);
    if (tag(type) != TAG_POINTER && tag(type) != TAG_ARRAY)
        return NULL;
    return debug_operand(unit, type, TYPE_BASE);
}

unsigned debug_dimensions(struct unit *unit, LLVMMetadataRef type) {
    type = debug_plain(unit, type);
    LLVMMetadataRef ranges = debug_operand(unit, type, TYPE_ELEMENTS);
    if (tag(type) != TAG_ARRAY || !ranges)
        return 0;
    return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(unit->context, ranges));
}

uint64_t debug_bytes(struct unit *unit, LLVMMetadataRef type) {
    type = debug_plain(unit, type);
    return type && tag(type) ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
}

LLVMMetadataRef debug_member(struct unit *unit, LLVMMetadataRef type,
                             uint64_t offset, uint64_t *start) {
    type = debug_plain(unit, type);
    if (tag(type) != TAG_STRUCT)
        return NULL;
    LLVMMetadataRef members = debug_operand(unit, type, TYPE_ELEMENTS), member;
    for (unsigned i = 0; (member = debug_operand(unit, members, i)); i++) {
        if (tag(member) != TAG_MEMBER)
            continue;
        uint64_t from = LLVMDITypeGetOffsetInBits(member);
        uint64_t bits = LLVMDITypeGetSizeInBits(member);
        if (offset * 8 >= from + bits || from >= offset * 8 + 8)
            continue;
        // Bit-fields share their bytes: which one it is cannot be told.
        if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
            return NULL;
        *start = from / 8;
        return member;
    }
    return NULL;
}

LLVMMetadataRef debug_union_member(struct unit *unit, LLVMMetadataRef type,
                                   bool array, uint64_t bytes) {
    type = debug_plain(unit, type);
    LLVMMetadataRef members = debug_operand(unit, type, TYPE_ELEMENTS), member;
    for (unsigned i = 0; (member = debug_operand(unit, members, i)); i++) {
        LLVMMetadataRef own = debug_member_type(unit, member);
        if (array
                ? debug_is_array(unit, own)
                : debug_is_struct(unit, own) && debug_bytes(unit, own) == bytes)
            return member;
    }
    return NULL;
}

const char *debug_member_name(struct unit *unit, LLVMMetadataRef member) {
    return debug_string(unit, member, TYPE_NAME);
}

LLVMMetadataRef debug_member_type(struct unit *unit, LLVMMetadataRef member) {
    return debug_operand(unit, member, TYPE_BASE);
}

// ------------------------------------------------------------------ places

static void fill_file(struct debug_place *place, LLVMMetadataRef scope) {
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    if (!file)
        return;
    place->file = LLVMDIFileGetFilename(file, &place->file_length);
    place->directory = LLVMDIFileGetDirectory(file, &place->directory_length);
}

struct debug_place debug_place_of(LLVMValueRef instruction) {
    struct debug_place place = {0};
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location)
        return place;
    place.line = LLVMDILocationGetLine(location);
    place.column = LLVMDILocationGetColumn(location);
    fill_file(&place, LLVMDILocationGetScope(location));
    return place;
}

struct debug_place debug_place_of_function(LLVMValueRef function) {
    struct debug_place place = {0};
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    if (!program)
        return place;
    place.line = LLVMDISubprogramGetLine(program);
    fill_file(&place, program);
    return place;
}

const char *debug_function_name(struct unit *unit, LLVMValueRef function) {
    const char *name =
        debug_string(unit, LLVMGetSubprogram(function), SUBPROGRAM_NAME);
    return name ? name : ir_name(function);
}

const char *debug_function_name_at(struct unit *unit,
                                   LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
        scope = debug_operand(unit, scope, BLOCK_SCOPE);
    const char *name = debug_string(unit, scope, SUBPROGRAM_NAME);
    return name ? name
                : debug_function_name(
                      unit, LLVMGetBasicBlockParent(
                                LLVMGetInstructionParent(instruction)));
}
