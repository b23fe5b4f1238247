// SPDX-License-Identifier: Apache-2.0
// check -- 100000 => safe: 100000 executions || incomplete: * limit at FILE:N after N executions || not checked: *
// check -- 1 => safe: 1 executions
// check -- 0 => not checked: * || unsafe: api-misuse at FILE:N after N executions || incomplete: *
// check -- -5 => not checked: * || unsafe: api-misuse at FILE:N after N executions || incomplete: *
// Every value is tried, or it is said that not.
#include <stdlib.h>
#include "mazurka.h"

int main(int count, char **words) {
    int most = atoi(words[count - 1]);
    int value = mz_choose(most);
    return value < 0 || (most > 0 && value >= most);
}
