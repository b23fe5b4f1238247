// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "explore/trace/race.h"
#include "explore/trace/sleep_set.h"
#include "explore/optimal/wakeup_tree.h"

#include <stdio.h>

// All reversals of an execution, as text: "first:body…+thread;" for each.
struct listing {
    struct trace *trace;
    char text[400];
};

static void list(void *context, const struct reversal *v) {
    struct listing *l = context;
    size_t at = strlen(l->text);
    at += (size_t)sprintf(l->text + at, "%u:", v->first);
    for (uint32_t i = 0; i < v->count; i++)
        at += (size_t)sprintf(l->text + at, "%u", v->body[i]);
    sprintf(l->text + at, "+%u;", v->thread);
}

static struct trace *run(const char *text, const char *threads,
                         struct relation relation) {
    struct trace *t = trace_new(machine_of(text, relation));
    for (; *threads; threads++)
        trace_step(t, (struct step){(unsigned)(*threads - '0'), 0});
    return t;
}

static void end(struct trace *t) {
    machine_destroy(t->machine);
    trace_free(t);
}

static void expect(const char *text, const char *threads, enum reach reach,
                   bool blind, const char *expected) {
    struct trace *t =
        run(text, threads, (struct relation){.blind_adds = blind});
    struct races *r = races_new(t, reach);
    struct listing l = {t, ""};
    for (uint32_t j = 0; j < t->length; j++)
        races_of_event(r, j, list, &l);
    races_of_waiting(r, list, &l);
    if (strcmp(l.text, expected) != 0)
        fail_msg("%s on %s: %s, not %s", threads, text, l.text, expected);
    races_free(r);
    end(t);
}

static const char *const readers = "thread w\n W x 1\n"
                                   "thread q\n R a y\n R b x\n"
                                   "thread r\n R a z\n R b x\n";

static void how_far_the_body_reaches(void **state) {
    (void)state;
    expect(readers, "01122", UP_TO_SECOND, false, "0:1+1;0:13+2;");
    expect(readers, "01122", WHOLE_EXECUTION, false, "0:13+1;0:13+2;");
}

// The last acquisition is the one to overtake, not the release.
static void locks(void **state) {
    (void)state;
    const char *text = "thread p\n LOCK m\n UNLOCK m\n"
                       "thread q\n LOCK m\n UNLOCK m\n";
    expect(text, "0011", UP_TO_SECOND, false, "0:+1;");
    expect(text, "0", UP_TO_SECOND, false, "0:+1;"); // waits at the end
    expect("thread p\n LOCK m\nthread q\n W y 1\n LOCK m\n", "01", UP_TO_SECOND,
           false, "0:1+1;");
    // held by itself, or by one that it came after: nothing to reverse
    expect("thread p\n LOCK m\n LOCK m\n", "0", UP_TO_SECOND, false, "");
    expect("thread p\n LOCK m\n SPAWN q\nthread q\n LOCK m\n", "00",
           UP_TO_SECOND, false, "");
}

static void trylocks_race_with_releases(void **state) {
    (void)state;
    const char *text = "thread p\n LOCK m\n UNLOCK m\n"
                       "thread q\n TRYLOCK r m\n";
    expect(text, "001", UP_TO_SECOND, false, "1:+1;");
    expect(text, "010", UP_TO_SECOND, false, "0:+1;1:+0;");
}

static void awaits_take_the_nearest_window(void **state) {
    (void)state;
    const char *text = "thread p\n W x 1\n W x 0\n W x 1\n W x 0\n"
                       "thread q\n AWAIT x == 1\n";
    expect(text, "0000", UP_TO_SECOND, false, "3:+1;");
    expect(text, "00010", UP_TO_SECOND, false, "1:+1;3:+0;");
}

// With commuting adds, any subset that satisfies the await is a window.
static void awaits_over_commuting_adds(void **state) {
    (void)state;
    const char *text = "thread p\n FAA _ x 1\nthread q\n FAA _ x 1\n"
                       "thread r\n FAA _ x 3\nthread s\n AWAIT x == 3\n";
    expect(text, "012", WHOLE_EXECUTION, true, "0:2+3;");
    expect(text, "012", WHOLE_EXECUTION, false, "0:+1;1:+2;");
}

static void choices_not_taken(void **state) {
    (void)state;
    expect("thread p\n CHOOSE a 3\nthread q\n W x 1\n", "01", WHOLE_EXECUTION,
           false, "0:1+0;0:1+0;");
}

struct question {
    struct trace *trace;
    char initials[16], weak[16];
};

static void ask(void *context, const struct reversal *v) {
    struct question *q = context;
    char *i = q->initials, *w = q->weak;
    for (unsigned t = 0; t < 4; t++) {
        struct op op = {.kind = OP_READ, .addr = 8 * (t + 100), .size = 8};
        op_set_mode(&op); // someone who minds his own business
        if (reversal_has_initial(q->trace, v, t))
            *i++ = (char)('0' + t);
        if (reversal_has_weak_initial(q->trace, v, t, &op))
            *w++ = (char)('0' + t);
    }
    *i = *w = '\0';
}

