// SPDX-License-Identifier: Apache-2.0
// exit does not return.
#include <stdlib.h>
int main(void) {
    exit(3);
}
// expect: exit line 5
