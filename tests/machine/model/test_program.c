// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include <stdio.h>

static void is_wrong(const char *text, unsigned line, unsigned column,
                     const char *message) {
    struct model_error error;
    struct model_program *p = model_parse("x", text, strlen(text), &error);
    if (p)
        fail_msg("should be refused: %s", text);
    if (error.line != line || error.column != column ||
        !strstr(error.message, message))
        fail_msg("%s\nsays %u:%u: %s", text, error.line, error.column,
                 error.message);
}

static void is_right(const char *text) {
    machine_destroy(machine_of(text, (struct relation){0}));
}

static void mistakes_have_a_place(void **state) {
    (void)state;
    is_wrong("", 1, 1, "no thread");
    is_wrong("W x 1\n", 1, 1, "outside of a thread");
    is_wrong("thread p\n BLA x\n", 2, 2, "unknown statement 'BLA'");
    is_wrong("thread p\n W x\n", 2, 2, "needs 2 operands");
    is_wrong("thread p\n R r x y\n", 2, 8, "unexpected text");
    is_wrong("thread p\n W x 1+\n", 2, 8, "value expected");
    is_wrong("thread p\n W x r\n", 2, 6, "no such register");
    is_wrong("thread p\n W 9x 1\n", 2, 4, "variable expected");
    is_wrong("thread p\n W x{4,8} 1\n", 2, 6, "bytes 0 to 7");
    is_wrong("thread p\n W x{4} 1\n", 2, 6, "{offset,size}");
    is_wrong("thread p\n W x[1 1\n", 2, 2, "needs 2 operands");
    is_wrong("thread p\n W x]y 1\n", 2, 5, "variable expected");
    is_wrong("thread p\n AWAIT x = 1\n", 2, 10, "== != ");
    is_wrong("thread p\n ELSE\n", 2, 2, "ELSE without IF");
    is_wrong("thread p\n END\n", 2, 2, "END without");
    is_wrong("thread p\n IF 1\n W x 1\nthread q\n", 2, 1, "no END");
    is_wrong("thread p\n WHILE 1\n W x 1\n", 2, 1, "no END");
    is_wrong("thread p\nthread p\n", 2, 8, "of this name already");
    is_wrong("thread p q\n", 1, 1, "thread NAME");
    is_wrong("thread p\n JOIN q\n", 2, 1, "no thread is named 'q'");
    is_wrong("root q\nthread p\n", 1, 1, "no thread is named 'q'");
    is_wrong("init x\nthread p\n", 1, 6, "name=value");
    is_wrong("init x=1+r\nthread p\n", 1, 10, "no such register");
    is_wrong("init x{0,4}=1\nthread p\n", 1, 6, "whole variable");
    is_wrong("sem s=-1\nthread p\n", 1, 7, "never negative");
    is_wrong("thread p\n BARRIER b 2\n BARRIER b 3\n", 3, 12, "2 places");
    is_wrong("thread p\n BARRIER b 0\n", 2, 12, "at least one");
    is_wrong("thread p\n CHOOSE r 0\n", 2, 11, "at least one");
    is_wrong("thread p\n IF\n END\n", 2, 2, "condition expected");
    is_wrong("thread p\n R and x\n", 2, 4, "register name");
}

static void all_forms_are_read(void **state) {
    (void)state;
    is_right("# a comment\ninit x=1 a[2]=0x10\nsem s=2\nroot p\n"
             "thread p:   # the colon may be there\n"
             " W x 1 + 2\n R r x\n FAA _ x r\n AND q x 1\n OR _ x 1\n"
             " XOR _ x 1\n XCHG q a[r + 1] 7\n CAS c x{0,4} 1 (r + 2)\n"
             " AWAIT x == 1\n RAWAIT r x != 2\n XAWAIT _ x < 1 2\n"
             " LOCK m\n TRYLOCK t m\n UNLOCK m\n RDLOCK l\n RWUNLOCK l\n"
             " WRLOCK l\n SEMWAIT s\n SEMPOST s\n WAIT c m\n SIGNAL c\n"
             " BCAST c\n BARRIER b 2\n SPAWN t\n JOIN t\n CHOOSE k 3\n"
             " ASSUME r == 1\n ASSERT r or 1\n LET z r * 2\n"
             " IF z > 1\n  W x 1\n ELSE\n  WHILE z\n   LET z z - 1\n  END\n"
             " END\nthread t\n");
    is_right("thread p"); // no newline at the end
    is_right("thread p\r\n W x 1\r\n");
}

static void a_zero_byte_is_refused(void **state) {
    (void)state;
    struct model_error error;
    assert_null(model_parse("x", "thread p\n W \0 1\n", 16, &error));
    assert_int_equal(error.line, 2);
}

static void too_many_threads_are_refused(void **state) {
    (void)state;
    char text[2000];
    size_t at = 0;
    for (int i = 0; i < MODEL_MOST_THREADS + 1; i++)
        at += (size_t)sprintf(text + at, "thread t%d\n", i);
    is_wrong(text, MODEL_MOST_THREADS + 1, 8, "more than 64 threads");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(all_forms_are_read),
        cmocka_unit_test(a_zero_byte_is_refused),
        cmocka_unit_test(too_many_threads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
