// SPDX-License-Identifier: Apache-2.0
// The models with their verified counts: every file in tests/models says in
// its first lines what brute force found,
//
//   # expect: classes=3 complete=2 deadlock=0 await-blocked=0 …
//   # expect --ifaa: …          with blind adds
//   # expect --cas-write: …     with failed compare-exchanges as writes
//
// and every algorithm must find just that.

#include "helper.h"
#include "property.h"

#include "base/memory.h"
#include "explore/search.h"

#include <stdio.h>
#include <stdlib.h>

struct states {
    VEC(struct state_hash) seen;
};

static void note_state(void *context, const struct trace *trace,
                       enum ending ending, uint64_t execution) {
    struct states *s = context;
    (void)execution;
    if (ending == ENDED_ASLEEP)
        return;
    struct state_hash h = model_observable(trace->machine);
    for (size_t i = 0; i < s->seen.count; i++)
        if (s->seen.at[i].low == h.low && s->seen.at[i].high == h.high)
            return;
    vec_push(&s->seen, h);
}

static void check(const char *name, const char *text,
                  const struct expectation *e, enum algorithm algorithm) {
    struct machine *m = machine_of(text, e->relation);
    struct states states = {{0}};
    struct search_observer observer = {.execution = note_state,
                                       .context = &states};
    struct search_options options = {.algorithm = algorithm,
                                     .keep_going = true};
    struct search_result r;
    search(m, &options, &observer, NULL, &r);
    bool counts = algorithm != ALGORITHM_STATEFUL; // which reaches states only
    if ((counts && !expectation_met(e, &r)) || states.seen.count != e->states ||
        (algorithm == ALGORITHM_OPTIMAL && r.executions[ENDED_ASLEEP]))
        fail_msg("%s with %s: %lu complete, %lu deadlocked, %lu at awaits, "
                 "%lu at assumes, %lu asleep, %zu states",
                 name, algorithm_name(algorithm),
                 (unsigned long)r.executions[ENDED_COMPLETE],
                 (unsigned long)r.executions[ENDED_DEADLOCK],
                 (unsigned long)r.executions[ENDED_AWAIT],
                 (unsigned long)r.executions[ENDED_ASSUME],
                 (unsigned long)r.executions[ENDED_ASLEEP], states.seen.count);
    vec_free(&states.seen);
    search_result_free(&r);
    machine_destroy(m);
}

static bool check_all(const char *name, const char *text,
                      const struct expectation *e) {
    check(name, text, e, ALGORITHM_OPTIMAL);
    check(name, text, e, ALGORITHM_SOURCE);
    check(name, text, e, ALGORITHM_CLASSIC);
    check(name, text, e, ALGORITHM_STATEFUL);
    return true; // or check has not come back
}

static void all_models(void **state) {
    (void)state;
    assert_int_equal(expectations_of(MODELS, check_all), 0);
}

// ------------------------------------------------------- growing programs

static void explore(const char *text, enum algorithm algorithm,
                    struct search_result *r) {
    const struct contender contender = {.algorithm = algorithm};
    assert_true(explore_text(text, (struct relation){0}, &contender, r));
}

static void expect(const char *text, enum algorithm algorithm,
                   uint64_t complete, uint64_t asleep) {
    struct search_result r;
    explore(text, algorithm, &r);
    assert_int_equal(r.executions[ENDED_COMPLETE], complete);
    assert_int_equal(r.executions[ENDED_ASLEEP], asleep);
    assert_int_equal(search_total(&r), complete + asleep);
}

static char text[16384];

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t used = strlen(text);
    vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
}

static void lastzero(unsigned n) {
    text[0] = '\0';
    put("thread r\n LET i %u\n R a x[i]\n WHILE a != 0\n  LET i i-1\n"
        "  R a x[i]\n END\n",
        n);
    for (unsigned j = 1; j <= n; j++)
        put("thread t%u\n R a x[%u]\n W x[%u] a+1\n", j, j - 1, j);
}

