// SPDX-License-Identifier: Apache-2.0
// File names are bytes; JSON and DOT are UTF-8.

#ifndef MAZURKA_REPORT_UTF8_H
#define MAZURKA_REPORT_UTF8_H

// A copy in which every byte that is no UTF-8 is a replacement character; to
// be freed.
char *utf8_clean(const char *text);

#endif
