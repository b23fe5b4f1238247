// SPDX-License-Identifier: Apache-2.0
// Streams (FILE) of files that file_model.h has, with buffers of their own:
// what is written is in the file when it was flushed. A stream is a block of
// the program's heap. It begins with what the C library would find there, of a
// stream that is not open, for code outside of control.
//
// Each call has the stream's lock, as flockfile() does.

#ifndef MAZURKA_MACHINE_NATIVE_LIBC_STREAMS_H
#define MAZURKA_MACHINE_NATIVE_LIBC_STREAMS_H

#include "machine/native/libc/libc.h"

enum { STREAM_MOST_BACK = 8 };
enum stream_way { STREAM_IDLE, STREAM_READS, STREAM_WRITES };

struct stream {
    char image[sizeof(FILE) + sizeof(void *)];
    uint64_t magic;
    uint64_t lock; // 0, or 1 + who has it
    unsigned depth;
    bool quietly; // it was locked by main alone: no operation
    int fd, flags;
    bool ended, failed, can_seek;
    int buffering; // _IOFBF, …
    enum stream_way way;
    // Reading: [start, end) is still to be read; writing: [0, end) is to be
    // flushed.
    char *buffer;
    size_t room, start, end;
    unsigned char back[STREAM_MOST_BACK]; // put back, last one first
    unsigned backs;
    struct stream *next; // of those that the same thread has opened
    unsigned opener;
};

// NULL: standard input or output, or one of the system's.
struct stream *stream_of(FILE *file);
struct stream *stream_new(int fd, int flags);
// fopen's mode as flags of open(); -1: it is none.
int stream_mode(const char *mode);

// For a call; for longer than that, by the program.
void stream_lock(struct stream *stream);
void stream_hold(struct stream *stream);
void stream_unlock(struct stream *stream);
bool stream_trylock(struct stream *stream);

// With the lock. Bytes are the library's own. False: an error.
bool stream_put(struct stream *stream, const char *bytes, size_t count);
bool stream_flush(struct stream *stream);
// What is in the buffer, after reading if there is nothing; 0: end or error.
size_t stream_peek(struct stream *stream, const char **bytes);
void stream_pass(struct stream *stream, size_t count);
off_t stream_tell(struct stream *stream);
bool stream_seek(struct stream *stream, off_t offset, int whence);
// Flush, and the block is gone. The descriptor stays open.
bool stream_end(struct stream *stream);
// All that the program has: for fflush(NULL) and exit.
void stream_flush_all(void);

#endif
