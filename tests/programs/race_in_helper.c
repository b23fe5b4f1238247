// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_in_helper.c:18 after 1 executions
// says in deposit(&account, 10) ← clerk
// says ← main race_in_helper.c:37
// Both stacks of a race, also through functions that were put into others.
#include <pthread.h>

struct account {
    int balance;
};

static struct account account;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void deposit(struct account *a, int n) {
    // The one that takes no lock
    // is the bug.
    a->balance += n;
}

static void *clerk(void *unused) {
    pthread_mutex_lock(&m);

    // Here.

    deposit(&account, 10);
    pthread_mutex_unlock(&m);
    return unused;
}

static void twice(void) { deposit(&account, 20); deposit(&account, 20); }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clerk, NULL);

    twice();
    pthread_join(t, NULL);
}
