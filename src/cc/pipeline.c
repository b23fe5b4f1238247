// SPDX-License-Identifier: Apache-2.0

#include "cc/pipeline.h"

#include "base/fault.h"
#include "cc/instrument/instrument.h"
#include "cc/instrument/live_state.h"
#include "cc/loops/await.h"
#include "cc/loops/inlining.h"
#include "cc/loops/scalars.h"
#include "cc/loops/spin_loops.h"
#include "cc/loops/volatile_locals.h"
#include "cc/names/sites.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------ machine

static uint64_t module_flag(LLVMModuleRef module, const char *name) {
    LLVMMetadataRef flag = LLVMGetModuleFlag(module, name, strlen(name));
    if (!flag)
        return 0;
    LLVMValueRef value =
        LLVMMetadataAsValue(LLVMGetModuleContext(module), flag);
    LLVMValueRef number = NULL;
    if (LLVMGetMDNodeNumOperands(value) == 1)
        LLVMGetMDNodeOperands(value, &number);
    return number && LLVMIsAConstantInt(number)
               ? LLVMConstIntGetZExtValue(number)
               : 0;
}

// LLVM's numbers of code models, as clang leaves them in the module.
static LLVMCodeModel code_model(LLVMModuleRef module) {
    switch (module_flag(module, "Code Model")) {
    case 1:
        return LLVMCodeModelSmall;
    case 2:
        return LLVMCodeModelKernel;
    case 3:
        return LLVMCodeModelMedium;
    case 4:
        return LLVMCodeModelLarge;
    default:
        return LLVMCodeModelDefault;
    }
}

static LLVMCodeGenOptLevel generator_level(char level) {
    switch (level) {
    case '0':
        return LLVMCodeGenLevelNone;
    case '1':
        return LLVMCodeGenLevelLess;
    case '3':
        return LLVMCodeGenLevelAggressive;
    default:
        return LLVMCodeGenLevelDefault;
    }
}

