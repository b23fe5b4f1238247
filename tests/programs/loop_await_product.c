// SPDX-License-Identifier: Apache-2.0
// flags -I../../include
// check --algorithm=optimal => unsafe: livelock at loop_await_product.c:16 after N executions
// check --algorithm=source => unsafe: livelock at loop_await_product.c:16 after N executions
// check --algorithm=pop --races=interleave => unsafe: livelock at loop_await_product.c:16 after N executions
// A condition that is no wait of one operation is still waited for: if 1 is
// written first, nobody ever ends the second thread's wait.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *waits(void *unused) {
    x = 3;
    mz_await(!(x * 2 > 2));
    return unused;
}

static void *writes(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, writes, NULL);
    pthread_create(&second, NULL, waits, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
