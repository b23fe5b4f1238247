// SPDX-License-Identifier: Apache-2.0
// The arguments of a call in the words of its caller: (&account, 10). They are
// read from the source when a finding is told, and only if it is no younger
// than the program: else it may say something else now.

#ifndef MAZURKA_MACHINE_NATIVE_CALL_WORDS_H
#define MAZURKA_MACHINE_NATIVE_CALL_WORDS_H

#include "base/text.h"

// Of the first call of the function in a line of the file, brackets included,
// white space as single blanks and no longer than a few words; nothing if it is
// not there.
void call_words(const char *path, unsigned line, const char *function,
                struct text *text);

#endif
