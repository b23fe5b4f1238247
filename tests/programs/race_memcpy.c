// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at race_memcpy.c:13 after 1 executions
// check --algorithm=source => unsafe: data-race at race_memcpy.c:13 after 1 executions
// check --races=interleave => safe: 2 executions
// memcpy writes what memset writes: one access each, 2 orders.
#include <pthread.h>
#include <string.h>

static char buffer[32];
static const char text[32] = "hello";

static void *work(void *which) {
    if (which) memcpy(buffer, text, sizeof text); else memset(buffer, 7, 16);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