// (N+3)·2^(N-2); the blocked ones of source-DPOR are those of other tools.
static void family_lastzero(void **state) {
    (void)state;
    static const uint64_t counts[] = {5, 12, 28, 64};
    static const uint64_t asleep[] = {0, 1, 7, 33};
    for (unsigned n = 2; n <= 5; n++) {
        lastzero(n);
        expect(text, ALGORITHM_OPTIMAL, counts[n - 2], 0);
        expect(text, ALGORITHM_SOURCE, counts[n - 2], asleep[n - 2]);
    }
    lastzero(10);
    expect(text, ALGORITHM_OPTIMAL, 3328, 0);
    expect(text, ALGORITHM_SOURCE, 3328, 16867);
}

// 2^N for optimal and source, (3^N+1)/2 runs for classic.
static void family_readers(void **state) {
    (void)state;
    uint64_t two = 1, three = 1;
    for (unsigned n = 1; n <= 9; n++) {
        two *= 2;
        three *= 3;
        strcpy(text, "thread w\n W x 1\n");
        for (unsigned i = 0; i < n; i++)
            put("thread r%u\n R a y%u\n R b x\n", i, i);
        expect(text, ALGORITHM_OPTIMAL, two, 0);
        expect(text, ALGORITHM_SOURCE, two, 0);
        expect(text, ALGORITHM_CLASSIC, two, (three + 1) / 2 - two);
    }
}

static void family_wakeup_stress(void **state) {
    (void)state;
    uint64_t factorial = 1;
    for (unsigned n = 1; n <= 6; n++) {
        factorial *= n;
        strcpy(text, "thread p\n W x 1\nthread q\n");
        for (unsigned i = 0; i < n; i++)
            put(" SPAWN t%u\n", i);
        for (unsigned i = 0; i < n; i++)
            put(" JOIN t%u\n", i);
        put(" R a x\n");
        for (unsigned i = 0; i < n; i++)
            put("thread t%u\n FAA a y 1\n", i);
        expect(text, ALGORITHM_OPTIMAL, 2 * factorial, 0);
    }
}

// Figure 10 of 001 with n groups: 4n+1, and source-DPOR is cut short.
static void family_figure_10(void **state) {
    (void)state;
    for (unsigned n = 1; n <= 6; n++) {
        text[0] = '\0';
        for (unsigned i = 0; i < n; i++) {
            put("thread p%u\n R a x%u\n", i, i);
            if (i + 1 < n)
                put(" IF a == 1\n  SPAWN q%u\n  SPAWN r%u\n  SPAWN s%u\n END\n",
                    i + 1, i + 1, i + 1);
            put("thread q%u\n W y%u 1\nthread r%u\n R m y%u\n IF m == 0\n"
                "  W z%u 1\n END\nthread s%u\n R n z%u\n IF n == 1\n  R l y%u\n"
                "  IF l == 0\n   W x%u 1\n  END\n END\n",
                i, i, i, i, i, i, i, i, i);
        }
        expect(text, ALGORITHM_OPTIMAL, 4 * n + 1, 0);
        struct search_result r;
        explore(text, ALGORITHM_SOURCE, &r);
        assert_int_equal(r.executions[ENDED_COMPLETE], 4 * n + 1);
        assert_true(r.executions[ENDED_ASLEEP] > 0);
    }
}

// N threads with K rounds each: (N·K)!/(K!)^N orders of critical sections.
static void family_lock_rounds(void **state) {
    (void)state;
    static const struct {
        unsigned threads, rounds;
        uint64_t orders;
    } rows[] = {{2, 1, 2}, {2, 3, 20}, {2, 7, 3432}, {3, 2, 90}, {4, 2, 2520}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text[0] = '\0';
        for (unsigned t = 0; t < rows[i].threads; t++) {
            put("thread t%u\n", t);
            for (unsigned k = 0; k < rows[i].rounds; k++)
                put(" LOCK m\n R a x\n W x a+1\n UNLOCK m\n");
        }
        expect(text, ALGORITHM_OPTIMAL, rows[i].orders, 0);
        expect(text, ALGORITHM_SOURCE, rows[i].orders, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_models),
        cmocka_unit_test(family_lastzero),
        cmocka_unit_test(family_readers),
        cmocka_unit_test(family_wakeup_stress),
        cmocka_unit_test(family_figure_10),
        cmocka_unit_test(family_lock_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
