// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/compile.h"

#include "base/fault.h"
#include "base/file.h"
#include "cc/driver/installed.h"
#include "cc/driver/process.h"

#include <string.h>

char *compile_name(const char *path, const char *suffix, bool keep) {
    const char *slash = strrchr(path, '/');
    const char *start = keep || !slash ? path : slash + 1;
    const char *dot = strrchr(start, '.');
    if (dot && strchr(dot, '/'))
        dot = NULL;
    size_t length = dot ? (size_t)(dot - start) : strlen(start);
    struct text name = {0};
    text_add_bytes(&name, start, length);
    text_add(&name, "%s", suffix);
    return name.at;
}

// Read the source, but neither optimise it nor forbid us to; lines are always
// wanted, for the site table; in version 4, because addr2line (native/call_chain.h)
// misses functions that were put into others in version 5. Fortified functions
// are the library's business.
// C has no exceptions; with them, clean-up handlers are run by the library. What
// goes through a null pointer is a finding, not a reason to leave code out.
static const char *const front_end[] = {"-O0",
                                        "-Xclang",
                                        "-disable-O0-optnone",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-gdwarf-4",
                                        "-D__MAZURKA__=1",
                                        "-U_FORTIFY_SOURCE",
                                        "-fno-exceptions",
                                        "-fno-delete-null-pointer-checks",
                                        "-Qunused-arguments",
                                        "-emit-llvm",
                                        "-c",
                                        "-o",
                                        "-"};

// clang names dependency files after the output, which it does not know here.
static void add_dependencies(const struct compile_request *request,
                             struct command *command) {
    const struct arguments *arguments = request->arguments;
    command_add_all(command, arguments->compile.at, arguments->compile.count);
    if (!arguments->dependencies)
        return;
    bool linking = arguments->action == ARGUMENTS_LINK;
    const char *output = arguments->output;
    char *stem = !linking && output
                     ? compile_name(output, ".d", true)
                     : compile_name(request->input->text, ".d", false);
    char *target =
        linking ? compile_name(request->input->text, ".o", false) : NULL;
    if (!arguments->dependency_file) {
        command_add(command, "-MF");
        command_add(command, stem);
    }
    if (!arguments->dependency_target) {
        command_add(command, "-MT");
        command_add(command, target ? target : request->object);
    }
    memory_free(stem);
    memory_free(target);
}

// What other compilers only warn of in old programs.
static const char *const permissive[] = {
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
};

static bool has_flag(const struct arguments *arguments, const char *start) {
    for (size_t i = 0; i < arguments->flags.count; i++)
        if (text_starts(arguments->flags.at[i], start))
            return true;
    return false;
}

// A function that is `inline` and no more has no definition by the standard's
// rules, if it is not put into its callers, which here it is not. In a program
// of one file that says nothing of the standard, it can have one.
static bool wants_inline_definitions(const struct compile_request *request) {
    const struct arguments *arguments = request->arguments;
    const char *error;
    size_t length;
    if (arguments->action != ARGUMENTS_LINK || arguments->sources != 1 ||
        has_flag(arguments, "-std=") || has_flag(arguments, "-fgnu89-inline"))
        return false;
    char *text = file_read(request->input->text, 64 << 20, &length, &error);
    bool wants = text && strstr(text, "inline") &&
                 !strstr(text, "extern inline") &&
                 !strstr(text, "extern __inline");
    memory_free(text);
    return wants;
}

static void add_permissions(const struct compile_request *request,
                            struct command *command) {
    if (!has_flag(request->arguments, "-Werror"))
        command_add_all(command, permissive,
                        sizeof permissive / sizeof *permissive);
    if (wants_inline_definitions(request))
        command_add(command, "-fgnu89-inline");
}

// The source's bitcode. Returns clang's status.
static int run_front_end(const struct compile_request *request,
                         struct text *bitcode) {
    const struct arguments_input *input = request->input;
    if (input->language == LANGUAGE_IR) {
        const char *error;
        bitcode->at = file_read(input->text, SIZE_MAX, &bitcode->count, &error);
        bitcode->room = bitcode->count + 1;
        return bitcode->at ? 0
                           : process_refuse(request->errors, input->text,
                                            " cannot be read");
    }
    const struct arguments *arguments = request->arguments;
    struct command command = {0};
    command_add(&command, request->clang);
    add_permissions(request, &command);
    command_add_all(&command, arguments->flags.at, arguments->flags.count);
    add_dependencies(request, &command);
#ifdef __x86_64__
    command_add(&command, "-mcx16"); // 16-byte atomics as instructions
#endif
    installed_headers(&command);
    command_add_all(&command, front_end, sizeof front_end / sizeof *front_end);
    // The suffix may say nothing, after -x c.
    command_add(&command, "-x");
    command_add(&command, text_ends(input->text, ".i") ? "cpp-output" : "c");
    command_add(&command, input->text);
    int status = process_run(&command, bitcode, request->errors);
    command_free(&command);
    return status;
}

enum pipeline_form compile_form(const struct arguments *arguments) {
    if (arguments->action == ARGUMENTS_LOOPS)
        return PIPELINE_LOOPS;
    if (arguments->action == ARGUMENTS_ASSEMBLY)
        return arguments->emit_llvm ? PIPELINE_IR : PIPELINE_ASSEMBLY;
    return arguments->emit_llvm && arguments->action == ARGUMENTS_COMPILE
               ? PIPELINE_BITCODE
               : PIPELINE_OBJECT;
}

int compile_source(const struct compile_request *request) {
    struct text bitcode = {0};
    int status = run_front_end(request, &bitcode);
    if (!status) {
        struct pipeline_request passes = {
            .bitcode = text_get(&bitcode),
            .size = bitcode.count,
            .name = request->input->text,
            .output = request->object,
            .form = compile_form(request->arguments),
            .options = request->arguments->options};
        if (!pipeline_run(&passes))
            status = EXIT_FAULT;
    }
    text_free(&bitcode);
    return status;
}
