// SPDX-License-Identifier: Apache-2.0
// check => incomplete: a finding did not happen again (*) after N executions || unsafe: assertion at FILE:N after N executions || not checked: *
// check -k => incomplete: a finding did not happen again (*) after N executions || unsafe: assertion at FILE:N after N executions || not checked: *
// Only the first process that runs this sees the bug. (If what it writes does
// not reach the disk, all of them do: then a replay sees it, too.)
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    assert(mkdir("once", 0700) != 0);
    return 0;
}
