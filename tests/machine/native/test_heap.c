// SPDX-License-Identifier: Apache-2.0
// The heap: addresses, checks, what is said about errors, leaks, going back.

#include "stub.h"

#include <sys/mman.h>

static const struct mz_site a3 = {"a.c", "f", "malloc", 3, 1, "", ""};
static const struct mz_site a5 = {"a.c", "f", "free", 5, 1, "", ""};
static const struct mz_site a7 = {"a.c", "f", "free", 7, 1, "", ""};

static bool all_are(const char *bytes, size_t size, int value) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != (char)value)
            return false;
    return true;
}

static void test_blocks_are_aligned_and_filled(void **state) {
    (void)state;
    for (size_t size = 0; size < 300; size++) {
        char *block = heap_new(size, 1, false, &a3);
        assert_int_equal((uintptr_t)block % 16, 0);
        assert_true(all_are(block, size, 0xbe));
        assert_true(heap_owns(block));
        assert_int_equal(heap_check(block, size), NO_FINDING);
        assert_int_equal(heap_block_at(block)->size, size);
        char *zeros = heap_new(size, 64, true, &a3);
        assert_int_equal((uintptr_t)zeros % 64, 0);
        assert_true(all_are(zeros, size, 0));
    }
    assert_int_equal((uintptr_t)heap_new(1, 1 << 20, false, &a3) % (1 << 20),
                     0);
}

static void test_every_byte_outside_is_refused(void **state) {
    (void)state;
    for (size_t size = 0; size < 70; size++) {
        char *block = heap_new(size, 1, false, &a3);
        heap_new(9, 1, false, &a3);
        for (size_t length = 1; length < 20; length++)
            for (long at = -40; at < (long)size + 16; at++) {
                bool inside = at >= 0 && at + (long)length <= (long)size;
                assert_int_equal(heap_check(block + at, length),
                                 inside ? NO_FINDING : FINDING_OUT_OF_BOUNDS);
            }
    }
}

static void test_addresses_do_not_depend_on_other_threads(void **state) {
    (void)state;
    char *first = heap_new(10, 1, false, &a3);
    stub.running = 1;
    char *other = heap_new(10, 1, false, &a3);
    stub.running = 0;
    char *second = heap_new(10, 1, false, &a3);
    stub_undo(0);
    stub.running = 1;
    assert_ptr_equal(heap_new(10, 1, false, &a3), other);
    stub.running = 0;
    assert_ptr_equal(heap_new(10, 1, false, &a3), first);
    assert_ptr_equal(heap_new(10, 1, false, &a3), second);
    assert_int_equal(heap_block_at(other)->owner, 1);
}

static void test_undo_gives_back_what_was_there(void **state) {
    (void)state;
    char *kept = heap_new(24, 1, false, &a3);
    size_t mark = stub.saved.count;
    char *gone = heap_new(100, 1, false, &a3);
    memset(gone, 1, 100);
    heap_delete(kept, &a5);
    assert_int_equal(heap_check(kept, 1), FINDING_USE_AFTER_FREE);
    assert_null(heap_block_at(kept));
    stub_undo(mark);
    assert_int_equal(heap_check(kept, 24), NO_FINDING);
    assert_int_equal(heap_check(kept, 25), FINDING_OUT_OF_BOUNDS);
    assert_null(heap_block_at(gone));
    assert_int_equal(heap_check(gone, 1), FINDING_OUT_OF_BOUNDS);
    char *again = heap_new(90, 1, false, &a3);
    assert_ptr_equal(again, gone);
    assert_true(all_are(again, 90, 0xbe));
    assert_int_equal(heap_check(again, 91), FINDING_OUT_OF_BOUNDS);
}

