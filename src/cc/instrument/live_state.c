// SPDX-License-Identifier: Apache-2.0

#include "cc/instrument/live_state.h"

#include "cc/flow/liveness.h"
#include "cc/instrument/locals.h"
#include "cc/instrument/scheduling_points.h"
#include "cc/names/sites.h"
#include "machine/hooks.h"

// What is told before a call.
struct live_report {
    LLVMValueRef call;
    uint32_t traits;
    VEC(LLVMValueRef) values;
};

struct live_state {
    struct unit *unit;
    LLVMValueRef place; // an address of this unit alone
    uint32_t told;      // so far
    struct scheduling_points points;
    // Of the function at hand.
    VEC(struct live_report) reports;
};

// Does control come back unseen (setjmp), or are there values that LLVM does
// not know (a va_list)?
static bool is_unknowable(LLVMValueRef function) {
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at))
        if (LLVMIsACallInst(at) &&
            (locals_returns_twice(at) ||
             text_starts(ir_callee_name(at), "llvm.va_start")))
            return true;
    return false;
}

// ---------------------------------------------------------------- collecting

static void tell(void *context, LLVMValueRef value) {
    struct live_report *report = context;
    for (size_t i = 0; i < report->values.count; i++)
        if (report->values.at[i] == value)
            return;
    vec_push(&report->values, value);
}

static void look(void *context, const struct liveness *l, LLVMValueRef at,
                 const uint64_t *after) {
    struct live_state *s = context;
    enum reach reach = scheduling_points_reach(&s->points, at);
    if (!reach)
        return;
    struct live_report report = {.call = at};
    report.traits =
        (unit_calls_hook(s->unit, at, REACH_PLAIN) ? MZ_LIVE_PLAIN : 0) |
        (LLVMGetFirstUse(at) ? MZ_LIVE_RESULT : 0);
    uint64_t size;
    if (reach == REACHES_RUNTIME) {
        for (int i = 0; i < LLVMGetNumOperands(at); i++) {
            LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
            if ((LLVMIsAInstruction(operand) || LLVMIsAArgument(operand)) &&
                !liveness_is_memory(l, operand, &size))
                tell(&report, operand);
        }
        liveness_reads(l, at, tell, &report);
    }
    for (size_t i = 0; i < l->values.count; i++)
        if (liveness_has(after, i) && l->values.at[i] != at)
            tell(&report, l->values.at[i]);
    vec_push(&s->reports, report);
}

// ------------------------------------------------------------------- telling

typedef VEC(LLVMValueRef) word_list;

// As many words as an integer needs.
static void add_integer(struct unit *unit, LLVMValueRef value,
                        word_list *words) {
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned bits = LLVMGetIntTypeWidth(type);
    for (unsigned from = 0; from < bits; from += 64) {
        LLVMValueRef part = value;
        if (from)
            part = LLVMBuildLShr(unit->build, value,
                                 LLVMConstInt(type, from, false), "");
        vec_push(words,
                 LLVMBuildIntCast2(unit->build, part, unit->i64, false, ""));
    }
}

static void add_words(struct unit *unit, LLVMValueRef value, word_list *words);

static void add_elements(struct unit *unit, LLVMValueRef value, unsigned count,
                         word_list *words) {
    bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < count; i++)
        add_words(unit,
                  vector ? LLVMBuildExtractElement(unit->build, value,
                                                   unit_i32(unit, i), "")
                         : LLVMBuildExtractValue(unit->build, value, i, ""),
                  words);
}

static void add_words(struct unit *unit, LLVMValueRef value, word_list *words) {
    LLVMTypeRef type = LLVMTypeOf(value);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        add_elements(unit, value, LLVMCountStructElementTypes(type), words);
        break;
    case LLVMArrayTypeKind:
        add_elements(unit, value, LLVMGetArrayLength(type), words);
        break;
    case LLVMVectorTypeKind:
        add_elements(unit, value, LLVMGetVectorSize(type), words);
        break;
    default:
        add_integer(unit, unit_to_integer(unit, value), words);
    }
}

