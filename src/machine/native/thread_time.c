// SPDX-License-Identifier: Apache-2.0

#include "machine/native/thread_time.h"

#include "base/fault.h"
#include "base/text.h"
#include "machine/native/library_state.h"
#include "machine/native/runtime_state.h"

static const uint64_t SECOND = 1000000000, LAST = UINT64_MAX / 4;

static struct thread_time later(struct thread_time a, struct thread_time b) {
    return (struct thread_time){a.passed > b.passed ? a.passed : b.passed,
                                a.busy > b.busy ? a.busy : b.busy};
}

static bool is_later(struct thread_time a, struct thread_time b) {
    return a.passed > b.passed || a.busy > b.busy;
}

static uint64_t sum(uint64_t a, uint64_t b) {
    return a + b < a || a + b > LAST ? LAST : a + b;
}

// It is part of the program's state, but no change that makes a round of a loop
// worth while.
static void set(unsigned thread, struct thread_time time) {
    undo_save(&native.undo, &library.time.of[thread], sizeof time);
    library.time.of[thread] = time;
    native_save_quietly(&library.time.records, sizeof library.time.records);
    native.times.count = library.time.records++;
    vec_push(&native.times,
             (struct thread_time_record){thread, native.taken.count, time});
}

static void set_asked(unsigned thread, uint32_t asked) {
    undo_save(&native.undo, &library.time.asked[thread], sizeof asked);
    library.time.asked[thread] = asked;
}

// ------------------------------------------------------------ of others

static bool depend(const struct taken_step *a, const struct taken_step *b) {
    const struct op one = {.mode = a->mode, .addr = a->addr, .size = a->size};
    const struct op two = {.mode = b->mode, .addr = b->addr, .size = b->size};
    return op_depends(&one, &two);
}

// Of execution graphs: does a step read what another one has written? (That it
// comes after it in modification order it cannot see.)
static bool reads_from(const struct taken_step *step, size_t write) {
    struct op op = {.kind = step->kind, .size = step->size};
    return native.base.graphs && step->mode == OP_IGNORES &&
           op_reads_memory(&op) &&
           graph_choice_write(step->step.choice) == write;
}

// What a thread has seen: after which steps of others it comes.
struct past {
    uint64_t threads;                 // that have such a step
    size_t last[NATIVE_MOST_THREADS]; // of their steps
    VEC(size_t) steps;
};

static bool is_seen(const struct past *p, size_t step) {
    const struct taken_step *taken = native.taken.at;
    if (p->threads >> taken[step].step.thread & 1)
        return true;
    for (size_t i = 0; i < p->steps.count; i++)
        if (depend(&taken[step], &taken[p->steps.at[i]]) ||
            reads_from(&taken[p->steps.at[i]], step))
            return true;
    return false;
}

// Of the steps from `first` to before `end`.
static void look_back(struct past *p, unsigned thread, size_t first,
                      size_t end) {
    for (size_t i = end; i-- > first;) {
        unsigned other = native.taken.at[i].step.thread;
        if (other != thread && !is_seen(p, i))
            continue;
        if (!(p->threads >> other & 1))
            p->last[other] = i;
        p->threads |= 1ull << other;
        vec_push(&p->steps, i);
    }
}

// The time of a thread after so many steps, as far as it alone is concerned.
static struct thread_time own(unsigned thread, size_t steps) {
    for (size_t i = library.time.records; i-- > 0;)
        if (native.times.at[i].thread == thread &&
            native.times.at[i].steps <= steps)
            return native.times.at[i].time;
    return (struct thread_time){0};
}

// And not before what it has seen.
static struct thread_time known(unsigned thread, size_t steps) {
    struct thread_time time = own(thread, steps);
    struct thread_time_record *records = native.times.at;
    size_t count = library.time.records, first = 0;
    while (first < count && (records[first].thread == thread ||
                             !is_later(records[first].time, time)))
        first++;
    if (first == count || records[first].steps >= steps)
        return time;
    struct past past = {0};
    look_back(&past, thread, records[first].steps, steps);
    for (size_t i = first; i < count; i++)
        if (records[i].thread != thread &&
            past.threads >> records[i].thread & 1 &&
            past.last[records[i].thread] >= records[i].steps)
            time = later(time, records[i].time);
    vec_free(&past.steps);
    return time;
}

static unsigned self(void) {
    return native.running->base.number;
}

static void reach(struct thread_time time) {
    struct thread_time now = library.time.of[self()];
    if (is_later(time, now))
        set(self(), later(time, now));
}

