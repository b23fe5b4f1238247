// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm_execute.h"

#include "cc/ir/addresses.h"
#include "cc/ir/atomic_hooks.h"
#include "machine/hooks.h"

#include <string.h>

static struct atomic atomic_at(struct asm_template *t, unsigned size,
                               const struct asm_argument *argument,
                               uint32_t order) {
    return (struct atomic){.place = t->call,
                           .address = asm_template_address(t, argument),
                           .type =
                               LLVMIntTypeInContext(t->unit->context, 8 * size),
                           .order = order,
                           .site = t->site};
}

static LLVMValueRef narrow(struct asm_template *t, LLVMValueRef word,
                           LLVMTypeRef type) {
    return LLVMBuildIntCast2(t->unit->build, word, type, false, "");
}

static LLVMValueRef widen(struct asm_template *t, LLVMValueRef value) {
    return LLVMBuildIntCast2(t->unit->build, value, t->unit->i64, false, "");
}

// Loads are acquire and stores release operations, as the machine has them.
// Memory behind a pointer in a register is read by the program plainly.
static void move(struct asm_template *t, const struct asm_step *step,
                 const struct asm_row *row) {
    (void)row;
    const struct asm_argument *from = &step->arguments[0];
    const struct asm_argument *to = &step->arguments[1];
    unsigned size = asm_template_size(t, step);
    if (asm_template_is_memory(t, to)) {
        struct atomic atomic = atomic_at(t, size, to, MZ_RELEASE);
        atomic_hooks_store(t->unit, &atomic,
                           narrow(t, asm_template_word(t, from), atomic.type));
    } else if (from->form == ASM_INDIRECT) {
        struct unit *unit = t->unit;
        LLVMTypeRef type = LLVMIntTypeInContext(unit->context, 8 * size);
        LLVMValueRef address = asm_template_address(t, from);
        unit_announce_read(unit, address, unit_i64(unit, size), t->site);
        *asm_template_place(t, to) =
            widen(t, LLVMBuildLoad2(unit->build, type, address, ""));
    } else if (asm_template_is_memory(t, from)) {
        struct atomic atomic = atomic_at(t, size, from, MZ_ACQUIRE);
        *asm_template_place(t, to) =
            widen(t, atomic_hooks_load(t->unit, &atomic));
    } else {
        *asm_template_place(t, to) = asm_template_word(t, from);
    }
}

static LLVMValueRef operand_of_unary(const char *name, LLVMTypeRef type) {
    if (!strncmp(name, "not", 3))
        return LLVMConstAllOnes(type);
    return LLVMConstInt(type, 1, false);
}

// Does a later instruction or an output look at the flags?
static bool flags_are_used(const struct asm_template *t) {
    for (int i = 0; i < t->program.count; i++)
        if (!strncmp(t->program.steps[i].name, "set", 3))
            return true;
    for (int i = 0; i < t->constraints.count; i++)
        if (t->constraints.operands[i].flag)
            return true;
    return false;
}

static void update(struct asm_template *t, const struct asm_step *step,
                   const struct asm_row *row) {
    const struct asm_argument *to = &step->arguments[step->count - 1];
    struct atomic atomic =
        atomic_at(t, asm_template_size(t, step), to, MZ_SEQ_CST);
    LLVMValueRef by =
        step->count == 1
            ? operand_of_unary(step->name, atomic.type)
            : narrow(t, asm_template_word(t, &step->arguments[0]), atomic.type);
    bool used = flags_are_used(t);
    LLVMValueRef old =
        atomic_hooks_update(t->unit, &atomic, row->detail, by, used);
    if (used)
        t->zero = LLVMBuildIsNull(
            t->unit->build, atomic_hooks_updated(t->unit, row->detail, old, by),
            "");
}

