// SPDX-License-Identifier: Apache-2.0

#include "helper.h"

#include "op/op.h"

static struct op memory(enum op_kind kind, uint64_t addr, uint32_t size) {
    struct op op = {.kind = (uint8_t)kind, .addr = addr, .size = size};
    op_set_mode(&op);
    return op;
}

static struct op update(enum rmw update, bool blind, uint64_t addr,
                        uint32_t size, uint64_t arg) {
    struct op op = memory(OP_RMW, addr, size);
    op.update = (uint8_t)update;
    op.flags = blind ? OP_BLIND : 0;
    op.arg = arg;
    op_set_mode(&op);
    return op;
}

static struct op on(enum op_kind kind, uint64_t addr) {
    return memory(kind, addr, 1);
}

static void expect(bool depends, struct op a, struct op b) {
    assert_int_equal(op_depends(&a, &b), depends);
    assert_int_equal(op_depends(&b, &a), depends); // it is symmetric
}

static void reads_and_writes(void **state) {
    (void)state;
    expect(false, memory(OP_READ, 8, 8), memory(OP_READ, 8, 8));
    expect(true, memory(OP_READ, 8, 8), memory(OP_WRITE, 8, 8));
    expect(true, memory(OP_WRITE, 8, 8), memory(OP_WRITE, 8, 8));
    expect(false, memory(OP_WRITE, 8, 8), memory(OP_WRITE, 16, 8));
    expect(false, memory(OP_CAS_FAIL, 8, 8), memory(OP_READ, 8, 8));
    expect(true, memory(OP_CAS, 8, 8), memory(OP_READ, 8, 8));
    expect(false, memory(OP_AWAIT, 8, 8), memory(OP_READ, 8, 8));
    expect(true, memory(OP_XAWAIT, 8, 8), memory(OP_AWAIT, 8, 8));
}

static void overlapping_sizes(void **state) {
    (void)state;
    expect(false, memory(OP_WRITE, 8, 4), memory(OP_WRITE, 12, 4));
    expect(true, memory(OP_WRITE, 8, 4), memory(OP_READ, 11, 2));
    expect(true, memory(OP_WRITE, 14, 4), memory(OP_READ, 16, 1));
    expect(false, memory(OP_WRITE, 14, 2), memory(OP_READ, 16, 1));
}

static void commuting_updates(void **state) {
    (void)state;
    struct op add = update(RMW_ADD, true, 8, 8, 1);
    expect(false, add, update(RMW_ADD, true, 8, 8, 2));
    expect(false, add, update(RMW_SUB, true, 8, 8, 2));
    expect(true, add, update(RMW_ADD, false, 8, 8, 2)); // result is used
    expect(true, add, update(RMW_ADD, true, 8, 4, 2));  // another size
    expect(true, add, update(RMW_OR, true, 8, 8, 2));   // another class
    expect(true, add, memory(OP_READ, 8, 8));
    expect(true, add, memory(OP_WRITE, 8, 8));
    // These do not commute, whatever is done with the results.
    expect(true, update(RMW_NAND, true, 8, 8, 1),
           update(RMW_NAND, true, 8, 8, 2));
    expect(true, update(RMW_EXCHANGE, true, 8, 8, 1),
           update(RMW_EXCHANGE, true, 8, 8, 2));
}

// Every class really commutes: both orders give the same value.
static void commuting_is_true(void **state) {
    (void)state;
    for (int a = 0; a < RMW_NONE; a++)
        for (int b = 0; b < RMW_NONE; b++) {
            struct op f = update((enum rmw)a, true, 8, 4, 0xfffffff3);
            struct op g = update((enum rmw)b, true, 8, 4, 0x15);
            if (op_depends(&f, &g))
                continue;
            uint64_t values[] = {0, 1, 0x80000000, 0xffffffff, 0x1234567};
            for (unsigned i = 0; i < 5; i++)
                assert_int_equal(op_result(&f, op_result(&g, values[i])),
                                 op_result(&g, op_result(&f, values[i])));
        }
}

