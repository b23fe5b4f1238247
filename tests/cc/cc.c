// SPDX-License-Identifier: Apache-2.0
// The compiler alone, as a program: what the tests of src/cc run.

#include "cc/driver/driver.h"

int main(int argc, char **argv) {
    return cc_command(argc, argv);
}
