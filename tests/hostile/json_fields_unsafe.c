// SPDX-License-Identifier: Apache-2.0
// check => unsafe: assertion at FILE:N after N executions
// json memory=sc
// json findings.0.confirmed=true
// json unconfirmed=[]
// What the JSON says of a finding, whose message is no plain text.
#include <assert.h>
#include <stdio.h>

int main(void) {
    fputs("\x1b[31m\xff\xfe", stderr);
    assert(!"\"quoted\" \\ \t");
    return 0;
}
