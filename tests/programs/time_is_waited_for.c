// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --dynamic-loops=off => safe: 1 executions
// check --goto=replay => safe: 1 executions
// Who waits for a time to come sees it come, by whatever clock, with and without
// a count of the rounds; who sleeps wakes up later, and has used no processor.
#include <assert.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void wait_by_dates(void) {
    time_t start = time(NULL);
    while (time(NULL) < start + 2)
        ;
    struct timeval day, later;
    gettimeofday(&day, NULL);
    do
        gettimeofday(&later, NULL);
    while (later.tv_sec < day.tv_sec + 3);
    struct timespec here, there;
    timespec_get(&here, TIME_UTC);
    do
        timespec_get(&there, TIME_UTC);
    while (there.tv_sec < here.tv_sec + 40000000);
}

static void wait_by_counts(void) {
    clock_t used = clock();
    while (clock() - used < CLOCKS_PER_SEC / 10)
        ;
    unsigned processor;
    uint64_t cycles = __rdtsc();
    while (__rdtsc() - cycles < 1000000)
        ;
    cycles = __rdtscp(&processor);
    while (__rdtscp(&processor) - cycles < 1000000)
        ;
    cycles = __builtin_readcyclecounter();
    while (__builtin_readcyclecounter() - cycles < 1000000)
        ;
    struct tms parts;
    clock_t ticks = times(&parts);
    while (times(&parts) < ticks + 200)
        ;
}

static void sleep_a_while(void) {
    uint64_t before = now();
    clock_t used = clock();
    sleep(2);
    assert(now() >= before + 2000000000);
    usleep(3);
    assert(now() >= before + 2000003000);
    struct timespec late = {.tv_sec = 100000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &late, NULL);
    assert(now() >= 100000000000000 && clock() - used < CLOCKS_PER_SEC);
}

int main(void) {
    sleep_a_while();
    uint64_t limit = now() + 5000000000;
    while (now() < limit)
        ;
    wait_by_dates();
    wait_by_counts();
    unsigned rounds = 0;
    for (limit = now() + 1000000000; now() < limit; rounds++)
        ;
    return 0;
}
