// SPDX-License-Identifier: Apache-2.0
// What of a story is told to other programs: which accesses, which two of them
// are a data race, and what is left out of long ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "report/json.h"
#include "report/told.h"

// A story of two threads, written by hand.
static struct story new_story(void) {
    struct story s = {0};
    vec_push(&s.threads, (struct story_thread){"main", "main", 0});
    vec_push(&s.threads, (struct story_thread){"main/1", "main/1", 1});
    for (unsigned line = 0; line < 20; line++)
        vec_push(&s.places, (struct story_place){"a.c", "f", "", line, "a.c"});
    return s;
}

static void add(struct story *s, enum story_event_kind kind, uint32_t thread,
                unsigned line, uint64_t addr, bool writes) {
    vec_push(&s->events, (struct story_event){.kind = kind,
                                              .step = 1,
                                              .thread = thread,
                                              .place = line,
                                              .site = line,
                                              .text = "",
                                              .words = "",
                                              .type = "",
                                              .op = writes ? OP_WRITE : OP_READ,
                                              .reads = !writes,
                                              .writes = writes,
                                              .object = "x",
                                              .addr = addr,
                                              .size = 4,
                                              .before_text = "",
                                              .calls = "",
                                              .after_text = "",
                                              .from = STORY_ALWAYS,
                                              .other = STORY_ALWAYS});
}

static void free_story(struct story *s) {
    vec_free(&s->threads);
    vec_free(&s->places);
    vec_free(&s->events);
    vec_free(&s->mishaps);
}

static void access_is(const cJSON *told, int n, const char *thread,
                      unsigned line) {
    const cJSON *one = cJSON_GetArrayItem(told_list(told, "accesses"), n);
    assert_string_equal(told_text(one, "thread"), thread);
    assert_int_equal(told_number(one, "line"), line);
}

// As the other process reads it.
static cJSON *told_as_text(const struct story *s, const struct finding *f) {
    char *text = json_print(told_story(s, f));
    cJSON *told = cJSON_Parse(text);
    memory_free(text);
    return told;
}

static cJSON *told_race(struct story *s, unsigned line, const char *message) {
    struct finding f = {
        .mishap = {.kind = FINDING_DATA_RACE, .thread = 1, .site = line}};
    snprintf(f.mishap.message, sizeof f.mishap.message, "%s", message);
    vec_push(&s->mishaps, f.mishap);
    struct story_event e = {.kind = STORY_MISHAP,
                            .thread = 1,
                            .place = line,
                            .site = line,
                            .text = "",
                            .words = "",
                            .type = "",
                            .object = "",
                            .from = STORY_ALWAYS,
                            .other = STORY_ALWAYS};
    e.mishap = (uint32_t)s->mishaps.count - 1;
    vec_push(&s->events, e);
    return told_as_text(s, &f);
}

static void both_accesses_of_a_race(void **unused) {
    (void)unused;
    struct story s = new_story();
    add(&s, STORY_ACCESS, 0, 1, 0x100, true);  // the one
    add(&s, STORY_ACCESS, 0, 10, 0x102, true); // it overlaps, too
    add(&s, STORY_ACCESS, 0, 2, 0x200, true);  // other bytes
    add(&s, STORY_ACCESS, 0, 3, 0x100, false); // two reads are no race
    add(&s, STORY_ACCESS, 1, 4, 0x100, true);  // its own thread
    add(&s, STORY_ACCESS, 1, 5, 0x100, false); // the other
    add(&s, STORY_ACCESS, 1, 6, 0x100, false);
    cJSON *told = told_race(&s, 5,
                            "x: read by main/1 here, write by main at "
                            "a.c:1, not ordered");
    access_is(told, 0, "main/1", 5);
    access_is(told, 1, "main", 1);
    cJSON_Delete(told);
    free_story(&s);
}

static void long_stories_are_cut(void **unused) {
    (void)unused;
    enum { SHARED = TOLD_MOST_STEPS + 5 };
    struct finding f = {.mishap.kind = FINDING_LEAK};
    struct story s = new_story();
    add(&s, STORY_ACCESS, 0, 1, 0x100, true);
    add(&s, STORY_ACCESS, 0, 2, 0x900, true); // nobody else's
    for (int i = 2; i < 900; i++)
        add(&s, STORY_ACCESS, 1, 3, 0x100, false);
    cJSON *told = told_as_text(&s, &f);
    assert_int_equal(cJSON_GetArraySize(told_list(told, "steps")), 900);
    cJSON_Delete(told);
    while (s.events.count < 1 + SHARED)
        add(&s, STORY_ACCESS, 1, 3, 0x100, false);
    s.events.at[SHARED].from = SHARED - 1;
    s.events.at[SHARED - 1].from = 0;
    told = told_as_text(&s, &f);
    const cJSON *steps = told_list(told, "steps");
    assert_int_equal(cJSON_GetArraySize(steps), TOLD_MOST_STEPS);
    assert_int_equal(told_number(told, "steps_left_out"),
                     SHARED - TOLD_MOST_STEPS);
    const cJSON *last = cJSON_GetArrayItem(steps, TOLD_MOST_STEPS - 1);
    assert_int_equal(told_number(last, "from"), TOLD_MOST_STEPS - 2);
    const cJSON *before = cJSON_GetArrayItem(steps, TOLD_MOST_STEPS - 2);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(before, "from")));
    cJSON_Delete(told);
    free_story(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_accesses_of_a_race),
        cmocka_unit_test(long_stories_are_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
