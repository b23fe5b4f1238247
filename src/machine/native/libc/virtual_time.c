// SPDX-License-Identifier: Apache-2.0
// The time is that of the thread (thread_time.h): it stands still, unless it is
// slept away or waited for.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"
#include "machine/native/thread_time.h"

#include <errno.h>
#include <string.h>

enum {
    CLOCKS = 16, // how many kinds of clocks there can be
    TICKS = 100, // a second, for times()
};
static const uint64_t SECOND = 1000000000;

// ----------------------------------------------------------------------- now

static void give(void *to, const void *value, size_t size) {
    native_tells(to, value, size, native_at());
}

static void give_time(struct timespec *to, time_t began, uint64_t passed) {
    struct timespec time = {.tv_sec = began + (time_t)(passed / SECOND),
                            .tv_nsec = (long)(passed % SECOND)};
    give(to, &time, sizeof time);
}

time_t __mz_time(time_t *now) {
    time_t time =
        THREAD_TIME_DATE + (time_t)(thread_time_ask().passed / SECOND);
    if (now)
        give(now, &time, sizeof time);
    return time;
}

clock_t __mz_clock(void) {
    return (clock_t)(thread_time_ask().busy / (SECOND / CLOCKS_PER_SEC));
}

uint64_t __mz_cycles(const struct mz_site *site) {
    __mz_at = site;
    return THREAD_TIME_UPTIME * SECOND + thread_time_ask().passed;
}

static bool is_clock(clockid_t clock) {
    if (clock >= 0 && clock < CLOCKS)
        return true;
    libc_set_error(EINVAL);
    return false;
}

int __mz_clock_gettime(clockid_t clock, struct timespec *now) {
    if (!is_clock(clock))
        return -1;
    struct thread_time time = thread_time_ask();
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        give_time(now, 0, time.busy);
    else if (thread_time_is_date(clock))
        give_time(now, THREAD_TIME_DATE, time.passed);
    else
        give_time(now, THREAD_TIME_UPTIME, time.passed);
    return 0;
}

int __mz_clock_getres(clockid_t clock, struct timespec *resolution) {
    if (!is_clock(clock))
        return -1;
    if (resolution) {
        native_writes(resolution, sizeof *resolution, native_at());
        *resolution = (struct timespec){.tv_nsec = 1};
    }
    return 0;
}

int __mz_gettimeofday(struct timeval *now, void *zone) {
    uint64_t passed = thread_time_ask().passed;
    struct timeval time = {.tv_sec =
                               THREAD_TIME_DATE + (time_t)(passed / SECOND),
                           .tv_usec = (suseconds_t)(passed % SECOND / 1000)};
    if (now)
        give(now, &time, sizeof time);
    if (zone) {
        native_writes(zone, sizeof(struct timezone), native_at());
        memset(zone, 0, sizeof(struct timezone));
    }
    return 0;
}

int __mz_timespec_get(struct timespec *now, int base) {
    if (base != TIME_UTC)
        return 0;
    give_time(now, THREAD_TIME_DATE, thread_time_ask().passed);
    return base;
}

clock_t __mz_times(struct tms *used) {
    struct thread_time time = thread_time_ask();
    struct tms made = {.tms_utime = (clock_t)(time.busy / (SECOND / TICKS))};
    if (used)
        give(used, &made, sizeof made);
    return THREAD_TIME_UPTIME * TICKS +
           (clock_t)(time.passed / (SECOND / TICKS));
}

// --------------------------------------------------------------------- dates

// Local time is that of Greenwich: it must not depend on the machine.
static bool make_date(const time_t *when, struct tm *made) {
    native_reads(when, sizeof *when, native_at());
    time_t seconds = *when;
    if (gmtime_r(&seconds, made))
        return true;
    libc_set_error(EOVERFLOW);
    return false;
}

static bool make_text(const struct tm *when, char text[LIBRARY_TIME_TEXT]) {
    char made[128];
    if (!asctime_r(when, made) || strlen(made) >= LIBRARY_TIME_TEXT) {
        libc_set_error(EOVERFLOW);
        return false;
    }
    memset(text, 0, LIBRARY_TIME_TEXT);
    strcpy(text, made);
    return true;
}

