// SPDX-License-Identifier: Apache-2.0
// Numbers and texts as bytes that mean the same on every machine, and back.
//
// A number is written seven bits at a time, the lowest first; small ones take
// one byte. A reader never reads beyond its end: what it is asked for then is
// 0, and it is `bad` from there on, so that it is enough to look once at the
// end of a part.

#ifndef MAZURKA_BASE_BYTES_H
#define MAZURKA_BASE_BYTES_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    unsigned char *at;
    size_t count, room;
};

void bytes_number(struct bytes *bytes, uint64_t number);
void bytes_block(struct bytes *bytes, const void *block, size_t size);
void bytes_text(struct bytes *bytes, const char *text);
// All of `inner` as a block, with what tells whether it was damaged.
void bytes_seal(struct bytes *bytes, const struct bytes *inner);
void bytes_free(struct bytes *bytes);

struct bytes_reader {
    const unsigned char *at, *end;
    bool bad;
};

struct bytes_reader bytes_read(const void *bytes, size_t size);
uint64_t bytes_get_number(struct bytes_reader *reader);
// One that is at most that large; else the reader is bad.
uint32_t bytes_get_below(struct bytes_reader *reader, uint32_t most);
// How many of something follow, each of at least one byte.
size_t bytes_get_count(struct bytes_reader *reader);
// Points into what is read; NULL if it is bad.
const void *bytes_get_block(struct bytes_reader *reader, size_t *size);
// To be freed; "" if it is bad.
char *bytes_get_text(struct bytes_reader *reader);
// What was sealed. False if it was damaged.
bool bytes_unseal(struct bytes_reader *reader, struct bytes_reader *inner);
// Was all of it read, and nothing else?
bool bytes_end(const struct bytes_reader *reader);

#endif
