// SPDX-License-Identifier: Apache-2.0
// check -- store => unsafe: segfault at wild_lent.c:N after N executions
// check -- load => unsafe: segfault at wild_lent.c:N after N executions
// check -- update => unsafe: segfault at wild_lent.c:N after N executions
// check -- fill => unsafe: segfault at wild_lent.c:N after N executions
// check -- constant => unsafe: segfault at wild_lent.c:N after N executions
// check -- code => unsafe: segfault at wild_lent.c:N after N executions
// check -- words => incomplete: calls outside of control (nice) after 2 executions
// A function that nobody knows may have lent memory to the program, but none that is
// not there, or cannot be written: neither crashes the search.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;
static const atomic_int constant = 5;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    const char *how = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    if (nice(0) < 0)
        errno = 0;
    if (!strcmp(how, "store"))
        *(volatile int *)0x123456789abc = 1;
    if (!strcmp(how, "load"))
        (void)*(volatile int *)0x123456789abc;
    if (!strcmp(how, "update"))
        atomic_fetch_add((atomic_int *)0x123456789abc, 1);
    if (!strcmp(how, "fill"))
        memset((void *)0x123456789abc, 0, 10000);
    if (!strcmp(how, "constant"))
        atomic_fetch_add((atomic_int *)(uintptr_t)&constant, 1);
    if (!strcmp(how, "code"))
        *(volatile char *)(uintptr_t)&work = 1;
    pthread_join(thread, NULL);
    return 0;
}