static void exchange(struct asm_template *t, const struct asm_step *step,
                     const struct asm_row *row) {
    bool first = asm_template_is_memory(t, &step->arguments[0]);
    const struct asm_argument *to = &step->arguments[first ? 0 : 1];
    LLVMValueRef *other =
        asm_template_place(t, &step->arguments[first ? 1 : 0]);
    struct atomic atomic =
        atomic_at(t, asm_template_size(t, step), to, MZ_SEQ_CST);
    LLVMValueRef by = *other ? *other : LLVMGetUndef(t->unit->i64);
    bool used = !atomic_hooks_is_unused(t->call);
    *other = widen(t, atomic_hooks_update(t->unit, &atomic, row->detail,
                                          narrow(t, by, atomic.type), used));
}

static void compare(struct asm_template *t, const struct asm_step *step,
                    const struct asm_row *row) {
    (void)row;
    struct atomic atomic = atomic_at(t, asm_template_size(t, step),
                                     &step->arguments[1], MZ_SEQ_CST);
    LLVMValueRef *ax = &t->registers[ASM_AX];
    LLVMValueRef expected =
        narrow(t, *ax ? *ax : LLVMGetUndef(t->unit->i64), atomic.type);
    LLVMValueRef desired =
        narrow(t, asm_template_word(t, &step->arguments[0]), atomic.type);
    LLVMValueRef old =
        atomic_hooks_cas(t->unit, &atomic, expected, desired, MZ_SEQ_CST);
    t->zero = atomic_hooks_same(t->unit, old, expected);
    *ax = widen(t, old);
}

static LLVMValueRef join(struct asm_template *t, enum asm_register high,
                         enum asm_register low, LLVMTypeRef type) {
    struct unit *unit = t->unit;
    LLVMValueRef halves[2] = {t->registers[high], t->registers[low]};
    for (int i = 0; i < 2; i++) {
        // What was never set could be anything; zero is one such thing.
        if (!halves[i])
            halves[i] = unit_i64(unit, 0);
        halves[i] = LLVMBuildZExt(unit->build, halves[i], type, "");
    }
    LLVMValueRef shifted =
        LLVMBuildShl(unit->build, halves[0], LLVMConstInt(type, 64, false), "");
    return LLVMBuildOr(unit->build, shifted, halves[1], "");
}

static void compare_pair(struct asm_template *t, const struct asm_step *step,
                         const struct asm_row *row) {
    (void)row;
    struct unit *unit = t->unit;
    struct atomic atomic = atomic_at(t, 16, &step->arguments[0], MZ_SEQ_CST);
    LLVMValueRef expected = join(t, ASM_DX, ASM_AX, atomic.type);
    LLVMValueRef desired = join(t, ASM_CX, ASM_BX, atomic.type);
    LLVMValueRef old =
        atomic_hooks_cas(unit, &atomic, expected, desired, MZ_SEQ_CST);
    t->zero = atomic_hooks_same(unit, old, expected);
    LLVMValueRef high = LLVMBuildLShr(unit->build, old,
                                      LLVMConstInt(atomic.type, 64, false), "");
    t->registers[ASM_AX] = narrow(t, old, unit->i64);
    t->registers[ASM_DX] = narrow(t, high, unit->i64);
}

static void test_bit(struct asm_template *t, const struct asm_step *step,
                     const struct asm_row *row) {
    LLVMBuilderRef build = t->unit->build;
    unsigned size = asm_template_size(t, step);
    struct atomic atomic = atomic_at(t, size, &step->arguments[1], MZ_SEQ_CST);
    LLVMTypeRef type = atomic.type;
    LLVMValueRef bit = LLVMBuildAnd(
        build, narrow(t, asm_template_word(t, &step->arguments[0]), type),
        LLVMConstInt(type, 8 * size - 1, false), "");
    LLVMValueRef mask =
        LLVMBuildShl(build, LLVMConstInt(type, 1, false), bit, "");
    LLVMValueRef by = row->detail == LLVMAtomicRMWBinOpAnd
                          ? LLVMBuildNot(build, mask, "")
                          : mask;
    LLVMValueRef old = atomic_hooks_update(t->unit, &atomic, row->detail, by,
                                           flags_are_used(t));
    t->carry =
        LLVMBuildIsNotNull(build, LLVMBuildAnd(build, old, mask, ""), "");
}

