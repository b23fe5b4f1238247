// SPDX-License-Identifier: Apache-2.0
// The hash map against arrays: random rows come and go, several with one key.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/table.h"

enum { KEYS = 300, STEPS = 20000 };

struct row {
    uint64_t key;
    uint32_t value;
};

static uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static uint64_t key_of(uint32_t number) {
    return (uint64_t)number * 0x100000001u + 1; // many share a home
}

static void rows_come_and_go(void **unused) {
    (void)unused;
    for (int load = TABLE_HALF; load <= TABLE_THREE_QUARTERS; load++) {
        TABLE(struct row) t = {.table.load = (uint16_t)load};
        bool there[KEYS] = {false};
        uint32_t count = 0;
        uint64_t seed = (uint64_t)load;
        for (int step = 0; step < STEPS; step++) {
            uint32_t k = next_random(&seed) % KEYS;
            struct row *row = table_find(&t, key_of(k));
            assert_int_equal(row != NULL, there[k]);
            if (row) {
                assert_int_equal(row->value, k);
                table_remove(&t, row);
                count--;
            } else {
                row = table_put(&t, key_of(k));
                assert_int_equal(row->value, 0);
                row->value = k;
                assert_ptr_equal(table_put(&t, key_of(k)), row);
                count++;
            }
            there[k] = !there[k];
            assert_int_equal(t.table.count, count);
        }
        uint32_t seen = 0;
        TABLE_EACH (&t, row) {
            assert_true(there[row->value]);
            seen++;
        }
        assert_int_equal(seen, count);
        table_free(&t);
    }
}

static void rows_share_a_key(void **unused) {
    (void)unused;
    TABLE(struct table_item) t = {0};
    for (uint32_t i = 0; i < KEYS; i++)
        table_add(&t, table_hash(i % 7))->item = i;
    for (uint32_t hash = 2; hash < 7; hash++) {
        uint32_t seen = 0;
        for (struct table_item *it = table_find(&t, hash); it;
             it = table_next(&t, it)) {
            assert_int_equal(it->item % 7, hash);
            seen++;
        }
        assert_int_equal(seen, KEYS / 7 + (hash < KEYS % 7));
    }
    table_clear(&t);
    assert_null(table_find(&t, 3));
    table_free(&t);
    assert_null(table_find(&t, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_and_go),
        cmocka_unit_test(rows_share_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
