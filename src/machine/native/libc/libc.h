// SPDX-License-Identifier: Apache-2.0
// The C library as the program under test sees it. The compiler makes the
// program call __mz_NAME instead of NAME (cc/ir/library.def), with the same
// arguments; its place is native_at().
//
// Every model announces the accesses that the real function makes, in the
// order in which it makes them, before it makes them. Under
// --races=interleave each announcement may let other threads run. Hence:
//
//  - What was read is kept on the fiber's own stack (which going back restores)
//    before the next announcement, in pieces of LIBC_CHUNK bytes.
//  - No memory of the host's malloc is held across an announcement: the fiber
//    may never come back, or come back twice.
//  - No host function that calls back into the program is used.
//
// State of the library (handlers, random numbers, tokens) is changed through
// native_set() only, so that going back restores it.

#ifndef MAZURKA_MACHINE_NATIVE_LIBC_LIBC_H
#define MAZURKA_MACHINE_NATIVE_LIBC_LIBC_H

#include "machine/native/native.h"

#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <ctype.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

// -------------------------------------------------- what the models share

enum { LIBC_CHUNK = 1024 };

void libc_set_error(int error); // the program's errno

// How many bytes a function reads at `text`, judged by what is there now, from
// the first byte on: what comes after them does not matter.
typedef size_t libc_extent(const char *text, const void *context);
// Announce them. What is there may change while other threads run: the result
// is the extent after the last announcement.
size_t libc_reads(const char *text, libc_extent *extent, const void *context,
                  const struct mz_site *site);
// A text of at most `most` bytes: announced as read, its length returned.
size_t libc_reads_text(const char *text, size_t most,
                       const struct mz_site *site);
// Copy bytes, both sides announced; they may overlap.
void libc_copy(void *to, const void *from, size_t size,
               const struct mz_site *site);
// The same for bytes whose reading has just been announced.
void libc_copy_read(void *to, const void *from, size_t size,
                    const struct mz_site *site);

// Arguments that can be handed on to other functions.
struct variadic {
    va_list list;
};

// Where bytes go that a function makes up: they are collected and written in
// pieces, each announced.
enum libc_sink_kind {
    LIBC_COUNT,  // nowhere
    LIBC_MEMORY, // to `to`, no more than `room` of them
    LIBC_STREAM, // to a stream of the host, if that is shown
    LIBC_BLOCK,  // to a new block of the program's heap
};
struct libc_sink {
    enum libc_sink_kind kind;
    char *to;
    size_t room;
    FILE *stream;  // NULL: swallowed
    char *printed; // where the last line is kept; NULL: it is not
    const struct mz_site *site;
    size_t length;  // given so far, whether there was room or not
    size_t written; // of these, out of the buffer
    size_t pending; // of these, in the buffer
    char buffer[LIBC_CHUNK];
};
void libc_sink_open(struct libc_sink *sink, enum libc_sink_kind kind,
                    const struct mz_site *site);
void libc_sink_put(struct libc_sink *sink, const void *bytes, size_t count);
void libc_sink_fill(struct libc_sink *sink, char byte, size_t count);
// A text of the program, announced as read.
void libc_sink_text(struct libc_sink *sink, const char *text, size_t most);
void libc_sink_flush(struct libc_sink *sink);
// LIBC_BLOCK: the block, as large as what was put; NULL if there is no room.
char *libc_sink_block(struct libc_sink *sink);

// Format into a sink; how many bytes that were.
int libc_format(struct libc_sink *sink, const char *format, va_list arguments);

// Standard output or error: shown if this execution's output is. NULL stands
// for a stream that is swallowed.
FILE *libc_shown(int fd);

// ------------------------------------------------------------------ memory

// clang-format off
#define LIBC_BLOCKS(X)                                                        \
    X(malloc) X(calloc) X(realloc) X(reallocarray) X(aligned_alloc)           \
    X(posix_memalign) X(valloc) X(free) X(strdup) X(strndup)
LIBC_BLOCKS(NATIVE_MODEL)
void *__mz_memalign(size_t align, size_t size);
size_t __mz_malloc_usable_size(void *block);

// ------------------------------------------------------------------- bytes

