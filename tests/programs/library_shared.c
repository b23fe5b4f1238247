// SPDX-License-Identifier: Apache-2.0
// What libraries keep for all threads: each order of two uses is run.
// check -- environment => unsafe: assertion at library_shared.c:76 after N executions
// check --algorithm=all -- environment => unsafe: assertion at library_shared.c:76 after N executions
// check --algorithm=optimal -- environment_back => unsafe: assertion at library_shared.c:78 after N executions
// check -- keys => unsafe: assertion at library_shared.c:80 after N executions
// check --algorithm=optimal -- keys_end => unsafe: assertion at library_shared.c:35 after N executions
// check -- exit => unsafe: assertion at library_shared.c:39 after N executions
// check --algorithm=source -- exit => unsafe: assertion at library_shared.c:39 after N executions
// check -- random => unsafe: assertion at library_shared.c:113 after N executions
// check --algorithm=quasi -- seed => unsafe: assertion at library_shared.c:115 after N executions
// check -- signals => unsafe: uncaught-signal at library_shared.c:84 after N executions
// check -- names => unsafe: assertion at library_shared.c:87 after N executions
// check -- tokens => unsafe: data-race at library_shared.c:60 after N executions
// check -- apart => safe: 1 executions
// check --algorithm=optimal -- apart => safe: 1 executions
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const char *which;
static pthread_key_t key;
static int first, his, ended;
static pthread_t a, b, main_thread;
static char text[] = "a b", other_text[] = "c d";

static int is(const char *name) {
    return !strcmp(which, name);
}

static void destroy(void *unused) {
    assert(unused && !is("keys_end"));
}

static void handle(void) {
    assert(!ended);
}

static void *work(void *unused) {
    if (is("environment"))
        setenv("VARIABLE", "1", 1);
    if (is("environment_back"))
        unsetenv("VARIABLE");
    if (is("keys") || is("keys_end"))
        pthread_key_delete(key);
    if (is("exit"))
        atexit(handle);
    if (is("random"))
        rand();
    if (is("seed"))
        srand(7);
    if (is("signals"))
        signal(SIGUSR1, SIG_IGN);
    if (is("names"))
        pthread_setname_np(main_thread, "new");
    if (is("tokens"))
        strtok(text, " ");
    if (is("apart"))
        setenv("VARIABLE", "1", 1);
    return unused;
}

// Now and here, or before what work() does.
static void *other(void *unused) {
    char name[16];
    if (is("tokens"))
        strtok(other_text, " ");
    if (is("keys_end")) {
        pthread_setspecific(key, &key);
        return unused;
    }
    if (is("environment"))
        assert(!getenv("VARIABLE"));
    if (is("environment_back"))
        assert(getenv("VARIABLE"));
    if (is("keys"))
        assert(pthread_setspecific(key, NULL) == 0);
    if (is("random") || is("seed"))
        his = rand();
    if (is("signals"))
        raise(SIGUSR1);
    if (is("names")) {
        assert(!pthread_getname_np(main_thread, name, sizeof name));
        assert(strcmp(name, "new"));
    }
    if (is("exit")) {
        ended = 1;
        exit(0);
    }
    if (is("apart"))
        rand();
    return unused;
}

int main(int count, char **words) {
    (void)count;
    which = words[1];
    pthread_key_create(&key, destroy);
    if (is("environment_back"))
        putenv("VARIABLE=1");
    main_thread = pthread_self();
    srand(1);
    first = rand();
    srand(1);
    pthread_create(&a, NULL, other, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (is("random"))
        assert(his == first);
    if (is("seed"))
        assert(his == first);
    return 0;
}
