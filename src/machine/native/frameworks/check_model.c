// SPDX-License-Identifier: Apache-2.0
// Check: suites of cases of tests are blocks of the program's heap, which the
// runner frees.

#include "machine/native/frameworks/frameworks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Of one case: a test for each of start … end-1, or functions around them.
struct check_item {
    struct check_item *next;
    const struct check_function *test; // NULL: a fixture
    int start, end;
    bool checked; // a fixture is run for each test, not once
    void (*setup)(void), (*teardown)(void);
};

struct check_case {
    struct check_case *next;
    struct check_item *first;
    const char *name;
};

struct check_suite {
    struct check_suite *next;
    struct check_case *first;
    const char *name;
};

struct check_runner {
    struct check_suite *first;
    int run; // tests
};

// At the end of a list.
#define APPEND(list, item)               \
    do {                                 \
        __typeof__(item) *end = &(list); \
        while (*end)                     \
            end = &(*end)->next;         \
        native_set(*end, item);          \
    } while (0)

static void *new_block(size_t size) {
    void *block = __mz_calloc(1, size);
    if (!block)
        native_stuck(); // Check gives up, too
    return block;
}

// -------------------------------------------------------------------- lists

struct check_suite *__mz_suite_create(const char *name) {
    struct check_suite *s = new_block(sizeof *s);
    native_set(s->name, name ? name : "");
    return s;
}

void __mz_suite_add_tcase(struct check_suite *suite, struct check_case *tests) {
    native_touches(suite, sizeof *suite, true, native_at());
    native_touches(tests, sizeof *tests, true, native_at());
    APPEND(suite->first, tests);
}

struct check_case *__mz_tcase_create(const char *name) {
    struct check_case *c = new_block(sizeof *c);
    native_set(c->name, name ? name : "");
    return c;
}

static void add_item(struct check_case *tests, struct check_item item) {
    native_touches(tests, sizeof *tests, true, native_at());
    struct check_item *block = new_block(sizeof *block);
    native_set(*block, item);
    APPEND(tests->first, block);
}

void __mz__tcase_add_test(struct check_case *tests,
                          const struct check_function *function, int number,
                          int allowed_exit, int start, int end) {
    if (number || allowed_exit)
        __mz_unsupported("adds a test that is to end by a signal or an exit "
                         "status (Check)",
                         native_at());
    add_item(tests,
             (struct check_item){.test = function, .start = start, .end = end});
}

void __mz_tcase_add_checked_fixture(struct check_case *tests,
                                    void (*setup)(void),
                                    void (*teardown)(void)) {
    add_item(tests, (struct check_item){
                        .checked = true, .setup = setup, .teardown = teardown});
}

void __mz_tcase_add_unchecked_fixture(struct check_case *tests,
                                      void (*setup)(void),
                                      void (*teardown)(void)) {
    add_item(tests, (struct check_item){.setup = setup, .teardown = teardown});
}

struct check_runner *__mz_srunner_create(struct check_suite *suite) {
    struct check_runner *r = new_block(sizeof *r);
    if (suite)
        APPEND(r->first, suite);
    return r;
}

void __mz_srunner_add_suite(struct check_runner *runner,
                            struct check_suite *suite) {
    native_touches(runner, sizeof *runner, true, native_at());
    if (suite)
        APPEND(runner->first, suite);
}

static void free_case(struct check_case *c) {
    for (struct check_item *i = c->first, *next; i; i = next) {
        next = i->next;
        __mz_free(i);
    }
    __mz_free(c);
}

void __mz_srunner_free(struct check_runner *runner) {
    if (!runner)
        return;
    native_touches(runner, sizeof *runner, true, native_at());
    for (struct check_suite *s = runner->first, *after; s; s = after) {
        after = s->next;
        for (struct check_case *c = s->first, *next; c; c = next) {
            next = c->next;
            free_case(c);
        }
        __mz_free(s);
    }
    __mz_free(runner);
}

// -------------------------------------------------------------------- tests

static void call(void (*function)(void)) {
    if (!function)
        return;
    struct state known = native_known();
    native_calls(function);
    function();
    native_knows_again(known);
}

