// SPDX-License-Identifier: Apache-2.0
// Choices in a section belong to its operation, each combination once; those
// that were not made are no executions. What would have to wait in a section
// comes later; a lock of sections only is as good as any.
// check -- choice => safe: 21 executions, 15 blocked
// check --algorithm=optimal -- choice => safe: 21 executions, 15 blocked
// check --algorithm=source -- choice => safe: 21 executions, 15 blocked
// check --algorithm=quasi -- choice => safe: 21 executions, 15 blocked
// check -- found => unsafe: assertion at section_choice.c:N after N executions
// check -- lock => safe: 3 executions, 6 blocked
// check -- mixed => not checked: uses what synchronises both in atomic sections and outside of them at section_choice.c:N, which is not supported
// check -- spawn => not checked: does more than access memory in an atomic section at section_choice.c:N, which is not supported
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);
int mz_choose(int count);

static int sum;
static sem_t lock;
static const char *how;

static int is(const char *what) {
    return !strcmp(how, what);
}

static void *choose(void *unused) {
    __VERIFIER_atomic_begin();
    if (__VERIFIER_nondet_bool())
        sum += mz_choose(2);
    sum++;
    __VERIFIER_atomic_end();
    return unused;
}

static void *take(void *unused) {
    __VERIFIER_atomic_begin();
    assert(!is("found") || sum != 2);
    if (is("lock")) {
        sem_wait(&lock);
        sum++;
    }
    __VERIFIER_atomic_end();
    if (is("mixed")) {
        sem_wait(&lock);
        sem_post(&lock);
    }
    return unused;
}

static void *give(void *unused) {
    __VERIFIER_atomic_begin();
    if (!is("choice") && !is("found"))
        sem_post(&lock);
    __VERIFIER_atomic_end();
    return unused;
}

int main(int argc, char **argv) {
    pthread_t one, two;
    how = argc > 1 ? argv[1] : "";
    sem_init(&lock, 0, 0);
    if (is("spawn"))
        __VERIFIER_atomic_begin();
    pthread_create(&one, NULL, is("choice") || is("found") ? choose : take,
                   NULL);
    __VERIFIER_atomic_begin();
    int sometimes = sum == 0 ? mz_choose(3) : 7;
    __VERIFIER_atomic_end();
    pthread_create(&two, NULL, is("found") ? take : give, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return sometimes < 0;
}
