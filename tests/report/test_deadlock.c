// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "explore/search.h"
#include "report/deadlock.h"
#include "report/story.h"

#include <stdio.h>

static void put_into_words(void *context, const struct trace *trace,
                           struct mishap *mishap) {
    (void)context;
    deadlock_message(trace, mishap);
}

// What the first finding says; its schedule must tell the same.
static void expect(const char *text, enum finding_kind kind,
                   const char *message) {
    struct machine *m = machine_of(text, (struct relation){.blind_adds = true});
    struct search_options options = {.algorithm = ALGORITHM_OPTIMAL};
    struct search_observer observer = {.waits = put_into_words};
    struct search_result r;
    search(m, &options, &observer, NULL, &r);
    assert_int_equal(r.findings.count, 1);
    const struct finding *f = &r.findings.at[0];
    assert_int_equal(f->mishap.kind, kind);
    assert_string_equal(f->mishap.message, message);
    struct story story;
    char error[160];
    assert_true(story_tell(m, &(struct mishaps){0}, &f->schedule, &story,
                           error, sizeof error));
    assert_int_equal(story.mishaps.count, 1);
    assert_string_equal(story.mishaps.at[0].message, message);
    story_free(&story);
    search_result_free(&r);
    machine_destroy(m);
}

static void a_cycle_is_told_along_itself(void **state) {
    (void)state;
    expect("thread p\n LOCK a\n LOCK b\n UNLOCK b\n UNLOCK a\n"
           "thread q\n LOCK b\n LOCK a\n UNLOCK a\n UNLOCK b\n",
           FINDING_DEADLOCK,
           "p waits at line 3: lock b, held by q; "
           "q waits at line 8: lock a, held by p");
}

static void who_has_ended_is_said(void **state) {
    (void)state;
    expect("thread p\n LOCK a\n LOCK a\n", FINDING_DEADLOCK,
           "p waits at line 3: lock a, held by p");
    expect("root p\nthread p\n SPAWN q\n JOIN q\n LOCK a\n"
           "thread q\n LOCK a\n",
           FINDING_DEADLOCK,
           "p waits at line 5: lock a, held by q, which has ended");
}

static void what_is_wanted_is_said(void **state) {
    (void)state;
    expect("thread p\n W x 1\nthread q\n AWAIT x >= 5\n", FINDING_LIVELOCK,
           "q waits at line 4: await x = 1, wanted >= 5");
    expect("thread p\n LOCK m\n WAIT c m\n UNLOCK m\nthread q\n SIGNAL c\n",
           FINDING_DEADLOCK,
           "p waits at line 3 for a signal "
           "(signal at line 6 came before the wait)");
}

static void a_step_that_is_not_possible_ends_the_story(void **state) {
    (void)state;
    static const struct {
        struct step step;
        const char *error;
    } wrong[] = {
        {{7, 0}, "step 2 is not possible: there is no such thread"},
        {{0, 0}, "step 2 is not possible: the thread has nothing to do"},
        {{1, 0}, "step 2 is not possible: the thread has to wait"},
        {{2, 5}, "step 2 is not possible: there is no such choice"},
    };
    struct machine *m = machine_of("thread p\n LOCK a\nthread q\n LOCK a\n"
                                   "thread r\n CHOOSE b 2\n",
                                   (struct relation){.blind_adds = true});
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct portable_schedule schedule = {0};
        for (uint32_t t = 0; t < 8; t++)
            vec_push(&schedule.threads,
                     (struct portable_thread){NO_CREATOR, t, t});
        vec_push(&schedule.steps, (struct step){0, 0});
        vec_push(&schedule.steps, wrong[i].step);
        struct story story;
        char error[160];
        assert_false(story_tell(m, &(struct mishaps){0}, &schedule, &story,
                                error, sizeof error));
        assert_string_equal(error, wrong[i].error);
        story_free(&story);
        portable_schedule_free(&schedule);
    }
    machine_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cycle_is_told_along_itself),
        cmocka_unit_test(who_has_ended_is_said),
        cmocka_unit_test(what_is_wanted_is_said),
        cmocka_unit_test(a_step_that_is_not_possible_ends_the_story),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
