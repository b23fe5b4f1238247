// SPDX-License-Identifier: Apache-2.0
// flags -lcmocka
// check => not checked: scenario mocks: calls _will_return() at cmocka_mock.c:15, which is not supported
// exit 3
// What is expected of functions that are mocked is kept by cmocka itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void mocks(void **state) {
    (void)state;

    will_return(mocks, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