static void test_freed_memory_is_not_given_out_again(void **state) {
    (void)state;
    char *block = heap_new(33, 1, false, &a3);
    heap_delete(block, &a5);
    assert_ptr_not_equal(heap_new(33, 1, false, &a3), block);
    assert_int_equal(heap_check(block + 32, 1), FINDING_USE_AFTER_FREE);
    struct heap_block found;
    assert_true(heap_find(block + 7, &found));
    assert_ptr_equal(found.start, block);
    assert_ptr_equal(found.freed, &a5);
}

static void test_large_blocks(void **state) {
    (void)state;
    size_t size = 300u << 20;
    size_t mark = stub.saved.count;
    char *block = heap_new(size, 1, false, &a3);
    assert_non_null(block);
    assert_int_equal(heap_check(block, size), NO_FINDING);
    assert_int_equal(heap_check(block, size + 1), FINDING_OUT_OF_BOUNDS);
    assert_int_equal(block[size / 2], 0);
    memset(block + size / 2, 7, 100);
    memset(block, 7, 100);
    size_t before = stub.saved.count;
    heap_delete(block, &a5);
    for (size_t i = before; i < stub.saved.count; i++)
        assert_true(stub.saved.at[i].size < size >> 12); // little is saved
    assert_int_equal(heap_check(block + size / 2, 8), FINDING_USE_AFTER_FREE);
    stub_undo(mark);
    // Smaller ones in the same place, then a large one again.
    char *small = heap_new(5000, 1, false, &a3);
    assert_ptr_equal(small, block);
    assert_true(all_are(small, 5000, 0xbe));
    heap_delete(small, &a5);
    stub_undo(mark);
    block = heap_new(size, 1, false, &a3);
    assert_int_equal(heap_check(block, size), NO_FINDING);
    assert_int_equal(block[size / 2], 0);
    assert_true(all_are(block, 6000, 0));
}

static void test_what_is_too_large(void **state) {
    (void)state;
    // More than any system has.
    assert_null(heap_new(SIZE_MAX, 1, true, &a3));
    assert_null(heap_new(SIZE_MAX - 100, 4096, true, &a3));
    assert_null(heap_new(1, 1ull << 62, false, &a3));
    // More than there is here, at once or in all.
    assert_int_equal(ENDS(heap_new(100ull << 30, 1, false, &a3)), STUB_LIMIT);
    assert_non_null(heap_new(40ull << 30, 1, false, &a3));
    assert_non_null(heap_new(40ull << 30, 1, false, &a3));
    assert_non_null(heap_new(40ull << 30, 1, false, &a3));
    assert_int_equal(ENDS(heap_new(40ull << 30, 1, false, &a3)), STUB_LIMIT);
    assert_non_null(heap_new(1000, 1, false, &a3));
}

// What a page holds, without bringing it into being: 0 if it is not there.
static bool is_there(char *page) {
    unsigned char resident;
    char *start = (char *)((uintptr_t)page & ~4095ull);
    assert_int_equal(mincore(start, 1, &resident), 0);
    return resident & 1;
}

static void test_pages_are_given_back(void **state) {
    (void)state;
    enum { SIZE = 1 << 20, MIDDLE = SIZE / 2 };
    // In the step in which the block has come into being: at once.
    stub.step = 7;
    char *block = heap_new(SIZE, 1, false, &a3);
    memset(block, 1, SIZE);
    assert_true(heap_is_new(block) && heap_is_new(block + MIDDLE));
    heap_delete(block, &a5);
    assert_false(is_there(block + MIDDLE));
    assert_int_equal(stub.kept, 0);
    assert_int_equal(heap_check(block + MIDDLE, 8), FINDING_USE_AFTER_FREE);
    // Later, it is needed for going back, until nobody does.
    block = heap_new(SIZE, 1, false, &a3);
    memset(block, 1, SIZE);
    size_t mark = stub.saved.count;
    stub.step = 9;
    assert_false(heap_is_new(block + MIDDLE));
    heap_delete(block, &a5);
    assert_int_equal(stub.kept, SIZE);
    heap_give_back(7, 20); // it was there at the beginning of that
    heap_give_back(6, 8);  // and at the end of that
    assert_true(is_there(block + MIDDLE));
    stub_undo(mark);
    assert_int_equal(heap_check(block, SIZE), NO_FINDING);
    assert_int_equal(block[MIDDLE], 1);
    heap_delete(block, &a5);
    heap_give_back(6, 9);
    assert_false(is_there(block + MIDDLE));
}

