// SPDX-License-Identifier: Apache-2.0
// Faults of mazurka itself, and the assertions that find them.
//
// A fault ends the process with exit code 4 and one line on standard error. It
// is never used for what a user did wrong (exit code 3) nor for what was found
// in the program under test: findings are data.

#ifndef MAZURKA_BASE_FAULT_H
#define MAZURKA_BASE_FAULT_H

enum { EXIT_FAULT = 4 };

_Noreturn void fault(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

// invariant(): stays on in every build but the release one (MAZURKA_RELEASE).
// expensive(): walks whole structures; on in debug builds only, where the
// property tests run with it.
#define require(condition)                                                     \
    ((condition) ? (void)0                                                     \
                 : fault("%s:%d: does not hold: %s", __FILE__, __LINE__,       \
                         #condition))

#ifdef MAZURKA_RELEASE
#define invariant(condition) ((void)sizeof(condition))
#define expensive(condition) ((void)sizeof(condition))
#else
#define invariant(condition) require(condition)
#define expensive(condition) require(condition)
#endif

#endif
