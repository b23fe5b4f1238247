// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// check --algorithm=all => safe: N executions
// Standard input is the same in every execution: here it is empty, and its end
// is met once by each who reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    char line[8];
    int number;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(!feof(stdin));
    x = 2;
    assert(getchar() == EOF && feof(stdin));
    clearerr(stdin);
    assert(!feof(stdin) && !fgets(line, sizeof line, stdin));
    assert(scanf("%d", &number) == EOF && read(0, line, 1) == 0);
    pthread_join(thread, NULL);
    return 0;
}
