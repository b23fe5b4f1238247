// SPDX-License-Identifier: Apache-2.0

#include "cc/names/access_expression.h"

#include <string.h>

enum { DEEPEST = 24 }; // expressions nested deeper than this stay unknown

// ------------------------------------------------------------------- places

// An object, as far as it is known while its address is followed.
struct accessed {
    struct unit *unit;
    const struct debug_locals *variables;
    struct text text;
    LLVMMetadataRef type; // of the object
    unsigned subscripts;  // of its array type that were consumed
    bool pointer;         // the text is a pointer to the object
    bool known;
    bool open;
    int depth;
};

static void follow(struct accessed *object, LLVMValueRef address);

static void forget(struct accessed *object) {
    object->known = false;
    object->type = NULL;
}

static void name_it(struct accessed *object, const char *name,
                    LLVMMetadataRef type) {
    text_add(&object->text, "%s", name);
    object->type = type;
}

// ptr → ptr->member or object.member; an unnamed one adds nothing.
static void enter_member(struct accessed *object, LLVMMetadataRef member) {
    object->type = debug_member_type(object->unit, member);
    object->subscripts = 0;
    const char *name = debug_member_name(object->unit, member);
    if (!name || !*name)
        return;
    text_add(&object->text, "%s%s", object->pointer ? "->" : ".", name);
    object->pointer = false;
}

static void add_member(struct accessed *object, uint64_t offset) {
    uint64_t start = 0;
    LLVMMetadataRef member =
        debug_member(object->unit, object->type, offset, &start);
    if (!member) {
        // A bit-field or a union: the text may go on where we cannot.
        object->open = debug_is_struct(object->unit, object->type) ||
                       debug_is_union(object->unit, object->type);
        if (!object->open)
            object->known = false;
        object->type = NULL;
        return;
    }
    enter_member(object, member);
}

static void add_index(struct accessed *object, LLVMValueRef index);

// An element of the array that the object is.
static void enter_element(struct accessed *object) {
    if (!debug_is_array(object->unit, object->type))
        return;
    object->subscripts++;
    if (object->subscripts < debug_dimensions(object->unit, object->type))
        return;
    object->type = debug_target(object->unit, object->type);
    object->subscripts = 0;
}

static void add_subscript(struct accessed *object, LLVMValueRef index) {
    text_add(&object->text, "[");
    add_index(object, index);
    text_add(&object->text, "]");
}

static bool is_zero(LLVMValueRef index) {
    return LLVMIsAConstantInt(index) && LLVMIsNull(index);
}

// Steps to a first member or element leave no trace in the address: take them
// until the object has the type that is indexed.
static void reconcile(struct accessed *object, LLVMTypeRef type) {
    struct unit *unit = object->unit;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    uint64_t size =
        LLVMTypeIsSized(type) ? LLVMABISizeOfType(unit->layout, type) : 0;
    for (int i = 0; i < DEEPEST && size && object->type; i++) {
        bool larger = debug_bytes(unit, object->type) > size;
        if (debug_is_struct(unit, object->type) &&
            (kind == LLVMArrayTypeKind ||
             (kind == LLVMStructTypeKind && larger))) {
            add_member(object, 0);
        } else if (debug_is_union(unit, object->type)) {
            LLVMMetadataRef member = debug_union_member(
                unit, object->type, kind == LLVMArrayTypeKind, size);
            if (!member)
                return;
            enter_member(object, member);
        } else if (debug_is_array(unit, object->type) &&
                   kind == LLVMStructTypeKind) {
            text_add(&object->text, "[0]");
            object->pointer = false;
            enter_element(object);
        } else {
            return;
        }
    }
}

