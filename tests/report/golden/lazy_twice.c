// SPDX-License-Identifier: Apache-2.0
// Both find it not yet initialised.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int initialised, count;
static void init(void) {
    count++;
}
static void use(void) {
    if (!initialised) {
        init();
        initialised = 1;
    }
    assert(count == 1);
}
static void *t(void *x) {
    (void)x;
    use();
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
