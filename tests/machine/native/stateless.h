// SPDX-License-Identifier: Apache-2.0
// The part of native.h that is about states, where none are told.

#ifndef MAZURKA_TESTS_NATIVE_STATELESS_H
#define MAZURKA_TESTS_NATIVE_STATELESS_H

#include "machine/native/native.h"

void native_save_quietly(void *address, size_t size) {
    native_save(address, size);
}

void native_memory_begins(void *address, size_t size) {
    (void)address, (void)size;
}

void native_memory_ends(void *address, size_t size) {
    (void)address, (void)size;
}

void native_knows(uint64_t word) {
    (void)word;
}

struct state native_known(void) {
    return (struct state){0};
}

void native_knows_again(struct state known) {
    (void)known;
}

void native_knows_only(uint64_t word) {
    (void)word;
}

bool native_result_matters(void) {
    return false;
}

#endif