#define LIBC_BYTES(X)                                                         \
    X(mempcpy) X(memccpy) X(memchr) X(memrchr) X(rawmemchr) X(memcmp) X(bcmp) \
    X(memmem) X(bcopy) X(bzero) X(explicit_bzero)
LIBC_BYTES(NATIVE_MODEL)

// ------------------------------------------------------------------- texts

#define LIBC_TEXTS(X)                                                         \
    X(strlen) X(strnlen) X(strcpy) X(stpcpy) X(stpncpy) X(strcat) X(strxfrm)  \
    X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strcoll) X(strchr)    \
    X(strchrnul) X(strrchr) X(index) X(rindex) X(strstr) X(strcasestr)        \
    X(strspn) X(strcspn) X(strpbrk) X(strtok) X(strtok_r) X(strsep)           \
    X(strerror) X(strsignal)
LIBC_TEXTS(NATIVE_MODEL)
char *__mz_strncpy(char *to, const char *from, size_t size);
char *__mz_strncat(char *to, const char *from, size_t most);
size_t __mz_strlcpy(char *to, const char *from, size_t size);
size_t __mz_strlcat(char *to, const char *from, size_t size);
char *__mz_strerror_r(int error, char *text, size_t room);     // GNU's
int __mz___xpg_strerror_r(int error, char *text, size_t room); // POSIX's

// ----------------------------------------------------------------- numbers

#define LIBC_NUMBERS(X)                                                       \
    X(atoi) X(atol) X(atoll) X(atof) X(strtol) X(strtoll) X(strtoul)          \
    X(strtoull) X(strtoimax) X(strtoumax) X(strtof) X(strtod) X(strtold)
LIBC_NUMBERS(NATIVE_MODEL)

// ----------------------------------------------------- formatting, scanning

#define LIBC_FORMATTING_SCANNING(X)                                           \
    X(sprintf) X(vsprintf) X(snprintf) X(vsnprintf) X(asprintf) X(vasprintf)  \
    X(sscanf) X(vsscanf) X(scanf) X(vscanf) X(fscanf) X(vfscanf)
LIBC_FORMATTING_SCANNING(NATIVE_MODEL)

// ---------------------------------------------------------- output and input

// write() and read() are __mz_fd_*: hooks.h has the shorter names already.

#define LIBC_OUTPUT_AND_INPUT(X)                                              \
    X(printf) X(vprintf) X(fprintf) X(vfprintf) X(dprintf) X(vdprintf)        \
    X(puts) X(putchar) X(putchar_unlocked) X(fputs) X(fputs_unlocked)         \
    X(fputc) X(fputc_unlocked) X(putc) X(putc_unlocked) X(fwrite_unlocked)    \
    X(fflush) X(fflush_unlocked) X(setvbuf) X(setbuf) X(perror) X(getchar)    \
    X(getchar_unlocked) X(fgetc) X(getc) X(getc_unlocked) X(ungetc)           \
    X(getline) X(getdelim)
LIBC_OUTPUT_AND_INPUT(NATIVE_MODEL)
size_t __mz_fwrite(const void *bytes, size_t size, size_t count, FILE *stream);
ssize_t __mz_fd_write(int fd, const void *bytes, size_t size);

char *__mz_gets(char *to);
char *__mz_fgets(char *to, int room, FILE *stream);
size_t __mz_fread(void *to, size_t size, size_t count, FILE *stream);
ssize_t __mz_fd_read(int fd, void *to, size_t size);

// -------------------------------------------------------------------- time

#define LIBC_TIME(X)                                                          \
    X(time) X(clock) X(clock_gettime) X(clock_getres)                         \
    X(timespec_get) X(times) X(gmtime) X(localtime) X(gmtime_r)               \
    X(localtime_r) X(asctime) X(asctime_r) X(ctime) X(ctime_r) X(mktime)      \
    X(strftime) X(nanosleep) X(clock_nanosleep) X(usleep) X(sleep) X(alarm)
LIBC_TIME(NATIVE_MODEL)
int __mz_gettimeofday(struct timeval *now, void *zone); // `now` may be NULL

// ----------------------------------------------------------------- process

