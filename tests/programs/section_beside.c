// SPDX-License-Identifier: Apache-2.0
// What is done outside of sections to what they access is ordered with them: a
// section is never seen in the middle. Threads that spin on what a section sets
// go on when it has.
// check --races=interleave -- sum => safe: 12 executions
// check --races=interleave --algorithm=optimal -- sum => safe: 12 executions
// check --races=interleave --algorithm=source -- sum => safe: 12 executions
// check --races=interleave --algorithm=quasi -- sum => safe: 12 executions
// check --races=interleave -- torn => unsafe: assertion at section_beside.c:N after N executions
// check --races=interleave -- spin => safe: 1 executions, 2 blocked
// check --races=interleave --algorithm=all -- spin => safe: N executions, N blocked
// check --races=interleave -- never => unsafe: livelock at section_beside.c:51 after N executions
// check -- volatile => safe: 4 executions
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int left, right;
static atomic_int both;
static const char *how;

static int is(const char *what) {
    return !strcmp(how, what);
}

static void __VERIFIER_atomic_move(int n) {
    left += n;
    right -= n;
}

static void *move(void *unused) {
    __VERIFIER_atomic_move(1);
    if (is("torn")) {
        left++;
        right--;
    }
    __VERIFIER_atomic_move(2);
    return unused;
}

static void *look(void *unused) {
    __VERIFIER_atomic_begin();
    int sum = left + right;
    __VERIFIER_atomic_end();
    assert(sum == 0);
    if (is("spin") || is("never"))
        while (left != 3)
            ;
    return unused;
}

static void *atomics(void *unused) {
    both++;
    return unused;
}

static void __VERIFIER_atomic_twice(void) {
    int was = both++;
    assert(both == was + 1);
}

int main(int argc, char **argv) {
    pthread_t one, two;
    how = argc > 1 ? argv[1] : "";
    if (is("volatile")) {
        pthread_create(&one, NULL, atomics, NULL);
        pthread_create(&two, NULL, atomics, NULL);
        __VERIFIER_atomic_twice();
    } else if (is("spin")) {
        pthread_create(&one, NULL, move, NULL);
        pthread_create(&two, NULL, atomics, NULL);
        while (left != 3)
            ;
    } else {
        pthread_create(&one, NULL, is("never") ? atomics : move, NULL);
        pthread_create(&two, NULL, look, NULL);
        int l = left;
        assert(is("torn") || l == 0 || l == 1 || l == 2 || l == 3);
    }
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
