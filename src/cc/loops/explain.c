// SPDX-License-Identifier: Apache-2.0

#include "cc/loops/explain.h"

#include "cc/names/debug.h"
#include "cc/names/sites.h"

enum { DEEPEST = 4 };

// The variable that holds a value after promotion, or NULL.
static const char *variable_of(struct unit *unit, LLVMBasicBlockRef block,
                               LLVMValueRef value) {
    LLVMValueRef function = LLVMGetBasicBlockParent(block);
    for (block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
             at = LLVMGetNextInstruction(at)) {
            if (!LLVMIsADbgVariableIntrinsic(at))
                continue;
            LLVMValueRef wrapped = LLVMGetOperand(at, 0), held = NULL;
            if (LLVMGetMDNodeNumOperands(wrapped) == 1)
                LLVMGetMDNodeOperands(wrapped, &held);
            if (held == value)
                return debug_variable_name(
                    unit, LLVMValueAsMetadata(LLVMGetOperand(at, 1)));
        }
    return NULL;
}

static void say(struct unit *unit, LLVMValueRef value, struct text *text,
                int depth);

static const char *operator_of(LLVMValueRef value) {
    static const struct {
        LLVMOpcode opcode;
        const char *sign;
    } operators[] = {{LLVMAdd, "+"},  {LLVMSub, "-"},  {LLVMMul, "*"},
                     {LLVMUDiv, "/"}, {LLVMSDiv, "/"}, {LLVMURem, "%"},
                     {LLVMSRem, "%"}, {LLVMAnd, "&"},  {LLVMOr, "|"},
                     {LLVMXor, "^"},  {LLVMShl, "<<"}, {LLVMLShr, ">>"},
                     {LLVMAShr, ">>"}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].opcode == LLVMGetInstructionOpcode(value))
            return operators[i].sign;
    return NULL;
}

static void say_operation(struct unit *unit, LLVMValueRef value,
                          const char *sign, struct text *text, int depth) {
    text_add(text, "(");
    say(unit, LLVMGetOperand(value, 0), text, depth);
    text_add(text, " %s ", sign);
    say(unit, LLVMGetOperand(value, 1), text, depth);
    text_add(text, ")");
}

static void say_access(struct unit *unit, LLVMValueRef at, const char *form,
                       struct text *text) {
    const char *what = sites_expression(unit, at);
    text_add(text, form, *what ? what : "memory");
}

static void say_call(LLVMValueRef call, struct text *text) {
    const char *name = ir_callee_name(call);
    text_add(text, "%s", *name ? name : "through a pointer");
    if (*name)
        text_add(text, "()");
}

static bool is_cast(LLVMValueRef value) {
    return LLVMIsACastInst(value) || LLVMIsAFreezeInst(value);
}

static void say_instruction(struct unit *unit, LLVMValueRef value,
                            struct text *text, int depth) {
    const char *sign = operator_of(value);
    const char *name =
        variable_of(unit, LLVMGetInstructionParent(value), value);
    LLVMValueRef first =
        LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
    struct term term;
    if (LLVMIsALoadInst(value))
        say_access(unit, value, "%s", text);
    else if (LLVMIsAAtomicRMWInst(value))
        say_access(unit, value,
                   LLVMGetAtomicRMWBinOp(value) == LLVMAtomicRMWBinOpXchg
                       ? "exchange(%s)"
                       : "update(%s)",
                   text);
    else if (LLVMIsAExtractValueInst(value) && LLVMIsAAtomicCmpXchgInst(first))
        say_access(unit, first,
                   LLVMGetIndices(value)[0] ? "cas(%s)" : "old(%s)", text);
    else if (is_cast(value))
        say(unit, first, text, depth);
    else if (name)
        text_add(text, "%s", name);
    else if (sign && depth)
        say_operation(unit, value, sign, text, depth - 1);
    else if (LLVMIsACallInst(value))
        say_call(value, text);
    else if (LLVMIsAICmpInst(value) && depth &&
             term_test(&term, value, true) == SOMETIMES)
        explain_term(unit, &term, text);
    else
        text_add(text, "?");
}

static bool is_number(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
}

static void say_argument(struct unit *unit, LLVMValueRef value,
                         struct text *text) {
    LLVMValueRef function = LLVMGetParamParent(value);
    const char *name =
        variable_of(unit, LLVMGetEntryBasicBlock(function), value);
    text_add(text, "%s", name ? name : "argument");
}

static void say(struct unit *unit, LLVMValueRef value, struct text *text,
                int depth) {
    if (is_number(value))
        text_add(text, "%lld",
                 LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1
                     ? (long long)LLVMConstIntGetZExtValue(value)
                     : LLVMConstIntGetSExtValue(value));
    else if (LLVMIsAConstantPointerNull(value))
        text_add(text, "0");
    else if (LLVMIsAGlobalValue(value))
        text_add(text, "&%s", ir_name(value));
    else if (LLVMIsAArgument(value))
        say_argument(unit, value, text);
    else if (LLVMIsAInstruction(value))
        say_instruction(unit, value, text, depth);
    else
        text_add(text, "?");
}

void explain_value(struct unit *unit, LLVMValueRef value, struct text *text) {
    say(unit, value, text, DEEPEST);
}

static const char *symbol_of(LLVMIntPredicate predicate) {
    static const char *const symbols[] = {
        [LLVMIntEQ] = "==", [LLVMIntNE] = "!=",  [LLVMIntSLT] = "<",
        [LLVMIntULT] = "<", [LLVMIntSLE] = "<=", [LLVMIntULE] = "<=",
        [LLVMIntSGT] = ">", [LLVMIntUGT] = ">",  [LLVMIntSGE] = ">=",
        [LLVMIntUGE] = ">="};
    return symbols[predicate];
}

static bool is_unsigned(LLVMIntPredicate predicate) {
    return predicate == LLVMIntULT || predicate == LLVMIntULE ||
           predicate == LLVMIntUGT || predicate == LLVMIntUGE;
}

static bool is_success(LLVMValueRef value) {
    return LLVMIsAExtractValueInst(value) && LLVMGetIndices(value)[0] == 1 &&
           LLVMIsAAtomicCmpXchgInst(LLVMGetOperand(value, 0));
}

void explain_term(struct unit *unit, const struct term *term,
                  struct text *text) {
    if (is_success(term->left) && LLVMIsNull(term->right)) {
        explain_value(unit, term->left, text);
        text_add(text, term->predicate == LLVMIntEQ ? " fails" : " succeeds");
        return;
    }
    explain_value(unit, term->left, text);
    text_add(text, " %s ", symbol_of(term->predicate));
    if (is_unsigned(term->predicate) && is_number(term->right))
        text_add(text, "%llu", LLVMConstIntGetZExtValue(term->right));
    else
        explain_value(unit, term->right, text);
}

void explain_conjunction(struct unit *unit,
                         const struct conjunction *conjunction,
                         struct text *text) {
    if (!conjunction->count)
        text_add(text, "true");
    for (int i = 0; i < conjunction->count; i++) {
        text_add(text, "%s", i ? " and " : "");
        explain_term(unit, &conjunction->at[i], text);
    }
}
