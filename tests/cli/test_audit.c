// SPDX-License-Identifier: Apache-2.0
// Two results that differ are a fault, and what differs is said.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/audit.h"

#include "base/fault.h"

static const struct audited one = {.algorithm = "pop",
                                   .verdict = VERDICT_SAFE,
                                   .complete = 18,
                                   .blocked = 2,
                                   .deadlocked = 1,
                                   .digest = "535936c98d0974ac"};

static int judged(struct audited other, const char *words) {
    struct text text = {0};
    other.algorithm = "quasi";
    audit_difference(&one, &other, &text);
    assert_string_equal(text_get(&text), words);
    text_free(&text);
    return audit_judge(&one, &other, "prog.c");
}

static void equal(void **state) {
    (void)state;
    struct audited other = one;
    other.asleep = 7;
    assert_int_equal(judged(other, ""), VERDICT_SAFE);
}

static void different(void **state) {
    (void)state;
    struct audited other = one;
    other.complete--;
    assert_int_equal(judged(other, "18 and 17 complete executions"),
                     EXIT_FAULT);
    other = one;
    other.blocked = 3;
    other.deadlocked = 0;
    assert_int_equal(judged(other, "2 and 3 executions that no assumption "
                                   "allows, 1 and 0 that wait for ever"),
                     EXIT_FAULT);
    other = one;
    other.verdict = VERDICT_UNSAFE;
    assert_int_equal(judged(other, "safe and unsafe"), EXIT_FAULT);
    other = one;
    other.digest[3]++;
    assert_int_equal(
        judged(other, "equally many executions, but not the same classes"),
        EXIT_FAULT);
}

static void unfinished(void **state) {
    (void)state;
    struct audited other = one;
    other.verdict = VERDICT_INCOMPLETE;
    other.complete = 3;
    assert_int_equal(audit_judge(&one, &other, "prog.c"), VERDICT_INCOMPLETE);
    assert_int_equal(audit_judge(&other, &one, "prog.c"), VERDICT_INCOMPLETE);
    other.verdict = VERDICT_NOT_CHECKED;
    assert_int_equal(audit_judge(&one, &other, "prog.c"), VERDICT_NOT_CHECKED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal),
                                       cmocka_unit_test(different),
                                       cmocka_unit_test(unfinished)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
