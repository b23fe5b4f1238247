// SPDX-License-Identifier: Apache-2.0

#include "base/bytes.h"

#include <string.h>

void bytes_number(struct bytes *b, uint64_t number) {
    for (; number >= 0x80; number >>= 7)
        vec_push(b, (unsigned char)(number | 0x80));
    vec_push(b, (unsigned char)number);
}

void bytes_block(struct bytes *b, const void *block, size_t size) {
    bytes_number(b, size);
    vec_reserve(b, b->count + size);
    if (size)
        memcpy(b->at + b->count, block, size);
    b->count += size;
}

void bytes_text(struct bytes *b, const char *text) {
    bytes_block(b, text, strlen(text));
}

static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

void bytes_seal(struct bytes *b, const struct bytes *inner) {
    bytes_number(b, checksum(inner->at, inner->count));
    bytes_block(b, inner->at, inner->count);
}

void bytes_free(struct bytes *b) {
    vec_free(b);
}

struct bytes_reader bytes_read(const void *bytes, size_t size) {
    return (struct bytes_reader){bytes, (const unsigned char *)bytes + size,
                                 false};
}

static uint64_t fails(struct bytes_reader *r) {
    r->bad = true;
    r->at = r->end;
    return 0;
}

uint64_t bytes_get_number(struct bytes_reader *r) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (r->at == r->end)
            return fails(r);
        unsigned char byte = *r->at++;
        uint64_t part = byte & 0x7f;
        if (part << shift >> shift != part)
            return fails(r); // more than 64 bits
        number |= part << shift;
        if (byte < 0x80)
            return number;
    }
    return fails(r);
}

uint32_t bytes_get_below(struct bytes_reader *r, uint32_t most) {
    uint64_t number = bytes_get_number(r);
    return (uint32_t)(number > most ? fails(r) : number);
}

size_t bytes_get_count(struct bytes_reader *r) {
    uint64_t count = bytes_get_number(r);
    return (size_t)(count > (uint64_t)(r->end - r->at) ? fails(r) : count);
}

const void *bytes_get_block(struct bytes_reader *r, size_t *size) {
    *size = bytes_get_count(r);
    const void *block = r->at;
    r->at += *size;
    return r->bad ? NULL : block;
}

char *bytes_get_text(struct bytes_reader *r) {
    size_t size;
    const char *text = bytes_get_block(r, &size);
    return memory_text(text ? text : "", text ? strnlen(text, size) : 0);
}

bool bytes_end(const struct bytes_reader *r) {
    return !r->bad && r->at == r->end;
}

bool bytes_unseal(struct bytes_reader *r, struct bytes_reader *inner) {
    uint64_t sum = bytes_get_number(r);
    size_t size = 0;
    const unsigned char *block = bytes_get_block(r, &size);
    *inner = bytes_read(block ? block : (const void *)"", size);
    return block && checksum(block, size) == sum;
}