// Living blocks that share chunks with freed large ones.
static void test_neighbours_of_freed_blocks(void **state) {
    (void)state;
    char *block[5];
    for (int i = 0; i < 5; i++)
        block[i] = heap_new(i % 2 ? 200000 : 100, 1, false, &a3);
    heap_delete(block[1], &a5);
    for (int i = 0; i < 5; i++) {
        size_t size = i % 2 ? 200000 : 100;
        enum finding_kind kind = i == 1 ? FINDING_USE_AFTER_FREE : NO_FINDING;
        for (size_t at = 0; at < size; at += 4)
            assert_int_equal(heap_check(block[i] + at, 4), kind);
        assert_int_equal(heap_check(block[i], size), kind);
        assert_int_equal(heap_check(block[i] + size, 1), FINDING_OUT_OF_BOUNDS);
    }
}

static void test_near_blocks(void **state) {
    (void)state;
    char *a = heap_new(20, 1, false, &a3);
    char *b = heap_new(40, 1, false, &a5);
    struct heap_block found;
    for (char *at = a - 8; at < a + 24; at++)
        assert_true(heap_find(at, &found) && found.start == a);
    for (char *at = b - 8; at < b + 60; at++)
        assert_true(heap_find(at, &found) && found.start == b);
    assert_false(heap_find(&found, &found));
    stub.running = 5;
    char *far = heap_new(1, 1, false, &a3);
    assert_true(heap_find(far + 10000, &found) && found.start == far);
    assert_false(heap_owns(&found));
}

static void test_descriptions(void **state) {
    (void)state;
    char *block = heap_new(16, 1, false, &a3);
    char text[200];
    heap_describe(block + 20, text, sizeof text);
    assert_string_equal(
        text, "4 bytes after the block of 16 bytes allocated at a.c:3");
    heap_describe(block - 1, text, sizeof text);
    assert_string_equal(
        text, "1 byte before the block of 16 bytes allocated at a.c:3");
    heap_describe(block + 16, text, sizeof text);
    assert_string_equal(
        text, "at the end of the block of 16 bytes allocated at a.c:3");
    stub.running = 1;
    heap_delete(block, &a5);
    heap_describe(block + 3, text, sizeof text);
    assert_string_equal(text, "3 bytes inside the block of 16 bytes allocated "
                              "at a.c:3, freed at a.c:5 by main/1");
}

