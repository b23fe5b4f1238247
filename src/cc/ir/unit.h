// SPDX-License-Identifier: Apache-2.0
// One translation unit on its way from bitcode to instrumented object code:
// the context that every pass of the compiler takes first.
//
// The hooks that instrumented code may call are the rows of machine/hooks.h:
// their LLVM types are read off the C types there.

#ifndef MAZURKA_CC_IR_UNIT_H
#define MAZURKA_CC_IR_UNIT_H

#include "base/text.h"
#include "cc/ir/ir.h"
#include "machine/hooks.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>
#include <stdint.h>

enum unit_hook {
#define X(id, ...) HOOK_##id,
    HOOKS(X)
#undef X
        HOOK_COUNT
};

enum unit_loops {
    LOOPS_AWAIT,  // iterations that only wait become waiting operations
    LOOPS_ASSUME, // or are left out
    LOOPS_OFF,    // or are kept, and the runtime is not told of iterations
};

struct unit_options {
    char level; // '0' … '3', 's', 'z': what optimisation to end with
    enum unit_loops loops;
    bool paper;  // see no more purity than the tool behind the paper's tables
    bool states; // the program can tell its state (cc/instrument/live_state.h)
};
// Whether other threads may run inside of a hook (hooks.h).
enum unit_reach { REACH_PLAIN, REACH_ATOMIC, REACH_SILENT, REACH_OTHER };

struct unit {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef build;
    LLVMTypeRef nothing, i1, i8, i32, i64, word, pointer;
    LLVMValueRef hooks[HOOK_COUNT]; // declared when first called
    LLVMTypeRef hook_types[HOOK_COUNT];
    unsigned expression_kind, debug_kind; // kinds of metadata
    unsigned wait_kind; // of assumptions that stand for a loop (assumptions.h)
    struct text_map library; // rows of library.c, by name
    struct unit_options options;
    struct text_map texts; // numbers of the strings
    VEC(LLVMValueRef) strings;
    struct sites *sites; // cc/names/sites.h
};

// The unit takes the module over, and unit_close() frees it.
void unit_open(struct unit *unit, LLVMModuleRef module,
               LLVMTargetMachineRef machine,
               const struct unit_options *options);
void unit_close(struct unit *unit);

// Position the builder so that what is built comes before `place`, with the
// source line of `place`.
void unit_before(struct unit *unit, LLVMValueRef place);
void unit_after(struct unit *unit, LLVMValueRef place);
// At a function's entry, behind the allocas that stay.
void unit_at_entry(struct unit *unit, LLVMValueRef function);

// A call of a hook where the builder stands; of one that takes any number of
// further arguments, with so many in all.
LLVMValueRef unit_call(struct unit *unit, enum unit_hook hook,
                       LLVMValueRef *arguments);
LLVMValueRef unit_call_more(struct unit *unit, enum unit_hook hook,
                            LLVMValueRef *arguments, unsigned count);
// Is it a call of a hook of this kind?
bool unit_calls_hook(struct unit *unit, LLVMValueRef call,
                     enum unit_reach reach);

LLVMValueRef unit_i32(struct unit *unit, uint64_t value);
LLVMValueRef unit_i64(struct unit *unit, uint64_t value);
// The address of a private, 0-terminated string; one for equal texts.
LLVMValueRef unit_text(struct unit *unit, const char *text);

// Bytes that a load or store of this type touches.
uint64_t unit_size(struct unit *unit, LLVMTypeRef type);
// Announce a plain access where the builder stands.
void unit_announce_read(struct unit *unit, LLVMValueRef address,
                        LLVMValueRef size, LLVMValueRef site);
void unit_announce_write(struct unit *unit, LLVMValueRef address,
                         LLVMValueRef size, LLVMValueRef word,
                         LLVMValueRef site);

// Can values of this type travel as 64 bits through a hook?
bool unit_is_word(struct unit *unit, LLVMTypeRef type);
// To and from that form. unit_to_word() of any other type is 0.
LLVMValueRef unit_to_word(struct unit *unit, LLVMValueRef value);
LLVMValueRef unit_from_word(struct unit *unit, LLVMValueRef word,
                            LLVMTypeRef type);
// As an integer of as many bits, and back.
LLVMValueRef unit_to_integer(struct unit *unit, LLVMValueRef value);
LLVMValueRef unit_from_integer(struct unit *unit, LLVMValueRef value,
                               LLVMTypeRef type);
// A variable on the thread's own stack, for values that pass by reference.
LLVMValueRef unit_temporary(struct unit *unit, LLVMValueRef place,
                            LLVMTypeRef type);

// __mz_at, where a site is left for a library function's model.
LLVMValueRef unit_at(struct unit *unit);
void unit_leave_site(struct unit *unit, LLVMValueRef site);

// The bytes that a getelementptr (instruction or constant) adds, if they are
// known; false if an index is a variable.
bool unit_offset(struct unit *unit, LLVMValueRef gep, int64_t *offset);

// The module's variable or function of this name, made if there is none.
LLVMValueRef unit_global(struct unit *unit, const char *name, LLVMTypeRef type);
LLVMValueRef unit_function(struct unit *unit, const char *name,
                           LLVMTypeRef type);
// A private variable in a section of rows, which the linker puts one behind the
// other.
LLVMValueRef unit_row(struct unit *unit, const char *name, const char *section,
                      LLVMValueRef value);

// Something is so in this module: the symbol is there.
void unit_mark(struct unit *unit, const char *symbol);

// Keep a global variable that nothing refers to.
void unit_keep(struct unit *unit, LLVMValueRef *globals, unsigned count);

// A function made by the compiler itself, internal and always inlined, with
// an entry block where the builder is left standing. NULL in *is_new's place
// is not allowed: it tells whether the body is still to be made.
LLVMValueRef unit_helper(struct unit *unit, const char *name, LLVMTypeRef type,
                         bool *is_new);

void unit_add_attribute(struct unit *unit, LLVMValueRef function,
                        const char *name);
bool unit_has_attribute(LLVMValueRef function, unsigned index,
                        const char *name);

#endif
