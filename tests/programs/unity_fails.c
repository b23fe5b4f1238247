// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at unity_fails.c:25 after 2 executions
// says unity_fails.c:21:is_one:FAIL: n is wrong
// says it printed
// A test that fails in one schedule of several.
#include "unity_style.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *sets(void *unused) {
    n = 1;
    return unused;
}

static void is_one(void) {
    pthread_t a;
    pthread_create(&a, NULL, sets, NULL);
    TEST_ASSERT_EQUAL_INT(0, n);
    pthread_join(a, NULL);
}

int main(void) { UNITY_BEGIN(); RUN_TEST(is_one); return UNITY_END(); }
