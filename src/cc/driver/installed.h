// SPDX-License-Identifier: Apache-2.0
// Where the files are that come with this executable: beside it in a build
// tree, in the folders of its prefix once it is installed.

#ifndef MAZURKA_CC_DRIVER_INSTALLED_H
#define MAZURKA_CC_DRIVER_INSTALLED_H

#include "cc/driver/process.h"

// The runtime library that programs are linked with; MAZURKA_RUNTIME names
// another one. False if it is not there: `found` is where it was looked for
// last.
bool installed_runtime(struct text *found);
// What gdb is told to replay with.
bool installed_gdb_script(struct text *found);
// Let clang find mazurka.h, after everything that the user and the system have.
void installed_headers(struct command *clang);

#endif