// The contents of a variable on the stack, byte for byte.
static void add_memory(struct unit *unit, LLVMValueRef address, uint64_t size,
                       word_list *words) {
    for (uint64_t at = 0, step; at < size; at += step) {
        step = size - at >= 8 ? 8 : 1;
        LLVMTypeRef type = step == 8 ? unit->i64 : unit->i8;
        LLVMValueRef offset = unit_i64(unit, at);
        LLVMValueRef place =
            LLVMBuildGEP2(unit->build, unit->i8, address, &offset, 1, "");
        LLVMValueRef part = LLVMBuildLoad2(unit->build, type, place, "");
        LLVMSetAlignment(part, 1);
        add_integer(unit, part, words);
    }
}

static void insert(struct live_state *s, const struct liveness *l,
                   const struct live_report *report, LLVMValueRef base) {
    struct unit *unit = s->unit;
    word_list words = {0};
    unit_before(unit, report->call);
    vec_push(&words, LLVMBuildExtractValue(unit->build, base, 0, ""));
    vec_push(&words, LLVMBuildExtractValue(unit->build, base, 1, ""));
    vec_push(&words, s->place);
    vec_push(&words, unit_i32(unit, s->told++));
    vec_push(&words, unit_i32(unit, report->traits));
    size_t header = words.count + 1;
    vec_push(&words, NULL);
    for (size_t i = 0; i < report->values.count; i++) {
        uint64_t size;
        LLVMValueRef value = report->values.at[i];
        if (liveness_is_memory(l, value, &size))
            add_memory(unit, value, size, &words);
        else
            add_words(unit, value, &words);
    }
    words.at[header - 1] = unit_i32(unit, words.count - header);
    unit_call_more(unit, HOOK_LIVE, words.at, (unsigned)words.count);
    vec_free(&words);
}

// What was never written is the same in every schedule.
static void clear_variables(struct unit *unit, const struct liveness *l) {
    for (size_t i = 0; i < l->values.count; i++) {
        uint64_t size;
        LLVMValueRef value = l->values.at[i];
        if (!LLVMIsAAllocaInst(value) || !liveness_is_memory(l, value, &size))
            continue;
        unit_after(unit, value);
        LLVMBuildMemSet(unit->build, value, LLVMConstInt(unit->i8, 0, false),
                        unit_i64(unit, size), 1);
    }
}

static void report_function(struct live_state *s, LLVMValueRef function) {
    bool unknowable = is_unknowable(function);
    struct liveness liveness;
    liveness_open(&liveness, s->unit, function);
    for (int block = 0; block < liveness.flow.count; block++)
        liveness_walk(&liveness, block, look, s);
    LLVMValueRef base = NULL;
    if (!unknowable) {
        clear_variables(s->unit, &liveness);
        unit_at_entry(s->unit, function);
        base = unit_call(s->unit, HOOK_ENTER, NULL);
    }
    for (size_t i = 0; i < s->reports.count; i++) {
        struct live_report *report = &s->reports.at[i];
        if (unknowable) {
            LLVMValueRef site = sites_named(s->unit, report->call, "");
            unit_before(s->unit, report->call);
            unit_call(s->unit, HOOK_LIVE_UNKNOWN, &site);
        } else {
            insert(s, &liveness, report, base);
        }
        vec_free(&report->values);
    }
    s->reports.count = 0;
    liveness_close(&liveness);
}

// -------------------------------------------------------------------- outside

void live_state_report(struct unit *unit) {
    struct live_state s = {.unit = unit};
    scheduling_points_open(&s.points, unit);
    if (s.points.functions.count) {
        // A variable, so that no two of them are made one.
        s.place = LLVMAddGlobal(unit->module, unit->i8, "mz.unit");
        LLVMSetInitializer(s.place, LLVMConstNull(unit->i8));
        LLVMSetLinkage(s.place, LLVMInternalLinkage);
    }
    for (size_t i = 0; i < s.points.functions.count; i++)
        report_function(&s, s.points.functions.at[i]);
    scheduling_points_close(&s.points);
    vec_free(&s.reports);
}

void live_state_deny(struct unit *unit) {
    unit_mark(unit, "__mz_stateless");
}
