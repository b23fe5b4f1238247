// SPDX-License-Identifier: Apache-2.0
// `mazurka cc`: a drop-in C compiler whose programs explore themselves.
//
// clang reads the sources and links; everything between is ours. Its messages
// and its exit status go through unchanged, so that build systems see what
// they expect. The environment variable MAZURKA_CLANG names another clang,
// MAZURKA_RUNTIME another runtime library.
//
// Four options are its own: --loops=await|assume|off says what becomes of loop
// iterations that only wait, --purity=full|paper how much is seen in them,
// --explain-loops prints that for each loop of the sources instead of compiling
// them (docs/loops.md), and --states builds programs that can be explored by
// --algorithm=stateful (docs/stateful-programs.md).

#ifndef MAZURKA_CC_DRIVER_DRIVER_H
#define MAZURKA_CC_DRIVER_DRIVER_H

#include "base/text.h"

enum {
    CC_NOT_CHECKED = 3, // bad usage, not supported
};

// The command, with argv[0] as its name. Returns the exit code.
int cc_command(int argc, char **argv);

// The same from inside of the tool: build a program from `words` (sources and
// flags, as on the command line, without -c and -o). Returns 0, or the status
// of what failed, with its messages in *diagnostics; warnings are there too.
int cc_build(const char *const *words, size_t count, const char *output,
             struct text *diagnostics);

#endif
