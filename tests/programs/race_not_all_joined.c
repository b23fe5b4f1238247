// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_not_all_joined.c:12 after N executions
// Main has joined the one that it has created, which has joined nobody.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *child(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *parent(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    return child(unused);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, parent, NULL);
    pthread_join(t, NULL);
    return x < 0;
}