static void test_double_free(void **state) {
    (void)state;
    char *block = heap_new(16, 1, false, &a3);
    heap_delete(block, &a5);
    assert_int_equal(ENDS(heap_delete(block, &a7)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_DOUBLE_FREE);
    assert_string_equal(stub.message,
                        "frees again a block of 16 bytes allocated at a.c:3, "
                        "freed at a.c:5 by main");
    char *large = heap_new(2 << 20, 1, false, &a3);
    heap_delete(large, &a5);
    assert_int_equal(ENDS(heap_delete(large, &a7)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_DOUBLE_FREE);
}

static void test_invalid_free(void **state) {
    (void)state;
    char *block = heap_new(64, 1, false, &a3);
    for (int at = -100; at < 200; at++) {
        if (!at)
            continue;
        assert_int_equal(ENDS(heap_delete(block + at, &a7)), STUB_FAIL);
        assert_int_equal(stub.kind, FINDING_INVALID_FREE);
    }
    assert_int_equal(ENDS(heap_delete(block + 16, &a7)), STUB_FAIL);
    assert_string_equal(stub.message,
                        "frees what is not the start of a block: 16 bytes "
                        "inside the block of 64 bytes allocated at a.c:3");
    char local[32];
    assert_int_equal(ENDS(heap_delete(local, &a7)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_INVALID_FREE);
    assert_non_null(strstr(stub.message, "not in the heap"));
    // A header that the program forged is none.
    memset(block, 0, 64);
    assert_int_equal(ENDS(heap_delete(block + 64, &a7)), STUB_FAIL);
}

static unsigned leaks;
static size_t leaked_bytes;

static void count_leak(void *context, const struct heap_block *block) {
    (void)context;
    leaks++;
    leaked_bytes += block->size;
}

static void test_leaks(void **state) {
    (void)state;
    struct node {
        struct node *next;
        char *inside;
    } *list = NULL, *lost = NULL;
    for (int i = 0; i < 10; i++) {
        stub.running = (unsigned)i % 3;
        struct node *node = heap_new(sizeof *node, 1, true, &a3);
        node->next = list;
        node->inside = (char *)heap_new(100, 1, false, &a3) + 50;
        list = node;
    }
    for (int i = 0; i < 3; i++) { // a cycle is lost as well
        struct node *node = heap_new(sizeof *node, 1, true, &a3);
        node->next = lost ? lost : node;
        lost = node;
    }
    heap_delete(heap_new(77, 1, false, &a3), &a5);
    struct heap_root root = {&list, sizeof list};
    leaks = 0;
    leaked_bytes = 0;
    heap_leaks(&root, 1, count_leak, NULL);
    assert_int_equal(leaks, 3);
    assert_int_equal(leaked_bytes, 3 * sizeof(struct node));
    list->next = NULL;
    leaks = 0;
    heap_leaks(&root, 1, count_leak, NULL);
    assert_int_equal(leaks, 3 + 18);
    leaks = 0;
    heap_leaks(NULL, 0, count_leak, NULL);
    assert_int_equal(leaks, 23);
}

// Random allocations and frees, checked against a table, with going back.
static void test_random_histories(void **state) {
    (void)state;
    enum { MOST = 60 };
    struct {
        char *block;
        size_t size;
        bool freed;
    } known[MOST];
    srand(1);
    for (int round = 0; round < 300; round++) {
        unsigned count = 0;
        for (int i = 0; i < MOST; i++) {
            stub.running = (unsigned)rand() % 3;
            if (count && rand() % 3 == 0) {
                unsigned k = (unsigned)rand() % count;
                if (!known[k].freed)
                    heap_delete(known[k].block, &a5);
                known[k].freed = true;
                continue;
            }
            size_t size = (size_t)rand() % (rand() % 50 ? 500 : 3000000);
            known[count].block = heap_new(size, 1, false, &a3);
            known[count].size = size;
            known[count++].freed = false;
        }
        for (unsigned k = 0; k < count; k++) {
            enum finding_kind kind = heap_check(known[k].block, known[k].size);
            bool freed = known[k].freed && known[k].size;
            assert_int_equal(kind, freed ? FINDING_USE_AFTER_FREE : NO_FINDING);
            assert_int_not_equal(heap_check(known[k].block, known[k].size + 1),
                                 NO_FINDING);
            assert_true(!!heap_block_at(known[k].block) == !known[k].freed);
        }
        stub_undo(0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_blocks_are_aligned_and_filled),
        TEST(test_every_byte_outside_is_refused),
        TEST(test_addresses_do_not_depend_on_other_threads),
        TEST(test_undo_gives_back_what_was_there),
        TEST(test_freed_memory_is_not_given_out_again),
        TEST(test_large_blocks),
        TEST(test_what_is_too_large),
        TEST(test_pages_are_given_back),
        TEST(test_neighbours_of_freed_blocks),
        TEST(test_near_blocks),
        TEST(test_descriptions),
        TEST(test_double_free),
        TEST(test_invalid_free),
        TEST(test_leaks),
        TEST(test_random_histories),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
