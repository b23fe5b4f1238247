// SPDX-License-Identifier: Apache-2.0
// flags -lm
// check -- poll => incomplete: calls outside of control (*poll*) after 2 executions || safe: 2 executions
// check --trust=poll -- poll => safe: 2 executions
// check -- getuid => incomplete: calls outside of control (*getuid*) after 2 executions || safe: 2 executions
// check --trust=getuid -- getuid => safe: 2 executions
// check --trust=all -- getuid => safe: 2 executions
// check --trust=poll -- getuid => incomplete: calls outside of control (*getuid*) after 2 executions || safe: 2 executions
// check -- pointer => incomplete: calls outside of control (*getuid*) after 2 executions || safe: 2 executions
// check --trust=getuid -- pointer => safe: 2 executions
// check -- found => incomplete: calls outside of control (*) after 2 executions || safe: 2 executions
// check -- two => incomplete: calls outside of control (*getuid*poll*) after 2 executions || incomplete: calls outside of control (*poll*getuid*) after 2 executions || incomplete: calls outside of control (*) after 2 executions || safe: 2 executions
// check -- pure => safe: 2 executions
// check -- never => safe: 2 executions
// check -- wide => incomplete: calls outside of control (*wcslen*) after 2 executions || safe: 2 executions
// check -- random_r => incomplete: calls outside of control (*) after 2 executions || safe: 2 executions
// check -- hsearch => incomplete: calls outside of control (*hsearch*) after 2 executions || safe: 2 executions
// check -- ttyname => incomplete: calls outside of control (*ttyname*) after 2 executions || safe: 2 executions
// check -- strtol_found => incomplete: calls outside of control (*) after 2 executions || safe: 2 executions
// Library functions that nobody has a model of. (Where there is one, the answer
// is simply safe.)
#include <assert.h>
#include <dlfcn.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

static int is(const char *what, const char *wanted) {
    return !strcmp(what, wanted);
}

static void act(const char *what) {
    uid_t (*volatile user)(void) = getuid;
    if (is(what, "poll") || is(what, "two"))
        poll(NULL, 0, 0);
    if (is(what, "getuid") || is(what, "two"))
        getuid();
    if (is(what, "pointer"))
        user();
    if (is(what, "found"))
        ((uid_t(*)(void))dlsym(RTLD_DEFAULT, "getuid"))();
    if (is(what, "pure"))
        assert(abs(-3) == 3 && fabs(-2.0) == 2.0 && labs(-1l) == 1);
    if (is(what, "wide"))
        assert(wcslen(L"abc") == 3);
    if (is(what, "random_r")) {
        struct random_data data;
        char state[64];
        int32_t result;
        memset(&data, 0, sizeof data);
        initstate_r(1, state, sizeof state, &data);
        random_r(&data, &result);
    }
    if (is(what, "hsearch")) {
        hcreate(10);
        hsearch((ENTRY){.key = "a"}, ENTER);
        hdestroy();
    }
    if (is(what, "ttyname"))
        ttyname(0);
    if (is(what, "strtol_found"))
        assert(((long (*)(const char *, char **, int))dlsym(
                   RTLD_DEFAULT, "strtol"))("12", NULL, 10) == 12);
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    act(words[count - 1]);
    return 0;
}
