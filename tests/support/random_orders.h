// SPDX-License-Identifier: Apache-2.0
// Memory orders for random programs.

#ifndef MAZURKA_TESTS_RANDOM_ORDERS_H
#define MAZURKA_TESTS_RANDOM_ORDERS_H

#include <stdint.h>

// A program in the model format, with memory orders and with fences in some of
// its threads: for a seed always the same. To be freed.
char *random_orders(const char *program, uint64_t seed);

#endif
