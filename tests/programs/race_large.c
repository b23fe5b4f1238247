// SPDX-License-Identifier: Apache-2.0
// check -- both => unsafe: data-race at race_large.c:29 after 1 executions
// check -- inside => unsafe: data-race at race_large.c:N after 1 executions
// check -- before => unsafe: data-race at race_large.c:29 after N executions
// check -- handed-over => safe: 2 executions
// check -- apart => safe: 1 executions
// Large accesses race like others: with each other, and with small ones inside.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { SIZE = 1 << 17 };
static _Alignas(4096) char data[SIZE];
static atomic_int done;
static const char *how;

static int is(const char *word) {
    return !strcmp(how, word);
}

static void *work(void *unused) {
    if (is("handed-over") && !done)
        return unused;
    if (is("inside"))
        data[70001] = 1;
    else if (is("apart"))
        memset(data, 1, SIZE / 2);
    else
        memset(data + 100, 1, SIZE - 200);
    return unused;
}

int main(int count, char **words) {
    how = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (is("before"))
        data[SIZE / 2 + 3] = 2;
    else if (is("apart"))
        memset(data + SIZE / 2, 2, SIZE / 2);
    else
        memset(data, 2, SIZE);
    if (is("handed-over")) {
        memmove(data + 5, data, SIZE / 2);
        data[12345] = 3;
        done = 1;
    }
    pthread_join(thread, NULL);
    return 0;
}
