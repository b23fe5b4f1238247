// SPDX-License-Identifier: Apache-2.0
// The files of the program under test: a part of its state. What is on disk is
// read once and never changed; what the program makes of it is in the program's
// heap, and undone like all else.
//
// A *name* (a path) leads to a *file*; a *descriptor* (a number) to an *open
// file*, which has a position in a file. Each has a place of its own:
//
//   open, unlink, rename     look at or change the name
//   read, write, …           look at the descriptor, which close changes; then,
//                            in one operation, act on the file:
//
//   places of a file   |  0  |  1  |  2  | …
//   read, seek                   X           the place of the open file
//   pread, fstat         R                   the first
//   write, truncate      X     X     X       all
//
// So who reads through one open file depends on who reads through the same one
// and on who writes, and on nobody else. The first place of a pipe is its state
// (op.h: a channel).

#ifndef MAZURKA_MACHINE_NATIVE_FILE_STATE_H
#define MAZURKA_MACHINE_NATIVE_FILE_STATE_H

#include "machine/native/native.h"

#include <sys/types.h>

enum {
    FILE_PLACES = 8,
    FILE_NAMES = 1024,
    // Numbers of descriptors. While main is alone, the lowest that is free is
    // given out, as POSIX says. When it is not, each thread has numbers of its
    // own, so that it makes no difference who opens first: main the lowest,
    // others a few each below 1024, and more above.
    FILE_MAIN_NUMBERS = 128,
    FILE_THREAD_NUMBERS = 14,
    FILE_LOW_NUMBERS = 1024,
    FILE_HIGH_NUMBERS = 64, // of each thread
    FILE_NUMBERS = FILE_LOW_NUMBERS + NATIVE_MOST_THREADS * FILE_HIGH_NUMBERS,
};
_Static_assert(FILE_MAIN_NUMBERS +
                       (NATIVE_MOST_THREADS - 1) * FILE_THREAD_NUMBERS <=
                   FILE_LOW_NUMBERS,
               "room for all");

// X(kind, in words)
#define FILE_KINDS(X)           \
    X(REGULAR, "file")          \
    X(FOLDER, "folder")         \
    X(NULL, "/dev/null")        \
    X(ZERO, "/dev/zero")        \
    X(RANDOM, "random numbers") \
    X(PIPE, "pipe")             \
    X(EVENTS, "eventfd")         \
    X(EPOLL, "epoll")        \
    X(OTHER, "device")

enum file_kind {
#define X(kind, words) FILE_##kind,
    FILE_KINDS(X)
#undef X
        FILE_KIND_COUNT
};

struct file {
    uint64_t place[FILE_PLACES];
    uint32_t kind;  // enum file_kind
    uint32_t mode;  // as st_mode
    uint32_t links; // names that lead to it
    uint32_t disk;  // 1 + its number on disk; 0: the program has made it
    uint64_t number;
    const char *path; // a name that it has had, or NULL
    // What is in it, `start` and `size` in bytes. Of a file whose `room` is 0,
    // that is the disk's: nobody may write there. Of a pipe, what was not read.
    char *bytes;
    size_t start, size, room;
    bool pinned; // its bytes are mapped, and must not move
    bool loaded; // bytes and size are known
    bool semaphore;    // of an eventfd: one at a time
    struct file *next; // of those that the same thread has made
};

struct open_file_state {
    struct file *file;
    uint64_t position;
    int flags;      // of open()
    unsigned users; // descriptors, and calls that are under way
    unsigned place; // in the file's places
    void *folder;   // what opendir has made of it
};

struct file_state {
    uint64_t name_place[FILE_NAMES];
    struct file_name {
        struct file *file; // if it is not as on disk
        bool changed;
    } name[FILE_NAMES];            // by its number on disk (libc/disk.h)
    struct file known[FILE_NAMES]; // those on disk, by the first name
    // NULL: closed. What 0, 1 and 2 were at the start is not here.
    struct open_file_state *descriptor[FILE_NUMBERS];
    uint8_t closed_by[FILE_NUMBERS]; // 1 + a thread; 0: never opened
    uint8_t closes_on_exec[FILE_NUMBERS];
    bool standard_gone[3];
    bool used;         // anything of this is
    uint64_t activity; // how often channels have changed, if anybody polls
    // Of threads, by number: what they have made, and how much.
    struct file *made[NATIVE_MOST_THREADS];
    struct stream *streams[NATIVE_MOST_THREADS];
    uint32_t made_count[NATIVE_MOST_THREADS];
    uint32_t opened[NATIVE_MOST_THREADS];
    struct stream *standard[3]; // what stands for stdin, … when they are not
    char *folder;               // the current one; NULL: as at the start
    mode_t mask;
    bool mask_set;
};

#endif