static void synchronisation(void **state) {
    (void)state;
    expect(true, on(OP_LOCK, 8), on(OP_UNLOCK, 8));
    expect(true, on(OP_TRYLOCK_FAIL, 8), on(OP_UNLOCK, 8));
    expect(false, on(OP_LOCK, 8), on(OP_LOCK, 16));
    expect(false, on(OP_RDLOCK, 8), on(OP_RDUNLOCK, 8));
    expect(true, on(OP_RDLOCK, 8), on(OP_WRLOCK, 8));
    expect(true, on(OP_SEM_POST, 8), on(OP_SEM_WAIT, 8));
    expect(false, on(OP_LEAVE, 8), on(OP_ARRIVE, 8));
    expect(false, on(OP_JOIN, 0), on(OP_SPAWN, 0));
    struct op reader = on(OP_RDLOCK, 8);
    reader.flags = OP_READERS_CONFLICT;
    op_set_mode(&reader);
    expect(true, reader, on(OP_RDUNLOCK, 8));
}

static void waiting_acts_on_two_objects(void **state) {
    (void)state;
    struct op wait = on(OP_WAIT, 8);
    wait.addr2 = 16;
    expect(true, wait, on(OP_LOCK, 8));
    expect(true, wait, on(OP_SIGNAL, 16));
    expect(true, wait, on(OP_BROADCAST, 16));
    expect(false, wait, on(OP_SIGNAL, 24));
    struct op awake = on(OP_AWAKE, 8);
    awake.arg = 16;
    expect(true, wait, awake);
    expect(false, awake, on(OP_SIGNAL, 16)); // an enabling edge, no dependency
    expect(true, awake, on(OP_UNLOCK, 8));
    struct op other = wait;
    other.addr = 24; // another mutex, the same condition variable
    expect(true, wait, other);
}

static void failed_cas_can_count_as_write(void **state) {
    (void)state;
    struct op cas = memory(OP_CAS, 8, 8);
    cas.flags = OP_FAILED_CAS_WRITES;
    cas.arg = 5;
    op_decide(&cas, 4);
    assert_int_equal(cas.kind, OP_CAS_FAIL);
    expect(true, cas, memory(OP_READ, 8, 8));
    cas.flags = 0;
    op_decide(&cas, 4);
    expect(false, cas, memory(OP_READ, 8, 8));
    op_decide(&cas, 5);
    assert_int_equal(cas.kind, OP_CAS);
    expect(true, cas, memory(OP_READ, 8, 8));
}

// Wide ones: values are hashes, which say nothing of the parts.
static void hashed_values(void **state) {
    (void)state;
    struct op cas = memory(OP_CAS, 16, 16), other = memory(OP_CAS, 16, 16);
    cas.flags = other.flags = OP_HASHED;
    cas.arg = other.arg2 = 0x1122334455667788;
    other.arg = other.old = 0x99;
    op_decide(&cas, 0x99);
    assert_int_equal(cas.kind, OP_CAS_FAIL);
    expect(false, cas, memory(OP_READ, 24, 8));
    uint64_t after = op_state_after(&cas, &other, 0, 0x99);
    assert_int_equal(after, 0x1122334455667788);
    op_decide(&cas, after);
    assert_int_equal(cas.kind, OP_CAS);
    assert_int_equal(op_state_before(&cas, &other, 0, after), 0x99);
    struct op half = memory(OP_WRITE, 24, 8); // the second one
    half.arg = 1;
    assert_true(op_changes(&cas, &half));
    assert_int_equal(op_state_after(&cas, &half, 0, 0x99), OP_UNKNOWN);
    assert_int_equal(op_state_before(&cas, &half, 0, 0x99), OP_UNKNOWN);
    op_decide(&cas, OP_UNKNOWN); // may well succeed
    assert_int_equal(cas.kind, OP_CAS);
    assert_int_equal(op_state_after(&half, &cas, 0, 5), 5);
    struct op three = memory(OP_WRITE, 20, 3);
    three.flags = OP_HASHED;
    three.arg = after;
    assert_int_equal(op_state_after(&three, &three, 0, 7), after);
    assert_false(op_changes(
        &cas, &(struct op){
                  .kind = OP_WRITE, .mode = OP_WRITES, .addr = 32, .size = 8}));
}

