// SPDX-License-Identifier: Apache-2.0
// check => safe: 4 executions
// check -- fails => unsafe: exit-status at unity_tests.c:39 after 1 executions
// never outside of control
// A framework that jumps: what the failed test has printed is in the report.
#include "unity_style.h"

#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}

static int wanted = 2;

static void counts(void) {
    pthread_t a, b;
    n = 0;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    TEST_ASSERT_EQUAL_INT(wanted, n);
}

int main(int argc, char **argv) {
    (void)argv;
    UNITY_BEGIN();
    wanted += argc > 1;
    RUN_TEST(counts);
    wanted = 2;
    RUN_TEST(counts);
    return UNITY_END();
}
