// SPDX-License-Identifier: Apache-2.0
// Random models as C programs, so that both machines can be asked the same.

#ifndef MAZURKA_TESTS_TRANSLATE_H
#define MAZURKA_TESTS_TRANSLATE_H

#include <stdbool.h>
#include <stdint.h>

struct translated {
    char *model; // its text
    uint64_t seed;
};

// Is FOLDER/program, run with the number `which`, as the model says? If not, it
// has been printed how.
typedef bool translated_agrees(const char *folder, unsigned which,
                               const struct translated *one);

// Draw random models from a seed on (of the kinds that C has: no awaits,
// barriers, joins or parts of variables), write them as C, compile them with a
// command, and compare. 0 if all that were wanted agree: an exit code. In C,
// threads also do what the model does not have.
enum translated_more {
    NOTHING_MORE,
    OWN_ACCESSES,   // to what is their own
    PLAIN_ACCESSES, // to what they share; and atomic ones have all orders
    MEMORY_ORDERS, // nothing, but the model has orders and fences
};
int translated_agree(const char *compiler, enum translated_more more,
                     unsigned wanted, uint64_t seed, translated_agrees *agrees);

#endif
