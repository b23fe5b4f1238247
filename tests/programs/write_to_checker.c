// SPDX-License-Identifier: Apache-2.0
// check -- variables => unsafe: segfault at write_to_checker.c:30 after 1 executions
// check -- heap => unsafe: segfault at write_to_checker.c:30 after 1 executions
// check -- stack => unsafe: segfault at write_to_checker.c:30 after 1 executions
// check -- shadow => unsafe: segfault at write_to_checker.c:30 after 1 executions
// check -- memset => unsafe: segfault at write_to_checker.c:32 after 1 executions
// check -- strcpy => unsafe: segfault at write_to_checker.c:34 after 1 executions
// check -- atomic => unsafe: segfault at write_to_checker.c:36 after 1 executions
// check -- lock => unsafe: segfault at write_to_checker.c:38 after 1 executions
// check -- arguments => safe: 1 executions
// check -- exported => safe: 1 executions
// The search lives in the same process: a wild pointer that happens to point at
// what belongs to it must not get through.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char __mz_at[];
static char own[64];

static char *place;
static void write_there(const char *how) {
    if (!strcmp(how, "variables") || !strcmp(how, "heap") ||
        !strcmp(how, "stack") || !strcmp(how, "shadow"))
        place[0] = 1;
    else if (!strcmp(how, "memset"))
        memset(place, 1, 100);
    else if (!strcmp(how, "strcpy"))
        strcpy(place, how);
    else if (!strcmp(how, "atomic"))
        atomic_store((_Atomic char *)place, 1);
    else if (!strcmp(how, "lock"))
        pthread_mutex_lock((pthread_mutex_t *)(void *)place);
}

int main(int argc, char **argv) {
    assert(argc == 2);
    const char *how = argv[1];
    place = __mz_at + 8;
    if (!strcmp(how, "heap")) {
        puts("now there is a buffer"); // the C library's, as the search's are
        place = stdout->_IO_buf_base;
    }
    if (!strcmp(how, "stack"))
        place = (char *)argv - 4000;
    if (!strcmp(how, "shadow"))
        place = (char *)0x280000000000;
    if (!strcmp(how, "arguments")) {
        argv[1][0] = 'A';
        assert(!strcmp(argv[1], "Arguments"));
    }
    if (!strcmp(how, "exported")) {
        optind = 3;
        errno = 5;
        time_t now = time(NULL);
        localtime(&now)->tm_year++;
        own[63] = 1;
    }
    write_there(how);
    return 0;
}
