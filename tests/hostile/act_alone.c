// SPDX-License-Identifier: Apache-2.0
// acts QUIET => safe: 1 executions
// acts BREAKS --timeout=10 => safe: 1 executions || incomplete: * || not checked: * || unsafe: uncaught-signal at * after N executions
// acts ENDS --timeout=10 => safe: 1 executions || unsafe: exit-status at * after N executions || unsafe: uncaught-signal at * after N executions || unsafe: abort at * after N executions || unsafe: segfault at * after N executions || incomplete: * || not checked: *
// acts HANGS --timeout=1 => incomplete: * || not checked: * || unsafe: no-progress at * after N executions || unsafe: livelock at * after N executions || unsafe: deadlock at * after N executions
// acts FINDS --timeout=10 => unsafe: * at *.*:N after N executions || not checked: *
// The act alone. Every one of these has a last line, JSON and an exit code.
#include "acts.h"

int main(int count, char **words) {
    act(words[count - 1]);
    return 0;
}
