// SPDX-License-Identifier: Apache-2.0
// flags -lcheck
// arguments 2
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check -- 3 => unsafe: assertion at check_tests.c:41 after 1 executions
// says scenario counts: 
// says scenario each[2]: safe, 1 executions
// says scenario each[3]: safe, 1 executions
// says scenario fixture: safe, 2 executions
// never outside of control
// Tests of Check, which are run without fork(): each is a scenario.
#include <check.h>
#include <pthread.h>
#include <stdlib.h>

static int n, wanted, *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void two(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

START_TEST(counts) {
    two();
    ck_assert(n > 0);
    ck_assert_ptr_nonnull(&n);
    ck_assert_str_eq("text", "text");
    ck_assert_msg(n < 9, "n is %d", n);
    ck_assert_int_eq(n, wanted);
}
END_TEST

START_TEST(each) {
    ck_assert_int_ge(_i, 2);
    ck_assert_int_lt(_i, 4);
}
END_TEST

static void up(void) {
    block = malloc(sizeof *block);
    n = 10;
}

static void down(void) {
    free(block);
    ck_assert_int_eq(n, 12);
}

START_TEST(fixture) {
    ck_assert_int_eq(n, 10);
    two();
}
END_TEST

int main(int argc, char **argv) {
    wanted = argc > 1 ? atoi(argv[1]) : 0;
    Suite *suite = suite_create("counter");
    TCase *plain = tcase_create("plain"), *with = tcase_create("with");
    tcase_add_test(plain, counts);
    tcase_add_loop_test(plain, each, 2, 4);
    tcase_add_checked_fixture(with, up, down);
    tcase_add_test(with, fixture);
    suite_add_tcase(suite, plain);
    suite_add_tcase(suite, with);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
