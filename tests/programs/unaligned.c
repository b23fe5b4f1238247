// SPDX-License-Identifier: Apache-2.0
// check --races=interleave => safe: 3 executions
// check --races=interleave --algorithm=source => safe: 3 executions
// check => unsafe: data-race at unaligned.c:16 after 1 executions
// A long at an odd address, across two words: written twice, read before,
// between or after.
#include <assert.h>
#include <pthread.h>

static struct __attribute__((packed)) {
    char first[5];
    long value;
} odd;

static void *work(void *unused) {
    odd.value = -1;
    odd.value = 0x0102030405060708;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    long seen = odd.value;
    assert(seen == 0 || seen == -1 || seen == 0x0102030405060708);
    pthread_join(thread, NULL);
    assert(odd.value == 0x0102030405060708 && odd.first[4] == 0);
    return 0;
}
