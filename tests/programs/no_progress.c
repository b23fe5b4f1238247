// SPDX-License-Identifier: Apache-2.0
// check => unsafe: no-progress at no_progress.c:37 after 1 executions
// check --algorithm=source => unsafe: no-progress at no_progress.c:37 after 1 executions
// check -- sleeps => unsafe: no-progress at no_progress.c:27 after 1 executions
// check -- looks => unsafe: no-progress at no_progress.c:31 after 1 executions
// check -- sleeps detached => safe: 1 executions
// check -- endless detached => safe: 1 executions
// check --timeout=1 -- counts => incomplete: time limit after 0 executions
// A loop that never ends and does nothing that anybody could see: if that is
// proved, and if the program does not end meanwhile.
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static const char *how = "endless";
static int flag;

static void count_on(void) {
    for (volatile uint64_t i = 1; i; i++) {
    }
}

static void *work(void *unused) {
    if (!strcmp(how, "sleeps"))
        for (;;)
            sleep(1);
    if (!strcmp(how, "counts"))
        count_on();
    if (!strcmp(how, "looks"))
        while (!flag) {
        }
    if (!strcmp(how, "ends"))
        return unused;
    unsigned n = 1;
    for (;;)
        n = n * 3 | 1;
}

int main(int count, char **words) {
    pthread_t thread;
    if (count > 1)
        how = words[1];
    pthread_create(&thread, NULL, work, NULL);
    if (count < 3)
        pthread_join(thread, NULL);
    return 0;
}
