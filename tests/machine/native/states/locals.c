// SPDX-License-Identifier: Apache-2.0
// walk => 35 late
// A variable that is no single value. With b for what is kept and w for what was
// written: 3 w + 5 which,w + 9 which,b,w in 2 places; then both are overwritten, but
// y has b: 6 b,w; then 3.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *reader(void *unused) {
    int kept[2] = {0, 0};
    int which = atomic_load(&x) & 1;
    kept[which] = atomic_load(&x);
    atomic_store(&y, 1);
    atomic_store(&y, kept[!which] + 2 * kept[which]);
    kept[0] = kept[1] = 3;
    atomic_store(&y, kept[which]);
    return unused;
}

static void *writer(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_exit(NULL);
}
