// SPDX-License-Identifier: Apache-2.0

#include "machine/native/frameworks/frameworks.h"

#include <math.h>
#include <string.h>

// clang-format off
#define FAIL(...) native_fail(FINDING_ASSERTION, native_at(), __VA_ARGS__)
// clang-format on

// --------------------------------------------------------------- assertions

void __mz__fail(const char *file, int line) {
    (void)file, (void)line; // the site says it
    FAIL("fail() called");
}

void __mz__assert_true(uintmax_t result, const char *expression,
                       const char *file, int line) {
    (void)file, (void)line;
    if (!result)
        FAIL("assertion `%.150s' failed", expression ? expression : "?");
}

void __mz_mock_assert(int result, const char *expression, const char *file,
                      int line) {
    __mz__assert_true(result != 0, expression, file, line);
}

void __mz__assert_return_code(uintmax_t result, size_t size, uintmax_t error,
                              const char *expression, const char *file,
                              int line) {
    (void)file, (void)line;
    unsigned unused = size < 8 ? 64 - 8 * (unsigned)size : 0;
    int64_t value = (int64_t)(result << unused) >> unused;
    if (value < 0)
        FAIL("assert_return_code: %.100s is %lld, errno %lld",
             expression ? expression : "?", (long long)value, (long long)error);
}

void __mz__assert_int_equal(uintmax_t a, uintmax_t b, const char *file,
                            int line) {
    (void)file, (void)line;
    if (a != b)
        FAIL("assert_int_equal: %lld is not %lld", (long long)a, (long long)b);
}

void __mz__assert_int_not_equal(uintmax_t a, uintmax_t b, const char *file,
                                int line) {
    (void)file, (void)line;
    if (a == b)
        FAIL("assert_int_not_equal: both are %lld", (long long)a);
}

static bool near(float a, float b, float epsilon) {
    float most = fabsf(a) > fabsf(b) ? fabsf(a) : fabsf(b);
    float distance = fabsf(a - b);
    return distance <= epsilon || distance <= most * epsilon;
}

void __mz__assert_float_equal(float a, float b, float epsilon, const char *file,
                              int line) {
    (void)file, (void)line;
    if (!near(a, b, epsilon))
        FAIL("assert_float_equal: %g is not %g", (double)a, (double)b);
}

void __mz__assert_float_not_equal(float a, float b, float epsilon,
                                  const char *file, int line) {
    (void)file, (void)line;
    if (near(a, b, epsilon))
        FAIL("assert_float_not_equal: both are %g", (double)a);
}

void __mz__assert_string_equal(const char *a, const char *b, const char *file,
                               int line) {
    (void)file, (void)line;
    if (__mz_strcmp(a, b) != 0)
        FAIL("assert_string_equal: \"%.60s\" is not \"%.60s\"", a, b);
}

void __mz__assert_string_not_equal(const char *a, const char *b,
                                   const char *file, int line) {
    (void)file, (void)line;
    if (__mz_strcmp(a, b) == 0)
        FAIL("assert_string_not_equal: both are \"%.100s\"", a);
}

void __mz__assert_memory_equal(const void *a, const void *b, size_t size,
                               const char *file, int line) {
    (void)file, (void)line;
    if (__mz_memcmp(a, b, size) != 0)
        FAIL("assert_memory_equal: %zu bytes differ", size);
}

void __mz__assert_memory_not_equal(const void *a, const void *b, size_t size,
                                   const char *file, int line) {
    (void)file, (void)line;
    if (__mz_memcmp(a, b, size) == 0)
        FAIL("assert_memory_not_equal: %zu bytes are the same", size);
}

void __mz__assert_in_range(uintmax_t value, uintmax_t least, uintmax_t most,
                           const char *file, int line) {
    (void)file, (void)line;
    if (value < least || value > most)
        FAIL("assert_in_range: %llu is not in %llu … %llu",
             (unsigned long long)value, (unsigned long long)least,
             (unsigned long long)most);
}

