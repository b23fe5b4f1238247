// SPDX-License-Identifier: Apache-2.0
// A lock in the loop is an operation.
#include <pthread.h>
pthread_mutex_t m;
int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_mutex_lock(&m);
    return 0;
}
// expect: pthread_mutex_lock as m line 7
// expect: pthread_mutex_lock as m line 7
// expect: returned 0
