// SPDX-License-Identifier: Apache-2.0
// acts QUIET BREAKS ENDS FINDS --timeout=10 => unsafe: assertion at FILE:N after N executions || unsafe: * at FILE:N after N executions || unsafe: * at acts.def:N after N executions || unsafe: * at acts.h:N after N executions || incomplete: * || not checked: *
// acts HANGS --timeout=1 => unsafe: * at *.*:N after N executions || incomplete: * || not checked: *
// Two orders: in one of them main acts, in the other an assertion fails.
// Whatever the act is, this program is not safe.
#include "acts.h"

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (x == 0)
        act(words[count - 1]);
    else
        assert(!"planted");
    pthread_join(thread, NULL);
    return 0;
}
