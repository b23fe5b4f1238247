// SPDX-License-Identifier: Apache-2.0
// check -- 129 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check -- 1000 => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// check --no-check=assertion -- 2000 => incomplete: no execution ran to its end after 0 executions, 1 blocked || incomplete: * limit at FILE:N after N executions
// The system has 1024 keys; deleted ones can be had again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(int count, char **words) {
    int most = atoi(words[count - 1]);
    static pthread_key_t keys[2000];
    for (int i = 0; i < most; i++)
        assert(pthread_key_create(&keys[i], NULL) == 0);
    for (int i = 0; i < most; i++)
        assert(pthread_setspecific(keys[i], keys) == 0);
    for (int i = 0; i < most; i++)
        pthread_key_delete(keys[i]);
    return 0;
}
