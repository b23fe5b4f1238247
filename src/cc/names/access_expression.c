// SPDX-License-Identifier: Apache-2.0

#include "cc/names/access_expression.h"

#include "cc/names/debug.h"

#include <string.h>

enum { DEEPEST = 24 }; // expressions nested deeper than this stay unknown

// ---------------------------------------------------------------- variables

void variables_read(struct unit *unit, LLVMValueRef function,
                    struct variables *variables) {
    (void)unit;
    for (LLVMValueRef at = unit_first(function); at; at = unit_next(at)) {
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
                 (struct variable){storage,
                                   LLVMValueAsMetadata(LLVMGetOperand(at, 1)),
                                   LLVMInstructionGetDebugLoc(at)});
    }
}

const struct variable *variables_find(const struct variables *variables,
                                      LLVMValueRef storage) {
    for (size_t i = 0; i < variables->count; i++)
        if (variables->at[i].storage == storage)
            return &variables->at[i];
    return NULL;
}

// ------------------------------------------------------------------- places

// An object, as far as it is known while its address is followed.
struct place {
    struct unit *unit;
    const struct variables *variables;
    struct text text;
    LLVMMetadataRef type; // of the object
    unsigned subscripts;  // of its array type that were consumed
    bool pointer;         // the text is a pointer to the object
    bool known;
    bool open;
    int depth;
};

static void follow(struct place *place, LLVMValueRef address);

static void forget(struct place *place) {
    place->known = false;
    place->type = NULL;
}

static void name_it(struct place *place, const char *name,
                    LLVMMetadataRef type) {
    text_add(&place->text, "%s", name);
    place->type = type;
}

// ptr → ptr->member or object.member; an unnamed one adds nothing.
static void enter_member(struct place *place, LLVMMetadataRef member) {
    place->type = debug_member_type(place->unit, member);
    place->subscripts = 0;
    const char *name = debug_member_name(place->unit, member);
    if (!name || !*name)
        return;
    text_add(&place->text, "%s%s", place->pointer ? "->" : ".", name);
    place->pointer = false;
}

static void add_member(struct place *place, uint64_t offset) {
    uint64_t start = 0;
    LLVMMetadataRef member =
        debug_member(place->unit, place->type, offset, &start);
    if (!member) {
        // A bit-field or a union: the text may go on where we cannot.
        place->open = debug_is_struct(place->unit, place->type) ||
                      debug_is_union(place->unit, place->type);
        if (!place->open)
            place->known = false;
        place->type = NULL;
        return;
    }
    enter_member(place, member);
}

static void add_index(struct place *place, LLVMValueRef index);

// An element of the array that the object is.
static void enter_element(struct place *place) {
    if (!debug_is_array(place->unit, place->type))
        return;
    place->subscripts++;
    if (place->subscripts < debug_dimensions(place->unit, place->type))
        return;
    place->type = debug_target(place->unit, place->type);
    place->subscripts = 0;
}

static void add_subscript(struct place *place, LLVMValueRef index) {
    text_add(&place->text, "[");
    add_index(place, index);
    text_add(&place->text, "]");
}

static bool is_zero(LLVMValueRef index) {
    return LLVMIsAConstantInt(index) && LLVMIsNull(index);
}

// Steps to a first member or element leave no trace in the address: take them
// until the object has the type that is indexed.
static void reconcile(struct place *place, LLVMTypeRef type) {
    struct unit *unit = place->unit;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t size =
        LLVMTypeIsSized(type) ? LLVMABISizeOfType(unit->layout, type) : 0;
    for (int i = 0; i < DEEPEST && size && place->type; i++) {
        bool larger = debug_bytes(unit, place->type) > size;
        if (debug_is_struct(unit, place->type) &&
            (kind == LLVMArrayTypeKind ||
             (kind == LLVMStructTypeKind && larger))) {
            add_member(place, 0);
        } else if (debug_is_union(unit, place->type)) {
            LLVMMetadataRef member = debug_union_member(
                unit, place->type, kind == LLVMArrayTypeKind, size);
            if (!member)
                return;
            enter_member(place, member);
        } else if (debug_is_array(unit, place->type) &&
                   kind == LLVMStructTypeKind) {
            text_add(&place->text, "[0]");
            place->pointer = false;
            enter_element(place);
        } else {
            return;
        }
    }
}

