// SPDX-License-Identifier: Apache-2.0
// What the debug information says: names, types, places.
//
// A type here is the metadata of a DIType, or NULL where nothing is known;
// every question may be asked of NULL.

#ifndef MAZURKA_CC_NAMES_DEBUG_H
#define MAZURKA_CC_NAMES_DEBUG_H

#include "cc/ir/unit.h"

struct debug_place {
    const char *file; // not terminated
    unsigned file_length;
    const char *directory; // of the compilation
    unsigned directory_length;
    unsigned line, column; // 0: unknown
};

// The i-th operand of a metadata node, or NULL.
LLVMMetadataRef debug_operand(struct unit *unit, LLVMMetadataRef node,
                              unsigned index);
// The same, as a string that the context owns; NULL if it is none.
const char *debug_string(struct unit *unit, LLVMMetadataRef node,
                         unsigned index);

// A variable's name (DILocalVariable, DIGlobalVariable) and type.
const char *debug_variable_name(struct unit *unit, LLVMMetadataRef variable);
LLVMMetadataRef debug_variable_type(struct unit *unit,
                                    LLVMMetadataRef variable);
// The variables of one function: which alloca is which.
struct debug_locals {
    struct debug_local {
        LLVMValueRef storage;
        LLVMMetadataRef variable; // DILocalVariable
        LLVMMetadataRef location; // of its declaration
    } * at;
    size_t count, room;
};

void debug_locals_read(LLVMValueRef function, struct debug_locals *variables);
const struct debug_local *
debug_locals_find(const struct debug_locals *variables, LLVMValueRef storage);

// The DIGlobalVariable of a global variable, or NULL.
LLVMMetadataRef debug_global(struct unit *unit, LLVMValueRef global);

// The type without typedefs and qualifiers.
LLVMMetadataRef debug_plain(struct unit *unit, LLVMMetadataRef type);
bool debug_is_array(struct unit *unit, LLVMMetadataRef type);
bool debug_is_struct(struct unit *unit, LLVMMetadataRef type);
bool debug_is_union(struct unit *unit, LLVMMetadataRef type);
bool debug_is_pointer(struct unit *unit, LLVMMetadataRef type);
bool debug_is_enum(struct unit *unit, LLVMMetadataRef type);
bool debug_is_basic(struct unit *unit, LLVMMetadataRef type); // int, double …
// Its name without "struct"; NULL if it has none.
const char *debug_type_name(struct unit *unit, LLVMMetadataRef type);
// The n-th value of an enumeration, or NULL; its name.
LLVMMetadataRef debug_enumerator(struct unit *unit, LLVMMetadataRef type,
                                 unsigned index, const char **name);
// What a pointer points to, or an array consists of (the whole rest of its
// dimensions in one).
LLVMMetadataRef debug_target(struct unit *unit, LLVMMetadataRef type);
unsigned debug_dimensions(struct unit *unit, LLVMMetadataRef type);
uint64_t debug_bytes(struct unit *unit, LLVMMetadataRef type);
// The member of a struct that contains this byte; its own offset goes to
// *start. NULL if there is none, or if it is a bit-field.
LLVMMetadataRef debug_member(struct unit *unit, LLVMMetadataRef type,
                             uint64_t offset, uint64_t *start);
// The first member of a union that is an array, or else a structure of this
// size; NULL if there is none.
LLVMMetadataRef debug_union_member(struct unit *unit, LLVMMetadataRef type,
                                   bool array, uint64_t bytes);
const char *debug_member_name(struct unit *unit, LLVMMetadataRef member);
LLVMMetadataRef debug_member_type(struct unit *unit, LLVMMetadataRef member);

// Where an instruction comes from; all zero if that is unknown.
struct debug_place debug_place_of(LLVMValueRef instruction);
struct debug_place debug_place_of_function(LLVMValueRef function);
// A function's name in the source.
const char *debug_function_name(struct unit *unit, LLVMValueRef function);
// The name of the function in whose text an instruction stands, wherever it was
// inlined.
const char *debug_function_name_at(struct unit *unit, LLVMValueRef instruction);

#endif
