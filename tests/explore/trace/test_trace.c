// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "explore/trace/trace.h"

static struct trace *run(const char *text, const char *threads) {
    struct trace *t = trace_new(machine_of(text, (struct relation){0}));
    for (; *threads; threads++) {
        unsigned thread = (unsigned)(*threads - '0');
        trace_step(
            t, (struct step){
                   thread, op_choice(machine_pending(t->machine, thread), 0)});
    }
    return t;
}

static void end(struct trace *t) {
    machine_destroy(t->machine);
    trace_free(t);
}

static bool same_class(struct trace *a, struct trace *b) {
    struct trace_class x = trace_class(a), y = trace_class(b);
    return x.low == y.low && x.high == y.high;
}

static const char *const readers = "thread w\n W x 1\n"
                                   "thread q\n R a y\n R b x\n"
                                   "thread r\n R a z\n R b x\n";

// Figure 4 of 001: p writes x, q and r read y, z and then x.
static void happens_before(void **state) {
    (void)state;
    struct trace *t = run(readers, "01122");
    assert_false(trace_hb(t, 0, 1));
    assert_true(trace_hb(t, 0, 2)); // write of x, read of x by q
    assert_true(trace_hb(t, 1, 2)); // program order
    assert_true(trace_hb(t, 0, 4));
    assert_false(trace_hb(t, 2, 4)); // two reads
    assert_int_equal(trace_event(t, 2)->race_count, 1);
    assert_int_equal(t->racing.at[trace_event(t, 2)->races], 0);
    assert_int_equal(trace_event(t, 1)->race_count, 0);
    end(t);
}

static void classes(void **state) {
    (void)state;
    struct trace *a = run(readers, "01122"), *b = run(readers, "10212");
    struct trace *c = run(readers, "11022");
    assert_true(same_class(a, b));
    assert_false(same_class(a, c));
    end(a);
    end(b);
    end(c);
}

// Same-value writes are different classes all the same.
static void equal_values_are_still_ordered(void **state) {
    (void)state;
    const char *text = "thread p\n W x 1\nthread q\n W x 1\n";
    struct trace *a = run(text, "01"), *b = run(text, "10");
    assert_false(same_class(a, b));
    end(a);
    end(b);
}

static void going_back_forgets(void **state) {
    (void)state;
    struct trace *t = run(readers, "01122");
    struct trace *fresh = run(readers, "10122");
    trace_back(t, 0);
    const unsigned again[] = {1, 0, 1, 2, 2};
    for (unsigned i = 0; i < 5; i++)
        trace_step(t, (struct step){again[i], 0});
    assert_true(same_class(t, fresh));
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(trace_event(t, i)->race_count,
                         trace_event(fresh, i)->race_count);
        assert_memory_equal(trace_frontier(t, i), trace_frontier(fresh, i),
                            t->width * sizeof(uint32_t));
    }
    end(t);
    end(fresh);
}

static void enabling_edges_do_not_race(void **state) {
    (void)state;
    // spawn, body, join: ordered, and nothing to reverse
    struct trace *t = run("thread m\n SPAWN c\n JOIN c\n R r x\n"
                          "thread c\n W x 1\n",
                          "0100");
    assert_true(trace_hb(t, 0, 1));
    assert_true(trace_hb(t, 1, 2));
    assert_true(trace_hb(t, 1, 3));
    assert_int_equal(trace_event(t, 3)->race_count, 0);
    end(t);
    // a wake-up comes after its signal, and after no other one
    t = run("thread p\n LOCK m\n WAIT c m\n UNLOCK m\n"
            "thread q\n SIGNAL c\n SIGNAL c\n",
            "001010");
    assert_int_equal(trace_event(t, 3)->op.kind, OP_AWAKE);
    assert_true(trace_hb(t, 2, 3));  // the signal that woke it
    assert_false(trace_hb(t, 3, 4)); // the second one is none of its business
    end(t);
    // leaving a barrier comes after all arrivals of the round
    t = run("thread p\n BARRIER b 2\nthread q\n BARRIER b 2\n", "0101");
    assert_false(trace_hb(t, 0, 1));
    assert_true(trace_hb(t, 1, 2));
    assert_true(trace_hb(t, 0, 3));
    end(t);
}

// Dependent, but with something in between: no race.
static void only_neighbours_race(void **state) {
    (void)state;
    struct trace *t = run("thread p\n W x 1\nthread q\n R a x\n"
                          "thread r\n W x 2\n",
                          "012");
    assert_int_equal(trace_event(t, 2)->race_count, 1);
    assert_int_equal(t->racing.at[trace_event(t, 2)->races], 1);
    end(t);
}

// A write that covers only part of what is read does not hide the other part.
static void partial_writes_do_not_hide(void **state) {
    (void)state;
    struct trace *t = run("thread p\n W x{0,4} 1\nthread q\n W x{4,4} 1\n"
                          "thread r\n R a x\n",
                          "012");
    assert_false(trace_hb(t, 0, 1));
    assert_true(trace_hb(t, 0, 2));
    assert_true(trace_hb(t, 1, 2));
    assert_int_equal(trace_event(t, 2)->race_count, 2);
    end(t);
}

static void append_write(struct trace *t, uint32_t thread, uint64_t addr,
                         uint32_t size) {
    struct op op = {.kind = OP_WRITE, .addr = addr, .size = size};
    op_set_mode(&op);
    trace_append(t, thread, &op);
}

// Who has waited for a thread's end, without a step of its own, comes after it.
static void ends_waited_for_come_before(void **state) {
    (void)state;
    struct trace *t = run(readers, "");
    append_write(t, 0, 0x1000, 8);
    append_write(t, 1, 0x1000, 8);
    struct op op = {.kind = OP_WRITE, .addr = 0x1000, .size = 8, .joined = 2};
    op_set_mode(&op);
    trace_append(t, 0, &op);
    assert_true(trace_hb(t, 1, 2));
    assert_int_equal(trace_event(t, 1)->race_count, 1);
    assert_int_equal(trace_event(t, 2)->race_count, 0);
    end(t);
}

// Only neighbours race over several words, too, where candidates are found word
// by word.
static void only_neighbours_race_in_wide_accesses(void **state) {
    (void)state;
    struct trace *t = run(readers, "");
    append_write(t, 0, 0x1000, 16);
    append_write(t, 1, 0x1008, 8);
    append_write(t, 2, 0x1000, 16);
    assert_true(trace_hb(t, 0, 2));
    assert_int_equal(trace_event(t, 2)->race_count, 1);
    assert_int_equal(t->racing.at[trace_event(t, 2)->races], 1);
    trace_drop(t, 1);
    append_write(t, 2, 0x1004, 8);
    assert_int_equal(trace_event(t, 1)->race_count, 1);
    append_write(t, 1, 0x1008, 4);
    assert_int_equal(trace_event(t, 2)->race_count, 1);
    assert_int_equal(t->racing.at[trace_event(t, 2)->races], 1);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(happens_before),
        cmocka_unit_test(classes),
        cmocka_unit_test(equal_values_are_still_ordered),
        cmocka_unit_test(going_back_forgets),
        cmocka_unit_test(enabling_edges_do_not_race),
        cmocka_unit_test(only_neighbours_race),
        cmocka_unit_test(partial_writes_do_not_hide),
        cmocka_unit_test(ends_waited_for_come_before),
        cmocka_unit_test(only_neighbours_race_in_wide_accesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
