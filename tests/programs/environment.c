// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=optimal --goto=replay => safe: 2 executions
// check --algorithm=all => safe: N executions
// never is called, and nobody controls
// The environment as it is after each change, and as it was when an execution
// begins: two threads lock a mutex in both orders.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static int variables(void) {
    int count = 0;
    for (char **at = environ; at && *at; at++)
        count++;
    return count;
}

int main(void) {
    static char own[] = "OWN=1";
    pthread_t a, b;
    assert(!getenv("OWN") && !getenv("ONE"));
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    int before = variables();
    assert(!setenv("ONE", "1", 0) && !setenv("ONE", "2", 0));
    assert(!strcmp(getenv("ONE"), "1"));
    char *old = getenv("ONE");
    assert(!setenv("ONE", "22", 1) && !strcmp(getenv("ONE"), "22"));
    assert(!strcmp(old, "1"));
    assert(!putenv(own) && getenv("OWN") == own + 4);
    own[4] = '5';
    assert(!strcmp(secure_getenv("OWN"), "5"));
    assert(variables() == before + 2);
    assert(!unsetenv("ONE") && !getenv("ONE") && !unsetenv("ONE"));
    assert(variables() == before + 1);
    assert(setenv("", "", 1) == -1 && errno == EINVAL);
    assert(setenv("A=B", "", 1) == -1 && unsetenv("A=B") == -1);
    assert(!setenv("EMPTY", "", 1) && !*getenv("EMPTY") && !getenv("EMPT"));
    assert(!clearenv() && !getenv("OWN") && !variables());
    assert(!setenv("LAST", "x", 1) && variables() == 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
