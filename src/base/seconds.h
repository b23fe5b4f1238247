// SPDX-License-Identifier: Apache-2.0
// The time, for measuring.

#ifndef MAZURKA_BASE_SECONDS_H
#define MAZURKA_BASE_SECONDS_H

double seconds_now(void); // since some fixed moment; never goes back
double seconds_cpu(void); // that this process has used, on all its cores

#endif
