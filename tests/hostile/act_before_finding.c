// SPDX-License-Identifier: Apache-2.0
// acts QUIET => unsafe: assertion at FILE:N after N executions
// acts BREAKS --timeout=10 => unsafe: assertion at FILE:N after N executions || incomplete: * || not checked: *
// After the act, the program goes on and fails; what the act has done to the
// process must not swallow that.
#include "acts.h"

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    act(words[count - 1]);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (x)
        assert(!"planted");
    pthread_join(thread, NULL);
    return 0;
}
