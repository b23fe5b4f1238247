// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions || incomplete: * limit at FILE:N after N executions
// Never more than one at a time.
#include <assert.h>
#include <pthread.h>

int main(void) {
    for (int i = 0; i < 5000; i++) {
        pthread_key_t key;
        assert(pthread_key_create(&key, NULL) == 0);
        assert(pthread_getspecific(key) == NULL);
        assert(pthread_setspecific(key, &key) == 0);
        assert(pthread_key_delete(key) == 0);
    }
    return 0;
}