static LLVMValueRef flag_of(struct asm_template *t, char name) {
    LLVMValueRef flag = name == 'c' ? t->carry : t->zero;
    if (!flag)
        flag = LLVMConstNull(t->unit->i1);
    return name == 'Z' ? LLVMBuildNot(t->unit->build, flag, "") : flag;
}

static void set(struct asm_template *t, const struct asm_step *step,
                const struct asm_row *row) {
    struct unit *unit = t->unit;
    const struct asm_argument *to = &step->arguments[0];
    LLVMValueRef flag = flag_of(t, (char)row->detail);
    if (!asm_template_is_memory(t, to)) {
        *asm_template_place(t, to) = widen(t, flag);
        return;
    }
    LLVMValueRef address = asm_template_address(t, to);
    LLVMValueRef byte = LLVMBuildZExt(unit->build, flag, unit->i8, "");
    if (!addresses_is_local(unit, address))
        unit_announce_write(unit, address, unit_i64(unit, 1), widen(t, byte),
                            t->site);
    LLVMBuildStore(unit->build, byte, address);
}

static void fence(struct asm_template *t, const struct asm_step *step,
                  const struct asm_row *row) {
    bool locked = asm_template_is_fence(step);
    atomic_hooks_fence(t->unit, locked ? MZ_SEQ_CST : (uint32_t)row->detail,
                       t->site);
}

static void carry_out(struct asm_template *t, const struct asm_step *step) {
    static void (*const actions[])(struct asm_template *,
                                   const struct asm_step *,
                                   const struct asm_row *) = {
        [ASM_FENCE] = fence,     [ASM_MOVE] = move,
        [ASM_UPDATE] = update,   [ASM_XADD] = exchange,
        [ASM_COMPARE] = compare, [ASM_PAIR] = compare_pair,
        [ASM_BIT] = test_bit,    [ASM_SET] = set};
    unsigned size;
    const struct asm_row *row = asm_template_row(step->name, &size);
    if (asm_template_is_fence(step))
        fence(t, step, row);
    else if (row->action != ASM_NOTHING)
        actions[row->action](t, step, row);
}

static LLVMValueRef results(struct asm_template *t) {
    struct unit *unit = t->unit;
    LLVMTypeRef type = LLVMTypeOf(t->call);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        return NULL;
    bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMValueRef whole = LLVMGetUndef(type);
    unsigned next = 0;
    for (int i = 0; i < t->constraints.count; i++) {
        struct asm_operand *operand = &t->constraints.operands[i];
        if (!operand->output || operand->memory)
            continue;
        LLVMTypeRef own = several ? LLVMStructGetTypeAtIndex(type, next) : type;
        LLVMValueRef word = operand->flag
                                ? widen(t, flag_of(t, operand->condition[0]))
                                : *asm_template_slot(t, i);
        LLVMValueRef value =
            word ? unit_from_word(unit, word, own) : LLVMGetUndef(own);
        if (!several)
            return value;
        whole = LLVMBuildInsertValue(unit->build, whole, value, next++, "");
    }
    return whole;
}

LLVMValueRef asm_execute(struct asm_template *t) {
    for (int i = 0; i < t->constraints.count; i++) {
        struct asm_operand *operand = &t->constraints.operands[i];
        if (t->passed[i] && !operand->memory)
            *asm_template_slot(t, i) = unit_to_word(t->unit, t->passed[i]);
    }
    for (int i = 0; i < t->program.count; i++)
        carry_out(t, &t->program.steps[i]);
    return results(t);
}
