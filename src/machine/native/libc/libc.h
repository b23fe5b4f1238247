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
#include <time.h>

// -------------------------------------------------- what the models share

enum { LIBC_CHUNK = 1024 };

void libc_set_error(int error); // the program's errno

// How many bytes a function reads at `text`, judged by what is there now.
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

// Where bytes go that a function makes up: they are collected and written in
// pieces, each announced.
enum libc_sink_kind {
    LIBC_COUNT,  // nowhere
    LIBC_MEMORY, // to `to`, no more than `room` of them
    LIBC_STREAM, // to a stream of the host
    LIBC_BLOCK,  // to a new block of the program's heap
};
struct libc_sink {
    enum libc_sink_kind kind;
    char *to;
    size_t room;
    FILE *stream;
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

void *__mz_malloc(size_t size);
void *__mz_calloc(size_t count, size_t size);
void *__mz_realloc(void *old, size_t size);
void *__mz_reallocarray(void *old, size_t count, size_t size);
void *__mz_aligned_alloc(size_t align, size_t size);
int __mz_posix_memalign(void **block, size_t align, size_t size);
void *__mz_memalign(size_t align, size_t size);
void *__mz_valloc(size_t size);
void __mz_free(void *block);
size_t __mz_malloc_usable_size(void *block);
char *__mz_strdup(const char *text);
char *__mz_strndup(const char *text, size_t most);

// ------------------------------------------------------------------- bytes

void *__mz_mempcpy(void *to, const void *from, size_t size);
void *__mz_memccpy(void *to, const void *from, int byte, size_t size);
void *__mz_memchr(const void *bytes, int byte, size_t size);
void *__mz_memrchr(const void *bytes, int byte, size_t size);
void *__mz_rawmemchr(const void *bytes, int byte);
int __mz_memcmp(const void *a, const void *b, size_t size);
int __mz_bcmp(const void *a, const void *b, size_t size);
void *__mz_memmem(const void *hay, size_t hay_size, const void *needle,
                  size_t needle_size);
void __mz_bcopy(const void *from, void *to, size_t size);
void __mz_bzero(void *to, size_t size);
void __mz_explicit_bzero(void *to, size_t size);

// ------------------------------------------------------------------- texts

size_t __mz_strlen(const char *text);
size_t __mz_strnlen(const char *text, size_t most);
char *__mz_strcpy(char *to, const char *from);
char *__mz_stpcpy(char *to, const char *from);
char *__mz_strncpy(char *to, const char *from, size_t size);
char *__mz_stpncpy(char *to, const char *from, size_t size);
char *__mz_strcat(char *to, const char *from);
char *__mz_strncat(char *to, const char *from, size_t most);
size_t __mz_strlcpy(char *to, const char *from, size_t size);
size_t __mz_strlcat(char *to, const char *from, size_t size);
size_t __mz_strxfrm(char *to, const char *from, size_t size);
int __mz_strcmp(const char *a, const char *b);
int __mz_strncmp(const char *a, const char *b, size_t most);
int __mz_strcasecmp(const char *a, const char *b);
int __mz_strncasecmp(const char *a, const char *b, size_t most);
int __mz_strcoll(const char *a, const char *b);
char *__mz_strchr(const char *text, int byte);
char *__mz_strchrnul(const char *text, int byte);
char *__mz_strrchr(const char *text, int byte);
char *__mz_index(const char *text, int byte);
char *__mz_rindex(const char *text, int byte);
char *__mz_strstr(const char *hay, const char *needle);
char *__mz_strcasestr(const char *hay, const char *needle);
size_t __mz_strspn(const char *text, const char *set);
size_t __mz_strcspn(const char *text, const char *set);
char *__mz_strpbrk(const char *text, const char *set);
char *__mz_strtok(char *text, const char *separators);
char *__mz_strtok_r(char *text, const char *separators, char **rest);
char *__mz_strsep(char **rest, const char *separators);
char *__mz_strerror(int error);
char *__mz_strerror_r(int error, char *text, size_t room);     // GNU's
int __mz___xpg_strerror_r(int error, char *text, size_t room); // POSIX's
char *__mz_strsignal(int number);

// ----------------------------------------------------------------- numbers

int __mz_atoi(const char *text);
long __mz_atol(const char *text);
long long __mz_atoll(const char *text);
double __mz_atof(const char *text);
long __mz_strtol(const char *text, char **end, int base);
long long __mz_strtoll(const char *text, char **end, int base);
unsigned long __mz_strtoul(const char *text, char **end, int base);
unsigned long long __mz_strtoull(const char *text, char **end, int base);
intmax_t __mz_strtoimax(const char *text, char **end, int base);
uintmax_t __mz_strtoumax(const char *text, char **end, int base);
float __mz_strtof(const char *text, char **end);
double __mz_strtod(const char *text, char **end);
long double __mz_strtold(const char *text, char **end);

// ----------------------------------------------------- formatting, scanning

int __mz_sprintf(char *to, const char *format, ...);
int __mz_vsprintf(char *to, const char *format, va_list arguments);
int __mz_snprintf(char *to, size_t room, const char *format, ...);
int __mz_vsnprintf(char *to, size_t room, const char *format,
                   va_list arguments);
int __mz_asprintf(char **to, const char *format, ...);
int __mz_vasprintf(char **to, const char *format, va_list arguments);
int __mz_sscanf(const char *text, const char *format, ...);
int __mz_vsscanf(const char *text, const char *format, va_list arguments);
int __mz_scanf(const char *format, ...);
int __mz_vscanf(const char *format, va_list arguments);
int __mz_fscanf(FILE *stream, const char *format, ...);
int __mz_vfscanf(FILE *stream, const char *format, va_list arguments);

// ---------------------------------------------------------- output and input

// write() and read() are __mz_fd_*: hooks.h has the shorter names already.

int __mz_printf(const char *format, ...);
int __mz_vprintf(const char *format, va_list arguments);
int __mz_fprintf(FILE *stream, const char *format, ...);
int __mz_vfprintf(FILE *stream, const char *format, va_list arguments);
int __mz_dprintf(int fd, const char *format, ...);
int __mz_vdprintf(int fd, const char *format, va_list arguments);
int __mz_puts(const char *text);
int __mz_putchar(int byte);
int __mz_putchar_unlocked(int byte);
int __mz_fputs(const char *text, FILE *stream);
int __mz_fputs_unlocked(const char *text, FILE *stream);
int __mz_fputc(int byte, FILE *stream);
int __mz_fputc_unlocked(int byte, FILE *stream);
int __mz_putc(int byte, FILE *stream);
int __mz_putc_unlocked(int byte, FILE *stream);
size_t __mz_fwrite(const void *bytes, size_t size, size_t count, FILE *stream);
size_t __mz_fwrite_unlocked(const void *bytes, size_t size, size_t count,
                            FILE *stream);
int __mz_fflush(FILE *stream);
int __mz_fflush_unlocked(FILE *stream);
int __mz_setvbuf(FILE *stream, char *buffer, int mode, size_t size);
void __mz_setbuf(FILE *stream, char *buffer);
void __mz_perror(const char *text);
ssize_t __mz_fd_write(int fd, const void *bytes, size_t size);

int __mz_getchar(void);
int __mz_getchar_unlocked(void);
int __mz_fgetc(FILE *stream);
int __mz_getc(FILE *stream);
int __mz_getc_unlocked(FILE *stream);
int __mz_ungetc(int byte, FILE *stream);
char *__mz_gets(char *to);
char *__mz_fgets(char *to, int room, FILE *stream);
size_t __mz_fread(void *to, size_t size, size_t count, FILE *stream);
ssize_t __mz_fd_read(int fd, void *to, size_t size);
ssize_t __mz_getline(char **line, size_t *room, FILE *stream);
ssize_t __mz_getdelim(char **line, size_t *room, int end, FILE *stream);

// -------------------------------------------------------------------- time

time_t __mz_time(time_t *now);
clock_t __mz_clock(void);
int __mz_clock_gettime(clockid_t clock, struct timespec *now);
int __mz_clock_getres(clockid_t clock, struct timespec *resolution);
int __mz_gettimeofday(struct timeval *now, void *zone);
int __mz_timespec_get(struct timespec *now, int base);
clock_t __mz_times(struct tms *used);
struct tm *__mz_gmtime(const time_t *when);
struct tm *__mz_localtime(const time_t *when);
struct tm *__mz_gmtime_r(const time_t *when, struct tm *to);
struct tm *__mz_localtime_r(const time_t *when, struct tm *to);
char *__mz_asctime(const struct tm *when);
char *__mz_asctime_r(const struct tm *when, char *to);
char *__mz_ctime(const time_t *when);
char *__mz_ctime_r(const time_t *when, char *to);
time_t __mz_mktime(struct tm *when);
size_t __mz_strftime(char *to, size_t room, const char *format,
                     const struct tm *when);
int __mz_nanosleep(const struct timespec *time, struct timespec *rest);
int __mz_clock_nanosleep(clockid_t clock, int flags,
                         const struct timespec *time, struct timespec *rest);
int __mz_usleep(useconds_t time);
unsigned __mz_sleep(unsigned time);
unsigned __mz_alarm(unsigned time);

// ----------------------------------------------------------------- process

_Noreturn void __mz_exit(int status);
_Noreturn void __mz__exit(int status);
_Noreturn void __mz__Exit(int status);
_Noreturn void __mz_quick_exit(int status);
int __mz_atexit(void (*handler)(void));
int __mz_at_quick_exit(void (*handler)(void));
int __mz_on_exit(void (*handler)(int status, void *argument), void *argument);
_Noreturn void __mz_abort(void);
_Noreturn void __mz___assert_fail(const char *assertion, const char *file,
                                  unsigned line, const char *function);
_Noreturn void __mz___assert_perror_fail(int error, const char *file,
                                         unsigned line, const char *function);
_Noreturn void __mz___assert(const char *assertion, const char *file, int line);
int *__mz___errno_location(void);
pid_t __mz_getpid(void);
pid_t __mz_getppid(void);
pid_t __mz_gettid(void);
char *__mz_getenv(const char *name);
int __mz_setenv(const char *name, const char *value, int overwrite);
int __mz_unsetenv(const char *name);
int __mz_putenv(char *text);

// --------------------------------------------------------------- processes

pid_t __mz_fork(void);
pid_t __mz_vfork(void);
int __mz_clone(int (*start)(void *), void *stack, int flags, void *argument,
               ...);
int __mz_execl(const char *path, const char *argument, ...);
int __mz_execlp(const char *file, const char *argument, ...);
int __mz_execle(const char *path, const char *argument, ...);
int __mz_execv(const char *path, char *const arguments[]);
int __mz_execvp(const char *file, char *const arguments[]);
int __mz_execve(const char *path, char *const arguments[],
                char *const environment[]);
int __mz_execvpe(const char *file, char *const arguments[],
                 char *const environment[]);
int __mz_posix_spawn(pid_t *pid, const char *path,
                     const posix_spawn_file_actions_t *actions,
                     const posix_spawnattr_t *attributes,
                     char *const arguments[], char *const environment[]);
int __mz_posix_spawnp(pid_t *pid, const char *file,
                      const posix_spawn_file_actions_t *actions,
                      const posix_spawnattr_t *attributes,
                      char *const arguments[], char *const environment[]);
int __mz_system(const char *command);
FILE *__mz_popen(const char *command, const char *type);
pid_t __mz_wait(int *status);
pid_t __mz_waitpid(pid_t pid, int *status, int options);
long __mz_syscall(long number, ...);

// ----------------------------------------------------------------- signals

int __mz_raise(int number);
int __mz_kill(pid_t pid, int number);
sighandler_t __mz_signal(int number, sighandler_t handler);
int __mz_sigaction(int number, const struct sigaction *action,
                   struct sigaction *old);
int __mz_sigemptyset(sigset_t *set);
int __mz_sigfillset(sigset_t *set);
int __mz_sigaddset(sigset_t *set, int number);
int __mz_sigdelset(sigset_t *set, int number);
int __mz_sigismember(const sigset_t *set, int number);
int __mz_sigprocmask(int how, const sigset_t *set, sigset_t *old);
int __mz_sigpending(sigset_t *set);
int __mz_sigsuspend(const sigset_t *set);
int __mz_sigwait(const sigset_t *set, int *number);
int __mz_sigwaitinfo(const sigset_t *set, siginfo_t *info);
int __mz_sigtimedwait(const sigset_t *set, siginfo_t *info,
                      const struct timespec *time);
int __mz_pause(void);

// ---------------------------------------------------------- random numbers

int __mz_rand(void);
void __mz_srand(unsigned seed);
int __mz_rand_r(unsigned *seed);
long __mz_random(void);
void __mz_srandom(unsigned seed);
double __mz_drand48(void);
long __mz_lrand48(void);
long __mz_mrand48(void);
void __mz_srand48(long seed);
ssize_t __mz_getrandom(void *to, size_t size, unsigned flags);
int __mz_getentropy(void *to, size_t size);
uint32_t __mz_arc4random(void);

// ------------------------------------------------------ sorting, searching

typedef int libc_compare(const void *, const void *);
typedef int libc_compare_with(const void *, const void *, void *);
void __mz_qsort(void *base, size_t count, size_t size, libc_compare *compare);
void __mz_qsort_r(void *base, size_t count, size_t size,
                  libc_compare_with *compare, void *context);
void *__mz_bsearch(const void *key, const void *base, size_t count, size_t size,
                   libc_compare *compare);

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
