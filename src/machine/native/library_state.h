// SPDX-License-Identifier: Apache-2.0
// What the thread API and the C library of the program remember, apart from the
// objects that live in the program's own memory. It is part of the program's
// state: changed by native_set() only, so going back restores it.

#ifndef MAZURKA_MACHINE_NATIVE_LIBRARY_STATE_H
#define MAZURKA_MACHINE_NATIVE_LIBRARY_STATE_H

#include "machine/native/file_state.h"
#include "machine/native/memory/heap.h"
#include "machine/native/native.h"
#include "machine/native/thread_time.h"

#include <pthread.h>
#include <time.h>

enum {
    LIBRARY_HANDLERS = 64,  // of exit, and of quick_exit
    LIBRARY_FUTEXES = 256,
    LIBRARY_NAME = 16,      // of a thread, as on Linux
    LIBRARY_TIME_TEXT = 26, // what asctime needs
    LIBRARY_PRINTED = 100,  // of the last line that a thread has printed
};

struct exit_handler {
    void (*plain)(void);
    void (*full)(int status, void *argument); // instead, for on_exit
    void *argument;
};

// What the libraries keep for all threads, in parts. Who looks at one or changes
// it does an operation on its word in library.parts: the order matters.
//
//    part          in words                  changed by
#define LIBRARY_PARTS(X)                                                        \
    X(ENVIRONMENT, "the environment",        "setenv unsetenv putenv clearenv") \
    X(KEYS,        "the keys",               "pthread_key_delete tss_delete")   \
    X(AT_EXIT,     "the exit handlers",      "atexit on_exit at_quick_exit")    \
    X(SIGNALS,     "what signals do",        "signal sigaction __sysv_signal")  \
    X(RANDOM,      "the random numbers",     "")                                \
    X(NAMES,       "the names of threads",   "pthread_setname_np")              \
    X(INPUT,       "standard input",         "")                                \
    X(MASKS,       "the masks of signals",   "pthread_kill kill sigqueue")      \
    X(POLLS,       "which files are ready",                                     \
      "poll ppoll select pselect epoll_wait")                                   \
    X(NUMBERS,     "the numbers of descriptors", "")                            \
    X(FOLDER,      "the current folder",     "chdir fchdir umask")

enum library_part {
#define X(part, ...) LIBRARY_##part,
    LIBRARY_PARTS(X)
#undef X
        LIBRARY_PART_COUNT
};

struct random_sequence {
    uint64_t seed, count;
};

// What the compiler says of the next value that comes from anywhere.
struct library_nondet {
    const int64_t *values;
    uint32_t count;
    bool all;
};

struct library_state {
    struct library_nondet nondet;
    uint64_t sections; // each atomic section is an operation on this
    uint64_t parts[LIBRARY_PART_COUNT]; // their places: nothing is kept there
    // What localtime, ctime and others return a pointer to. The C library has
    // one for all threads; here each thread has its own.
    struct {
        struct tm broken_down[NATIVE_MOST_THREADS];
        char text[NATIVE_MOST_THREADS][LIBRARY_TIME_TEXT];
        char *token_rest; // where strtok() goes on, as a variable of its own
    } lent;
    // --reuse=on: who allocates or frees blocks of a bin has its lock.
    uint64_t bins[HEAP_BINS];
    // What `environ` is since it had to grow, and all memory that was needed.
    struct {
        char **array;
        size_t room;
        void *blocks;
    } environment;
    // Which keys there are. Who creates a key first gets the lower number.
    struct {
        unsigned end; // numbers from here on were never given out
        struct library_key {
            bool used, had_values;
            void (*destructor)(void *);
        } at[NATIVE_MOST_KEYS];
    } keys;
    // Of threads, by number.
    struct {
        __pthread_unwind_buf_t *cleanup[NATIVE_MOST_THREADS]; // last pushed
        char name[NATIVE_MOST_THREADS][LIBRARY_NAME];         // "": never named
        struct api_mutex *robust[NATIVE_MOST_THREADS]; // that it has
    } threads;
    // In the order of their registration, for exit and for quick_exit.
    struct {
        struct exit_handler handler[2][LIBRARY_HANDLERS];
        unsigned count[2];
    } at_end;
    // The last line that each thread has printed, or its beginning: with its
    // newline, if it has ended. For reports; nothing depends on it.
    char printed[NATIVE_MOST_THREADS][LIBRARY_PRINTED];
    // Of getopt: where it is in a word, and the words that it has passed over.
    struct library_options {
        char *next; // NULL: a new word is due
        int first, last;
        bool began;
    } options;
    struct { // standard input (standard_input.h)
        size_t position;
        bool ended; // as feof tells
        bool gone;  // it was closed
    } input;
    struct file_state files;
    struct library_futex { // by number: library_futex_number()
        uint64_t lock, waiters;
    } futexes[LIBRARY_FUTEXES];
    // Bit n-1 stands for signal n.
    struct {
        uint64_t ignored, caught; // by a handler
        struct signal_action {
            void (*handler)(void); // of either type
            uint64_t blocks;       // while it runs
            int flags;             // as sa_flags
        } action[64];
        uint64_t blocked[NATIVE_MOST_THREADS];
        unsigned handling[NATIVE_MOST_THREADS]; // handlers that are running
        // Sent and not taken: to the process, and to threads. Places of
        // operations.
        uint64_t pending, pending_of[NATIVE_MOST_THREADS];
    } signals;
    unsigned scenarios; // so often mz_run was called
    struct {
        struct random_sequence plain, drand48; // rand; the 48-bit family
        struct random_sequence system[NATIVE_MOST_THREADS]; // getrandom
    } random;
    // Of threads, by number (thread_time.h).
    struct {
        struct thread_time of[NATIVE_MOST_THREADS];
        uint32_t asked[NATIVE_MOST_THREADS]; // since it went on
        uint32_t asks[NATIVE_MOST_THREADS];  // of all times
        uint32_t worn[NATIVE_MOST_THREADS];  // how often by asking alone
        size_t records;                      // of all threads' times
    } time;
};
extern struct library_state library;

// The running thread looks at a part, or changes it: an operation, unless main
// is alone, or nothing in the program changes that part.
void library_looks(enum library_part part);
void library_changes(enum library_part part);
// The running thread does this to bytes that stand for something of a library:
// an operation, unless main is alone.
void library_acts(enum op_kind kind, const void *place, size_t size);
// The number of the word that a futex is, the same from now on. -1: too many.
int library_futex_number(const void *word);
// Does the program call one of these, as far as its places tell?
bool library_is_called(const char *names);
// Is there nobody but main? Then what it does is before or after all else.
bool library_is_alone(void);
// The same where the part matters only if the program does what the row says.
bool library_matters(enum library_part part);
void library_changes_if_it_matters(enum library_part part);
// For a change that is an operation of its own: did its places tell of it?
void library_changes_as_known(enum library_part part);
// Which parts the program changes, as far as its places tell, as bits.
unsigned library_changed_parts(void);
// In words, if the address is a part's place; else NULL.
const char *library_part_at(uint64_t address);

// The file that the address is a place of, one on disk; else NULL.
const struct file *library_file_at(uint64_t address);

// May the program access these bytes, because it was given a pointer to them?
static inline bool library_lends(const void *address, size_t size) {
    uintptr_t offset = (uintptr_t)address - (uintptr_t)&library.lent;
    return offset < sizeof library.lent && size <= sizeof library.lent - offset;
}

#endif
