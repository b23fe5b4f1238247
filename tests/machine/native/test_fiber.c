// SPDX-License-Identifier: Apache-2.0
// A fiber goes on where it was, with the registers that a call preserves; and
// it can be put back by putting back the live part of its stack.

#include "machine/native/memory/fiber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct fiber fiber;
static void *test_sp;
static unsigned parked;
static double seen;

static unsigned park_below(unsigned depth) {
    if (depth)
        return park_below(depth - 1) + depth;
    parked++;
    fiber_switch(&fiber.sp, test_sp);
    return 1;
}

static void entry(void) {
    double grows = 1.5; // a floating-point register, where calls preserve them
    for (;;) {
        unsigned sum = park_below(5);
        grows *= 1.25;
        seen = grows + sum;
    }
}

static void go_on(unsigned times) {
    while (times--)
        fiber_switch(&test_sp, fiber.sp);
}

static void goes_on_and_can_be_put_back(void **state) {
    (void)state;
    assert_true(fiber_reserve(&fiber, 3));
    fiber_prepare(&fiber, entry);
    go_on(4);
    assert_int_equal(parked, 4);
    char *sp = fiber.sp;
    size_t length = (size_t)(fiber.top - sp);
    char *copy = malloc(length);
    memcpy(copy, sp, length);
    go_on(4);
    double later = seen;
    fiber.sp = memcpy(sp, copy, length);
    go_on(4);
    free(copy);
    assert_int_equal(parked, 12);
    assert_true(seen == later);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_and_can_be_put_back),
    };
    return cmocka_run_group_tests_name("fibers", tests, NULL, NULL);
}
