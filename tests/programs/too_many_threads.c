// SPDX-License-Identifier: Apache-2.0
// check => incomplete: thread limit at too_many_threads.c:19 after 1 executions
// check --algorithm=source => incomplete: thread limit at too_many_threads.c:19 after 1 executions
// says thread limit at
// never EAGAIN
// More threads at a time than this tool has; the system has more. So the program
// is not told of it.
#include <assert.h>
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread[1000];
    int count = 0;
    while (count < 1000 &&
           !pthread_create(&thread[count], NULL, work, NULL))
        count++;
    assert(count == 1000 && "EAGAIN");
    for (int i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
