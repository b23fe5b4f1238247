// SPDX-License-Identifier: Apache-2.0
// Standard input is read once, to its end, when the program first asks for it,
// and is the same in every execution and process of a check. How far the
// program has read is part of its state.

#ifndef MAZURKA_MACHINE_NATIVE_LIBC_STANDARD_INPUT_H
#define MAZURKA_MACHINE_NATIVE_LIBC_STANDARD_INPUT_H

#include "machine/native/native.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// Is it this file, and still what it was when the check began? Then the running
// thread is about to read it, which is an operation.
bool standard_input_is(int fd);
bool standard_input_is_stream(FILE *stream);
// What is left of it, with a 0 behind.
const char *standard_input_rest(size_t *size);
// So much was read; and the end was met.
void standard_input_pass(size_t size, bool ended);
// read(): announced; how many it were.
ssize_t standard_input_read(void *to, size_t size, const struct mz_site *site);
// One byte back. False: it was another one.
bool standard_input_put_back(int byte);

#endif