void __mz__assert_not_in_range(uintmax_t value, uintmax_t least, uintmax_t most,
                               const char *file, int line) {
    (void)file, (void)line;
    if (value >= least && value <= most)
        FAIL("assert_not_in_range: %llu is in %llu … %llu",
             (unsigned long long)value, (unsigned long long)least,
             (unsigned long long)most);
}

static bool in_set(uintmax_t value, const uintmax_t *set, size_t count) {
    const struct mz_site *site = native_at();
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        native_reads(&set[i], sizeof *set, site);
        found |= set[i] == value;
        native_knows(found);
    }
    return found;
}

void __mz__assert_in_set(uintmax_t value, const uintmax_t *set, size_t count,
                         const char *file, int line) {
    (void)file, (void)line;
    if (!in_set(value, set, count))
        FAIL("assert_in_set: %llu is not in it", (unsigned long long)value);
}

void __mz__assert_not_in_set(uintmax_t value, const uintmax_t *set,
                             size_t count, const char *file, int line) {
    (void)file, (void)line;
    if (in_set(value, set, count))
        FAIL("assert_not_in_set: %llu is in it", (unsigned long long)value);
}

// --------------------------------------------------------------- allocation

void *__mz__test_malloc(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return __mz_malloc(size);
}

void *__mz__test_calloc(size_t count, size_t size, const char *file, int line) {
    (void)file, (void)line;
    return __mz_calloc(count, size);
}

void *__mz__test_realloc(void *block, size_t size, const char *file, int line) {
    (void)file, (void)line;
    return __mz_realloc(block, size);
}

void __mz__test_free(void *block, const char *file, int line) {
    (void)file, (void)line;
    __mz_free(block);
}

// -------------------------------------------------------------------- tests

static void run_fixture(cmocka_fixture *fixture, void **state, const char *what,
                        const char *of, const struct mz_site *site) {
    if (!fixture)
        return;
    struct state known = native_known();
    native_calls((void (*)(void))fixture);
    int code = fixture(state);
    native_knows_again(known);
    native_knows((uint64_t)code);
    if (code != 0)
        native_fail(FINDING_ASSERTION, site, "the %s of %.60s returns %d", what,
                    of, code);
}

static void run_test(const struct cmocka_test *t, void **state,
                     const struct mz_site *site) {
    run_fixture(t->setup, state, "setup", t->name, site);
    struct state known = native_known();
    native_calls((void (*)(void))t->test);
    t->test(state);
    native_knows_again(known);
    run_fixture(t->teardown, state, "teardown", t->name, site);
}

static void set(void **place, void *value, const struct mz_site *site) {
    native_writes(place, sizeof *place, site);
    *place = value;
}

int __mz__cmocka_run_group_tests(const char *group,
                                 const struct cmocka_test *tests, size_t count,
                                 cmocka_fixture *setup,
                                 cmocka_fixture *teardown) {
    enum { GROUP, TEST };
    const struct mz_site *site = native_at();
    void **states = __mz_calloc(2, sizeof *states); // the tests' to write to
    run_fixture(setup, &states[GROUP], "setup", group, site);
    for (size_t i = 0; i < count; i++) {
        native_reads(&tests[i], sizeof tests[i], site);
        struct cmocka_test t = tests[i];
        __mz_at = site;
        if (!t.test || !__mz_mz_scenario(t.name ? t.name : "test"))
            continue;
        __mz_printf("[ RUN      ] %s\n", t.name);
        native_reads(&states[GROUP], sizeof *states, site);
        set(&states[TEST], t.initial_state ? t.initial_state : states[GROUP],
            site);
        run_test(&t, &states[TEST], site);
        __mz_at = site;
        __mz_printf("[       OK ] %s\n", t.name);
    }
    run_fixture(teardown, &states[GROUP], "teardown", group, site);
    __mz_at = site;
    __mz_free(states);
    return 0;
}

void __mz_cmocka_set_message_output(int output) {
    (void)output;
}
