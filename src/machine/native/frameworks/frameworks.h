// SPDX-License-Identifier: Apache-2.0
// The functions behind the macros of cmocka.h (1.1) and check.h (0.15), by the
// types of these headers, which need not be there when the runtime is built.
//
// A test is a scenario: `__mz_mz_scenario` says whether it is run. A failed
// assertion ends the execution, so that nobody has to jump out of a test and
// nothing ever counts as failed here.

#ifndef MAZURKA_MACHINE_NATIVE_FRAMEWORKS_FRAMEWORKS_H
#define MAZURKA_MACHINE_NATIVE_FRAMEWORKS_FRAMEWORKS_H

#include "machine/native/libc/libc.h"

// ------------------------------------------------------------------- cmocka

typedef int cmocka_fixture(void **state);

struct cmocka_test {
    const char *name;
    void (*test)(void **state);
    cmocka_fixture *setup, *teardown;
    void *initial_state;
};

int __mz__cmocka_run_group_tests(const char *group,
                                 const struct cmocka_test *tests, size_t count,
                                 cmocka_fixture *setup,
                                 cmocka_fixture *teardown);
void __mz_cmocka_set_message_output(int output);
_Noreturn void __mz__fail(const char *file, int line);
void __mz__assert_true(uintmax_t result, const char *expression,
                       const char *file, int line);
void __mz_mock_assert(int result, const char *expression, const char *file,
                      int line);
void __mz__assert_return_code(uintmax_t result, size_t size, uintmax_t error,
                              const char *expression, const char *file,
                              int line);
void __mz__assert_int_equal(uintmax_t a, uintmax_t b, const char *file,
                            int line);
void __mz__assert_int_not_equal(uintmax_t a, uintmax_t b, const char *file,
                                int line);
void __mz__assert_float_equal(float a, float b, float epsilon, const char *file,
                              int line);
void __mz__assert_float_not_equal(float a, float b, float epsilon,
                                  const char *file, int line);
void __mz__assert_string_equal(const char *a, const char *b, const char *file,
                               int line);
void __mz__assert_string_not_equal(const char *a, const char *b,
                                   const char *file, int line);
void __mz__assert_memory_equal(const void *a, const void *b, size_t size,
                               const char *file, int line);
void __mz__assert_memory_not_equal(const void *a, const void *b, size_t size,
                                   const char *file, int line);
void __mz__assert_in_range(uintmax_t value, uintmax_t least, uintmax_t most,
                           const char *file, int line);
void __mz__assert_not_in_range(uintmax_t value, uintmax_t least, uintmax_t most,
                               const char *file, int line);
void __mz__assert_in_set(uintmax_t value, const uintmax_t *set, size_t count,
                         const char *file, int line);
void __mz__assert_not_in_set(uintmax_t value, const uintmax_t *set,
                             size_t count, const char *file, int line);
void *__mz__test_malloc(size_t size, const char *file, int line);
void *__mz__test_calloc(size_t count, size_t size, const char *file, int line);
void *__mz__test_realloc(void *block, size_t size, const char *file, int line);
void __mz__test_free(void *block, const char *file, int line);

// -------------------------------------------------------------------- Check

struct check_function {
    const char *name;
    void (*function)(int i);
    const char *file;
    int line;
};

struct check_suite;
struct check_case;
struct check_runner;

struct check_suite *__mz_suite_create(const char *name);
void __mz_suite_add_tcase(struct check_suite *suite, struct check_case *tests);
struct check_case *__mz_tcase_create(const char *name);
void __mz__tcase_add_test(struct check_case *tests,
                          const struct check_function *function, int number,
                          int allowed_exit, int start, int end);
void __mz_tcase_add_checked_fixture(struct check_case *tests,
                                    void (*setup)(void),
                                    void (*teardown)(void));
void __mz_tcase_add_unchecked_fixture(struct check_case *tests,
                                      void (*setup)(void),
                                      void (*teardown)(void));
void __mz_tcase_set_timeout(struct check_case *tests, double seconds);
void __mz_tcase_set_tags(struct check_case *tests, const char *tags);
void __mz_tcase_fn_start(const char *name, const char *file, int line);
struct check_runner *__mz_srunner_create(struct check_suite *suite);
void __mz_srunner_add_suite(struct check_runner *runner,
                            struct check_suite *suite);
void __mz_srunner_free(struct check_runner *runner);
void __mz_srunner_run_all(struct check_runner *runner, int output);
void __mz_srunner_run(struct check_runner *runner, const char *suite,
                      const char *tests, int output);
int __mz_srunner_ntests_failed(struct check_runner *runner);
int __mz_srunner_ntests_run(struct check_runner *runner);
void __mz_srunner_set_fork_status(struct check_runner *runner, int status);
int __mz_srunner_fork_status(struct check_runner *runner);
void __mz__mark_point(const char *file, int line);
_Noreturn void __mz__ck_assert_failed(const char *file, int line,
                                      const char *expression,
                                      const char *message, ...);

#endif
