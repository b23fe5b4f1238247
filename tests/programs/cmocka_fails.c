// SPDX-License-Identifier: Apache-2.0
// flags -lcmocka
// check => unsafe: assertion at cmocka_fails.c:35 after 3 executions
// check --keep-going => unsafe: assertion at cmocka_fails.c:35 after 3 executions
// says assert_int_equal: 1 is not 2: n is 1
// says scenario passes: safe, 1 executions
// says scenario loses: unsafe, assertion at cmocka_fails.c:35
// says scenario fails: unsafe, assertion at cmocka_fails.c:39
// says fail() called
// A failing test is a finding, with its place; the others are run all the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *adds(void *unused) {
    n = n + 1;
    return unused;
}

static void loses(void **state) {
    pthread_t a, b;
    (void)state;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    // What was it?

    assert_int_equal(n, 2);
}

static void fails(void **state) {
    fail();
    (void)state;
}

static void passes(void **state) {
    assert_non_null(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes),
        cmocka_unit_test(loses),
        cmocka_unit_test(fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
