// SPDX-License-Identifier: Apache-2.0
// flags -include not_main.h
// check => unsafe: api-misuse at reuse_join_waits.c:N after N executions
// check --algorithm=source => unsafe: api-misuse at reuse_join_waits.c:N after N executions
// check --algorithm=all => unsafe: api-misuse at reuse_join_waits.c:N after N executions
// check --algorithm=quasi => unsafe: api-misuse at reuse_join_waits.c:N after N executions
// check --algorithm=source --keep-going => unsafe: api-misuse at reuse_join_waits.c:N after N executions
// says thread main/1/1 is joined, which was joined before
// Two wait for the end of one thread. When main was faster and has given its
// number to another, the other one must not wait for that one's end.
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int x;

static void *work(void *unused) {
    x++;
    return unused;
}

static void *late(void *unused) {
    pthread_join(first, NULL);
    return unused;
}

int main(void) {
    pthread_t other, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&other, NULL, late, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(other, NULL);
    pthread_join(second, NULL);
    return 0;
}