static char *lend_text(const char text[LIBRARY_TIME_TEXT]) {
    char *to = library.lent.text[native_self()->number];
    native_save(to, LIBRARY_TIME_TEXT);
    return memcpy(to, text, LIBRARY_TIME_TEXT);
}

static char *write_text(const char text[LIBRARY_TIME_TEXT], char *to) {
    size_t size = strlen(text) + 1;
    invariant(size <= LIBRARY_TIME_TEXT);
    native_writes(to, size, native_at());
    return memcpy(to, text, size);
}

struct tm *__mz_gmtime_r(const time_t *when, struct tm *to) {
    struct tm made;
    if (!make_date(when, &made))
        return NULL;
    native_writes(to, sizeof *to, native_at());
    *to = made;
    return to;
}
NATIVE_SAME(localtime_r, gmtime_r)

struct tm *__mz_gmtime(const time_t *when) {
    struct tm made, *to = &library.lent.broken_down[native_self()->number];
    if (!make_date(when, &made))
        return NULL;
    native_set(*to, made);
    return to;
}
NATIVE_SAME(localtime, gmtime)

char *__mz_asctime_r(const struct tm *when, char *to) {
    char text[LIBRARY_TIME_TEXT];
    native_reads(when, sizeof *when, native_at());
    return make_text(when, text) ? write_text(text, to) : NULL;
}

char *__mz_asctime(const struct tm *when) {
    char text[LIBRARY_TIME_TEXT];
    native_reads(when, sizeof *when, native_at());
    return make_text(when, text) ? lend_text(text) : NULL;
}

char *__mz_ctime_r(const time_t *when, char *to) {
    struct tm made;
    char text[LIBRARY_TIME_TEXT];
    return make_date(when, &made) && make_text(&made, text)
               ? write_text(text, to)
               : NULL;
}

char *__mz_ctime(const time_t *when) {
    struct tm made;
    char text[LIBRARY_TIME_TEXT];
    return make_date(when, &made) && make_text(&made, text) ? lend_text(text)
                                                            : NULL;
}

time_t __mz_mktime(struct tm *when) {
    const struct mz_site *site = native_at();
    native_reads(when, sizeof *when, site);
    struct tm made = *when;
    time_t seconds = timegm(&made);
    if (seconds == (time_t)-1)
        return seconds;
    native_writes(when, sizeof *when, site);
    *when = made;
    return seconds;
}

size_t __mz_strftime(char *to, size_t room, const char *format,
                     const struct tm *when) {
    const struct mz_site *site = native_at();
    libc_reads_text(format, SIZE_MAX, site);
    native_reads(when, sizeof *when, site);
    char text[LIBC_CHUNK];
    size_t most = room < sizeof text ? room : sizeof text;
    size_t length = strftime(text, most, format, when);
    invariant(length < most || !length);
    if (length) {
        native_writes(to, length + 1, site);
        memcpy(to, text, length + 1);
    }
    return length;
}

// ------------------------------------------------------------------ sleeping

// Every other thread may run at every operation anyway: all that a sleep does
// is to let time pass for who sleeps.
static int read_time(const struct timespec *time) {
    native_reads(time, sizeof *time, native_at());
    return time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999999999
               ? EINVAL
               : 0;
}

static int sleep_for(const struct timespec *time) {
    int error = read_time(time);
    if (!error)
        thread_time_sleep((uint64_t)time->tv_sec, (uint64_t)time->tv_nsec);
    return error;
}

// The rest is written by a sleep that a signal ends: there is none.
int __mz_nanosleep(const struct timespec *time, struct timespec *rest) {
    (void)rest;
    int error = sleep_for(time);
    if (error)
        libc_set_error(error);
    return error ? -1 : 0;
}

int __mz_clock_nanosleep(clockid_t clock, int flags,
                         const struct timespec *time, struct timespec *rest) {
    (void)rest;
    if (clock < 0 || clock >= CLOCKS)
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return sleep_for(time);
    int error = read_time(time);
    if (!error)
        thread_time_sleep_until(thread_time_until(clock, time));
    return error;
}

int __mz_usleep(useconds_t time) {
    thread_time_sleep(0, time * 1000ull);
    return 0;
}

unsigned __mz_sleep(unsigned time) {
    thread_time_sleep(time, 0);
    return 0;
}

// It would go off after some time, and kill the process: as if that never came.
unsigned __mz_alarm(unsigned time) {
    (void)time;
    return 0;
}