static void learn(void) {
    if (library.time.records)
        reach(known(self(), native.taken.count));
}

void thread_time_inherit(unsigned child) {
    if (!library.time.records)
        return;
    learn();
    set(child, library.time.of[self()]);
    set_asked(child, 0);
}

void thread_time_join(unsigned ended) {
    if (library.time.records)
        reach(known(ended, native.taken.count));
}

// Arrivals are counted from the own one on, which is the last at that barrier.
void thread_time_meet(const void *barrier, uint64_t arrival, uint32_t places) {
    size_t end = native.taken.count, at = end;
    const struct taken_step *taken = native.taken.at;
    if (!library.time.records)
        return;
    uint64_t number = arrival;
    while (at-- > 0)
        if (taken[at].kind == OP_ARRIVE &&
            taken[at].addr == (uintptr_t)barrier &&
            taken[at].step.thread == self())
            break;
    invariant(at < end);
    for (size_t i = at; i < end && number / places == arrival / places; i++)
        if (taken[i].kind == OP_ARRIVE && taken[i].addr == (uintptr_t)barrier) {
            reach(known(taken[i].step.thread, i + 1));
            number++;
        }
    number = arrival;
    for (size_t i = at; i-- > 0 && number % places;)
        if (taken[i].kind == OP_ARRIVE && taken[i].addr == (uintptr_t)barrier) {
            reach(known(taken[i].step.thread, i + 1));
            number--;
        }
}

// ------------------------------------------------------------------ passing

void thread_time_pass(unsigned rung) {
    static const uint64_t rungs[THREAD_TIME_RUNGS] = {1000000ull,
                                                      1000000000ull,
                                                      60 * 1000000000ull,
                                                      3600 * 1000000000ull,
                                                      86400 * 1000000000ull,
                                                      31557600 * 1000000000ull,
                                                      3155760000ull *
                                                          1000000000ull};
    require(rung < THREAD_TIME_RUNGS);
    struct thread_time now = library.time.of[self()];
    set(self(), (struct thread_time){sum(now.passed, rungs[rung]),
                                     sum(now.busy, rungs[rung])});
}

void thread_time_back(struct thread_time then) {
    set_asked(self(), 0);
    if (is_later(library.time.of[self()], then))
        set(self(), then);
}

// Its patience is at an end: each time a longer while has passed, up to a day.
static void wear(void) {
    enum { A_DAY = 4 };
    uint32_t *worn = &library.time.worn[self()];
    unsigned rung = *worn;
    if (rung < A_DAY) {
        undo_save(&native.undo, worn, sizeof *worn);
        ++*worn;
    }
    thread_time_pass(rung);
    set_asked(self(), 0);
}

struct thread_time thread_time_ask(void) {
    uint32_t *asks = &library.time.asks[self()];
    native_save_quietly(asks, sizeof *asks);
    ++*asks;
    learn();
    if (native.settings.states && !native.replays)
        return library.time.of[self()];
    if (library.time.asked[self()] < THREAD_TIME_PATIENCE)
        set_asked(self(), library.time.asked[self()] + 1);
    else
        wear();
    return library.time.of[self()];
}

void thread_time_sleep(uint64_t seconds, uint64_t more) {
    uint64_t duration = seconds > LAST / SECOND ? LAST : seconds * SECOND;
    duration = sum(duration, more);
    if (!native.time_matters || !duration)
        return;
    learn();
    struct thread_time now = library.time.of[self()];
    set(self(), (struct thread_time){sum(now.passed, duration), now.busy});
}

void thread_time_sleep_until(uint64_t moment) {
    if (!native.time_matters || !moment)
        return;
    learn();
    reach((struct thread_time){.passed = moment < LAST ? moment : LAST});
}

// ------------------------------------------------------------------- clocks

bool thread_time_matters(void) {
    static const char names[] =
        "time clock clock_gettime gettimeofday timespec_get times x86.rdtsc "
        "x86.rdtscp readcyclecounter readsteadycounter";
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        if (*s->expression && text_is_one_of(s->expression, names))
            return true;
    return false;
}

bool thread_time_is_date(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
           clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

uint64_t thread_time_until(clockid_t clock, const struct timespec *shown) {
    time_t began =
        thread_time_is_date(clock) ? THREAD_TIME_DATE : THREAD_TIME_UPTIME;
    if (shown->tv_sec < began)
        return 0;
    uint64_t seconds = (uint64_t)(shown->tv_sec - began);
    return seconds > LAST / SECOND
               ? LAST
               : seconds * SECOND + (uint64_t)shown->tv_nsec;
}
