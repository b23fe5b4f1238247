// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// check --races=interleave => safe: 6 executions
// Two transfers and an audit, each under both locks in one order: 3! orders.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t mutex;
    int balance;
};
static struct account account[2] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                                    {PTHREAD_MUTEX_INITIALIZER, 100}};

static void lock_both(void) {
    pthread_mutex_lock(&account[0].mutex);
    pthread_mutex_lock(&account[1].mutex);
}

static void unlock_both(void) {
    pthread_mutex_unlock(&account[1].mutex);
    pthread_mutex_unlock(&account[0].mutex);
}

static void *transfer(void *amount) {
    lock_both();
    account[0].balance -= *(int *)amount;
    account[1].balance += *(int *)amount;
    unlock_both();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int ten = 10, five = -5;
    pthread_create(&a, NULL, transfer, &ten);
    pthread_create(&b, NULL, transfer, &five);
    lock_both();
    assert(account[0].balance + account[1].balance == 200);
    unlock_both();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(account[0].balance == 95);
    return 0;
}