// Definition 4.1: initials occur in v, weak initials need not.
static void initials(void **state) {
    (void)state;
    struct trace *t = run("thread p\n W x 1\nthread q\n R a y\n R b x\n"
                          "thread r\n W y 1\nthread s\n R a z\n",
                          "02113", (struct relation){0});
    struct races *r = races_new(t, WHOLE_EXECUTION);
    struct question q = {.trace = t};
    races_of_event(r, 3, ask, &q);         // (W x, R x): v = W y, R y, R z, R x
    assert_string_equal(q.initials, "23"); // not q: its R y comes after W y
    assert_string_equal(q.weak, "023");    // thread 0 would not disturb v
    races_free(r);
    end(t);
}

struct planting {
    struct trace *trace;
    struct wakeup_pool *pool;
    uint32_t tree;
    unsigned grown;
    const struct sleeper *sleepers; // one, or NULL
};

// A tree from which the execution has taken its first step.
static struct planting planting(struct trace *t, struct wakeup_pool *pool) {
    const struct event *first = trace_event(t, 0);
    wakeup_init(pool);
    return (struct planting){
        t, pool, wakeup_leaf(pool, first->thread, &first->op), 0, NULL};
}

static void plant(void *context, const struct reversal *v) {
    struct planting *p = context;
    p->grown += wakeup_insert(p->pool, &p->tree, p->trace, v, p->sleepers,
                              p->sleepers != NULL);
}

// The two reversals of a write with two reads lead to one leaf: q.r covers r.q.
static void insertion_finds_what_is_covered(void **state) {
    (void)state;
    struct trace *t = run("thread w\n W x 1\nthread q\n R a x\n"
                          "thread r\n R a x\n",
                          "012", (struct relation){0});
    struct races *r = races_new(t, WHOLE_EXECUTION);
    struct wakeup_pool pool;
    struct planting p = planting(t, &pool);
    races_of_event(r, 1, plant, &p);
    assert_int_equal(p.grown, 1);
    assert_int_equal(pool.live, 2); // w, and q alone
    races_of_event(r, 2, plant, &p);
    assert_int_equal(p.grown, 1); // q is a leaf and a weak initial of r
    races_of_event(r, 1, plant, &p);
    assert_int_equal(p.grown, 1);
    p.tree = wakeup_drop_first(&pool, p.tree);
    assert_int_equal(wakeup_drop_first(&pool, p.tree), NO_NODE);
    assert_int_equal(pool.live, 0);
    wakeup_free(&pool);
    races_free(r);
    end(t);
}

// A leaf is a run that was promised: what begins with it is covered.
static void a_leaf_covers_what_begins_with_it(void **state) {
    (void)state;
    struct trace *t = run("thread w\n W x 1\nthread q\n R a x\n"
                          "thread s\n W y 1\n",
                          "012", (struct relation){0});
    struct races *shorter = races_new(t, UP_TO_SECOND);
    struct races *longer = races_new(t, WHOLE_EXECUTION);
    struct wakeup_pool pool;
    struct planting p = planting(t, &pool);
    races_of_event(shorter, 1, plant, &p); // q
    races_of_event(longer, 1, plant, &p);  // s.q
    assert_int_equal(p.grown, 1);
    assert_int_equal(pool.live, 2);
    wakeup_free(&pool);
    races_free(shorter);
    races_free(longer);
    end(t);
}

// No more is promised than what keeps others from having been explored before.
static void a_sequence_is_promised_as_far_as_it_wakes(void **state) {
    (void)state;
    struct trace *t = run("thread w\n W x 1\nthread q\n R a x\n"
                          "thread s\n W y 1\n",
                          "021", (struct relation){0});
    struct races *r = races_new(t, WHOLE_EXECUTION);
    struct wakeup_pool pool;
    struct planting p = planting(t, &pool);
    races_of_event(r, 2, plant, &p); // of s.q, q
    assert_int_equal(p.grown, 1);
    assert_int_equal(pool.live, 2);
    p.tree = wakeup_drop_first(&pool, p.tree);
    assert_int_equal(pool.nodes.at[p.tree].thread, 1);
    // With somebody asleep who reads y, it takes s too, after q.
    p.tree = wakeup_leaf(&pool, 0, &trace_event(t, 0)->op);
    struct sleeper reader = {3, trace_event(t, 1)->op};
    reader.op.kind = OP_READ;
    op_set_mode(&reader.op);
    p.sleepers = &reader;
    races_of_event(r, 2, plant, &p);
    uint32_t q = pool.nodes.at[p.tree].sibling, next = pool.nodes.at[q].child;
    assert_int_equal(pool.nodes.at[q].thread, 1);
    assert_int_equal(pool.nodes.at[next].thread, 2);
    wakeup_free(&pool);
    races_free(r);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_far_the_body_reaches),
        cmocka_unit_test(locks),
        cmocka_unit_test(trylocks_race_with_releases),
        cmocka_unit_test(awaits_take_the_nearest_window),
        cmocka_unit_test(awaits_over_commuting_adds),
        cmocka_unit_test(choices_not_taken),
        cmocka_unit_test(initials),
        cmocka_unit_test(insertion_finds_what_is_covered),
        cmocka_unit_test(a_leaf_covers_what_begins_with_it),
        cmocka_unit_test(a_sequence_is_promised_as_far_as_it_wakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
