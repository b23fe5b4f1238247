// SPDX-License-Identifier: Apache-2.0
// The scanner that finds an access in the source text: a ^ below the line
// marks the column that clang gives.

#include "cc/names/source_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct row {
    const char *line, *mark; // the column is that of the mark's last character
    const char *guess;       // what the instructions say; ends with ? if that
                             // is not certain, with ~ if a member may follow
    const char *expected;    // NULL: nothing there fits
};

static const struct row rows[] = {
    // Operators.
    {"q->head = x;", "        ^", "q->head", "q->head"},
    {"q->head=x;", "       ^", "q->head", "q->head"},
    {"x = 1;", "  ^", "x", "x"},
    {"x += 1;", "  ^", "x", "x"},
    {"x <<= 1;", "  ^", "x", "x"},
    {"*p += 1;", "   ^", "*p", "*p"},
    {"counter++;", "       ^", "counter", "counter"},
    {"++counter;", "^", "counter", "counter"},
    {"y = -- x;", "    ^", "x", "x"},
    {"*p++ = 1;", "  ^", "p", "p"},
    {"*p++ = 1;", "     ^", "*p", NULL},
    {"(*p)++;", "    ^", "*p", "*p"},
    {"a * b = c;", "      ^", "b", "b"},
    {"**pp = 4;", "     ^", "**pp", "**pp"},
    // Names, members, subscripts.
    {"f(counter);", "  ^", "counter", "counter"},
    {"x = q->head;", "       ^", "q->head", "q->head"},
    {"x = s.a.b;", "        ^", "s.a.b", "s.a.b"},
    {"x = s.a.b;", "      ^", "s.a", "s.a"},
    {"x = buf[i];", "    ^", "buf[i]", "buf[i]"},
    {"x = buf[i];", "    ^", "buf", "buf"},
    {"x = p[i]->b[j];", "    ^", "p[...]?", "p[i]"},
    {"x = p[i]->b[j];", "    ^", "p[i]->b[j]", "p[i]->b[j]"},
    {"x = m[f(i)][2];", "    ^", "m[...][2]?", "m[f(i)][2]"},
    {"x = *p;", "    ^", "*p", "*p"},
    {"x = a * *p;", "        ^", "*p", "*p"},
    {"x = *q->p;", "    ^", "*q->p", "*q->p"},
    {"x = (*q).v;", "         ^", "q->v", "(*q).v"},
    {"x = a [ i ];", "    ^", "a[i]", "a [ i ]"},
    // The text knows what the instructions do not.
    {"u.f = 1;", "    ^", "u~", "u.f"},
    {"s.bits = 1;", "       ^", "s~", "s.bits"},
    {"x = list()->n;", "            ^", "list()->n?", "list()->n"},
    // Macros and calls: the argument that is meant.
    {"atomic_store(&q->head, 1);", "^", "q->head", "q->head"},
    {"atomic_fetch_add(p, 1);", "^", "*p", "*p"},
    {"CAS(&a, &b[2], c);", "^", "b[2]", "b[2]"},
    {"assert(x == 1);", "^", "x", NULL},
    {"STORE(&y, f(1));", "^", "?", "y"},
    {"COUNTER = 4;", "        ^", "x", NULL},
    // Nothing to be found.
    {"return x;", "      ^", "x", NULL},
    {"", "^", "x", NULL},
};

static void finds(void **state) {
    const struct row *row = *state;
    char guess[64];
    snprintf(guess, sizeof guess, "%s", row->guess);
    char *last = guess + strlen(guess) - 1;
    bool complete = *last != '?', open = *last == '~';
    if (!complete || open)
        *last = 0;
    struct source_file source;
    source_file_from_text(&source, row->line);
    struct text found = {0};
    bool any = source_text_find(&source, 1, (unsigned)strlen(row->mark), guess,
                                complete, open, &found);
    if (row->expected)
        assert_string_equal(text_get(&found), row->expected);
    else
        assert_false(any);
    text_free(&found);
    source_file_free(&source);
}

static void several_lines(void **state) {
    (void)state;
    struct source_file source;
    struct text found = {0};
    source_file_from_text(&source,
                          "int f(void) {\n    return a[\n        i];\n}\n");
    assert_true(source_text_find(&source, 2, 12, "a[i]", true, false, &found));
    assert_string_equal(text_get(&found), "a[ i]");
    assert_false(source_text_find(&source, 9, 1, "x", true, false, &found));
    assert_false(source_text_find(&source, 4, 70, "x", true, false, &found));
    text_free(&found);
    source_file_free(&source);
    source_file_read(&source, "/no/such/file");
    assert_false(source_text_find(&source, 1, 1, "x", true, false, &found));
    source_file_free(&source);
}

int main(void) {
    enum { COUNT = sizeof rows / sizeof *rows };
    struct CMUnitTest tests[COUNT + 1];
    for (int i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].line,
                                       .test_func = finds,
                                       .initial_state = (void *)&rows[i]};
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test(several_lines);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
