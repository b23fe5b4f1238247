// SPDX-License-Identifier: Apache-2.0
// check -- plain => unsafe: data-race at section_outside.c:N after N executions
// check -- atomic => not checked: does more than plain accesses in an atomic section at section_outside.c:26, which is not supported
// check -- lock => not checked: does more than plain accesses in an atomic section at section_outside.c:28, which is not supported
// check -- end => unsafe: api-misuse at section_outside.c:31 after 1 executions
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
    if (!strcmp(how, "atomic"))

        other++;
    if (!strcmp(how, "lock"))
        pthread_mutex_lock(&lock);
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
    pthread_join(thread, NULL);
    return 0;
}