// Processor and features are attributes of each function.
static LLVMTargetMachineRef open_machine(LLVMModuleRef module, char level) {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    const char *triple = LLVMGetTarget(module);
    LLVMTargetRef target;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        fprintf(stderr, "mazurka: cannot make code for %s: %s\n", triple,
                message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMRelocMode relocation =
        module_flag(module, "PIC Level") ? LLVMRelocPIC : LLVMRelocStatic;
    return LLVMCreateTargetMachine(target, triple, "", "",
                                   generator_level(level), relocation,
                                   code_model(module));
}

// ------------------------------------------------------------------- passes

static bool run_passes(struct unit *unit, LLVMTargetMachineRef machine,
                       const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(unit->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    fprintf(stderr, "mazurka: %s: %s\n", passes, message);
    LLVMDisposeErrorMessage(message);
    return false;
}

static bool is_valid(struct unit *unit, const char *pass) {
    char *message = NULL;
    bool broken =
        LLVMVerifyModule(unit->module, LLVMReturnStatusAction, &message);
    if (broken)
        fprintf(stderr, "mazurka: after %s: %s\n", pass, message);
    LLVMDisposeMessage(message);
    return !broken;
}

// clang without optimisation forbids inlining everywhere.
static void allow_inlining(struct unit *unit) {
    unsigned kind = LLVMGetEnumAttributeKindForName("noinline", 8);
    for (LLVMValueRef function = LLVMGetFirstFunction(unit->module); function;
         function = LLVMGetNextFunction(function))
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       kind);
}

static bool inline_into_loops(struct unit *unit, LLVMTargetMachineRef machine) {
    for (int i = 0; i < INLINING_ROUNDS && inlining_mark(unit); i++)
        if (!run_passes(unit, machine, "always-inline"))
            return false;
    return true;
}

// Descriptions come first, because promotion takes the names of locals away.
static bool promote(struct unit *unit, LLVMTargetMachineRef machine,
                    struct text *explanation) {
    instrument_describe(unit);
    if (!unit->options.paper) {
        volatile_locals_unmark(unit);
        scalars_unify(unit);
    }
    if (!run_passes(unit, machine, "function(mem2reg)"))
        return false;
    if (unit->options.loops == LOOPS_OFF)
        return true;
    await_unfold(unit);
    if (!inline_into_loops(unit, machine))
        return false;
    spin_loops_remove(unit, explanation);
    expensive(is_valid(unit, "loops"));
    return run_passes(unit, machine, "function(mem2reg)");
}

// What is left of locals becomes values as far as possible, whose lives are
// known best.
static bool tell_states(struct unit *unit, LLVMTargetMachineRef machine) {
    if (!run_passes(unit, machine, "function(sroa)"))
        return false;
    live_state_report(unit);
    expensive(is_valid(unit, "states"));
    return true;
}

// Instrumentation comes before optimisation, so that the accesses are the
// program's own.
static bool transform(struct unit *unit, LLVMTargetMachineRef machine) {
    char level = unit->options.level;
    instrument(unit);
    expensive(is_valid(unit, "instrumentation"));
    if (!unit->options.states)
        live_state_deny(unit);
    else if (!tell_states(unit, machine))
        return false;
    if (level != '0')
        allow_inlining(unit);
    char passes[16];
    snprintf(passes, sizeof passes, "default<O%c>", level);
    return run_passes(unit, machine, passes);
}

// ------------------------------------------------------------------ results

static bool complain(const char *output, char *message) {
    fprintf(stderr, "mazurka: cannot write %s: %s\n", output,
            message ? message : "error");
    LLVMDisposeMessage(message);
    return false;
}

static bool write_ir(struct unit *unit, const char *output) {
    char *message = NULL;
    if (LLVMPrintModuleToFile(unit->module, output, &message))
        return complain(output, message);
    return true;
}

static bool write_bitcode(struct unit *unit, const char *output) {
    int failed = strcmp(output, "-")
                     ? LLVMWriteBitcodeToFile(unit->module, output)
                     : LLVMWriteBitcodeToFD(unit->module, STDOUT_FILENO, 0, 0);
    return !failed || complain(output, NULL);
}

static bool write_code(struct unit *unit, LLVMTargetMachineRef machine,
                       const char *output, LLVMCodeGenFileType type) {
    char *message = NULL;
    if (LLVMTargetMachineEmitToFile(machine, unit->module, (char *)output, type,
                                    &message))
        return complain(output, message);
    return true;
}

static bool write_text(const char *output, const char *text) {
    FILE *file = strcmp(output, "-") ? fopen(output, "w") : stdout;
    if (!file)
        return complain(output, NULL);
    fputs(text, file);
    return (file == stdout ? fflush(file) : fclose(file)) == 0 ||
           complain(output, NULL);
}

static bool write_output(struct unit *unit, LLVMTargetMachineRef machine,
                         const struct pipeline_request *request) {
    switch (request->form) {
    case PIPELINE_IR:
        return write_ir(unit, request->output);
    case PIPELINE_BITCODE:
        return write_bitcode(unit, request->output);
    case PIPELINE_ASSEMBLY:
        return write_code(unit, machine, request->output, LLVMAssemblyFile);
    case PIPELINE_OBJECT:
        return write_code(unit, machine, request->output, LLVMObjectFile);
    case PIPELINE_LOOPS:
        break;
    }
    return false;
}

static LLVMModuleRef read_module(LLVMContextRef context,
                                 const struct pipeline_request *request) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
        request->bitcode, request->size, request->name);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    // Takes the buffer over; reads both bitcode and text.
    if (LLVMParseIRInContext(context, buffer, &module, &message)) {
        fprintf(stderr, "mazurka: cannot read the code of %s: %s\n",
                request->name, message ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
#if LLVM_VERSION_MAJOR == 19
    // Descriptions read the declarations of variables as instructions.
    LLVMSetIsNewDbgInfoFormat(module, false);
#endif
    return module;
}

static bool explain_loops(struct unit *unit, LLVMTargetMachineRef machine,
                          const struct pipeline_request *request) {
    struct text explanation = {0};
    bool done = promote(unit, machine, &explanation) &&
                write_text(request->output, text_get(&explanation));
    text_free(&explanation);
    return done;
}

static bool produce(struct unit *unit, LLVMTargetMachineRef machine,
                    const struct pipeline_request *request) {
    if (request->form == PIPELINE_LOOPS)
        return explain_loops(unit, machine, request);
    return promote(unit, machine, NULL) && transform(unit, machine) &&
           write_output(unit, machine, request);
}

bool pipeline_run(const struct pipeline_request *request) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = read_module(context, request);
    bool done = false;
    if (module) {
        LLVMTargetMachineRef machine =
            open_machine(module, request->options.level);
        if (machine) {
            struct unit unit;
            unit_open(&unit, module, machine, &request->options);
            sites_open(&unit);
            done = produce(&unit, machine, request);
            sites_close(&unit);
            unit_close(&unit);
            LLVMDisposeTargetMachine(machine);
        } else {
            LLVMDisposeModule(module);
        }
    }
    LLVMContextDispose(context);
    return done;
}
