// SPDX-License-Identifier: Apache-2.0
// A deadlock: two transfers in opposite directions, each takes the lock of the
// account it takes from, then that of the account it gives to.
//
//     mazurka examples/deadlock.c
//     => unsafe: deadlock at examples/deadlock.c:35 after 2 executions
//     mazurka examples/deadlock.c -DFIXED
//     => safe: 2 executions
//
// To learn: a report names the cycle: who holds what, and waits for what.
// Taking locks in one order everywhere (here: by address) makes a cycle
// impossible.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from, *second = to;
#ifdef FIXED
    if ((uintptr_t)from > (uintptr_t)to) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *alice_pays(void *unused) {
    (void)unused;
    transfer(&alice, &bob, 3);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, alice_pays, NULL);
    transfer(&bob, &alice, 5);
    pthread_join(thread, NULL);
    assert(alice.balance + bob.balance == 20);
    return 0;
}
