// SPDX-License-Identifier: Apache-2.0

#include "cc/asm/asm_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum asm_register asm_text_register(const char *name, size_t length) {
    static const struct {
        const char *names;
        enum asm_register number;
    } table[] = {
        {" rax eax ax al ", ASM_AX}, {" rbx ebx bx bl ", ASM_BX},
        {" rcx ecx cx cl ", ASM_CX}, {" rdx edx dx dl ", ASM_DX},
        {" rsi esi si ", ASM_SI},    {" rdi edi di ", ASM_DI},
        {" rsp esp ", ASM_SP},
    };
    char word[8] = " ";
    if (!length || length > 3)
        return ASM_NO_REGISTER;
    memcpy(word + 1, name, length);
    strcpy(word + 1 + length, " ");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strstr(table[i].names, word))
            return table[i].number;
    return ASM_NO_REGISTER;
}

// ---------------------------------------------------------------- templates

static const char *skip(const char *at) {
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

// $2 or ${2:w}
static const char *read_operand(const char *at, int *operand) {
    if (*at++ != '$')
        return NULL;
    bool braces = *at == '{';
    at += braces;
    if (!isdigit((unsigned char)*at))
        return NULL;
    *operand = (int)strtol(at, (char **)&at, 10);
    if (!braces)
        return at;
    if (*at == ':')
        while (*at && *at != '}')
            at++;
    return *at == '}' ? at + 1 : NULL;
}

static const char *read_register(const char *at, enum asm_register *name) {
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
    *name = asm_text_register(at + 1, length);
    return *at == '%' && *name != ASM_NO_REGISTER ? at + 1 + length : NULL;
}

// disp($4), disp(%rsp)
static const char *read_memory(const char *at, struct asm_argument *argument) {
    argument->number = strtoll(at, (char **)&at, 0);
    if (*at++ != '(')
        return NULL;
    if (*at == '%') {
        argument->form = ASM_STACK;
        at = read_register(at, &argument->name);
        if (at && argument->name != ASM_SP)
            return NULL;
    } else {
        argument->form = ASM_INDIRECT;
        at = read_operand(at, &argument->operand);
    }
    return at && *at == ')' ? at + 1 : NULL;
}

static const char *read_argument(const char *at,
                                 struct asm_argument *argument) {
    *argument = (struct asm_argument){.name = ASM_NO_REGISTER};
    if (at[0] == '$' && at[1] == '$') {
        char *end;
        argument->form = ASM_NUMBER;
        argument->number = strtoll(at + 2, &end, 0);
        return end > at + 2 ? end : NULL;
    }
    if (*at == '$') {
        argument->form = ASM_OPERAND;
        return read_operand(at, &argument->operand);
    }
    if (*at == '%') {
        argument->form = ASM_REGISTER;
        return read_register(at, &argument->name);
    }
    return read_memory(at, argument);
}

static bool is_end(char c) {
    return !c || c == ';' || c == '\n';
}

// Prefixes may stand alone ("lock; incl") or with their instruction.
static bool is_prefix(const char *at, size_t length) {
    return length == 4 && !strncmp(at, "lock", 4);
}

static const char *read_step(const char *at, struct asm_step *step) {
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
    if (!length || length >= ASM_NAME)
        return NULL;
    memcpy(step->name, at, length);
    step->name[length] = 0;
    at = skip(at + length);
    // "rep; nop" and "rep nop" are one instruction: pause.
    if (!strcmp(step->name, "rep")) {
        at = skip(*at == ';' ? at + 1 : at);
        if (strncmp(at, "nop", 3))
            return NULL;
        strcpy(step->name, "pause");
        at = skip(at + 3);
    }
    while (!is_end(*at)) {
        if (step->count == 2)
            return NULL;
        at = read_argument(at, &step->arguments[step->count++]);
        if (!at)
            return NULL;
        at = skip(at);
        if (*at == ',')
            at = skip(at + 1);
        else if (!is_end(*at))
            return NULL;
    }
    return at;
}

bool asm_text_program(const char *text, struct asm_program *program) {
    *program = (struct asm_program){0};
    bool locked = false;
    for (const char *at = text; *at;) {
        at = skip(at);
        if (is_end(*at)) {
            at += *at != 0;
            continue;
        }
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        if (is_prefix(at, length)) {
            locked = true;
            at += length;
            continue;
        }
        if (program->count == ASM_MOST_STEPS)
            return false;
        struct asm_step *step = &program->steps[program->count++];
        step->locked = locked;
        locked = false;
        at = read_step(at, step);
        if (!at)
            return false;
    }
    return !locked;
}

// -------------------------------------------------------------- constraints

static void read_constraint(const char *at, size_t length,
                            struct asm_operand *operand) {
    *operand = (struct asm_operand){.tied = -1, .fixed = ASM_NO_REGISTER};
    const char *end = at + length;
    for (; at < end && strchr("=*&%+", *at); at++) {
        operand->output |= *at == '=';
        operand->memory |= *at == '*';
    }
    if (at < end && isdigit((unsigned char)*at))
        operand->tied = atoi(at);
    if (at == end || *at != '{')
        return;
    const char *close = memchr(at, '}', (size_t)(end - at));
    size_t name = close ? (size_t)(close - at - 1) : 0;
    if (name > 3 && !strncmp(at + 1, "@cc", 3) && name - 3 < ASM_NAME) {
        operand->flag = true;
        memcpy(operand->condition, at + 4, name - 3);
    } else {
        operand->fixed = asm_text_register(at + 1, name);
    }
}

bool asm_text_constraints(const char *text,
                          struct asm_constraints *constraints) {
    *constraints = (struct asm_constraints){0};
    while (*text) {
        // A register's name may contain no comma: fields are separated by it.
        size_t length = strcspn(text, ",");
        if (*text == '~') {
            if (!strncmp(text, "~{memory}", 9))
                constraints->clobbers_memory = true;
        } else {
            if (constraints->count == ASM_MOST_OPERANDS || *text == '!') {
                constraints->clobbers_memory = true; // for all we know
                return false;
            }
            read_constraint(text, length,
                            &constraints->operands[constraints->count++]);
        }
        text += length + (text[length] == ',');
    }
    return true;
}
