// SPDX-License-Identifier: Apache-2.0
// Estimates of how large a search is, against what it turns out to be.

#include "helper.h"

#include "explore/search.h"
#include "families.h"
#include "random_program.h"

#include <stdio.h>
#include <stdlib.h>

static void look_away(void *context, struct trace *trace, bool ended) {
    (void)context, (void)trace, (void)ended;
}

static double guess(struct machine *m, enum algorithm algorithm,
                    uint64_t executions) {
    struct prober *p = prober_new(m, algorithm, 0, look_away, NULL);
    prober_run(p, executions, 60);
    double total = prober_estimate(p, 0, 0).total;
    prober_free(p);
    return total;
}

// ------------------------------------------------------- known after 1 % of it

static void family(const char *name, unsigned n, uint64_t executions) {
    char *text = family_named(name, n);
    struct machine *m = machine_of(text, (struct relation){.blind_adds = true});
    struct search_result r;
    struct search_options o = {.algorithm = ALGORITHM_POP,
                               .max_executions =
                                   executions < 100 ? 1 : executions / 100,
                               .keep_going = true,
                               .estimating = ESTIMATE_AT_END};
    search(m, &o, NULL, NULL, &r);
    double ratio = r.estimate.total / (double)executions;
    printf("%s(%u): %.2f of what it is, between %.2f and %.2f\n", name, n,
           ratio, r.estimate.low / (double)executions,
           r.estimate.high / (double)executions);
    assert_true(ratio > 0.7 && ratio < 1.4);
    assert_true(r.estimate.low <= r.estimate.total);
    assert_true(r.estimate.total <= r.estimate.high);
    search_result_free(&r);
    machine_destroy(m);
    free(text);
}

static void families_are_known_soon(void **state) {
    (void)state;
    family("circular-buffer", 7, 3432);
    family("fib-bench", 4, 19605);
    family("filesystem", 22, 512);
    family("lastzero", 10, 3328);
    family("exp-mem3", 7, 10080);
    family("length-param", 100, 4);
    family("readers", 10, 1024);
    family("crowd", 7, 5040);
}

// ------------------------------------------------------------ right on average

static uint64_t count_of(const char *text, enum algorithm algorithm) {
    struct machine *m = machine_of(text, (struct relation){.blind_adds = true});
    struct search_result r;
    search(m,
           &(struct search_options){.algorithm = algorithm, .keep_going = true},
           NULL, NULL, &r);
    uint64_t total = search_total(&r) - r.executions[ENDED_ASLEEP];
    search_result_free(&r);
    machine_destroy(m);
    return total;
}

// Sums of guesses and of what they should have been.
static void on_average(enum algorithm algorithm, unsigned with) {
    enum { PROGRAMS = 150, EXECUTIONS = 600 };
    double ratios = 0;
    unsigned far = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        char *text = random_program(seed, with);
        double is = (double)count_of(text, algorithm);
        struct machine *m =
            machine_of(text, (struct relation){.blind_adds = true});
        double guessed = guess(m, algorithm, EXECUTIONS);
        ratios += guessed / is;
        far += guessed > 1.5 * is || is > 1.5 * guessed;
        machine_destroy(m);
        free(text);
    }
    printf("%s: %.3f of what it is on average, %u of %d far from it\n",
           algorithm_name(algorithm), ratios / PROGRAMS, far, PROGRAMS);
    assert_true(ratios > 0.97 * PROGRAMS && ratios < 1.03 * PROGRAMS);
    assert_true(far <= PROGRAMS / 50);
}

static void classes_are_right_on_average(void **state) {
    (void)state;
    on_average(ALGORITHM_OPTIMAL, WITH_EVERYTHING);
    on_average(ALGORITHM_OPTIMAL, WITH_MEMORY | WITH_CAS | WITH_LOCKS);
}

static void interleavings_are_right_on_average(void **state) {
    (void)state;
    on_average(ALGORITHM_ALL, WITH_MEMORY | WITH_LOCKS | WITH_CHOICES);
}

// ------------------------------------------------------------- what goes wrong

// As somebody at the keyboard does.
static void interrupt(void *context, const struct trace *trace,
                      enum ending ending, uint64_t number) {
    (void)trace, (void)ending, (void)number;
    *(volatile sig_atomic_t *)context = LIMIT_INTERRUPT;
}

static void after_one_execution(struct machine *m, struct search_options o,
                                bool interrupted, struct search_result *r) {
    volatile sig_atomic_t stop = 0;
    struct search_observer observer = {.context = (void *)&stop};
    if (interrupted)
        observer.execution = interrupt;
    else
        o.max_executions = 1;
    o.algorithm = ALGORITHM_OPTIMAL;
    search(m, &o, &observer, &stop, r);
    assert_int_equal(search_total(r), 1);
}

// The search stops after one execution, but what the others show is told,
// unless one was asked for.
static void what_is_seen_is_told(void **state) {
    (void)state;
    struct machine *m = machine_of("thread p\n LOCK a\n LOCK b\n UNLOCK b\n"
                                   " UNLOCK a\nthread q\n LOCK b\n LOCK a\n"
                                   " UNLOCK a\n UNLOCK b\n",
                                   (struct relation){0});
    struct search_result r;
    struct search_options o = {.estimating = ESTIMATE_AT_END};
    after_one_execution(m, o, true, &r);
    assert_int_equal(r.findings.count, 1);
    assert_int_equal(r.findings.at[0].mishap.kind, FINDING_DEADLOCK);
    assert_int_equal(r.findings.at[0].execution, 1);
    search_result_free(&r);
    after_one_execution(m, o, false, &r);
    assert_int_equal(r.findings.count, 0);
    assert_true(r.estimate.total > 1);
    search_result_free(&r);
    o.estimating = ESTIMATE_NEVER;
    after_one_execution(m, o, true, &r);
    assert_int_equal(r.findings.count, 0);
    assert_true(r.estimate.total <= 0);
    search_result_free(&r);
    machine_destroy(m);
}

static void note_estimate(void *context, const struct search_result *now) {
    *(double *)context = now->estimate.total;
}

// Counts do not change when somebody asks in between.
static void looking_changes_nothing(void **state) {
    (void)state;
    char *text = family_named("fib-bench", 5);
    struct machine *m = machine_of(text, (struct relation){.blind_adds = true});
    struct search_result r;
    struct search_options o = {.algorithm = ALGORITHM_POP,
                               .estimating = ESTIMATE_OFTEN};
    double seen = 0;
    struct search_observer observer = {.progress = note_estimate,
                                       .context = &seen};
    search(m, &o, &observer, NULL, &r);
    assert_int_equal(search_total(&r), 218243);
    assert_true(seen > 218243 / 3.0 && seen < 218243 * 3.0);
    search_result_free(&r);
    machine_destroy(m);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_known_soon),
        cmocka_unit_test(classes_are_right_on_average),
        cmocka_unit_test(interleavings_are_right_on_average),
        cmocka_unit_test(what_is_seen_is_told),
        cmocka_unit_test(looking_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
