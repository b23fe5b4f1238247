// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm_template.h"

#include "cc/ir/atomic_hooks.h"
#include "machine/hooks.h"

#include <string.h>

// ---------------------------------------------------------------- the table

static const struct asm_row table[] = {
    {"pause", ASM_NOTHING, 0, false, 0},
    {"nop", ASM_NOTHING, 0, false, 0},
    {"yield", ASM_NOTHING, 0, false, 0},
    {"prefetchw", ASM_NOTHING, 1, false, 0},
    {"prefetcht0", ASM_NOTHING, 1, false, 0},
    {"prefetchnta", ASM_NOTHING, 1, false, 0},
    {"mfence", ASM_FENCE, 0, false, MZ_SEQ_CST},
    // The machine orders all but a store before a load by itself.
    {"lfence", ASM_FENCE, 0, false, MZ_ACQ_REL},
    {"sfence", ASM_FENCE, 0, false, MZ_ACQ_REL},
    {"mov", ASM_MOVE, 2, false, 0},
    {"xchg", ASM_XADD, 2, false, LLVMAtomicRMWBinOpXchg},
    {"xadd", ASM_XADD, 2, true, LLVMAtomicRMWBinOpAdd},
    {"add", ASM_UPDATE, 2, true, LLVMAtomicRMWBinOpAdd},
    {"sub", ASM_UPDATE, 2, true, LLVMAtomicRMWBinOpSub},
    {"and", ASM_UPDATE, 2, true, LLVMAtomicRMWBinOpAnd},
    {"or", ASM_UPDATE, 2, true, LLVMAtomicRMWBinOpOr},
    {"xor", ASM_UPDATE, 2, true, LLVMAtomicRMWBinOpXor},
    {"inc", ASM_UPDATE, 1, true, LLVMAtomicRMWBinOpAdd},
    {"dec", ASM_UPDATE, 1, true, LLVMAtomicRMWBinOpSub},
    {"not", ASM_UPDATE, 1, true, LLVMAtomicRMWBinOpXor},
    {"neg", ASM_UPDATE, 1, true, ATOMIC_HOOKS_NEGATE},
    {"cmpxchg", ASM_COMPARE, 2, true, 0},
    {"cmpxchg16b", ASM_PAIR, 1, true, 0},
    {"bts", ASM_BIT, 2, true, LLVMAtomicRMWBinOpOr},
    {"btr", ASM_BIT, 2, true, LLVMAtomicRMWBinOpAnd},
    {"btc", ASM_BIT, 2, true, LLVMAtomicRMWBinOpXor},
    {"setz", ASM_SET, 1, false, 'z'},
    {"sete", ASM_SET, 1, false, 'z'},
    {"setnz", ASM_SET, 1, false, 'Z'},
    {"setne", ASM_SET, 1, false, 'Z'},
    {"setc", ASM_SET, 1, false, 'c'},
    {"setb", ASM_SET, 1, false, 'c'},
};

const struct asm_row *asm_template_row(const char *name, unsigned *size) {
    static const char suffixes[] = "bwlq";
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t own = strlen(table[i].name);
        if (strncmp(table[i].name, name, own))
            continue;
        *size = 0;
        if (length == own)
            return &table[i];
        const char *suffix = strchr(suffixes, name[own]);
        if (length == own + 1 && suffix && table[i].arguments) {
            *size = 1u << (suffix - suffixes);
            return &table[i];
        }
    }
    return NULL;
}

// -------------------------------------------------------------------- state

