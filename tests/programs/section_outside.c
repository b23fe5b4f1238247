// SPDX-License-Identifier: Apache-2.0
// check -- plain => unsafe: data-race at section_outside.c:N after N executions
// check --races=interleave -- plain => safe: 3 executions
// check -- atomic => safe: 2 executions
// check --races=ignore -- atomic => safe: 2 executions
// check -- mixed => unsafe: data-race at section_outside.c:N after N executions
// check -- lock => safe: 1 executions
// check -- wait => incomplete: no execution satisfies the assumptions after 0 executions, 1 blocked
// check -- end => unsafe: api-misuse at section_outside.c:37 after 1 executions
// check -- nothing => safe: 1 executions
// A plain access outside of a section is not ordered with one inside, which is a
// data race; who would have to wait goes no further; an end needs a beginning.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int shared;
static atomic_int other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *how;

static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    shared++;
    if (!strcmp(how, "atomic") || !strcmp(how, "mixed"))
        other++;
    if (!strcmp(how, "lock"))
        pthread_mutex_lock(&lock);
    if (!strcmp(how, "wait"))
        while (other == 0)
            ;
    __VERIFIER_atomic_end();
    if (!strcmp(how, "end"))
        __VERIFIER_atomic_end();
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    how = argc > 1 ? argv[1] : "";
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(how, "plain"))
        shared++;
    if (!strcmp(how, "atomic"))
        other++;
    if (!strcmp(how, "mixed"))
        *(int *)&other = 1;
    pthread_join(thread, NULL);
    return 0;
}
