// SPDX-License-Identifier: Apache-2.0
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- setenv => unsafe: assertion at FILE:N after N executions || unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- getenv => unsafe: assertion at FILE:N after N executions || unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- key_delete => unsafe: assertion at FILE:N after N executions || unsafe: api-misuse at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- key_create => safe: N executions || unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- rand => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- srand => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- ignore => unsafe: uncaught-signal at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- strtok => unsafe: * at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- strerror => safe: N executions || unsafe: data-race at FILE:N after N executions || incomplete: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- name => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,optimal,pop,source,classic,quasi,all -- exit_handler => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- setenv swapped => unsafe: assertion at FILE:N after N executions || unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- getenv swapped => unsafe: assertion at FILE:N after N executions || unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- key_delete swapped => unsafe: assertion at FILE:N after N executions || unsafe: api-misuse at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- key_create swapped => safe: N executions || unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- rand swapped => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- srand swapped => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- ignore swapped => unsafe: uncaught-signal at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- strtok swapped => unsafe: * at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- strerror swapped => safe: N executions || unsafe: data-race at FILE:N after N executions || incomplete: *
// check --algorithm=auto,source,optimal -- name swapped => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=auto,source,optimal -- exit_handler swapped => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// State that the C library keeps: two threads meet in it, and one of the orders
// makes the assertion fail; swapped, they are created the other way round.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *which;
static pthread_key_t key, one_key, two_key;
static int mine, his;
static pthread_t a, b, first_thread;
static char text[] = "a b";

static int is(const char *name) {
    return !strcmp(which, name);
}

static void handler(void) {
    assert(his != 1);
}

static void *work(void *unused) {
    if (is("setenv"))
        setenv("VARIABLE", "1", 1);
    if (is("getenv"))
        unsetenv("VARIABLE");
    if (is("key_delete"))
        pthread_key_delete(key);
    if (is("key_create"))
        pthread_key_create(&one_key, NULL);
    if (is("rand"))
        mine = rand();
    if (is("srand"))
        srand(7);
    if (is("ignore"))
        signal(SIGUSR1, SIG_IGN);
    if (is("strtok"))
        strtok(text, " ");
    if (is("strerror"))
        strerror(5);
    if (is("name"))
        pthread_setname_np(first_thread, "new");
    if (is("exit_handler"))
        atexit(handler);
    return unused;
}

static void *other(void *unused) {
    char name[16];
    if (is("setenv"))
        assert(getenv("VARIABLE") == NULL);
    if (is("getenv"))
        assert(getenv("VARIABLE") != NULL);
    if (is("key_delete"))
        assert(pthread_setspecific(key, &key) == 0);
    if (is("key_create"))
        pthread_key_create(&two_key, NULL);
    if (is("rand") || is("srand"))
        his = rand();
    if (is("ignore"))
        raise(SIGUSR1);
    if (is("strtok"))
        assert(strtok(NULL, " ") == NULL);
    if (is("strerror"))
        strerror(100000);
    if (is("name"))
        assert(!pthread_getname_np(first_thread, name, sizeof name) &&
               strcmp(name, "new"));
    if (is("exit_handler")) {
        his = 1;
        exit(0);
    }
    return unused;
}

int main(int count, char **words) {
    bool swapped = count > 2;
    which = words[1];
    pthread_key_create(&key, NULL);
    if (is("getenv"))
        setenv("VARIABLE", "1", 1);
    first_thread = pthread_self();
    srand(1);
    int first = rand();
    srand(1);
    if (!swapped)
        pthread_create(&b, NULL, other, NULL);
    pthread_create(&a, NULL, work, NULL);
    if (swapped)
        pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (is("rand"))
        assert((swapped ? his : mine) != first);
    if (is("srand"))
        assert(his == first);
    if (is("key_create"))
        assert(swapped ? one_key < two_key : one_key > two_key);
    return 0;
}
