// SPDX-License-Identifier: Apache-2.0
// says exit status 3, after printing "2 failures"
// check => unsafe: exit-status at exit_status.c:34 after 1 executions
// check --algorithm=source => unsafe: exit-status at exit_status.c:34 after 1 executions
// check --goto=replay => unsafe: exit-status at exit_status.c:34 after 1 executions
// A test that says how many failures it saw, and counts them by its number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int failures;

static void *work(void *unused) {
    failures++;
    puts("one failure"); // in another thread
    return unused;
}

static int tests(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    failures++;
    pthread_join(thread, NULL);
    return failures;
}

int main(int count, char **words) {
    if (count > 10)
        return words[0][0];
    int all = tests();
    if (all) {
        printf("done\n\aso ");
        fprintf(stderr, "\n%d failures\n", all);
        return all + 1;
    }
    return 0;
}
