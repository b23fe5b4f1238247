// SPDX-License-Identifier: Apache-2.0
// The functions of the C library that the runtime itself calls (host.sh).

#ifndef MAZURKA_RUNTIME_HOST_H
#define MAZURKA_RUNTIME_HOST_H

// Whatever of them the program defines, too, is the library's for the runtime.
// The very first thing that is done.
void host_bind(void);

#endif
