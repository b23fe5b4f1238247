// SPDX-License-Identifier: Apache-2.0
// check -- 0 => safe: 1 executions
// check -- 1 => unsafe: exit-status at FILE:N after 1 executions
// check -- 2 => unsafe: exit-status at FILE:N after 1 executions
// check -- 3 => unsafe: exit-status at FILE:N after 1 executions
// check -- 4 => unsafe: exit-status at FILE:N after 1 executions
// check -- 124 => unsafe: exit-status at FILE:N after 1 executions
// check -- 256 => safe: 1 executions || unsafe: exit-status at FILE:N after 1 executions
// check -- -1 => unsafe: exit-status at FILE:N after 1 executions
// Whatever the program exits with, our exit codes are ours.
#include <stdlib.h>

int main(int count, char **words) {
    exit(atoi(words[count - 1]));
}
