// SPDX-License-Identifier: Apache-2.0
// check --timeout=1 -- atexit => incomplete: * || unsafe: no-progress at FILE:N after N executions
// check --timeout=1 -- key => incomplete: * || unsafe: no-progress at FILE:N after N executions
// check --timeout=1 -- destructor => incomplete: * || unsafe: no-progress at FILE:N after N executions
// It ends, but never comes to the end of it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int loops;

static void for_ever(void) {
    for (volatile uint64_t i = 1; i; i++) {
    }
}

static void for_ever_with(void *unused) {
    (void)unused;
    for_ever();
}

static __attribute__((destructor)) void after(void) {
    if (loops)
        for_ever();
}

static void *work(void *unused) {
    pthread_key_t key;
    pthread_key_create(&key, for_ever_with);
    pthread_setspecific(key, &loops);
    return unused;
}

int main(int count, char **words) {
    const char *how = words[count - 1];
    if (!strcmp(how, "atexit"))
        atexit(for_ever);
    pthread_t thread;
    if (!strcmp(how, "key") && !pthread_create(&thread, NULL, work, NULL))
        pthread_join(thread, NULL);
    loops = !strcmp(how, "destructor");
    return 0;
}
