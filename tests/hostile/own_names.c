// SPDX-License-Identifier: Apache-2.0
// check -- x => safe: 2 executions
// The program has functions and variables with the names of the library and of
// the tool.
#include "how.h"
extern int not_there(void) __attribute__((weak));
int undo_back = 3, heap_new = 4, native = 5, library = 6, search = 7, trace = 8,
    __mz_mine = 9, optind_ = 1;
char *getenv(const char *n) {
    (void)n;
    return "mine";
}
int step(void) {
    return native + library;
}
void fault(void) {
    native++;
}
size_t strlen(const char *s) {
    (void)s;
    return 42;
}
int atoi(const char *s) {
    (void)s;
    return 17;
}
int puts(const char *s) {
    (void)s;
    return 99;
}
int sched_yield(void) {
    return 5;
}
unsigned sleep(unsigned n) {
    return n + 1;
}
static atomic_int x;
static void *work(void *u) {
    x = native;
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    pthread_join(t, NULL);
    char *volatile text = "12";
    assert(!strcmp(getenv("HOME"), "mine"));
    assert(strlen(text) == 42 && atoi(text) == 17 && puts(text) == 99 &&
           sched_yield() == 5 && sleep(3) == 4);
    fault();
    assert(step() == 12 && undo_back == 3 && heap_new == 4);
    if (not_there)
        not_there();
    return 0;
}
