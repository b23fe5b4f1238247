// SPDX-License-Identifier: Apache-2.0
// A test framework that is compiled with the tests, as Unity is: a test that
// fails says where, jumps out of itself, and the program's exit status is the
// number of those.

#ifndef UNITY_STYLE_H
#define UNITY_STYLE_H

#include <setjmp.h>
#include <stdio.h>

struct unity {
    jmp_buf leave;
    int tests, failures;
    const char *name;
};
static struct unity unity;

static inline void unity_fail(const char *file, int line, const char *why) {
    printf("%s:%d:%s:FAIL: %s\n", file, line, unity.name, why);
    unity.failures++;
    longjmp(unity.leave, 1);
}

static inline void unity_run(void (*test)(void), const char *name) {
    unity.name = name;
    unity.tests++;
    if (setjmp(unity.leave) == 0) {
        test();
        printf("%s:PASS\n", name);
    }
}

static inline int unity_end(void) {
    printf("%d Tests %d Failures\n", unity.tests, unity.failures);
    return unity.failures;
}

#define TEST_ASSERT_EQUAL_INT(wanted, value)                   \
    do {                                                       \
        if ((wanted) != (value))                               \
            unity_fail(__FILE__, __LINE__, #value " is wrong"); \
    } while (0)
#define RUN_TEST(test) unity_run(test, #test)
#define UNITY_BEGIN() ((void)0)
#define UNITY_END() unity_end()

#endif
