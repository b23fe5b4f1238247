// SPDX-License-Identifier: Apache-2.0
// The parts of native.h that are about states and about what libraries keep for
// all threads, where no states are told and nothing is shared.

#ifndef MAZURKA_TESTS_NATIVE_STATELESS_H
#define MAZURKA_TESTS_NATIVE_STATELESS_H

#include "machine/native/library_state.h"
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

void library_acts(enum op_kind kind, const void *place, size_t size) {
    (void)kind, (void)place, (void)size;
}

bool library_is_alone(void) {
    return true;
}

void library_looks(enum library_part part) {
    (void)part;
}

void library_changes(enum library_part part) {
    (void)part;
}

void library_changes_as_known(enum library_part part) {
    (void)part;
}

#endif
