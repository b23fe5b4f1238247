// SPDX-License-Identifier: Apache-2.0
// flags -D_GNU_SOURCE -lm
// check -- known => safe: 2 executions
// check -- pointer => incomplete: calls outside of control (getgid) after 2 executions
// check --trust=getgid -- pointer => safe: 2 executions
// check -- found => incomplete: calls outside of control (dlsym, getegid) after 2 executions
// check --trust=dlsym,getegid --algorithm=source -- found => safe: 2 executions
// check -- thread => incomplete: calls outside of control (strfry) after 2 executions
// check -- sort => incomplete: calls outside of control (strverscmp) after 2 executions
// check -- exit => incomplete: calls outside of control (endpwent) after 2 executions
// check -- once => incomplete: calls outside of control (endgrent) after 2 executions
// Pointers to functions of the library, with and without a model; those that a
// model calls, too. Two stores: 2.
#include <assert.h>
#include <dlfcn.h>
#include <grp.h>
#include <math.h>
#include <pthread.h>
#include <pwd.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

// Kept where the linker puts what is seldom used.
__attribute__((section("seldom"))) static int three(void) {
    return 3;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void known(void) {
    double (*volatile root)(double) = sqrt;
    size_t (*volatile length)(const char *) = strlen;
    void *(*volatile set)(void *, int, size_t) = memset;
    int (*volatile seldom)(void) = three;
    int (*volatile order)(const void *, const void *) = compare;
    int numbers[] = {2, 1};
    char text[4];
    assert(root(4) == 2 && length("abc") == 3 && seldom() == 3);
    assert(set(text, 0, sizeof text) == text);
    qsort(numbers, 2, sizeof *numbers, order);
    assert(numbers[0] == 1);
}

static void act(const char *what) {
    pthread_t thread;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!strcmp(what, "known"))
        known();
    if (!strcmp(what, "pointer")) {
        gid_t (*volatile group)(void) = getgid;
        group();
    }
    if (!strcmp(what, "found"))
        ((gid_t(*)(void))dlsym(RTLD_DEFAULT, "getegid"))();
    if (!strcmp(what, "thread")) {
        char *text = calloc(1, 4);
        pthread_create(&thread, NULL, (void *(*)(void *))strfry, text);
        pthread_join(thread, NULL);
        free(text);
    }
    if (!strcmp(what, "sort")) {
        char texts[2][4] = {"b", "a"};
        qsort(texts, 2, sizeof *texts,
              (int (*)(const void *, const void *))strverscmp);
    }
    if (!strcmp(what, "exit"))
        atexit(endpwent);
    if (!strcmp(what, "once"))
        pthread_once(&once, endgrent);
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    act(words[count - 1]);
    return 0;
}
