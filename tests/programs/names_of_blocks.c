// SPDX-License-Identifier: Apache-2.0
// Two mutexes that come from one line: each has its own name.
// check => unsafe: deadlock at names_of_blocks.c:30 after 2 executions
// says waits for to->lock (block 2 of names_of_blocks.c:18 + 8), held by main/1
// says (block 1 of names_of_blocks.c:18 + 8), held by main
// says holds mine (names_of_blocks.c:49), from->lock (block 1 of names_of_blocks.c:18 + 8, taken
// says Taking these locks in one order everywhere would avoid it.
// says holds from->lock (block 2 of names_of_blocks.c:18 + 8, taken at names_of_blocks.c:29)
#include <pthread.h>
#include <stdlib.h>

struct account {
    long balance;
    pthread_mutex_t lock;
};

static struct account *open_account(void) {
    struct account *a = malloc(sizeof *a);
    if (!a)
        abort();
    a->balance = 100;
    pthread_mutex_init(&a->lock, NULL);
    return a;
}

static struct account *first, *second;

static void transfer(struct account *from, struct account *to) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *thread(void *argument) {
    (void)argument;
    transfer(second, first);
    return NULL;
}

int main(void) {
    pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
    pthread_t id;
    first = open_account();
    second = open_account();
    pthread_create(&id, NULL, thread, NULL);
    pthread_mutex_lock(&mine);
    transfer(first, second);
    pthread_mutex_unlock(&mine);
    pthread_join(id, NULL);
    free(first);
    free(second);
    return 0;
}
