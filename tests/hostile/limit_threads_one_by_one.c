// SPDX-License-Identifier: Apache-2.0
// check -- 100 => safe: 1 executions
// check -- 1000 => safe: 1 executions
// check --algorithm=source -- 100 => safe: 1 executions
// check --algorithm=optimal -- 100 => safe: 1 executions
// check --algorithm=quasi --timeout=20 -- 100 => safe: 1 executions
// check --goto=replay -- 100 => safe: 1 executions
// No more than two live at a time.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
    return unused;
}

int main(int count, char **words) {
    for (int i = 0; i < atoi(words[count - 1]); i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, NULL))
            abort();
        pthread_join(thread, NULL);
    }
    return 0;
}
