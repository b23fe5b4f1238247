// SPDX-License-Identifier: Apache-2.0
// The text of the papers' tables: what is read, and what is refused.

#include "paper_table.h"

#include "base/file.h"
#include "helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/mazurka-paper-table-XXXXXX";

static bool read_text(struct paper_table *table, const char *text, char *error,
                      size_t room) {
    assert_true(file_write(path, text, strlen(text)));
    return paper_table_read(table, path, error, room);
}

static const char good[] = "# a comment\n"
                           "title  A table\n"
                           "paper  Some paper\n"
                           "column pop --algorithm=pop\n"
                           "column base --loops=off -DBASE --k=3\n"
                           "\n"
                           "row fast -DN=7 -DFLAG\n"
                           "  pop  12 quick\n"
                           "\tbase 12+~3 steps=40 --unroll=2\n"
                           "  note nothing more\n"
                           "row slow\n"
                           "  pop ~1+0\n"
                           "  base ?";

static void test_good(void **unused) {
    struct paper_table t;
    char error[200] = "";
    (void)unused;
    assert_true(read_text(&t, good, error, sizeof error));
    assert_string_equal(t.title, "A table");
    assert_string_equal(t.paper, "Some paper");
    assert_int_equal(t.columns.count, 2);
    assert_int_equal(t.columns.at[1].options.count, 3);
    assert_int_equal(t.rows.count, 2);
    const struct row *row = &t.rows.at[0];
    assert_string_equal(row->program, "fast");
    assert_string_equal(row->note, "nothing more");
    char *parameters = row_parameters(row);
    assert_string_equal(parameters, "(7, FLAG)");
    memory_free(parameters);
    assert_int_equal(row->cells.count, 2);
    const struct cell *first = &row->cells.at[0], *second = &row->cells.at[1];
    assert_true(first->quick && !second->quick);
    assert_true(first->complete.exact && first->complete.number == 12);
    // Not said to be blocked: none may be.
    assert_true(first->blocked.known && first->blocked.exact);
    assert_int_equal(first->blocked.number, 0);
    assert_true(second->blocked.known && !second->blocked.exact);
    assert_int_equal(second->blocked.number, 3);
    assert_int_equal(second->steps.number, 40);
    assert_string_equal(second->options.at[0], "--unroll=2");
    const struct cell *unknown = &t.rows.at[1].cells.at[1];
    assert_true(!unknown->complete.known && !unknown->blocked.known);
    paper_table_free(&t);
}

static void test_words(void **unused) {
    (void)unused;
    assert_true(paper_table_word_builds("-DN=7"));
    assert_true(paper_table_word_builds("--loops=off"));
    assert_true(paper_table_word_builds("--purity=paper"));
    assert_false(paper_table_word_builds("--unroll=2"));
    assert_false(paper_table_word_builds("--algorithm=pop"));
}

#define HEAD "title T\npaper P\ncolumn a --k=1\n"

static void test_bad(void **unused) {
    static const struct {
        const char *text, *error; // after the file's name
    } bad[] = {
        {"", ":0: no title"},
        {"title T\n", ":1: no paper"},
        {"title T\ntitle U\n", ":2: title for the second time"},
        {"title\n", ":1: title needs a text"},
        {"what T\n", ":1: 'what' is neither title, paper, column nor row"},
        {HEAD, ":3: no rows"},
        {HEAD "column\n", ":4: a column needs a name"},
        {HEAD "column a\n", ":4: a second column a"},
        {HEAD "column b k\n", ":4: 'k' is not an option"},
        {HEAD "row\n", ":4: a row needs a program"},
        {HEAD "row p N=3\n", ":4: 'N=3' is not an option"},
        {HEAD " a 3\n", ":4: 'a' before the first row"},
        {HEAD "row p\nrow q\n a 3\n", ":4: a row without counts"},
        {HEAD "row p\n b 3\n", ":5: there is no column b"},
        {HEAD "row p\n a 3\n a 3\n", ":6: a for the second time"},
        {HEAD "row p\n a\n", ":5: a needs counts, like 12, 12+~3 or ?"},
        {HEAD "row p\n a 3+\n", ":5: a needs counts, like 12, 12+~3 or ?"},
        {HEAD "row p\n a -3\n", ":5: a needs counts, like 12, 12+~3 or ?"},
        {HEAD "row p\n a 3x\n", ":5: a needs counts, like 12, 12+~3 or ?"},
        {HEAD "row p\n a 99999999999999999999\n",
         ":5: a needs counts, like 12, 12+~3 or ?"},
        {HEAD "row p\n a 3 slow\n",
         ":5: 'slow' is neither quick, steps=N nor an option"},
        {HEAD "row p\n a 3 steps=\n", ":5: 'steps=' has no number"},
        {HEAD "row p\n a 3\n note\n", ":6: note needs a text"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct paper_table t;
        char error[200] = "";
        assert_false(read_text(&t, bad[i].text, error, sizeof error));
        assert_string_equal(strchr(error, ':') ? strchr(error, ':') : error,
                            bad[i].error);
        paper_table_free(&t);
    }
}

static int make_file(void **unused) {
    (void)unused;
    int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int remove_file(void **unused) {
    (void)unused;
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good),
                                       cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
