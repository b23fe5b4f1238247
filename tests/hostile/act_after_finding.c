// SPDX-License-Identifier: Apache-2.0
// acts QUIET BREAKS ENDS FINDS -k --timeout=10 => unsafe: assertion at FILE:N after N executions
// acts HANGS -k --timeout=1 => unsafe: assertion at FILE:N after N executions
// json findings.0.kind=assertion
// Something is found, and only then comes the act: what was found stays found.
#include "acts.h"

static void *work(void *unused) {
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (mz_choose(2) == 0)
        assert(!"planted");
    else
        act(words[count - 1]);
    pthread_join(thread, NULL);
    return 0;
}
