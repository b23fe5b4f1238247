// SPDX-License-Identifier: Apache-2.0
// The time, as threads see it. Each thread has its own: it stands still, so
// that schedules do not differ by it, and goes on
// - for who sleeps, and for whose wait with a time limit has timed out: at
// least
//   that long has passed;
// - for who goes round a loop that asks for the time and does nothing else: a
//   millisecond, a second, a minute, and so on up to a century (rounds.c). So
//   who waits for a time to come sees it come, after few rounds;
// - for who has asked very often, whatever else it does: not in a search that
//   knows states, where that would make a difference each time.
// Whoever has seen what another thread has done is not earlier than that one
// was when it did so: nobody meets a time that is still to come. (It spawned or
// joined the other, met it at a barrier, or has made an operation that depends
// on one of the other's.) What happens before what is the same in equivalent
// executions, so the time that a thread is told is, too.
//
// Invariant: of the records of a thread, the last one is its time.

#ifndef MAZURKA_MACHINE_NATIVE_THREAD_TIME_H
#define MAZURKA_MACHINE_NATIVE_THREAD_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum {
    THREAD_TIME_DATE = 946684800, // it began on 2000-01-01 00:00:00 UTC,
    THREAD_TIME_UPTIME = 1000,    // so many seconds after the machine did
    THREAD_TIME_RUNGS = 7,        // from a millisecond to a century
    THREAD_TIME_PATIENCE = 16,    // so often it is asked for in vain at most
};

// In nanoseconds, since the start of the program.
struct thread_time {
    uint64_t passed;
    uint64_t busy; // of them, not slept
};

// What a thread's time became, after so many steps had been taken.
struct thread_time_record {
    unsigned thread;
    size_t steps;
    struct thread_time time;
};

// Does the program ask for the time anywhere?
bool thread_time_matters(void);

// The running thread asks.
struct thread_time thread_time_ask(void);
// The running thread has slept, for so many seconds and nanoseconds.
void thread_time_sleep(uint64_t seconds, uint64_t more);
// At least until then.
void thread_time_sleep_until(uint64_t moment);
// The running thread goes round for the n-th time, with nothing but time to
// pass.
void thread_time_pass(unsigned rung);
// All is as it was at that time, for the running thread.
void thread_time_back(struct thread_time then);

// The running thread has created that one, has joined it, or has met at a
// barrier with all of a round: its arrival there was the n-th of all.
void thread_time_inherit(unsigned child);
void thread_time_join(unsigned ended);
void thread_time_meet(const void *barrier, uint64_t arrival, uint32_t places);

// When, since the start, a clock shows this; 0 if that is past.
uint64_t thread_time_until(clockid_t clock, const struct timespec *shown);
bool thread_time_is_date(clockid_t clock);

#endif
