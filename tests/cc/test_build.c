// SPDX-License-Identifier: Apache-2.0
// The compiler from inside of the tool.

#include "cc/driver/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
    char directory[32], source[64], program[64];
};

static struct place make(const char *text) {
    struct place place = {.directory = "/tmp/cc-build-XXXXXX"};
    assert_non_null(mkdtemp(place.directory));
    snprintf(place.source, sizeof place.source, "%s/x.c", place.directory);
    snprintf(place.program, sizeof place.program, "%s/x", place.directory);
    FILE *file = fopen(place.source, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return place;
}

static void drop(struct place *place) {
    unlink(place->source);
    unlink(place->program);
    rmdir(place->directory);
}

static void right(void **state) {
    (void)state;
    struct place place = make("int x = VALUE; int main(void) { return x; }");
    struct text said = {0};
    const char *words[] = {place.source, "-DVALUE=3", "-lm"};
    assert_int_equal(cc_build(words, 3, place.program, &said), 0);
    assert_string_equal(text_get(&said), "");
    assert_int_equal(access(place.program, X_OK), 0);
    text_free(&said);
    drop(&place);
}

static void wrong(void **state) {
    (void)state;
    struct place place = make("int main(void) { return y; }");
    struct text said = {0};
    const char *words[] = {place.source};
    assert_int_equal(cc_build(words, 1, place.program, &said), 1);
    assert_non_null(strstr(text_get(&said), "undeclared identifier 'y'"));
    assert_int_not_equal(access(place.program, F_OK), 0);
    text_free(&said);
    drop(&place);
}

static void unlinked(void **state) {
    (void)state;
    struct place place = make("int f(void); int main(void) { return f(); }");
    struct text said = {0};
    const char *words[] = {place.source};
    assert_int_equal(cc_build(words, 1, place.program, &said), 1);
    assert_non_null(strstr(text_get(&said), "undefined reference"));
    text_free(&said);
    drop(&place);
}

static void shared(void **state) {
    (void)state;
    struct text said = {0};
    const char *words[] = {"x.c", "-shared"};
    assert_int_equal(cc_build(words, 2, "x", &said), CC_NOT_CHECKED);
    assert_non_null(strstr(text_get(&said), "-shared"));
    text_free(&said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right),
        cmocka_unit_test(wrong),
        cmocka_unit_test(unlinked),
        cmocka_unit_test(shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
