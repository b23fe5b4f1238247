// SPDX-License-Identifier: Apache-2.0
// A property decides what plain accesses are: steps, or in a data race.
// check --property=properties/unreach-call.prp => unsafe: assertion at property_races.c:N after N executions
// check --property=properties/no-data-race.prp => unsafe: data-race at property_races.c:N after N executions
// check --property=properties/unreach-call.prp -- quiet => safe: 2 executions, 1 blocked
#include <pthread.h>
#include <stdlib.h>

void reach_error(void) {
    abort();
}

static int number;

static void *work(void *unused) {
    number = 1;
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    (void)argv;
    pthread_create(&thread, NULL, work, NULL);
    int before = number, after = number;
    if (argc == 1 && before != after)
        reach_error();
    if (argc > 1 && before)
        abort(); // an assumption
    pthread_join(thread, NULL);
    return 0;
}
