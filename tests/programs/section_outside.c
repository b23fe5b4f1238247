// SPDX-License-Identifier: Apache-2.0
// check -- plain => unsafe: data-race at section_outside.c:N after N executions
// check --races=interleave -- plain => not checked: accesses in a step of its own what an atomic section accesses, too, at section_outside.c:27, which is not supported
// check -- atomic => not checked: accesses in a step of its own what an atomic section accesses, too, at section_outside.c:29, which is not supported
// check --races=ignore -- atomic => not checked: does more than plain accesses in an atomic section with --races=ignore at section_outside.c:29, which is not supported
// check -- mixed => unsafe: data-race at section_outside.c:N after N executions
// check -- lock => not checked: does more than access memory in an atomic section at section_outside.c:31, which is not supported
// check -- wait => not checked: waits in an atomic section at section_outside.c:33, which is not supported
// check -- end => unsafe: api-misuse at section_outside.c:37 after 1 executions
// check -- nothing => safe: 1 executions
// An access outside of a section is not ordered with one inside; what could be
// seen in between is refused; an end needs a beginning.
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
