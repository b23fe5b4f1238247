// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions || incomplete: * limit at FILE:N after N executions
// check --algorithm=source => unsafe: assertion at FILE:N after N executions || incomplete: * limit at FILE:N after N executions
// A program that copes with an error number it would never see: 70 threads are
// nothing for the system. Its bug comes after them.
#include <assert.h>
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    static pthread_t threads[70];
    for (int i = 0; i < 70; i++)
        if (pthread_create(&threads[i], NULL, work, NULL))
            return 0;
    for (int i = 0; i < 70; i++)
        pthread_join(threads[i], NULL);
    assert(!"reached");
    return 0;
}
