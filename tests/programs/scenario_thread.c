// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check => not checked: calls mz_run() in another thread than main at scenario_thread.c:13, which is not supported
// exit 3
// Which of two calls would be the first one is a matter of the schedule.
#include <mazurka.h>
#include <pthread.h>

static void nothing(void) {
}

static void *runs(void *unused) {
    mz_run(nothing);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, runs, NULL);
    pthread_create(&b, NULL, runs, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
