// SPDX-License-Identifier: Apache-2.0
// check -- 60 => safe: 1 executions
// check -- 70 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check -- 300 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check --algorithm=source -- 300 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// All live at a time. What is never right: an error number for the program.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
    return unused;
}

int main(int count, char **words) {
    int most = atoi(words[count - 1]);
    static pthread_t threads[1000];
    for (int i = 0; i < most; i++)
        assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
    for (int i = 0; i < most; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