// Those of the case that are of this kind; the last one added ends first.
static void set_up(const struct check_case *c, bool checked) {
    for (const struct check_item *i = c->first; i; i = i->next)
        if (!i->test && i->checked == checked)
            call(i->setup);
}

static void tear_down(const struct check_item *i, bool checked) {
    if (!i)
        return;
    tear_down(i->next, checked);
    if (!i->test && i->checked == checked)
        call(i->teardown);
}

static void run_one(const struct check_case *c, const struct check_item *item,
                    int i) {
    set_up(c, true);
    struct state known = native_known();
    native_calls((void (*)(void))item->test->function);
    item->test->function(i);
    native_knows_again(known);
    tear_down(c->first, true);
}

static bool is_run(const struct check_item *item, int i,
                   const struct mz_site *site) {
    char name[100];
    __mz_at = site;
    if (item->end - item->start == 1)
        return __mz_mz_scenario(item->test->name);
    snprintf(name, sizeof name, "%.80s[%d]", item->test->name, i);
    return native_scenario(name);
}

static void run_case(struct check_runner *runner, const struct check_case *c,
                     const struct mz_site *site) {
    bool began = false;
    for (const struct check_item *item = c->first; item; item = item->next)
        for (int i = item->start; item->test && i < item->end; i++) {
            if (!is_run(item, i, site))
                continue;
            if (!began)
                set_up(c, false);
            began = true;
            run_one(c, item, i);
            native_set(runner->run, runner->run + 1);
        }
    if (began)
        tear_down(c->first, false);
}

void __mz_srunner_run_all(struct check_runner *runner, int output) {
    const struct mz_site *site = native_at();
    native_touches(runner, sizeof *runner, true, site);
    for (const struct check_suite *s = runner->first; s; s = s->next) {
        if (output)
            __mz_printf("Running suite(s): %s\n", s->name);
        for (const struct check_case *c = s->first; c; c = c->next)
            run_case(runner, c, site);
    }
    __mz_at = site;
    if (output)
        __mz_printf("100%%: Checks: %d, Failures: 0, Errors: 0\n", runner->run);
}

void __mz_srunner_run(struct check_runner *runner, const char *suite,
                      const char *tests, int output) {
    if (suite || tests)
        __mz_unsupported("runs a part of the tests (Check)", native_at());
    __mz_srunner_run_all(runner, output);
}

// -------------------------------------------------------------- what is asked

void __mz__ck_assert_failed(const char *file, int line, const char *expression,
                            const char *message, ...) {
    (void)file, (void)line; // the site says it
    char words[160] = "";
    va_list arguments;
    va_start(arguments, message);
    if (message)
        vsnprintf(words, sizeof words, message, arguments);
    va_end(arguments);
    if (strncmp(words, "Assertion ", 10) == 0) // the macros say it again
        expression = NULL;
    native_fail(FINDING_ASSERTION, native_at(), "%.80s%s%s",
                expression ? expression : "",
                expression && words[0] ? ": " : "", words);
}

void __mz__mark_point(const char *file, int line) {
    (void)file, (void)line;
}

int __mz_srunner_ntests_failed(struct check_runner *runner) {
    native_touches(runner, sizeof *runner, false, native_at());
    return 0; // or this would not be asked
}

int __mz_srunner_ntests_run(struct check_runner *runner) {
    native_touches(runner, sizeof *runner, false, native_at());
    return runner->run;
}

// Nothing is forked, and tests end when they do.
void __mz_srunner_set_fork_status(struct check_runner *runner, int status) {
    (void)runner, (void)status;
}

int __mz_srunner_fork_status(struct check_runner *runner) {
    (void)runner;
    return 2; // CK_NOFORK
}

void __mz_tcase_set_timeout(struct check_case *tests, double seconds) {
    (void)tests, (void)seconds;
}

void __mz_tcase_set_tags(struct check_case *tests, const char *tags) {
    (void)tests, (void)tags;
}

void __mz_tcase_fn_start(const char *name, const char *file, int line) {
    (void)name, (void)file, (void)line;
}