static LLVMTypeRef element_type(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// The arguments of the call belong to inputs and to memory outputs, in order.
bool asm_template_read(struct asm_template *t) {
    if (!asm_text_constraints(text_get(&t->strings.constraints),
                              &t->constraints) ||
        t->strings.intel)
        return false;
    unsigned next = 0, all = LLVMGetNumArgOperands(t->call);
    for (int i = 0; i < t->constraints.count; i++) {
        struct asm_operand *operand = &t->constraints.operands[i];
        if (operand->output && !operand->memory)
            continue;
        if (next == all)
            return false;
        if (operand->memory)
            t->element[i] = element_type(t->call, next);
        t->passed[i] = LLVMGetOperand(t->call, next++);
    }
    return asm_text_program(text_get(&t->strings.code), &t->program);
}

LLVMValueRef *asm_template_slot(struct asm_template *t, int index) {
    struct asm_operand *operand = &t->constraints.operands[index];
    if (operand->tied >= 0)
        return asm_template_slot(t, operand->tied);
    if (operand->fixed != ASM_NO_REGISTER)
        return &t->registers[operand->fixed];
    return &t->words[index];
}

bool asm_template_is_memory(const struct asm_template *t,
                            const struct asm_argument *argument) {
    return argument->form == ASM_INDIRECT ||
           (argument->form == ASM_OPERAND &&
            t->constraints.operands[argument->operand].memory);
}

LLVMValueRef asm_template_address(struct asm_template *t,
                                  const struct asm_argument *argument) {
    struct unit *unit = t->unit;
    if (argument->form == ASM_OPERAND)
        return t->passed[argument->operand];
    LLVMValueRef offset = unit_i64(unit, (uint64_t)argument->number);
    LLVMValueRef base =
        LLVMBuildIntToPtr(unit->build, *asm_template_slot(t, argument->operand),
                          unit->pointer, "");
    return LLVMBuildGEP2(unit->build, unit->i8, base, &offset, 1, "");
}

LLVMValueRef *asm_template_place(struct asm_template *t,
                                 const struct asm_argument *argument) {
    return argument->form == ASM_REGISTER
               ? &t->registers[argument->name]
               : asm_template_slot(t, argument->operand);
}

LLVMValueRef asm_template_word(struct asm_template *t,
                               const struct asm_argument *argument) {
    if (argument->form == ASM_NUMBER)
        return unit_i64(t->unit, (uint64_t)argument->number);
    LLVMValueRef word = *asm_template_place(t, argument);
    return word ? word : LLVMGetUndef(t->unit->i64);
}

// ------------------------------------------------------------------ checking

unsigned asm_template_size(struct asm_template *t,
                           const struct asm_step *step) {
    unsigned size = 0;
    asm_template_row(step->name, &size);
    if (size)
        return size;
    // Without a suffix, an operand's type tells.
    for (int i = step->count - 1; i >= 0; i--) {
        const struct asm_argument *argument = &step->arguments[i];
        if (argument->form != ASM_OPERAND)
            continue;
        LLVMTypeRef type = t->element[argument->operand];
        LLVMValueRef passed = t->passed[argument->operand];
        if (!type && passed)
            type = LLVMTypeOf(passed);
        if (type && LLVMTypeIsSized(type))
            size = (unsigned)unit_size(t->unit, type);
        if (size == 1 || size == 2 || size == 4 || size == 8)
            return size;
    }
    return 0;
}

bool asm_template_is_fence(const struct asm_step *step) {
    return step->locked && step->count == 2 &&
           step->arguments[0].form == ASM_NUMBER &&
           !step->arguments[0].number && step->arguments[1].form == ASM_STACK;
}

static bool is_known_argument(const struct asm_template *t,
                              const struct asm_argument *argument) {
    if (argument->form == ASM_STACK)
        return false;
    return (argument->form != ASM_OPERAND && argument->form != ASM_INDIRECT) ||
           argument->operand < t->constraints.count;
}

static bool memory_is_right(const struct asm_template *t,
                            const struct asm_row *row,
                            const struct asm_step *step) {
    int count = 0;
    for (int i = 0; i < step->count; i++)
        count += asm_template_is_memory(t, &step->arguments[i]);
    switch (row->action) {
    case ASM_MOVE:
        return count < 2;
    case ASM_UPDATE:
    case ASM_BIT:
    case ASM_COMPARE:
    case ASM_PAIR:
        return count == 1 &&
               asm_template_is_memory(t, &step->arguments[step->count - 1]);
    case ASM_XADD:
        return count == 1;
    case ASM_NOTHING:
    case ASM_FENCE:
    case ASM_SET:
        return true;
    }
    return false;
}

static bool is_known_step(struct asm_template *t, const struct asm_step *step) {
    unsigned size;
    const struct asm_row *row = asm_template_row(step->name, &size);
    if (asm_template_is_fence(step))
        return row;
    if (!row || row->arguments != step->count ||
        (row->needs_lock && !step->locked))
        return false;
    if (row->action == ASM_NOTHING || row->action == ASM_FENCE)
        return true;
    for (int i = 0; i < step->count; i++)
        if (!is_known_argument(t, &step->arguments[i]))
            return false;
    if (row->action != ASM_PAIR && row->action != ASM_SET &&
        !asm_template_size(t, step))
        return false;
    return memory_is_right(t, row, step);
}

bool asm_template_is_known(struct asm_template *t) {
    for (int i = 0; i < t->program.count; i++)
        if (!is_known_step(t, &t->program.steps[i]))
            return false;
    for (int i = 0; i < t->constraints.count; i++) {
        struct asm_operand *operand = &t->constraints.operands[i];
        LLVMValueRef passed = t->passed[i];
        if (operand->flag && !strchr("zec", operand->condition[0]))
            return false;
        if (passed && !operand->memory &&
            !unit_is_word(t->unit, LLVMTypeOf(passed)))
            return false;
    }
    return true;
}
