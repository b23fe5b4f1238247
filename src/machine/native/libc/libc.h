// SPDX-License-Identifier: Apache-2.0
// The C library as the program under test sees it. The compiler makes the
// program call __mz_NAME instead of NAME (library_functions.h), with the same
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

#include "base/fault.h"
#include "machine/native/native.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
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
    LIBC_MODEL,  // to a stream of the program's (streams.h), which is locked
    LIBC_BLOCK,  // to a new block of the program's heap
};
struct libc_sink {
    enum libc_sink_kind kind;
    char *to;
    size_t room;
    FILE *stream;  // NULL: swallowed
    struct stream *model;
    bool failed; // of `model`
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

// A function with a format, by the one that takes a list of arguments.
#define LIBC_VARIADIC(function, parameters, call) \
    int __mz_##function parameters {              \
        va_list list;                             \
        va_start(list, format);                   \
        int result = call;                        \
        va_end(list);                             \
        return result;                            \
    }

// Format into a sink; how many bytes that were.
int libc_format(struct libc_sink *sink, const char *format, va_list arguments);

// Standard output or error: shown if this execution's output is. NULL stands
// for a stream that is swallowed.
FILE *libc_shown(int fd);

// A signal for a thread; an error number, or 0 (signals.c).
int signal_thread(unsigned thread, int number);

// --------------------------------------------------------------- the models

MEMORY_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
STRING_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
STDIO_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
FILE_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
TIME_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
PROCESS_FUNCTIONS(NATIVE_MODEL, NATIVE_OWN)
#define LIBC_REFUSES(function) _Noreturn void __mz_##function(void);
REFUSED_FUNCTIONS(LIBC_REFUSES)
FRAMEWORK_REFUSED(LIBC_REFUSES)

char *__mz_strncpy(char *to, const char *from, size_t size);
char *__mz_strncat(char *to, const char *from, size_t most);
size_t __mz_strlcpy(char *to, const char *from, size_t size);
size_t __mz_strlcat(char *to, const char *from, size_t size);
char *__mz_strerror_r(int error, char *text, size_t room);     // GNU's
int __mz___xpg_strerror_r(int error, char *text, size_t room); // POSIX's

// write() and read() are __mz_fd_*: hooks.h has the shorter names already.
size_t __mz_fwrite(const void *bytes, size_t size, size_t count, FILE *stream);
ssize_t __mz_fd_write(int fd, const void *bytes, size_t size);
char *__mz_gets(char *to);
char *__mz_fgets(char *to, int room, FILE *stream);
size_t __mz_fread(void *to, size_t size, size_t count, FILE *stream);
ssize_t __mz_fd_read(int fd, void *to, size_t size);

int __mz_gettimeofday(struct timeval *now, void *zone); // `now` may be NULL

struct __jmp_buf_tag;
_Noreturn void __mz_longjmp(struct __jmp_buf_tag *buffer, int value);
_Noreturn void __mz_exit(int status);
_Noreturn void __mz__exit(int status);
_Noreturn void __mz__Exit(int status);
_Noreturn void __mz_quick_exit(int status);
_Noreturn void __mz_abort(void);
_Noreturn void __mz___assert_fail(const char *assertion, const char *file,
                                  unsigned line, const char *function);
_Noreturn void __mz___assert_perror_fail(int error, const char *file,
                                         unsigned line, const char *function);
_Noreturn void __mz___assert(const char *assertion, const char *file, int line);
int *__mz___errno_location(void);
uint32_t __mz_arc4random(void); // new in glibc 2.36

typedef int libc_compare(const void *, const void *);
typedef int libc_compare_with(const void *, const void *, void *);

// What programs say to a checker.
void __mz_mz_assume(int condition);
int __mz_mz_choose(int count);
int __mz_mz_await(int condition);
void __mz_mz_thread_name(const char *name);
int __mz_mz_scenario(const char *name);
// The same for a name that is none of the program's memory.
bool native_scenario(const char *name);
_Noreturn void __mz_reach_error(void);
_Noreturn void __mz___VERIFIER_error(void);
void __mz___VERIFIER_assert(int condition);
void __mz___VERIFIER_assume(int condition);
void __mz___VERIFIER_atomic_begin(void);
void __mz___VERIFIER_atomic_end(void);
_Bool __mz___VERIFIER_nondet_bool(void);
#define LIBC_DECLARE(type, name) type __mz___VERIFIER_nondet_##name(void);
NONDET_FUNCTIONS(LIBC_DECLARE)
#undef LIBC_DECLARE

#endif
