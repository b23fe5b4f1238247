// SPDX-License-Identifier: Apache-2.0
// check => incomplete: calls outside of control (*ttyname*) after 1 executions
// json outside~ttyname
// json complete=false
// A function of the C library that nobody has a model of.
#include <unistd.h>

int main(void) {
    ttyname(0);
    return 0;
}
