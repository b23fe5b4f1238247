// SPDX-License-Identifier: Apache-2.0

#include "argument.h"

#include <string.h>

const char *argument_value(const char *word, const char *option) {
    size_t length = strlen(option);
    return strncmp(word, option, length) == 0 ? word + length : NULL;
}
