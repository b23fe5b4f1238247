// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// Long names that begin alike, and one that is no text.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "mazurka.h"

static atomic_int x;

static void *work(void *name) {
    mz_thread_name(name);
    x++;
    return NULL;
}

int main(void) {
    static char one[5000], two[5000], odd[] = "\"\\\n\x1b\xff\xfe";
    memset(one, 'a', sizeof one - 1);
    memset(two, 'a', sizeof two - 1);
    two[4998] = 'b';
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, one);
    pthread_create(&b, NULL, work, two);
    pthread_create(&c, NULL, work, odd);
    assert(x != 3);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
