// SPDX-License-Identifier: Apache-2.0
// check -- race => unsafe: data-race at FILE:N after N executions
// Constructors and destructors that start threads.
#include "how.h"
static atomic_int x, y;
static pthread_t early, late;
static int plain;
static void *work(void *u) {
    x = 1;
    y++;
    return u;
}
static void *races(void *u) {
    plain++;
    return u;
}
static __attribute__((constructor(101))) void first(void) {
    y = 10;
    pthread_create(&early, NULL, work, NULL);
}
static __attribute__((constructor(102))) void second(void) {
    assert(y == 10 || y == 11);
}
static __attribute__((destructor)) void last(void) {
    pthread_create(&late, NULL, work, NULL);
    pthread_join(late, NULL);
    assert(y == 12);
}
int main(int c, char **w) {
    how = w[c - 1];
    IS(race) {
        pthread_t t;
        pthread_create(&t, NULL, races, NULL);
        plain = 3;
        pthread_join(t, NULL);
    }
    x = 2;
    pthread_join(early, NULL);
    return 0;
}
