// SPDX-License-Identifier: Apache-2.0
// The programs of 002's Table 1, as text for the model machine: threads with
// mutexes, free of data races. All texts are to be freed.

#ifndef MAZURKA_TESTS_FAMILIES_LOCKS_H
#define MAZURKA_TESTS_FAMILIES_LOCKS_H

// A dispatcher: requests go to the server that a picker has put forward.
char *family_disp(unsigned servers, unsigned requests);
// Pairs of threads with a mutex each; one of each pair holds a common one: the
// number of classes is pairs! · 2^pairs.
char *family_mpat(unsigned pairs, unsigned unused);
// Producers choose a worker by what all of them have produced so far.
char *family_mpc(unsigned producers, unsigned workers);
// One critical section a thread: threads! classes.
char *family_pi(unsigned threads, unsigned unused);
// In each round a chooser picks a worker and a poker takes its result away.
char *family_pol(unsigned workers, unsigned rounds);

#endif
