// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), where other programs ask for it by name. Our own hashes
// are faster ones.

#ifndef MAZURKA_BASE_SHA256_H
#define MAZURKA_BASE_SHA256_H

#include <stddef.h>

struct sha256 {
    char text[65]; // 64 hexadecimal digits
};

struct sha256 sha256(const void *bytes, size_t length);

#endif
