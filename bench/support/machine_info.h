// SPDX-License-Identifier: Apache-2.0
// Where and when something was measured: "AMD EPYC, 2 cores, 8 GiB,
// 2026-11-15".

#ifndef MAZURKA_BENCH_MACHINE_INFO_H
#define MAZURKA_BENCH_MACHINE_INFO_H

#include <stddef.h>

void machine_info(char *text, size_t room);

#endif
