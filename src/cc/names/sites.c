// SPDX-License-Identifier: Apache-2.0

#include "cc/names/sites.h"

#include "cc/ir/addresses.h"
#include "cc/ir/library.h"
#include "cc/names/access_expression.h"
#include "cc/names/source_text.h"
#include "cc/names/types.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sites {
    struct text_map known; // rows, by all their fields
    VEC(LLVMValueRef) rows;
    struct text_map paths;
    VEC(struct source_file) sources;
    char *here; // the current directory, with a slash at the end
};

void sites_open(struct unit *unit) {
    unit->sites = memory_new(1, sizeof *unit->sites);
    struct text here = {0};
    char *directory = getcwd(NULL, 0);
    text_add(&here, "%s/", directory ? directory : "");
    free(directory);
    unit->sites->here = here.at;
}

void sites_close(struct unit *unit) {
    struct sites *sites = unit->sites;
    text_map_free(&sites->known);
    text_map_free(&sites->paths);
    vec_free(&sites->rows);
    for (size_t i = 0; i < sites->sources.count; i++)
        source_file_free(&sites->sources.at[i]);
    vec_free(&sites->sources);
    memory_free(sites->here);
    memory_free(sites);
}

char *sites_file(struct unit *unit, const char *file, size_t length) {
    char *copy = memory_text(file, length);
    const char *here = unit->sites->here;
    if (text_starts(copy, here))
        memmove(copy, copy + strlen(here), length - strlen(here) + 1);
    while (text_starts(copy, "./"))
        memmove(copy, copy + 2, strlen(copy) - 1);
    return copy;
}

// ------------------------------------------------------------- descriptions

static const struct source_file *source_of(struct unit *unit,
                                           const struct debug_place *place) {
    struct sites *sites = unit->sites;
    struct text path = {0};
    if (place->file_length && place->file[0] != '/') {
        text_add_bytes(&path, place->directory, place->directory_length);
        text_add(&path, "/");
    }
    text_add_bytes(&path, place->file, place->file_length);
    bool is_new;
    size_t index = text_map_put(&sites->paths, text_get(&path),
                                sites->sources.count, &is_new);
    if (is_new) {
        struct source_file source;
        source_file_read(&source, text_get(&path));
        vec_push(&sites->sources, source);
    }
    text_free(&path);
    return &sites->sources.at[index];
}

// The description: an expression and its type.
static void attach(struct unit *unit, LLVMValueRef instruction,
                   const char *text, const char *type) {
    LLVMValueRef strings[2] = {
        LLVMMDStringInContext(unit->context, text, (unsigned)strlen(text)),
        LLVMMDStringInContext(unit->context, type, (unsigned)strlen(type))};
    LLVMSetMetadata(instruction, unit->expression_kind,
                    LLVMMDNodeInContext(unit->context, strings, 2));
}

static const char *description(struct unit *unit, LLVMValueRef instruction,
                               unsigned part) {
    LLVMValueRef node = LLVMGetMetadata(instruction, unit->expression_kind);
    LLVMValueRef strings[2] = {NULL, NULL};
    unsigned length;
    if (node && LLVMGetMDNodeNumOperands(node) == 2)
        LLVMGetMDNodeOperands(node, strings);
    return strings[part] ? LLVMGetMDString(strings[part], &length) : "";
}

const char *sites_expression(struct unit *unit, LLVMValueRef instruction) {
    return description(unit, instruction, 0);
}

static void describe_access(struct unit *unit,
                            const struct debug_locals *variables,
                            LLVMValueRef instruction, LLVMValueRef address,
                            uint64_t size) {
    struct debug_place place = debug_place_of(instruction);
    struct access_expression guess =
        access_expression_of(unit, variables, address, size);
    struct text words = {0}, type = {0};
    if (guess.type && debug_bytes(unit, guess.type) == size)
        types_describe(unit, guess.type, &type);
    const struct source_file *source =
        place.line ? source_of(unit, &place) : NULL;
    if (source && source_text_find(source, place.line, place.column,
                                   text_get(&guess.text), guess.complete,
                                   guess.open, &words))
        attach(unit, instruction, text_get(&words), text_get(&type));
    else if (guess.text.count)
        attach(unit, instruction, text_get(&guess.text), text_get(&type));
    text_free(&words);
    text_free(&type);
    text_free(&guess.text);
}

// A call of the thread API gets the object that it acts on.
static void describe_object(struct unit *unit,
                            const struct debug_locals *variables,
                            LLVMValueRef call) {
    LLVMValueRef object = library_object(unit, call);
    if (!object)
        return;
    struct access_expression guess =
        access_expression_of(unit, variables, object, 0);
    if (guess.text.count)
        attach(unit, call, text_get(&guess.text), "");
    text_free(&guess.text);
}

