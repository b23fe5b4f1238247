// SPDX-License-Identifier: Apache-2.0

#include "report/utf8.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// How many bytes the character at `text` has; 0 if it is none.
static size_t length_at(const unsigned char *text) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = text[0];
    if (first < 0x80)
        return 1;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    uint32_t code = first & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0; // a terminating 0 ends here too
        code = code << 6 | (text[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

char *utf8_clean(const char *text) {
    static const char replacement[] = "\xef\xbf\xbd";
    char *clean = memory_new(3 * strlen(text) + 1, 1);
    char *end = clean;
    while (*text) {
        size_t length = length_at((const unsigned char *)text);
        memcpy(end, length ? text : replacement, length ? length : 3);
        end += length ? length : 3;
        text += length ? length : 1;
    }
    return clean;
}
