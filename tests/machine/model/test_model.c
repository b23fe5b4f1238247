// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "base/memory.h"
#include "random_program.h"

#include <stdlib.h>

// Random steps, at most `most` of them.
static unsigned walk(struct machine *m, struct step *steps, unsigned most) {
    unsigned count = 0;
    while (count < most) {
        unsigned enabled = 0, pick;
        for (unsigned t = 0; t < m->threads; t++)
            enabled += machine_enabled(m, t);
        if (!enabled)
            break;
        pick = (unsigned)rand() % enabled;
        unsigned t = 0;
        while (!machine_enabled(m, t) || pick-- > 0)
            t++;
        const struct op *op = machine_pending(m, t);
        uint32_t choice = op_choice(op, (unsigned)rand() % op_choices(op));
        steps[count++] = (struct step){t, choice};
        machine_step(m, steps[count - 1]);
    }
    return count;
}

static void same_pending(struct machine *a, struct machine *b) {
    for (unsigned t = 0; t < a->threads; t++) {
        const struct op *p = machine_pending(a, t), *q = machine_pending(b, t);
        assert_int_equal(p == NULL, q == NULL);
        assert_int_equal(machine_status(a, t), machine_status(b, t));
        assert_int_equal(machine_enabled(a, t), machine_enabled(b, t));
        if (p) {
            assert_int_equal(p->kind, q->kind);
            assert_int_equal(p->arg, q->arg);
            assert_int_equal(p->choice, q->choice);
            assert_int_equal(p->old, q->old);
        }
    }
}

// Undoing and running again lead to the same state as running from the start.
static void going_back_is_exact(void **state) {
    (void)state;
    srand(1);
    for (uint64_t seed = 1; seed < 400; seed++) {
        char *text = random_program(seed, WITH_EVERYTHING);
        struct machine *wanders = machine_of(text, (struct relation){0});
        struct step steps[64], others[64];
        unsigned count = walk(wanders, steps, 64);
        for (int round = 0; round < 4; round++) {
            unsigned back = (unsigned)rand() % (count + 1);
            machine_goto(wanders, steps, back);
            walk(wanders, others, (unsigned)rand() % 8);
            unsigned to = (unsigned)rand() % (count + 1);
            machine_goto(wanders, steps, to);
            struct machine *fresh = machine_of(text, (struct relation){0});
            machine_goto(fresh, steps, to);
            struct state_hash a = model_observable(wanders);
            struct state_hash b = model_observable(fresh);
            assert_true(a.low == b.low && a.high == b.high);
            same_pending(wanders, fresh);
            machine_destroy(fresh);
        }
        machine_destroy(wanders);
        memory_free(text);
    }
}

static void step_all(struct machine *m, unsigned thread) {
    while (machine_enabled(m, thread))
        machine_step(m, (struct step){
                            thread, op_choice(machine_pending(m, thread), 0)});
}

static enum finding_kind mishap_of(const char *text) {
    struct machine *m = machine_of(text, (struct relation){0});
    enum finding_kind first = machine_mishap_kind(m);
    while (!first && machine_enabled(m, 0)) {
        machine_step(m, (struct step){0, 0});
        first = machine_mishap_kind(m);
    }
    machine_destroy(m);
    return first;
}

static void mishaps_are_seen(void **state) {
    (void)state;
    assert_int_equal(mishap_of("thread p\n ASSERT 0\n"), FINDING_ASSERTION);
    assert_int_equal(mishap_of("thread p\n R a x\n ASSERT a\n"),
                     FINDING_ASSERTION);
    assert_int_equal(mishap_of("thread p\n UNLOCK m\n"), FINDING_MUTEX_MISUSE);
    assert_int_equal(mishap_of("thread p\n WAIT c m\n"), FINDING_MUTEX_MISUSE);
    assert_int_equal(mishap_of("thread p\n RWUNLOCK l\n"),
                     FINDING_MUTEX_MISUSE);
    assert_int_equal(mishap_of("thread p\n SPAWN q\n SPAWN q\nthread q\n"),
                     FINDING_API_MISUSE);
    assert_int_equal(mishap_of("thread p\n R a x\n WHILE 1\n END\n"),
                     FINDING_NO_PROGRESS);
    assert_int_equal(mishap_of("thread p\n R a x\n W y 1//a\n"),
                     FINDING_UNCAUGHT_SIGNAL);
    assert_int_equal(mishap_of("thread p\n LOCK m\n UNLOCK m\n"), NO_FINDING);
    assert_int_equal(mishap_of("thread p\n WRLOCK l\n RWUNLOCK l\n"),
                     NO_FINDING);
}

static void values_and_sizes(void **state) {
    (void)state;
    struct machine *m = machine_of("init x=-1\n"
                                   "thread p\n R a x{0,1}\n ASSERT a == 255\n"
                                   " R b x\n ASSERT b == -1\n W x{2,2} 0\n"
                                   " R c x\n ASSERT c == ~(0xffff << 16)\n"
                                   " FAA d x{6,2} 1\n ASSERT d == 0xffff\n"
                                   " R e x{6,2}\n ASSERT e == 0\n"
                                   " R f a[e + 4]\n ASSERT f == 0\n"
                                   " W a[4] 9\n R g a[e + 4]\n ASSERT g == 9\n",
                                   (struct relation){0});
    while (machine_enabled(m, 0)) {
        machine_step(m, (struct step){0, 0});
        if (m->mishaps.count)
            fail_msg("line %u", m->mishaps.at[0].site);
    }
    machine_destroy(m);
}

static void a_barrier_is_crossed_in_rounds(void **state) {
    (void)state;
    const char *text = "thread p\n BARRIER b 2\n BARRIER b 2\n"
                       "thread q\n BARRIER b 2\n BARRIER b 2\n";
    struct machine *m = machine_of(text, (struct relation){0});
    step_all(m, 0); // arrives
    assert_int_equal(machine_pending(m, 0)->kind, OP_LEAVE);
    step_all(m, 1); // arrives, leaves, arrives
    assert_int_equal(machine_pending(m, 1)->kind, OP_LEAVE);
    assert_int_equal(machine_pending(m, 1)->arg, 1);
    step_all(m, 0);
    step_all(m, 1);
    assert_int_equal(machine_status(m, 0), THREAD_ENDED);
    assert_int_equal(machine_status(m, 1), THREAD_ENDED);
    machine_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(going_back_is_exact),
        cmocka_unit_test(mishaps_are_seen),
        cmocka_unit_test(values_and_sizes),
        cmocka_unit_test(a_barrier_is_crossed_in_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
