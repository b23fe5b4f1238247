// SPDX-License-Identifier: Apache-2.0
// flags -lcmocka
// check => safe: 4 executions
// check --algorithm=source => safe: 4 executions
// says [ RUN      ] counts
// says scenario asserts: safe, 1 executions
// says scenario counts: safe, 2 executions
// says scenario fixtures: safe, 1 executions
// never outside of control
// Tests of cmocka: each is a scenario.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void counts(void **state) {
    pthread_t a, b;
    assert_ptr_equal(*state, &m);
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert_int_equal(n, 2);
}

static void asserts(void **state) {
    static const char text[] = "text";
    assert_true(n == 0);
    assert_false(n);
    assert_non_null(state);
    assert_null(NULL);
    assert_int_equal(-1, -1);
    assert_int_not_equal(1, 2);
    assert_string_equal(text, "text");
    assert_string_not_equal(text, "other");
    assert_memory_equal(text, "texas", 3);
    assert_memory_not_equal(text, "texas", 4);
    assert_in_range(2, 1, 3);
    assert_not_in_range(4, 1, 3);
    assert_in_set(2, ((LargestIntegralType[]){1, 2}), 2);
    assert_not_in_set(3, ((LargestIntegralType[]){1, 2}), 2);
    assert_return_code(0, 0);
    assert_float_equal(0.1f + 0.2f, 0.3f, 1e-6f);
    assert_float_not_equal(0.1f, 0.3f, 1e-6f);
}

static int up(void **state) {
    *state = test_malloc(4);
    n = 7;
    return 0;
}

static int down(void **state) {
    test_free(*state);
    return 0;
}

static void fixtures(void **state) {
    assert_int_equal(n, 7);
    *(int *)*state = n;
}

static int group_up(void **state) {
    *state = &m;
    return 0;
}

static int group_down(void **state) {
    assert_ptr_equal(*state, &m);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asserts),
        cmocka_unit_test(counts),
        cmocka_unit_test_setup_teardown(fixtures, up, down),
    };
    return cmocka_run_group_tests(tests, group_up, group_down);
}
