// SPDX-License-Identifier: Apache-2.0
// check -- large => safe: 1 executions
// check -- deep => safe: 1 executions
// check -- alloca => safe: 1 executions
// check -- thread_local => safe: 1 executions
// check -- thread => safe: 1 executions
// What 8 MiB of stack are enough for.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char own[4 << 20];

static int deep(int depth) {
    int here = depth;
    int *volatile at = &here;
    return depth ? deep(depth - 1) + (*at == depth) : 0;
}

static void large(void) {
    char room[4 << 20];
    memset(room, 1, sizeof room);
    char *volatile at = room;
    assert(at[sizeof room - 1] == 1);
}

static void *work(void *unused) {
    large();
    return unused;
}

int main(int count, char **words) {
    const char *what = words[count - 1];
    if (!strcmp(what, "large"))
        large();
    if (!strcmp(what, "deep"))
        assert(deep(20000) == 20000);
    if (!strcmp(what, "alloca"))
        memset(alloca(3 << 20), 1, 3 << 20);
    if (!strcmp(what, "thread_local"))
        memset(own, 1, sizeof own);
    pthread_t thread;
    if (!strcmp(what, "thread")) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
