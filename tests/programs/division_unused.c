// SPDX-License-Identifier: Apache-2.0
// check -- atomic => unsafe: uncaught-signal at division_unused.c:N after N executions
// check -- remainder => unsafe: uncaught-signal at division_unused.c:N after N executions
// check -- constant => unsafe: uncaught-signal at division_unused.c:N after N executions
// check -- least => unsafe: uncaught-signal at division_unused.c:N after N executions
// check -- wide => unsafe: uncaught-signal at division_unused.c:N after N executions
// check -- float => safe: 2 executions
// check -- none => safe: 2 executions
// What a division would have been is wanted by nobody: it has none all the same.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, zero;
static int plain;
static long least = LONG_MIN;
static __int128 wide;

static void *work(void *unused) {
    x = 1;
    return unused;
}

static void divide(const char *how) {
    if (!strcmp(how, "atomic"))
        (void)(10 / atomic_load(&zero));
    if (!strcmp(how, "remainder"))
        (void)(7u % (unsigned)plain);
    if (!strcmp(how, "constant")) {
        int none = 0;
        (void)(1 / none);
    }
    if (!strcmp(how, "least"))
        (void)(least / -1);
    if (!strcmp(how, "wide"))
        (void)(5 / wide);
    if (!strcmp(how, "float"))
        (void)(1.0 / plain);
    if (!strcmp(how, "none"))
        (void)(least / 3 + 7 % (plain + 2));
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    divide(words[count - 1]);
    pthread_join(thread, NULL);
    return 0;
}
