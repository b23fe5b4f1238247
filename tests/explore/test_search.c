// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "explore/search.h"
#include "explore/trace/replay.h"

#include <stdio.h>

static void explore(const char *text, struct search_options options,
                    struct search_result *result) {
    struct machine *m =
        machine_of(text, (struct relation){.blind_adds = true});
    search(m, &options, NULL, NULL, result);
    machine_destroy(m);
}

static const char *const two_locks =
    "thread p\n LOCK a\n LOCK b\n UNLOCK b\n UNLOCK a\n"
    "thread q\n LOCK b\n LOCK a\n UNLOCK a\n UNLOCK b\n";

static void stops_at_the_first_finding(void **state) {
    (void)state;
    struct search_result r;
    explore(two_locks, (struct search_options){.algorithm = ALGORITHM_OPTIMAL}, &r);
    assert_int_equal(r.findings.count, 1);
    const struct finding *f = &r.findings.at[0];
    assert_int_equal(f->mishap.kind, FINDING_DEADLOCK);
    assert_int_equal(f->mishap.thread, 0);
    assert_int_equal(f->mishap.site, 3);
    assert_int_equal(f->schedule.steps.count, 2);
    assert_int_equal(r.limit, NO_LIMIT);
    search_result_free(&r);
}

static void goes_on_when_asked(void **state) {
    (void)state;
    struct search_result r;
    explore(two_locks,
            (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .keep_going = true}, &r);
    assert_int_equal(r.executions[ENDED_COMPLETE], 2);
    assert_int_equal(r.executions[ENDED_DEADLOCK], 1);
    assert_int_equal(r.findings.count, 1);
    search_result_free(&r);
}

static void a_schedule_shows_it_again(void **state) {
    (void)state;
    const char *text = "thread p\n R a x\n W x a+1\n"
                       "thread q\n R a x\n W x a+1\n"
                       "thread m\n JOIN p\n JOIN q\n R a x\n ASSERT a == 2\n";
    struct search_result r;
    explore(text, (struct search_options){.algorithm = ALGORITHM_SOURCE}, &r);
    assert_int_equal(r.findings.count, 1);
    const struct finding *f = &r.findings.at[0];
    assert_int_equal(f->mishap.kind, FINDING_ASSERTION);
    assert_int_equal(f->mishap.site, 11);
    struct machine *m = machine_of(text, (struct relation){0});
    for (int again = 0; again < 1000; again++) {
        const char *objection;
        trace_free(replay(m, &f->schedule, NULL, NULL, &objection));
        assert_null(objection);
        assert_int_equal(machine_mishap_kind(m), FINDING_ASSERTION);
    }
    machine_destroy(m);
    search_result_free(&r);
}

static const char *const many = "thread p\n W x 1\n W x 2\n W x 3\n W x 4\n"
                                "thread q\n W x 1\n W x 2\n W x 3\n W x 4\n";

static void limits_are_kept_and_told(void **state) {
    (void)state;
    struct search_result r;
    explore(many, (struct search_options){.algorithm = ALGORITHM_OPTIMAL}, &r);
    assert_int_equal(r.executions[ENDED_COMPLETE], 70);
    assert_int_equal(r.limit, NO_LIMIT);
    search_result_free(&r);
    explore(many,
            (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .max_executions = 70},
            &r);
    assert_int_equal(r.limit, NO_LIMIT); // just enough
    search_result_free(&r);
    explore(many,
            (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .max_executions = 69},
            &r);
    assert_int_equal(r.limit, LIMIT_EXECUTIONS);
    assert_int_equal(search_total(&r), 69);
    search_result_free(&r);
    explore(many, (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .max_steps = 3},
            &r);
    assert_int_equal(r.limit, LIMIT_STEPS);
    assert_int_equal(r.executions[ENDED_COMPLETE], 0);
    assert_true(r.executions[ENDED_BOUNDED] > 0);
    search_result_free(&r);
    explore(many, (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .timeout = 1e-9},
            &r);
    assert_int_equal(r.limit, LIMIT_TIME);
    search_result_free(&r);
    explore(many,
            (struct search_options){.algorithm = ALGORITHM_OPTIMAL,
                                     .max_memory_kib = 1},
            &r);
    assert_int_equal(r.limit, LIMIT_MEMORY);
    search_result_free(&r);
}

