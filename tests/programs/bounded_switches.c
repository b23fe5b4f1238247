// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions
// check --algorithm=quasi --k=optimal => safe: 6 executions
// check --algorithm=quasi --k=optimal --max-context-switches=9 => safe: 6 executions
// check --algorithm=quasi --max-context-switches=2 => incomplete: context-switch limit at bounded_switches.c:N after N executions
// check --algorithm=source --max-context-switches=2 => incomplete: context-switch limit at bounded_switches.c:N after N executions
// check --algorithm=pop --max-context-switches=2 => incomplete: context-switch limit at bounded_switches.c:N after N executions
// Executions that change threads too often are cut, and the search says so;
// three locks: 3! orders.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
