// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm.h"

#include "cc/instrument/plain_accesses.h"
#include "cc/asm/asm_strings.h"
#include "cc/asm/asm_text.h"
#include "cc/instrument/atomics.h"

#include <string.h>

// ---------------------------------------------------------------- the table

// What an instruction does. Names without a size; b, w, l or q may follow.
enum action {
    NOTHING,
    FENCE,   // orders
    MOVE,    // to or from memory, or between registers
    UPDATE,  // memory = memory op value
    XADD,    // the same, and the register gets the old value
    COMPARE, // cmpxchg
    PAIR,    // cmpxchg16b
    BIT,     // the bit that was goes to the carry flag
    SET,     // a byte, from a flag
};

static const struct row {
    const char *name;
    enum action action;
    int arguments;
    bool needs_lock; // else it is not atomic, and not understood
    int detail;      // LLVM's update, memory order, or what the flag must be
} table[] = {
    {"pause", NOTHING, 0, false, 0},
    {"nop", NOTHING, 0, false, 0},
    {"yield", NOTHING, 0, false, 0},
    {"prefetchw", NOTHING, 1, false, 0},
    {"prefetcht0", NOTHING, 1, false, 0},
    {"prefetchnta", NOTHING, 1, false, 0},
    {"mfence", FENCE, 0, false, MZ_SEQ_CST},
    // The machine orders all but a store before a load by itself.
    {"lfence", FENCE, 0, false, MZ_ACQ_REL},
    {"sfence", FENCE, 0, false, MZ_ACQ_REL},
    {"mov", MOVE, 2, false, 0},
    {"xchg", XADD, 2, false, LLVMAtomicRMWBinOpXchg},
    {"xadd", XADD, 2, true, LLVMAtomicRMWBinOpAdd},
    {"add", UPDATE, 2, true, LLVMAtomicRMWBinOpAdd},
    {"sub", UPDATE, 2, true, LLVMAtomicRMWBinOpSub},
    {"and", UPDATE, 2, true, LLVMAtomicRMWBinOpAnd},
    {"or", UPDATE, 2, true, LLVMAtomicRMWBinOpOr},
    {"xor", UPDATE, 2, true, LLVMAtomicRMWBinOpXor},
    {"inc", UPDATE, 1, true, LLVMAtomicRMWBinOpAdd},
    {"dec", UPDATE, 1, true, LLVMAtomicRMWBinOpSub},
    {"not", UPDATE, 1, true, LLVMAtomicRMWBinOpXor},
    {"neg", UPDATE, 1, true, ATOMICS_NEGATE},
    {"cmpxchg", COMPARE, 2, true, 0},
    {"cmpxchg16b", PAIR, 1, true, 0},
    {"bts", BIT, 2, true, LLVMAtomicRMWBinOpOr},
    {"btr", BIT, 2, true, LLVMAtomicRMWBinOpAnd},
    {"btc", BIT, 2, true, LLVMAtomicRMWBinOpXor},
    {"setz", SET, 1, false, 'z'},
    {"sete", SET, 1, false, 'z'},
    {"setnz", SET, 1, false, 'Z'},
    {"setne", SET, 1, false, 'Z'},
    {"setc", SET, 1, false, 'c'},
    {"setb", SET, 1, false, 'c'},
};

