// SPDX-License-Identifier: Apache-2.0

#include "runtime/channel.h"

#include "base/fault.h"
#include "base/memory.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Static_assert((CHANNEL_ROOM & (CHANNEL_ROOM - 1)) == 0, "a power of two");

struct header {
    uint32_t kind;
    uint32_t size;
};
_Static_assert(sizeof(struct header) == 8, "no bytes that nobody has set");

struct shared {
    _Atomic uint64_t sent, taken; // bytes, since the beginning
    _Atomic uint64_t handled;     // messages, by the receiver
    _Atomic uint32_t drained;     // changes whenever one of these two does
    char ring[CHANNEL_ROOM];
};

struct channel {
    struct shared *shared;
    pid_t receiver;
    uint64_t messages; // sent, or handed out
    // The receiver's: the message that is being taken, as far as it has come.
    struct header header;
    size_t have; // bytes, those of the header included
    VEC(char) message;
};

struct channel *channel_new(void) {
    struct channel *c = memory_new(1, sizeof *c);
    c->shared = mmap(NULL, sizeof *c->shared, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (c->shared == MAP_FAILED)
        fault("no memory for two processes: %s", strerror(errno));
    c->receiver = getpid();
    return c;
}

void channel_free(struct channel *c) {
    vec_free(&c->message);
    munmap(c->shared, sizeof *c->shared);
    memory_free(c);
}

void channel_reset(struct channel *c) {
    c->shared->sent = c->shared->taken = c->shared->handled = 0;
    c->messages = c->have = 0;
}

// Debug: does the invariant hold?
static bool channel_is_sound(const struct channel *c) {
    uint64_t taken = c->shared->taken, sent = c->shared->sent;
    return taken <= sent && sent - taken <= CHANNEL_ROOM;
}

// ------------------------------------------------------------------ sending

// A moment, or until something was taken.
static void wait_for_room(struct channel *c, uint32_t drained) {
    require(getpid() != c->receiver);
    struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    syscall(SYS_futex, &c->shared->drained, FUTEX_WAIT, drained, &moment, NULL,
            0);
    if (getppid() != c->receiver)
        _exit(EXIT_FAULT); // nobody is there any more
}

static void announce(struct channel *c) {
    kill(c->receiver, SIGURG);
}

static void put(struct channel *c, const char *bytes, size_t size) {
    while (size) {
        uint32_t drained = c->shared->drained;
        uint64_t at = c->shared->sent,
                 room = CHANNEL_ROOM - (at - c->shared->taken);
        size_t most = CHANNEL_ROOM - at % CHANNEL_ROOM; // to the ring's end
        size_t part = size < most ? size : most;
        part = part < room ? part : room;
        invariant(at % CHANNEL_ROOM + part <= CHANNEL_ROOM);
        memcpy(c->shared->ring + at % CHANNEL_ROOM, bytes, part);
        c->shared->sent = at + part;
        expensive(channel_is_sound(c));
        bytes += part;
        size -= part;
        if (size && c->shared->sent - c->shared->taken == CHANNEL_ROOM) {
            announce(c);
            wait_for_room(c, drained);
        }
    }
}

void channel_send(struct channel *c, uint32_t kind, const void *bytes,
                  size_t size) {
    require(size <= UINT32_MAX && (bytes || !size));
    struct header header = {kind, (uint32_t)size};
    put(c, (const char *)&header, sizeof header);
    put(c, bytes, size);
    c->messages++;
    announce(c);
}

void channel_flush(struct channel *c) {
    for (;;) {
        uint32_t drained = c->shared->drained;
        if (c->shared->handled == c->messages)
            return;
        announce(c);
        wait_for_room(c, drained);
    }
}

struct channel_stream {
    struct channel *channel;
    uint32_t kind;
};

static ssize_t write_stream(void *cookie, const char *bytes, size_t size) {
    struct channel_stream *s = cookie;
    channel_send(s->channel, s->kind, bytes, size);
    channel_flush(s->channel);
    return (ssize_t)size;
}

static int close_stream(void *cookie) {
    memory_free(cookie);
    return 0;
}

FILE *channel_stream(struct channel *channel, uint32_t kind) {
    struct channel_stream *s = memory_new(1, sizeof *s);
    *s = (struct channel_stream){channel, kind};
    FILE *file = fopencookie(
        s, "w",
        (cookie_io_functions_t){.write = write_stream, .close = close_stream});
    require(file);
    setvbuf(file, NULL, _IOFBF, 1 << 16);
    return file;
}

// ------------------------------------------------------------------- taking

static void free_room(struct channel *c, size_t size) {
    c->shared->taken += size;
    c->shared->handled = c->messages;
    c->shared->drained++;
    syscall(SYS_futex, &c->shared->drained, FUTEX_WAKE, 1, NULL, NULL, 0);
}

// So many bytes, as far as they are there: how many were taken.
static size_t get(struct channel *c, char *to, size_t size) {
    size_t done = 0;
    while (done < size) {
        uint64_t at = c->shared->taken, there = c->shared->sent - at;
        size_t part = size - done, most = CHANNEL_ROOM - at % CHANNEL_ROOM;
        part = part < most ? part : most;
        part = part < there ? part : there;
        if (part == 0)
            break;
        invariant(part <= size - done);
        memcpy(to + done, c->shared->ring + at % CHANNEL_ROOM, part);
        expensive(channel_is_sound(c));
        free_room(c, part);
        done += part;
    }
    return done;
}

// Whatever the other side may have written there, no more than a gigabyte.
enum { MOST_BYTES = 1 << 30 };

bool channel_take(struct channel *c, uint32_t *kind, const char **bytes,
                  size_t *size) {
    enum { HEADER = sizeof c->header };
    require(getpid() == c->receiver);
    invariant(c->have < HEADER + (size_t)MOST_BYTES + 1);
    if (c->shared->handled != c->messages)
        free_room(c, 0); // the one before has been dealt with
    if (c->have < HEADER)
        c->have += get(c, (char *)&c->header + c->have, HEADER - c->have);
    if (c->have < HEADER || c->header.size > MOST_BYTES)
        return false;
    vec_reserve(&c->message, (size_t)c->header.size + 1);
    c->have += get(c, c->message.at + (c->have - HEADER),
                   c->header.size - (c->have - HEADER));
    if (c->have < HEADER + c->header.size)
        return false;
    c->have = 0;
    c->messages++;
    c->message.at[c->header.size] = '\0';
    *kind = c->header.kind;
    *bytes = c->message.at;
    *size = c->header.size;
    return true;
}