static void nothing_to_run(void **state) {
    (void)state;
    for (int a = 0; a < ALGORITHM_COUNT; a++) {
        struct search_result r;
        explore("thread p\n", (struct search_options){.algorithm = (enum algorithm)a}, &r);
        assert_int_equal(r.executions[ENDED_COMPLETE], 1);
        search_result_free(&r);
        explore("thread p\n ASSERT 0\n",
                (struct search_options){.algorithm = (enum algorithm)a}, &r);
        assert_int_equal(r.findings.count, 1);
        search_result_free(&r);
    }
}

static void many_adds(char *text, unsigned adds, const char *await) {
    sprintf(text, "thread w\n AWAIT x %s\n", await);
    for (unsigned i = 0; i < adds; i++)
        sprintf(text + strlen(text), "thread t%u\n FAA _ x 1\n", i);
}

// What cannot be reached is not searched for; each window is found once.
static void awaits_over_many_adds(void **state) {
    (void)state;
    char text[4000];
    struct search_result r;
    struct search_options options = {.algorithm = ALGORITHM_OPTIMAL,
                                     .keep_going = true};
    many_adds(text, 40, "== 99");
    explore(text, options, &r);
    assert_int_equal(r.limit, NO_LIMIT);
    assert_int_equal(search_total(&r), 1);
    search_result_free(&r);
    many_adds(text, 30, "== 29");
    explore(text, options, &r);
    assert_int_equal(r.executions[ENDED_COMPLETE], 30); // one comes after it
    assert_int_equal(r.executions[ENDED_AWAIT], 1);
    assert_int_equal(r.most_commuting, 29);
    search_result_free(&r);
    // C(20,10) windows: more than anyone wants to see. Said, not passed over.
    many_adds(text, 20, "== 10");
    options.max_executions = 3;
    explore(text, options, &r);
    assert_true(r.limit == LIMIT_COMMUTING || r.limit == LIMIT_EXECUTIONS);
    search_result_free(&r);
}

// Executions that end if those who poll, try or write again and again let the
// others go on, whoever comes first. (The bound on steps is for the test.)
static void those_who_spin_rest(void **state) {
    (void)state;
    static const char *const spins[] = {
        "%s LET a 0\n WHILE a == 0\n  R a x\n END\n",
        "%s LET a 0\n R b y\n R c y\n WHILE a == 0\n  R a x\n  R b y\n  R c z\n END\n",
        "%s LET a 0\n WHILE a == 0\n  TRYLOCK b m\n  R a x\n END\n",
        "%s LET a 0\n WHILE a == 0\n  W y 1\n  R a x\n END\n",
    };
    static const enum algorithm algorithms[] = {ALGORITHM_OPTIMAL,
                                                ALGORITHM_POP};
    for (size_t i = 0; i < sizeof spins / sizeof *spins; i++)
        for (unsigned k = 0; k < 4; k++) {
            static const char writer[] = "thread w\n R a y\n W x 1\n";
            char spinner[200], more[200], text[600];
            snprintf(spinner, sizeof spinner, spins[i], "thread p\n");
            snprintf(more, sizeof more, spins[i], "thread q\n");
            snprintf(text, sizeof text, "%s%s%s", k % 2 ? writer : spinner,
                     more, k % 2 ? spinner : writer);
            struct search_result r;
            explore(text,
                    (struct search_options){.algorithm = algorithms[k / 2],
                                            .max_executions = 3,
                                            .max_steps = 5000},
                    &r);
            assert_int_equal(r.limit, LIMIT_EXECUTIONS);
            // At once, unless it cannot be known that nothing comes of it.
            assert_true(r.longest < (i < 3 ? 100 : 5000));
            search_result_free(&r);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_at_the_first_finding),
        cmocka_unit_test(goes_on_when_asked),
        cmocka_unit_test(a_schedule_shows_it_again),
        cmocka_unit_test(limits_are_kept_and_told),
        cmocka_unit_test(nothing_to_run),
        cmocka_unit_test(awaits_over_many_adds),
        cmocka_unit_test(those_who_spin_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
