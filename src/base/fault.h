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
    __attribute__((cold, format(printf, 1, 2)));

// What must hold, in the words of the code.
_Noreturn void fault_broken(const char *file, int line, const char *condition)
    __attribute__((cold, noinline));

// require()    what a caller promised, or another process or library gave us;
// invariant()  what our own code has made true: a comparison or two. Both stay
//              on in the build that users run: a wrong verdict costs more than
//              a branch that is never taken.
// expensive()  walks whole structures (the *_is_sound, *_is_valid of the
//              headers), stands where every access comes by, or holds only as
//              long as the program under test is deterministic, which in the
//              end is not for us to promise; on in debug builds only, where the
//              property tests run with it. Elsewhere its condition is compiled
//              and thrown away.
#define require(condition)                              \
    (__builtin_expect(!(condition), 0)                  \
         ? fault_broken(__FILE__, __LINE__, #condition) \
         : (void)0)
#define invariant(condition) require(condition)

#ifdef MAZURKA_RELEASE
#define expensive(condition) ((void)sizeof(condition))
#else
#define expensive(condition) require(condition)
#endif

#endif