static void follow_gep(struct accessed *object, LLVMValueRef gep) {
    follow(object, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (is_zero(LLVMGetOperand(gep, 1)))
        reconcile(object, type);
    LLVMValueRef first = LLVMGetOperand(gep, 1);
    bool alone = LLVMGetNumOperands(gep) == 2;
    if (!is_zero(first) || (alone && object->pointer)) {
        // p[i]: with a pointer, the object is already what it points to.
        add_subscript(object, first);
        if (!object->pointer)
            enter_element(object);
        object->pointer = false;
    }
    for (int i = 2, n = LLVMGetNumOperands(gep); i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            add_member(object,
                       LLVMOffsetOfElement(object->unit->layout, type, field));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        type = LLVMGetElementType(type);
        // Arrays decay by a pair of zeroes; finish() adds a [0] if needed.
        if (i == 2 && n == 3 && is_zero(index))
            return;
        add_subscript(object, index);
        enter_element(object);
        object->pointer = false;
    }
}

// The object behind `size` bytes: down to its first member or element as long
// as it is larger than what is accessed.
static void finish(struct accessed *object, uint64_t size) {
    struct unit *unit = object->unit;
    while (object->type && size) {
        uint64_t bytes = debug_bytes(unit, object->type);
        if (debug_is_union(unit, object->type)) {
            object->open = true;
            break;
        }
        if (debug_is_struct(unit, object->type)) {
            // A struct of one member is accessed through that member.
            if (bytes < size)
                break;
            if (bytes == size) {
                object->open = true;
                break;
            }
            add_member(object, 0);
        } else if (debug_is_array(unit, object->type) && bytes > size) {
            text_add(&object->text, "[0]");
            object->pointer = false;
            enter_element(object);
        } else {
            break;
        }
    }
    if (!object->pointer)
        return;
    struct text whole = {0};
    text_add(&whole, "*%s", text_get(&object->text));
    text_free(&object->text);
    object->text = whole;
    object->pointer = false;
}

static void follow_call(struct accessed *object, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee)) {
        forget(object);
        return;
    }
    const char *name = ir_name(callee);
    if (text_starts(name, "llvm.threadlocal.address")) {
        follow(object, LLVMGetOperand(call, 0));
        return;
    }
    name_it(object, name, NULL);
    text_add(&object->text, "(%s)", LLVMGetNumArgOperands(call) ? "..." : "");
    object->pointer = true;
    object->known = false;
}

static void follow(struct accessed *object, LLVMValueRef address) {
    struct unit *unit = object->unit;
    address = ir_without_casts(address);
    if (++object->depth > DEEPEST) {
        forget(object);
        return;
    }
    const struct debug_local *variable = NULL;
    if (LLVMIsAAllocaInst(address) || LLVMIsAArgument(address))
        variable = debug_locals_find(object->variables, address);
    if (variable) {
        name_it(object, debug_variable_name(unit, variable->variable),
                debug_variable_type(unit, variable->variable));
    } else if (LLVMIsAGlobalVariable(address)) {
        LLVMMetadataRef global = debug_global(unit, address);
        const char *name = global ? debug_variable_name(unit, global) : NULL;
        name_it(object, name ? name : ir_name(address),
                global ? debug_variable_type(unit, global) : NULL);
    } else if (ir_is_gep(address)) {
        follow_gep(object, address);
    } else if (LLVMIsALoadInst(address)) {
        follow(object, LLVMGetOperand(address, 0));
        finish(object, unit_size(unit, LLVMTypeOf(address)));
        object->type = debug_target(unit, object->type);
        object->subscripts = 0;
        object->pointer = true;
    } else if (LLVMIsACallInst(address)) {
        follow_call(object, address);
    } else {
        forget(object);
    }
}

static void add_value(struct accessed *object, LLVMValueRef value) {
    struct accessed other = {.unit = object->unit,
                             .variables = object->variables,
                             .known = true,
                             .depth = object->depth};
    follow(&other, LLVMGetOperand(value, 0));
    finish(&other, unit_size(object->unit, LLVMTypeOf(value)));
    text_add(&object->text, "%s", other.known ? text_get(&other.text) : "...");
    text_free(&other.text);
}

static void add_index(struct accessed *object, LLVMValueRef index) {
    while (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index) ||
           LLVMIsATruncInst(index))
        index = LLVMGetOperand(index, 0);
    if (LLVMIsAConstantInt(index)) {
        text_add(&object->text, "%lld", LLVMConstIntGetSExtValue(index));
    } else if (LLVMIsALoadInst(index)) {
        add_value(object, index);
    } else if (LLVMIsABinaryOperator(index) && ++object->depth < DEEPEST &&
               (LLVMGetInstructionOpcode(index) == LLVMAdd ||
                LLVMGetInstructionOpcode(index) == LLVMSub)) {
        bool sum = LLVMGetInstructionOpcode(index) == LLVMAdd;
        add_index(object, LLVMGetOperand(index, 0));
        text_add(&object->text, sum ? " + " : " - ");
        add_index(object, LLVMGetOperand(index, 1));
    } else {
        text_add(&object->text, "...");
    }
}

struct access_expression
access_expression_of(struct unit *unit, const struct debug_locals *variables,
                     LLVMValueRef address, uint64_t size) {
    struct accessed object = {
        .unit = unit, .variables = variables, .known = true};
    follow(&object, address);
    finish(&object, size);
    if (strstr(text_get(&object.text), "..."))
        object.known = false;
    return (struct access_expression){.text = object.text,
                                      .complete = object.known,
                                      .type = object.type,
                                      .open = object.open};
}
