// SPDX-License-Identifier: Apache-2.0
// Which file a trace goes to, and which traces are of the same check.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/trace_file.h"

static void usual(const char *program, bool is_source, const char *wanted) {
    char *name = trace_file_usual_name(program, is_source);
    assert_string_equal(name, wanted);
    memory_free(name);
}

static void names_come_from_programs(void **unused) {
    (void)unused;
    usual("queue.c", true, "queue.mazurka-trace.json");
    usual("src/queue.test.c", true, "queue.test.mazurka-trace.json");
    usual("/dev/stdin", true, "stdin.mazurka-trace.json");
    usual(".c", true, ".c.mazurka-trace.json");
    usual("./queue.out", false, "queue.out.mazurka-trace.json");
    char longest[400] = "";
    memset(longest, 'x', sizeof longest - 3);
    strcat(longest, ".c");
    char *name = trace_file_usual_name(longest, true);
    assert_true(strlen(name) < 240); // a draft beside it needs some of 255
    memory_free(name);
    name = trace_file_name("queue.mazurka-trace.json", 2);
    assert_string_equal(name, "queue.mazurka-trace-3.json");
    memory_free(name);
}

// The trace of a check that found something, read back.
static struct trace_file written(const struct trace_origin *origin) {
    struct finding finding = {.mishap.kind = FINDING_ASSERTION,
                              .place = {.file = "a.c", .line = 3},
                              .thread = "main"};
    struct story story = {0};
    struct trace_file file;
    char error[160] = "";
    char *text = trace_file_text(origin, &finding, &story);
    bool parsed =
        trace_file_parse(text, strlen(text), &file, error, sizeof error);
    assert_string_equal(error, "");
    assert_true(parsed);
    memory_free(text);
    return file;
}

static void is_of(const struct trace_origin *one,
                  const struct trace_origin *other, bool wanted) {
    struct trace_file file = written(one);
    assert_int_equal(trace_file_is_of(&file, other), wanted);
    trace_file_free(&file);
}

static void traces_are_of_one_check(void **unused) {
    (void)unused;
    cJSON *a = cJSON_Parse("[\"a.c\"]"), *b = cJSON_Parse("[\"a.c\", \"b.c\"]");
    cJSON *none = cJSON_CreateArray();
    struct trace_origin model = {.program = "a.model"};
    struct trace_origin binary = {
        .native = true, .program = "/there/a.out", .arguments = none};
    struct trace_origin built = {.native = true,
                                 .program = "/tmp/mazurka-1/program",
                                 .sources = a,
                                 .compiler = a,
                                 .arguments = none};
    struct trace_origin other = model;
    is_of(&model, &other, true);
    other.program = "b.model";
    is_of(&model, &other, false);
    is_of(&model, &binary, false);
    other = binary;
    is_of(&binary, &other, true);
    other.program = "/there/b.out";
    is_of(&binary, &other, false);
    other = binary;
    other.arguments = a;
    is_of(&binary, &other, false);
    is_of(&built, &binary, false);
    // What is built for a check lies somewhere else each time.
    other = built;
    other.program = "/tmp/mazurka-2/program";
    is_of(&built, &other, true);
    other.compiler = b;
    is_of(&built, &other, false);
    other = built;
    other.sources = b;
    is_of(&built, &other, false);
    other = built;
    other.arguments = b;
    is_of(&built, &other, false);
    cJSON_Delete(a);
    cJSON_Delete(b);
    cJSON_Delete(none);
}

static void users_name_their_own(void **unused) {
    (void)unused;
    struct trace_origin origin = {.program = "a.model"};
    struct trace_file file = written(&origin);
    assert_false(file.named_by_user);
    trace_file_free(&file);
    origin.named_by_user = true;
    file = written(&origin);
    assert_true(file.named_by_user);
    trace_file_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_from_programs),
        cmocka_unit_test(traces_are_of_one_check),
        cmocka_unit_test(users_name_their_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
