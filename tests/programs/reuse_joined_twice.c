// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => unsafe: api-misuse at reuse_joined_twice.c:30 after 1 executions
// check --algorithm=source => unsafe: api-misuse at reuse_joined_twice.c:30 after 1 executions
// check -- detach => unsafe: api-misuse at reuse_joined_twice.c:28 after 1 executions
// says thread main/1/1 is
// says which was joined before
// A thread is joined (or detached) again when another has its number already:
// that is not the one that is meant.
#include <pthread.h>
#include <signal.h>

static void *work(void *unused) {
    return unused;
}

int main(int count, char **words) {
    pthread_t first, second, third;
    (void)words;
    pthread_create(&first, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(second, NULL);
    pthread_create(&third, NULL, work, NULL);
    if (pthread_equal(first, second) || pthread_kill(first, 0) == 0)
        __builtin_trap();
    if (count > 1)
        pthread_detach(first);
    else
        pthread_join(first, NULL);
    pthread_join(third, NULL);
    return 0;
}
