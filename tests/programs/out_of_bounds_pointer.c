// SPDX-License-Identifier: Apache-2.0
// check -- global => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check -- local => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check -- thread-local => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check -- of-another => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check -- text => unsafe: out-of-bounds at out_of_bounds_pointer.c:N after N executions
// check -- atomic => unsafe: out-of-bounds at out_of_bounds_pointer.c:N after N executions
// check -- before => unsafe: out-of-bounds at out_of_bounds_pointer.c:N after N executions
// check -- again => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check --races=interleave -- local => unsafe: out-of-bounds at out_of_bounds_pointer.c:42 after N executions
// check -- none => safe: 3 executions
// check --algorithm=source -- none => safe: 3 executions
// Who runs over the end of a variable by a pointer that says nothing of it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 5 };
static int before[COUNT], global[COUNT], after[COUNT];
static atomic_int counts[2];
static char text[8] = "1234567";
static _Thread_local int own[COUNT];
static _Thread_local int own_after[COUNT];
static atomic_int x;
static const char *how;

static int is(const char *word) {
    return !strcmp(how, word);
}

static void fill(int *at, int count) {
    while (count--)
#line 42
        *at++ = count;
}

// Where a variable was is another's redzone now, and the other way round.
static void deep(int level) {
    int some[7];
    char few[3];
    fill(some, 7);
    memset(few, level, sizeof few);
    if (level)
        deep(level - 1);
    else if (is("again"))
        fill(some, 8);
    if (level == 2) {
        x = level;
        fill(some, 7);
    }
}

static void shallow(void) {
    long some[40];
    fill((int *)some, 80);
}

static void clear(char *at) {
    *at = 0;
}

static void narrow(void) {
    char a, b, c, d, e, f;
    clear(&a), clear(&b), clear(&c), clear(&d), clear(&e), clear(&f);
}

static void *work(void *lent) {
    int local[COUNT], other[COUNT];
    int more = is("none") || is("again") ? 0 : 1;
    x = 1;
    fill(other, COUNT);
    fill(own_after, COUNT);
    if (is("local"))
        fill(local, COUNT + more);
    if (is("thread-local"))
        fill(own, COUNT + more);
    if (is("of-another"))
        fill(lent, COUNT + more);
    shallow();
    deep(3);
    narrow();
    shallow();
    return NULL;
}

int main(int words, char **word) {
    how = word[words - 1];
    pthread_t thread;
    int lent[COUNT], behind[COUNT];
    fill(behind, COUNT);
    pthread_create(&thread, NULL, work, lent);
    x = 2;
    fill(before, COUNT);
    fill(after, COUNT);
    fill(global, COUNT + is("global"));
    if (is("text"))
        sprintf(text + strlen(text) + 1, "8");
    atomic_int *count = counts;
    for (int i = 0; i < 2 + is("atomic"); i++)
        atomic_fetch_add(count++, 1);
    int *at = global;
    if (is("before"))
        *--at = 1;
    pthread_join(thread, NULL);
    return 0;
}
