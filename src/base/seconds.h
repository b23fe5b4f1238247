// SPDX-License-Identifier: Apache-2.0
// The time, for measuring.

#ifndef MAZURKA_BASE_SECONDS_H
#define MAZURKA_BASE_SECONDS_H

double seconds_now(void); // since some fixed moment; never goes back

#endif
