// SPDX-License-Identifier: Apache-2.0
// Templates and constraints of inline assembly, as text.

#include "cc/asm/asm_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void programs(void **state) {
    (void)state;
    struct asm_program program;
    assert_true(asm_text_program("", &program));
    assert_int_equal(program.count, 0);
    assert_true(asm_text_program("lock; cmpxchgl $2, $1", &program));
    assert_int_equal(program.count, 1);
    assert_true(program.steps[0].locked);
    assert_string_equal(program.steps[0].name, "cmpxchgl");
    assert_int_equal(program.steps[0].arguments[0].operand, 2);
    assert_int_equal(program.steps[0].arguments[1].operand, 1);
    assert_true(asm_text_program("lock incq $0; setz $1", &program));
    assert_int_equal(program.count, 2);
    assert_false(program.steps[1].locked);
    assert_true(asm_text_program("lock\n\txaddl ${0:k}, $1\n", &program));
    assert_int_equal(program.count, 1);
    assert_true(asm_text_program("rep; nop", &program));
    assert_string_equal(program.steps[0].name, "pause");
    assert_true(asm_text_program("lock; addl $$0,0(%rsp)", &program));
    assert_int_equal(program.steps[0].arguments[0].form, ASM_NUMBER);
    assert_int_equal(program.steps[0].arguments[1].form, ASM_STACK);
    assert_true(asm_text_program("movq 8($4), %rdx;", &program));
    assert_int_equal(program.steps[0].arguments[0].form, ASM_INDIRECT);
    assert_int_equal(program.steps[0].arguments[0].number, 8);
    assert_int_equal(program.steps[0].arguments[0].operand, 4);
    assert_int_equal(program.steps[0].arguments[1].name, ASM_DX);
}

static void strange_programs(void **state) {
    (void)state;
    static const char *const texts[] = {
        "lock",          "rep movsb",        "1: jmp 1b",
        "addl $0 $1",    "movl (%rax), $0",  "movl $0, $1, $2",
        "${0",           "movl $, $1",       "mov %xmm0, $0",
        "movl ($0, $1)", ".byte 0x0f, 0x0b", "LOCK incl $0",
    };
    struct asm_program program;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (asm_text_program(texts[i], &program))
            fail_msg("understood: %s", texts[i]);
}

static void constraints(void **state) {
    (void)state;
    struct asm_constraints c;
    assert_true(asm_text_constraints(
        "=*m,={@ccz},={ax},q,*m,2,~{memory},~{cc},~{flags}", &c));
    assert_int_equal(c.count, 6);
    assert_true(c.clobbers_memory);
    assert_true(c.operands[0].output && c.operands[0].memory);
    assert_true(c.operands[1].flag);
    assert_string_equal(c.operands[1].condition, "z");
    assert_int_equal(c.operands[2].fixed, ASM_AX);
    assert_int_equal(c.operands[5].tied, 2);
    assert_false(c.operands[3].memory);
    assert_true(asm_text_constraints("=&r,r,~{dirflag}", &c));
    assert_int_equal(c.count, 2);
    assert_false(c.clobbers_memory);
    assert_false(asm_text_constraints("!i", &c)); // asm goto
}

static void registers(void **state) {
    (void)state;
    assert_int_equal(asm_text_register("rax", 3), ASM_AX);
    assert_int_equal(asm_text_register("al", 2), ASM_AX);
    assert_int_equal(asm_text_register("edx", 3), ASM_DX);
    assert_int_equal(asm_text_register("r10", 3), ASM_NO_REGISTER);
    assert_int_equal(asm_text_register("", 0), ASM_NO_REGISTER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
        cmocka_unit_test(strange_programs),
        cmocka_unit_test(constraints),
        cmocka_unit_test(registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
