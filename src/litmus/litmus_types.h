// SPDX-License-Identifier: Apache-2.0
// Types, as far as they matter: is it a pointer, and is what it points to
// atomic? All numbers are of 64 bits, as in models.

#ifndef MAZURKA_LITMUS_LITMUS_TYPES_H
#define MAZURKA_LITMUS_LITMUS_TYPES_H

#include "litmus/litmus_parser.h"

struct litmus_type {
    unsigned pointer; // to a pointer to … so many times
    bool atomic;      // what is at the end of that
};

bool litmus_is_type(const struct token *token);
bool litmus_type(struct litmus_parser *parser, struct litmus_type *type);

#endif
