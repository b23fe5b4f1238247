// SPDX-License-Identifier: Apache-2.0
// Programs of the literature with a parameter, as text for the model machine.
//
// Each is written after its description, and the number of its classes is
// known: see the table in test_families.c. All texts are to be freed.

#ifndef MAZURKA_TESTS_FAMILIES_H
#define MAZURKA_TESTS_FAMILIES_H

// A sender and a receiver with a bounded buffer and one mutex, n rounds each:
// C(2n,n).
char *family_circular_buffer(unsigned n);
// Two threads add up in turns, n times each, while a third one looks.
char *family_fib_bench(unsigned n);
// Two threads try a lock by compare-exchange, n times each.
char *family_linuxlocks(unsigned n);
// n threads look for a free block, each for its inode: 2^(n-13) from 13 on.
char *family_filesystem(unsigned n);
// n threads enter four messages each into a hash table: 8^(n-11) from 11 on.
char *family_indexer(unsigned n);
// n threads fill an array, one looks for its last zero: (n+3)·2^(n-2).
char *family_lastzero(unsigned n);
// n writers, joined before a read that races with another write: 2·n!.
char *family_exp_mem3(unsigned n);
// Two threads with n private writes and reads each, then one write and one
// read that they share: 4.
char *family_length_param(unsigned n);
// One writer, n readers: 2^n.
char *family_readers(unsigned n);
// n threads that keep to themselves, n that write one variable: n!.
char *family_crowd(unsigned n);

// All of them, by name; NULL if there is none of that name.
char *family_named(const char *name, unsigned n);

#endif