// Going back over an event restores what was there before it.
static void states_go_back(void **state) {
    (void)state;
    struct op await = memory(OP_AWAIT, 8, 8);
    struct op half = memory(OP_WRITE, 12, 4);
    half.arg = 7;
    half.old = 0x11111111ffffffffull;
    uint64_t after = op_state_after(&await, &half, 0, half.old);
    assert_int_equal(after, 0x00000007ffffffffull);
    assert_int_equal(op_state_before(&await, &half, 0, after), half.old);
    struct op signal = on(OP_SIGNAL, 16), wait = on(OP_WAIT, 8);
    wait.addr2 = 16;
    assert_int_equal(op_state_after(&signal, &wait, 3, 1), 9);
    assert_int_equal(op_state_before(&signal, &wait, 3, 9), 1);
    struct op lock = on(OP_LOCK, 8);
    wait.old = 4;
    assert_int_equal(op_state_after(&lock, &wait, 3, 4), 0);
    assert_int_equal(op_state_before(&lock, &wait, 3, 0), 4);
}

static void choices_of_a_signal(void **state) {
    (void)state;
    struct op signal = on(OP_SIGNAL, 8);
    op_decide(&signal, 0);
    assert_int_equal(op_choices(&signal), 1);
    assert_int_equal(signal.choice, 0); // wakes nobody
    op_decide(&signal, 1u << 2 | 1u << 5);
    assert_int_equal(op_choices(&signal), 2);
    assert_int_equal(op_choice(&signal, 0), 3);
    assert_int_equal(op_choice(&signal, 1), 6);
    signal.choice = 6;
    op_decide(&signal, 1u << 5 | 1u << 1);
    assert_int_equal(signal.choice, 6); // still possible: kept
    op_decide(&signal, 1u << 1);
    assert_int_equal(signal.choice, 2);
}

// What a row's columns say fits together.
static void rows_are_consistent(void **state) {
    (void)state;
    for (int kind = 0; kind < OP_KINDS; kind++) {
        const struct op_row *row = &op_rows[kind];
        bool waits = row->blocking != NEVER_WAITS;
        bool otherwise = row->otherwise != OP_ITSELF;
        assert_false(waits && otherwise);
        assert_int_equal(row->when != WHEN_ALWAYS,
                         row->blocking == WAITS_CONTENDED || otherwise);
        assert_true(row->blocking != WAITS_ENABLED || row->after);
        assert_true(row->mode == OP_WRITES || row->object != ON_MEMORY ||
                    row->effect <= DOES_LOOK);
        assert_true(row->effect != DOES_LOOK || !waits);
        for (const char *w = strchr(row->words, '%'); w; w = strchr(w + 1, '%'))
            assert_non_null(strchr("kopuvntca", w[1]));
    }
}

// Of two ways to happen, each names the other, and happens when it does not.
static void outcomes_exclude_each_other(void **state) {
    (void)state;
    for (int kind = 0; kind < OP_KINDS; kind++) {
        const struct op_row *row = &op_rows[kind];
        if (row->otherwise == OP_ITSELF)
            continue;
        assert_int_equal(op_rows[row->otherwise].otherwise, kind);
        uint64_t states[] = {0, 1, 4, 5, 1ull << 32, -1ull};
        for (unsigned i = 0; i < 6; i++) {
            struct op one = memory((enum op_kind)kind, 8, 8);
            struct op other = memory((enum op_kind)row->otherwise, 8, 8);
            one.arg = other.arg = 5;
            one.target = other.target = 2;
            op_decide(&one, states[i]);
            op_decide(&other, states[i]);
            assert_int_equal(one.kind, other.kind);
            assert_int_equal(one.mode, op_rows[one.kind].mode);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(overlapping_sizes),
        cmocka_unit_test(commuting_updates),
        cmocka_unit_test(commuting_is_true),
        cmocka_unit_test(synchronisation),
        cmocka_unit_test(waiting_acts_on_two_objects),
        cmocka_unit_test(failed_cas_can_count_as_write),
        cmocka_unit_test(hashed_values),
        cmocka_unit_test(states_go_back),
        cmocka_unit_test(choices_of_a_signal),
        cmocka_unit_test(rows_are_consistent),
        cmocka_unit_test(outcomes_exclude_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
