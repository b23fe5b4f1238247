// SPDX-License-Identifier: Apache-2.0
// For jobs.sh: a library that ends its caller's process.

#include <unistd.h>

void outside(void) {
    _exit(7);
}
