// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --algorithm=all => safe: N executions
// check --races=ignore => safe: 6 executions
// check --races=interleave => safe: 6 executions
// Two sections in each of two threads, one by a pair of calls, one by a name:
// 4!/(2! 2!).
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int count, copy;

static void __VERIFIER_atomic_add(int n) {
    assert(count == copy);
    count += n;
    copy += n;
}

static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin(); // they nest
    int before = count++;
    __VERIFIER_atomic_end();
    copy = before + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_add(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(count == 6 && copy == 6);
    return 0;
}
