// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "machine/model/model_expression.h"

// Registers a, b, c.
static int named(void *context, const char *name, size_t length) {
    (void)context;
    return length == 1 && name[0] >= 'a' && name[0] <= 'c' ? name[0] - 'a' : -1;
}

static const int64_t registers[] = {5, -3, 0};

static bool parse(const char *text, expression_pool *pool,
                  struct expression *e, struct expression_source *source) {
    *source = (struct expression_source){
        .text = text, .length = strlen(text), .reg = named};
    return expression_parse(source, pool, e);
}

static void is(const char *text, int64_t expected) {
    expression_pool pool = {0};
    struct expression e;
    struct expression_source source;
    int64_t value;
    const char *error = NULL;
    if (!parse(text, &pool, &e, &source))
        fail_msg("%s: %s at %zu", text, source.error, source.error_at);
    assert_true(expression_value(&e, &pool, registers, &value, &error));
    if (value != expected)
        fail_msg("%s is %lld, not %lld", text, (long long)value,
                 (long long)expected);
    vec_free(&pool);
}

static void is_wrong(const char *text, size_t at) {
    expression_pool pool = {0};
    struct expression e;
    struct expression_source source;
    if (parse(text, &pool, &e, &source))
        fail_msg("%s should be refused", text);
    if (source.error_at != at)
        fail_msg("%s: error at %zu, not %zu", text, source.error_at, at);
    vec_free(&pool);
}

static void values(void **state) {
    (void)state;
    is("0x1f", 31);
    is("1+2*3", 7);
    is("(1+2)*3", 9);
    is("-7//2", -4);
    is("-7%3", 2);
    is("7//-2", -4);
    is("a-b", 8);
    is("~a", -6);
    is("-a+1", -4);
    is("1<<4|3", 19);
    is("a&4^1", 5);
    is("-8>>1", -4);
    is("min(a,b,c)", -3);
    is("max(a, 2, 9)", 9);
    is("abs(b)", 3);
    is("9223372036854775807+1", INT64_MIN);
    is("-9223372036854775808", INT64_MIN);
    is("-9223372036854775808//-1", INT64_MIN);
}

static void truth(void **state) {
    (void)state;
    is("a == 5", 1);
    is("a != 5", 0);
    is("1 < a < 6", 1);
    is("1 < a < 5", 0);
    is("1 < a > b <= c", 1);
    is("6 < a < 9", 0);
    is("not a", 0);
    is("not not a", 1);
    is("not c", 1);
    is("a and b", -3);
    is("c and b", 0);
    is("c or a", 5);
    is("a or b", 5);
    is("1 if a == 5 and c == 0 else 2", 1);
    is("1 if c else 2 if b else 3", 2);
    is("not a == 5", 0);
}

static void mistakes(void **state) {
    (void)state;
    is_wrong("", 0);
    is_wrong("1 +", 3);
    is_wrong("(1", 2);
    is_wrong("1)", 1);
    is_wrong("d", 0);
    is_wrong("1 / 2", 2);
    is_wrong("1 2", 2);
    is_wrong("99999999999999999999", 18);
    is_wrong("0x", 2);
    is_wrong("12ab", 2);
    is_wrong("min 3", 4);
    is_wrong("1 if 2", 6);
}

static void computing_can_fail(void **state) {
    (void)state;
    const char *texts[] = {"1//c", "1%c", "1<<b", "1>>b"};
    for (unsigned i = 0; i < 4; i++) {
        expression_pool pool = {0};
        struct expression e;
        struct expression_source source;
        int64_t value;
        const char *error = NULL;
        assert_true(parse(texts[i], &pool, &e, &source));
        assert_false(expression_value(&e, &pool, registers, &value, &error));
        assert_non_null(error);
        vec_free(&pool);
    }
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    char text[4001];
    memset(text, '(', 4000);
    text[4000] = '\0';
    expression_pool pool = {0};
    struct expression e;
    struct expression_source source;
    assert_false(parse(text, &pool, &e, &source));
    memset(text, '-', 4000);
    assert_false(parse(text, &pool, &e, &source));
    vec_free(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(truth),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(computing_can_fail),
        cmocka_unit_test(deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
