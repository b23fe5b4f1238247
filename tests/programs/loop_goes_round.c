// SPDX-License-Identifier: Apache-2.0
// A loop whose waiting is an assumption, not an operation that waits: if nobody
// can go on any more, and the loop would find what it has found, it goes round
// for ever. If not, there is another execution in which it looks later.
// check -- remainder => safe: 1 executions, 1 blocked
// check -- pointer => safe: 1 executions, 1 blocked
// check -- locked => safe: 3 executions, 1 blocked
// check -- undone => safe: N executions, N blocked
// check -- retry => safe: 2 executions, N blocked
// check -- remainder never => unsafe: livelock at loop_goes_round.c:33 after 1 executions
// check -- pointer never => unsafe: livelock at loop_goes_round.c:39 after 1 executions
// check -- locked never => unsafe: livelock at loop_goes_round.c:47 after 1 executions
// check -- undone never => unsafe: livelock at loop_goes_round.c:56 after 1 executions
// check --algorithm=source -- remainder never => unsafe: livelock at loop_goes_round.c:33 after 1 executions
// check --algorithm=all -- pointer never => unsafe: livelock at loop_goes_round.c:39 after 1 executions
// check --algorithm=pop -- locked never => unsafe: livelock at loop_goes_round.c:47 after 1 executions
// check --algorithm=quasi -- undone never => unsafe: livelock at loop_goes_round.c:56 after 1 executions
// check --races=interleave -- locked never => unsafe: livelock at loop_goes_round.c:47 after 1 executions
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint x;
static atomic_bool done, zero, one = true;
static _Atomic(atomic_bool *) at = &zero;
static int job;

// The value after an operation that cannot be undone.
static void remainder_(void) {
    while (x % 4 != 3) {
    }
}

// Where it looks was read in the same round.
static void pointer(void) {
    while (!*at) {
    }
}

// What it waits for is no operation at all.
static void locked(void) {
    int some;
    do {
        pthread_mutex_lock(&mutex);
        some = job;
        pthread_mutex_unlock(&mutex);
    } while (!some);
}

// Others may go on in the middle of a round.
static void undone(void) {
    do {
        x = 1;
        x = 0;
    } while (!done);
}

// With what it has found, it succeeds the next time.
static void retry(void) {
    unsigned old = x;
    while (!atomic_compare_exchange_weak(&x, &old, old + 1)) {
    }
}

static void help(const char *how) {
    if (!strcmp(how, "remainder"))
        x = 7;
    if (!strcmp(how, "pointer"))
        at = &one;
    if (!strcmp(how, "locked")) {
        pthread_mutex_lock(&mutex);
        job = 1;
        pthread_mutex_unlock(&mutex);
    }
    if (!strcmp(how, "undone")) {
        while (x != 1) {
        }
        done = true;
    }
    if (!strcmp(how, "retry"))
        retry();
}

static void *work(void *how) {
    static const struct {
        const char *name;
        void (*go_round)(void);
    } loops[] = {{"remainder", remainder_}, {"pointer", pointer},
                 {"locked", locked},        {"undone", undone},
                 {"retry", retry}};
    for (int i = 0; i < 5; i++)
        if (!strcmp(loops[i].name, how))
            loops[i].go_round();
    return NULL;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, words[1]);
    if (count == 2)
        help(words[1]);
    pthread_join(thread, NULL);
    return 0;
}