// Locals get their declaration's name and line, for __mz_frame_alloc.
static void describe_local(struct unit *unit,
                           const struct debug_local *variable) {
    LLVMValueRef storage = variable->storage;
    if (!LLVMIsAAllocaInst(storage))
        return;
    LLVMInstructionSetDebugLoc(storage, variable->location);
    attach(unit, storage, debug_variable_name(unit, variable->variable), "");
}

void sites_describe(struct unit *unit, LLVMValueRef function) {
    struct debug_locals variables = {0};
    debug_locals_read(function, &variables);
    for (size_t i = 0; i < variables.count; i++)
        describe_local(unit, &variables.at[i]);
    for (LLVMValueRef at = ir_first(function); at; at = ir_next(at)) {
        uint64_t size;
        LLVMValueRef address = addresses_of(unit, at, &size);
        if (address)
            describe_access(unit, &variables, at, address, size);
        else if (LLVMIsACallInst(at))
            describe_object(unit, &variables, at);
    }
    vec_free(&variables);
}

void sites_name(struct unit *unit, LLVMValueRef instruction,
                LLVMValueRef argument) {
    struct debug_locals variables = {0};
    debug_locals_read(LLVMGetParamParent(argument), &variables);
    const struct debug_local *variable =
        debug_locals_find(&variables, argument);
    if (variable)
        attach(unit, instruction,
               debug_variable_name(unit, variable->variable), "");
    vec_free(&variables);
}

// --------------------------------------------------------------------- rows

// The text of a line: what reports show beside its number, whatever becomes of
// the file. To be freed.
static char *line_at(struct unit *unit, const struct debug_place *place) {
    enum { MOST = 160 };
    const struct source_file *source =
        place->line && place->file ? source_of(unit, place) : NULL;
    if (!source || place->line > source->line_count)
        return memory_text("", 0);
    const char *start = source->text + source->lines[place->line - 1];
    start += strspn(start, " \t");
    size_t length = strcspn(start, "\r\n");
    length = length > MOST ? MOST : length;
    while (length && (start[length - 1] == ' ' || start[length - 1] == '\t'))
        length--;
    char *line = memory_text(start, length);
    text_tame(line);
    return line;
}

// Each row is a variable of its own: the assembler puts them one behind the
// other, and rows that optimisation leaves without a user disappear.
static LLVMValueRef row(struct unit *unit, const char *file,
                        const char *function, const char *expression,
                        const char *type, const struct debug_place *place) {
    struct sites *sites = unit->sites;
    struct text key = {0};
    text_add(&key, "%s\n%s\n%s\n%s\n%u:%u", file, function, expression, type, place->line,
             place->column);
    bool is_new;
    size_t index =
        text_map_put(&sites->known, text_get(&key), sites->rows.count, &is_new);
    text_free(&key);
    if (!is_new)
        return sites->rows.at[index];
    char *source = line_at(unit, place);
    LLVMValueRef fields[] = {unit_text(unit, file),
                             unit_text(unit, function),
                             unit_text(unit, expression),
                             unit_i32(unit, place->line),
                             unit_i32(unit, place->column),
                             unit_text(unit, source),
                             unit_text(unit, type)};
    memory_free(source);
    LLVMValueRef variable =
        unit_row(unit, "mz.site", "mz_sites",
                 LLVMConstStructInContext(unit->context, fields, 7, false));
    vec_push(&sites->rows, variable);
    return variable;
}

static LLVMValueRef row_at(struct unit *unit, const char *function,
                           const struct debug_place *place,
                           const char *expression, const char *type) {
    char *file = place->file ? sites_file(unit, place->file, place->file_length)
                             : memory_text("", 0);
    LLVMValueRef found = row(unit, file, function, expression, type, place);
    memory_free(file);
    return found;
}

LLVMValueRef sites_named(struct unit *unit, LLVMValueRef instruction,
                         const char *expression) {
    LLVMValueRef function =
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    struct debug_place place = debug_place_of(instruction);
    // Code that clang made up itself is at its function's first line.
    if (!place.line)
        place = debug_place_of_function(function);
    return row_at(unit, debug_function_name_at(unit, instruction), &place,
                  expression, description(unit, instruction, 1));
}

LLVMValueRef sites_of(struct unit *unit, LLVMValueRef instruction) {
    return sites_named(unit, instruction, sites_expression(unit, instruction));
}

LLVMValueRef sites_before(struct unit *unit, LLVMValueRef instruction) {
    unit_before(unit, instruction);
    return sites_of(unit, instruction);
}

LLVMValueRef sites_of_function(struct unit *unit, LLVMValueRef function) {
    struct debug_place place = debug_place_of_function(function);
    const char *name = debug_function_name(unit, function);
    return row_at(unit, name, &place, name, "");
}