// The row of an instruction, and its size: 0 if its name does not say it.
static const struct row *find_row(const char *name, unsigned *size) {
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

// While a template is carried out, registers hold 64-bit words.
struct state {
    struct unit *unit;
    LLVMValueRef call, site;
    struct asm_strings strings;
    struct asm_program program;
    struct asm_constraints constraints;
    LLVMValueRef passed[ASM_MOST_OPERANDS]; // argument of each constraint
    LLVMTypeRef element[ASM_MOST_OPERANDS]; // of what memory operands hold
    LLVMValueRef words[ASM_MOST_OPERANDS];  // where no register is fixed
    LLVMValueRef registers[ASM_REGISTERS];
    LLVMValueRef zero, carry; // flags; NULL if nothing set them
};

static LLVMTypeRef element_type(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// The arguments of the call belong to inputs and to memory outputs, in order.
static bool read_state(struct state *state) {
    if (!asm_text_constraints(text_get(&state->strings.constraints),
                              &state->constraints) ||
        state->strings.intel)
        return false;
    unsigned next = 0, all = LLVMGetNumArgOperands(state->call);
    for (int i = 0; i < state->constraints.count; i++) {
        struct asm_operand *operand = &state->constraints.operands[i];
        if (operand->output && !operand->memory)
            continue;
        if (next == all)
            return false;
        if (operand->memory)
            state->element[i] = element_type(state->call, next);
        state->passed[i] = LLVMGetOperand(state->call, next++);
    }
    return asm_text_program(text_get(&state->strings.code), &state->program);
}

// Where an operand's word is: a fixed register's, or its own.
static LLVMValueRef *slot(struct state *state, int index) {
    struct asm_operand *operand = &state->constraints.operands[index];
    if (operand->tied >= 0)
        return slot(state, operand->tied);
    if (operand->fixed != ASM_NO_REGISTER)
        return &state->registers[operand->fixed];
    return &state->words[index];
}

static bool is_memory(const struct state *state,
                      const struct asm_argument *argument) {
    return argument->form == ASM_INDIRECT ||
           (argument->form == ASM_OPERAND &&
            state->constraints.operands[argument->operand].memory);
}

static LLVMValueRef address_of(struct state *state,
                               const struct asm_argument *argument) {
    struct unit *unit = state->unit;
    if (argument->form == ASM_OPERAND)
        return state->passed[argument->operand];
    LLVMValueRef offset = unit_i64(unit, (uint64_t)argument->number);
    LLVMValueRef base = LLVMBuildIntToPtr(
        unit->build, *slot(state, argument->operand), unit->pointer, "");
    return LLVMBuildGEP2(unit->build, unit->i8, base, &offset, 1, "");
}

static LLVMValueRef *place_of(struct state *state,
                              const struct asm_argument *argument) {
    return argument->form == ASM_REGISTER ? &state->registers[argument->name]
                                          : slot(state, argument->operand);
}

static LLVMValueRef read_word(struct state *state,
                              const struct asm_argument *argument) {
    if (argument->form == ASM_NUMBER)
        return unit_i64(state->unit, (uint64_t)argument->number);
    LLVMValueRef word = *place_of(state, argument);
    return word ? word : LLVMGetUndef(state->unit->i64);
}

// ------------------------------------------------------------------ checking

static unsigned size_of(struct state *state, const struct asm_step *step) {
    unsigned size = 0;
    find_row(step->name, &size);
    if (size)
        return size;
    // Without a suffix, an operand's type tells.
    for (int i = step->count - 1; i >= 0; i--) {
        const struct asm_argument *argument = &step->arguments[i];
        if (argument->form != ASM_OPERAND)
            continue;
        LLVMTypeRef type = state->element[argument->operand];
        LLVMValueRef passed = state->passed[argument->operand];
        if (!type && passed)
            type = LLVMTypeOf(passed);
        if (type && LLVMTypeIsSized(type))
            size = (unsigned)unit_size(state->unit, type);
        if (size == 1 || size == 2 || size == 4 || size == 8)
            return size;
    }
    return 0;
}

static bool is_full_fence(const struct asm_step *step) {
    return step->locked && step->count == 2 &&
           step->arguments[0].form == ASM_NUMBER &&
           !step->arguments[0].number && step->arguments[1].form == ASM_STACK;
}

static bool is_known_argument(const struct state *state,
                              const struct asm_argument *argument) {
    if (argument->form == ASM_STACK)
        return false;
    return (argument->form != ASM_OPERAND && argument->form != ASM_INDIRECT) ||
           argument->operand < state->constraints.count;
}

static bool memory_is_right(const struct state *state, const struct row *row,
                            const struct asm_step *step) {
    int count = 0;
    for (int i = 0; i < step->count; i++)
        count += is_memory(state, &step->arguments[i]);
    switch (row->action) {
    case MOVE:
        return count < 2;
    case UPDATE:
    case BIT:
    case COMPARE:
    case PAIR:
        return count == 1 &&
               is_memory(state, &step->arguments[step->count - 1]);
    case XADD:
        return count == 1;
    case NOTHING:
    case FENCE:
    case SET:
        break;
    }
    return true;
}

static bool is_known_step(struct state *state, const struct asm_step *step) {
    unsigned size;
    const struct row *row = find_row(step->name, &size);
    if (is_full_fence(step))
        return row;
    if (!row || row->arguments != step->count ||
        (row->needs_lock && !step->locked))
        return false;
    if (row->action == NOTHING || row->action == FENCE)
        return true;
    for (int i = 0; i < step->count; i++)
        if (!is_known_argument(state, &step->arguments[i]))
            return false;
    if (row->action != PAIR && row->action != SET && !size_of(state, step))
        return false;
    return memory_is_right(state, row, step);
}

static bool is_known(struct state *state) {
    for (int i = 0; i < state->program.count; i++)
        if (!is_known_step(state, &state->program.steps[i]))
            return false;
    for (int i = 0; i < state->constraints.count; i++) {
        struct asm_operand *operand = &state->constraints.operands[i];
        LLVMValueRef passed = state->passed[i];
        if (operand->flag && !strchr("zec", operand->condition[0]))
            return false;
        if (passed && !operand->memory &&
            !unit_is_word(state->unit, LLVMTypeOf(passed)))
            return false;
    }
    return true;
}

// ------------------------------------------------------------- carrying out

static struct atomic atomic_at(struct state *state, unsigned size,
                               const struct asm_argument *argument,
                               uint32_t order) {
    return (struct atomic){
        .place = state->call,
        .address = address_of(state, argument),
        .type = LLVMIntTypeInContext(state->unit->context, 8 * size),
        .order = order,
        .site = state->site};
}

static LLVMValueRef narrow(struct state *state, LLVMValueRef word,
                           LLVMTypeRef type) {
    return LLVMBuildIntCast2(state->unit->build, word, type, false, "");
}

static LLVMValueRef widen(struct state *state, LLVMValueRef value) {
    return LLVMBuildIntCast2(state->unit->build, value, state->unit->i64, false,
                             "");
}

// Loads are acquire and stores release operations, as the machine has them.
// Memory behind a pointer in a register is read by the program plainly.
static void move(struct state *state, const struct asm_step *step) {
    const struct asm_argument *from = &step->arguments[0];
    const struct asm_argument *to = &step->arguments[1];
    unsigned size = size_of(state, step);
    if (is_memory(state, to)) {
        struct atomic atomic = atomic_at(state, size, to, MZ_RELEASE);
        atomics_store(state->unit, &atomic,
                      narrow(state, read_word(state, from), atomic.type));
    } else if (from->form == ASM_INDIRECT) {
        struct unit *unit = state->unit;
        LLVMTypeRef type = LLVMIntTypeInContext(unit->context, 8 * size);
        LLVMValueRef address = address_of(state, from);
        accesses_read(unit, address, unit_i64(unit, size), state->site);
        *place_of(state, to) =
            widen(state, LLVMBuildLoad2(unit->build, type, address, ""));
    } else if (is_memory(state, from)) {
        struct atomic atomic = atomic_at(state, size, from, MZ_ACQUIRE);
        *place_of(state, to) = widen(state, atomics_load(state->unit, &atomic));
    } else {
        *place_of(state, to) = read_word(state, from);
    }
}

static LLVMValueRef operand_of_unary(const char *name, LLVMTypeRef type) {
    if (!strncmp(name, "not", 3))
        return LLVMConstAllOnes(type);
    return LLVMConstInt(type, 1, false);
}

// Is the new value zero? Then the zero flag is set.
static LLVMValueRef result_is_zero(struct state *state, int update,
                                   LLVMValueRef old, LLVMValueRef by) {
    return LLVMBuildIsNull(state->unit->build,
                           atomics_updated(state->unit, update, old, by), "");
}

// Does a later instruction or an output look at the flags?
static bool flags_are_used(const struct state *state) {
    for (int i = 0; i < state->program.count; i++)
        if (!strncmp(state->program.steps[i].name, "set", 3))
            return true;
    for (int i = 0; i < state->constraints.count; i++)
        if (state->constraints.operands[i].flag)
            return true;
    return false;
}

static void update(struct state *state, const struct asm_step *step,
                   const struct row *row) {
    const struct asm_argument *to = &step->arguments[step->count - 1];
    struct atomic atomic =
        atomic_at(state, size_of(state, step), to, MZ_SEQ_CST);
    LLVMValueRef by =
        step->count == 1
            ? operand_of_unary(step->name, atomic.type)
            : narrow(state, read_word(state, &step->arguments[0]), atomic.type);
    bool used = flags_are_used(state);
    LLVMValueRef old =
        atomics_update(state->unit, &atomic, row->detail, by, used);
    if (used)
        state->zero = result_is_zero(state, row->detail, old, by);
}

static void exchange(struct state *state, const struct asm_step *step,
                     const struct row *row) {
    bool first = is_memory(state, &step->arguments[0]);
    const struct asm_argument *to = &step->arguments[first ? 0 : 1];
    LLVMValueRef *other = place_of(state, &step->arguments[first ? 1 : 0]);
    struct atomic atomic =
        atomic_at(state, size_of(state, step), to, MZ_SEQ_CST);
    LLVMValueRef by = *other ? *other : LLVMGetUndef(state->unit->i64);
    bool used = !atomics_is_unused(state->call);
    *other = widen(state, atomics_update(state->unit, &atomic, row->detail,
                                         narrow(state, by, atomic.type), used));
}

static void compare(struct state *state, const struct asm_step *step) {
    struct atomic atomic =
        atomic_at(state, size_of(state, step), &step->arguments[1], MZ_SEQ_CST);
    LLVMValueRef *ax = &state->registers[ASM_AX];
    LLVMValueRef expected =
        narrow(state, *ax ? *ax : LLVMGetUndef(state->unit->i64), atomic.type);
    LLVMValueRef desired =
        narrow(state, read_word(state, &step->arguments[0]), atomic.type);
    LLVMValueRef old =
        atomics_cas(state->unit, &atomic, expected, desired, MZ_SEQ_CST);
    state->zero = atomics_same(state->unit, old, expected);
    *ax = widen(state, old);
}

static LLVMValueRef join(struct state *state, enum asm_register high,
                         enum asm_register low, LLVMTypeRef type) {
    struct unit *unit = state->unit;
    LLVMValueRef halves[2] = {state->registers[high], state->registers[low]};
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

static void compare_pair(struct state *state, const struct asm_step *step) {
    struct unit *unit = state->unit;
    struct atomic atomic =
        atomic_at(state, 16, &step->arguments[0], MZ_SEQ_CST);
    LLVMValueRef expected = join(state, ASM_DX, ASM_AX, atomic.type);
    LLVMValueRef desired = join(state, ASM_CX, ASM_BX, atomic.type);
    LLVMValueRef old =
        atomics_cas(unit, &atomic, expected, desired, MZ_SEQ_CST);
    state->zero = atomics_same(unit, old, expected);
    LLVMValueRef high = LLVMBuildLShr(unit->build, old,
                                      LLVMConstInt(atomic.type, 64, false), "");
    state->registers[ASM_AX] = narrow(state, old, unit->i64);
    state->registers[ASM_DX] = narrow(state, high, unit->i64);
}

static void test_bit(struct state *state, const struct asm_step *step,
                     const struct row *row) {
    LLVMBuilderRef build = state->unit->build;
    unsigned size = size_of(state, step);
    struct atomic atomic =
        atomic_at(state, size, &step->arguments[1], MZ_SEQ_CST);
    LLVMTypeRef type = atomic.type;
    LLVMValueRef bit = LLVMBuildAnd(
        build, narrow(state, read_word(state, &step->arguments[0]), type),
        LLVMConstInt(type, 8 * size - 1, false), "");
    LLVMValueRef mask =
        LLVMBuildShl(build, LLVMConstInt(type, 1, false), bit, "");
    LLVMValueRef by = row->detail == LLVMAtomicRMWBinOpAnd
                          ? LLVMBuildNot(build, mask, "")
                          : mask;
    LLVMValueRef old = atomics_update(state->unit, &atomic, row->detail, by,
                                      flags_are_used(state));
    state->carry =
        LLVMBuildIsNotNull(build, LLVMBuildAnd(build, old, mask, ""), "");
}

static LLVMValueRef flag_of(struct state *state, char name) {
    LLVMValueRef flag = name == 'c' ? state->carry : state->zero;
    if (!flag)
        flag = LLVMConstNull(state->unit->i1);
    return name == 'Z' ? LLVMBuildNot(state->unit->build, flag, "") : flag;
}

static void set(struct state *state, const struct asm_step *step,
                const struct row *row) {
    struct unit *unit = state->unit;
    const struct asm_argument *to = &step->arguments[0];
    LLVMValueRef flag = flag_of(state, (char)row->detail);
    if (!is_memory(state, to)) {
        *place_of(state, to) = widen(state, flag);
        return;
    }
    LLVMValueRef address = address_of(state, to);
    LLVMValueRef byte = LLVMBuildZExt(unit->build, flag, unit->i8, "");
    if (!accesses_is_local(unit, address))
        accesses_write(unit, address, unit_i64(unit, 1), widen(state, byte),
                       state->site);
    LLVMBuildStore(unit->build, byte, address);
}

static void carry_out(struct state *state, const struct asm_step *step) {
    unsigned size;
    const struct row *row = find_row(step->name, &size);
    if (is_full_fence(step)) {
        atomics_fence(state->unit, MZ_SEQ_CST, state->site);
        return;
    }
    switch (row->action) {
    case NOTHING:
        break;
    case FENCE:
        atomics_fence(state->unit, (uint32_t)row->detail, state->site);
        break;
    case MOVE:
        move(state, step);
        break;
    case UPDATE:
        update(state, step, row);
        break;
    case XADD:
        exchange(state, step, row);
        break;
    case COMPARE:
        compare(state, step);
        break;
    case PAIR:
        compare_pair(state, step);
        break;
    case BIT:
        test_bit(state, step, row);
        break;
    case SET:
        set(state, step, row);
        break;
    }
}

// ---------------------------------------------------------------- replacing

// The outputs that are no memory, as the assembly would have returned them.
static LLVMValueRef results(struct state *state) {
    struct unit *unit = state->unit;
    LLVMTypeRef type = LLVMTypeOf(state->call);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        return NULL;
    bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMValueRef whole = LLVMGetUndef(type);
    unsigned next = 0;
    for (int i = 0; i < state->constraints.count; i++) {
        struct asm_operand *operand = &state->constraints.operands[i];
        if (!operand->output || operand->memory)
            continue;
        LLVMTypeRef own = several ? LLVMStructGetTypeAtIndex(type, next) : type;
        LLVMValueRef word =
            operand->flag ? widen(state, flag_of(state, operand->condition[0]))
                          : *slot(state, i);
        LLVMValueRef value =
            word ? unit_from_word(unit, word, own) : LLVMGetUndef(own);
        if (!several)
            return value;
        whole = LLVMBuildInsertValue(unit->build, whole, value, next++, "");
    }
    return whole;
}

static void replace(LLVMValueRef call, LLVMValueRef by) {
    if (by)
        LLVMReplaceAllUsesWith(call, by);
    LLVMInstructionEraseFromParent(call);
}

static void run(struct state *state) {
    for (int i = 0; i < state->constraints.count; i++) {
        struct asm_operand *operand = &state->constraints.operands[i];
        if (state->passed[i] && !operand->memory)
            *slot(state, i) = unit_to_word(state->unit, state->passed[i]);
    }
    for (int i = 0; i < state->program.count; i++)
        carry_out(state, &state->program.steps[i]);
    replace(state->call, results(state));
}

static bool is_x86(struct unit *unit) {
    const char *triple = LLVMGetTarget(unit->module);
    return text_starts(triple, "x86_64") || text_starts(triple, "i");
}

// Without an instruction: a barrier for the compiler alone. The machine keeps
// all orders but that of a store and a later load by itself, and code that
// says "barrier" where it needs no instruction counts on that.
static bool replace_barrier(struct unit *unit, struct state *state) {
    const char *text = text_get(&state->strings.code);
    if (text[strspn(text, " \t\n;")])
        return false;
    if (state->constraints.clobbers_memory && is_x86(unit))
        atomics_fence(unit, MZ_ACQ_REL, state->site);
    return true;
}

// Whatever it does, it does it to registers and to this function's own memory.
static bool is_harmless(struct state *state) {
    if (state->constraints.clobbers_memory)
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(state->call); i++) {
        LLVMValueRef argument = LLVMGetOperand(state->call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind &&
            !accesses_is_local(state->unit, argument))
            return false;
    }
    return true;
}

// Registers only, but not the same on every run: that is worth a word.
static void name_sources(struct unit *unit, LLVMValueRef call,
                         const char *text) {
    static const char *const sources[] = {"rdtsc", "rdrand", "rdseed", "rdpid"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strstr(text, sources[i])) {
            LLVMValueRef site = sites_named(unit, call, sources[i]);
            unit_before(unit, call);
            unit_call(unit, HOOK_EXTERNAL, &site);
            return;
        }
}

// True if there is nothing left to be done about it.
static bool understand(struct unit *unit, struct state *state) {
    bool read = read_state(state);
    state->site = sites_of(unit, state->call);
    unit_before(unit, state->call);
    if (read && replace_barrier(unit, state))
        return true;
    bool harmless = is_harmless(state);
    if (harmless)
        name_sources(unit, state->call, text_get(&state->strings.code));
    else if (read && is_x86(unit) && is_known(state))
        run(state);
    else
        return false;
    return true;
}

void asm_instrument(struct unit *unit, LLVMValueRef call) {
    struct state state = {.unit = unit, .call = call};
    asm_strings_read(&state.strings, LLVMGetCalledValue(call));
    bool done = understand(unit, &state);
    asm_strings_free(&state.strings);
    if (done)
        return;
    LLVMValueRef site = sites_named(unit, call, "asm");
    unit_before(unit, call);
    unit_call(unit, HOOK_UNSUPPORTED,
              (LLVMValueRef[]){unit_text(unit, "uses inline assembly"), site});
    LLVMTypeRef type = LLVMTypeOf(call);
    replace(call, LLVMGetTypeKind(type) == LLVMVoidTypeKind
                      ? NULL
                      : LLVMConstNull(type));
}