_Noreturn void __mz_exit(int status);
_Noreturn void __mz__exit(int status);
_Noreturn void __mz__Exit(int status);
_Noreturn void __mz_quick_exit(int status);
#define LIBC_PROCESS(X)                                                       \
    X(atexit) X(at_quick_exit) X(on_exit) X(getpid) X(getppid) X(gettid)      \
    X(getenv) X(setenv) X(unsetenv) X(putenv) X(clearenv)
LIBC_PROCESS(NATIVE_MODEL)
_Noreturn void __mz_abort(void);
_Noreturn void __mz___assert_fail(const char *assertion, const char *file,
                                  unsigned line, const char *function);
_Noreturn void __mz___assert_perror_fail(int error, const char *file,
                                         unsigned line, const char *function);
_Noreturn void __mz___assert(const char *assertion, const char *file, int line);
int *__mz___errno_location(void);

// --------------------------------------------------------------- processes

#define LIBC_PROCESSES(X)                                                     \
    X(fork) X(vfork) X(clone) X(execl) X(execlp) X(execle) X(execv) X(execvp) \
    X(execve) X(execvpe) X(posix_spawn) X(posix_spawnp) X(system) X(popen)    \
    X(wait) X(waitpid) X(syscall)
LIBC_PROCESSES(NATIVE_MODEL)

// ----------------------------------------------------------------- signals

#define LIBC_SIGNALS(X)                                                       \
    X(raise) X(kill) X(signal) X(sigaction) X(sigemptyset) X(sigfillset)      \
    X(sigaddset) X(sigdelset) X(sigismember) X(sigprocmask) X(sigpending)     \
    X(sigsuspend) X(sigwait) X(sigwaitinfo) X(sigtimedwait) X(pause)
LIBC_SIGNALS(NATIVE_MODEL)

// ---------------------------------------------------------- random numbers

#define LIBC_RANDOM_NUMBERS(X)                                                \
    X(rand) X(srand) X(rand_r) X(random) X(srandom) X(drand48) X(lrand48)     \
    X(mrand48) X(srand48) X(getrandom) X(getentropy)
LIBC_RANDOM_NUMBERS(NATIVE_MODEL)
// clang-format on
uint32_t __mz_arc4random(void); // new in glibc 2.36

// ------------------------------------------------------ sorting, searching

typedef int libc_compare(const void *, const void *);
typedef int libc_compare_with(const void *, const void *, void *);
NATIVE_MODEL(qsort)
NATIVE_MODEL(qsort_r)
NATIVE_MODEL(bsearch)

// ----------------------------------------- what programs say to a checker

void __mz_mz_assume(int condition);
int __mz_mz_choose(int count);
void __mz_mz_await(int condition);
void __mz_mz_thread_name(const char *name);
_Noreturn void __mz_reach_error(void);
_Noreturn void __mz___VERIFIER_error(void);
void __mz___VERIFIER_assert(int condition);
void __mz___VERIFIER_assume(int condition);
void __mz___VERIFIER_atomic_begin(void);
void __mz___VERIFIER_atomic_end(void);
_Bool __mz___VERIFIER_nondet_bool(void);

// Values without a range: type, name.
// clang-format off
#define LIBC_NONDET(X)                                                         \
    X(char, char) X(unsigned char, uchar) X(short, short)                      \
    X(unsigned short, ushort) X(int, int) X(unsigned, uint)                    \
    X(unsigned, unsigned) X(long, long) X(unsigned long, ulong)                \
    X(long long, longlong) X(unsigned long long, ulonglong)                    \
    X(__int128, int128) X(unsigned __int128, uint128) X(float, float)          \
    X(double, double) X(void *, pointer) X(size_t, size_t) X(char *, pchar)    \
    X(long long, loff_t) X(unsigned long, sector_t)                            \
    X(unsigned long, pthread_t) X(unsigned char, u8) X(unsigned short, u16)    \
    X(unsigned, u32) X(char *, charp)
// clang-format on
#define LIBC_DECLARE(type, name) type __mz___VERIFIER_nondet_##name(void);
LIBC_NONDET(LIBC_DECLARE)
#undef LIBC_DECLARE

#endif