static void follow_gep(struct place *place, LLVMValueRef gep) {
    follow(place, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (is_zero(LLVMGetOperand(gep, 1)))
        reconcile(place, type);
    LLVMValueRef first = LLVMGetOperand(gep, 1);
    bool alone = LLVMGetNumOperands(gep) == 2;
    if (!is_zero(first) || (alone && place->pointer)) {
        // p[i]: with a pointer, the object is already what it points to.
        add_subscript(place, first);
        if (!place->pointer)
            enter_element(place);
        place->pointer = false;
    }
    for (int i = 2, n = LLVMGetNumOperands(gep); i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            add_member(place,
                       LLVMOffsetOfElement(place->unit->layout, type, field));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        type = LLVMGetElementType(type);
        // Arrays decay by a pair of zeroes; finish() adds a [0] if needed.
        if (i == 2 && n == 3 && is_zero(index))
            return;
        add_subscript(place, index);
        enter_element(place);
        place->pointer = false;
    }
}

// The object behind `size` bytes: down to its first member or element as long
// as it is larger than what is accessed.
static void finish(struct place *place, uint64_t size) {
    struct unit *unit = place->unit;
    while (place->type && size) {
        uint64_t bytes = debug_bytes(unit, place->type);
        if (debug_is_union(unit, place->type)) {
            place->open = true;
            break;
        }
        if (debug_is_struct(unit, place->type)) {
            // A struct of one member is accessed through that member.
            if (bytes < size)
                break;
            if (bytes == size) {
                place->open = true;
                break;
            }
            add_member(place, 0);
        } else if (debug_is_array(unit, place->type) && bytes > size) {
            text_add(&place->text, "[0]");
            place->pointer = false;
            enter_element(place);
        } else {
            break;
        }
    }
    if (!place->pointer)
        return;
    struct text whole = {0};
    text_add(&whole, "*%s", text_get(&place->text));
    text_free(&place->text);
    place->text = whole;
    place->pointer = false;
}

static void follow_call(struct place *place, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee)) {
        forget(place);
        return;
    }
    const char *name = unit_name(callee);
    if (text_starts(name, "llvm.threadlocal.address")) {
        follow(place, LLVMGetOperand(call, 0));
        return;
    }
    name_it(place, name, NULL);
    text_add(&place->text, "(%s)", LLVMGetNumArgOperands(call) ? "..." : "");
    place->pointer = true;
    place->known = false;
}

static void follow(struct place *place, LLVMValueRef address) {
    struct unit *unit = place->unit;
    address = unit_without_casts(address);
    if (++place->depth > DEEPEST) {
        forget(place);
        return;
    }
    const struct variable *variable = NULL;
    if (LLVMIsAAllocaInst(address) || LLVMIsAArgument(address))
        variable = variables_find(place->variables, address);
    if (variable) {
        name_it(place, debug_variable_name(unit, variable->variable),
                debug_variable_type(unit, variable->variable));
    } else if (LLVMIsAGlobalVariable(address)) {
        LLVMMetadataRef global = debug_global(unit, address);
        const char *name = global ? debug_variable_name(unit, global) : NULL;
        name_it(place, name ? name : unit_name(address),
                global ? debug_variable_type(unit, global) : NULL);
    } else if (unit_is_gep(address)) {
        follow_gep(place, address);
    } else if (LLVMIsALoadInst(address)) {
        follow(place, LLVMGetOperand(address, 0));
        finish(place, unit_size(unit, LLVMTypeOf(address)));
        place->type = debug_target(unit, place->type);
        place->subscripts = 0;
        place->pointer = true;
    } else if (LLVMIsACallInst(address)) {
        follow_call(place, address);
    } else {
        forget(place);
    }
}

static void add_value(struct place *place, LLVMValueRef value) {
    struct place other = {.unit = place->unit,
                          .variables = place->variables,
                          .known = true,
                          .depth = place->depth};
    follow(&other, LLVMGetOperand(value, 0));
    finish(&other, unit_size(place->unit, LLVMTypeOf(value)));
    text_add(&place->text, "%s", other.known ? text_get(&other.text) : "...");
    text_free(&other.text);
}

static void add_index(struct place *place, LLVMValueRef index) {
    while (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index) ||
           LLVMIsATruncInst(index))
        index = LLVMGetOperand(index, 0);
    if (LLVMIsAConstantInt(index)) {
        text_add(&place->text, "%lld", LLVMConstIntGetSExtValue(index));
    } else if (LLVMIsALoadInst(index)) {
        add_value(place, index);
    } else if (LLVMIsABinaryOperator(index) && ++place->depth < DEEPEST &&
               (LLVMGetInstructionOpcode(index) == LLVMAdd ||
                LLVMGetInstructionOpcode(index) == LLVMSub)) {
        bool sum = LLVMGetInstructionOpcode(index) == LLVMAdd;
        add_index(place, LLVMGetOperand(index, 0));
        text_add(&place->text, sum ? " + " : " - ");
        add_index(place, LLVMGetOperand(index, 1));
    } else {
        text_add(&place->text, "...");
    }
}

struct expression expression_of(struct unit *unit,
                                const struct variables *variables,
                                LLVMValueRef address, uint64_t size) {
    struct place place = {.unit = unit, .variables = variables, .known = true};
    follow(&place, address);
    finish(&place, size);
    if (strstr(text_get(&place.text), "..."))
        place.known = false;
    return (struct expression){place.text, place.known, place.open};
}
