// SPDX-License-Identifier: Apache-2.0
// thread_time.h for tests without threads: there is one time, for all.

#ifndef MAZURKA_TESTS_NATIVE_ONE_TIME_H
#define MAZURKA_TESTS_NATIVE_ONE_TIME_H

#include "machine/native/thread_time.h"

static struct thread_time one_time;

struct thread_time thread_time_ask(void) {
    return one_time;
}

void thread_time_sleep(uint64_t seconds, uint64_t more) {
    one_time.passed += seconds * 1000000000 + more;
}

void thread_time_sleep_until(uint64_t moment) {
    if (moment > one_time.passed)
        one_time.passed = moment;
}

bool thread_time_is_date(clockid_t clock) {
    return clock == CLOCK_REALTIME;
}

uint64_t thread_time_until(clockid_t clock, const struct timespec *shown) {
    time_t began =
        thread_time_is_date(clock) ? THREAD_TIME_DATE : THREAD_TIME_UPTIME;
    return shown->tv_sec < began
               ? 0
               : (uint64_t)(shown->tv_sec - began) * 1000000000;
}

void thread_time_meet(const void *barrier, uint64_t arrival, uint32_t places) {
    (void)barrier, (void)arrival, (void)places;
}

#endif
