// SPDX-License-Identifier: Apache-2.0
// From the process that searches to the one that reports.
//
// The program under test may close every file, replace standard output, unmap,
// exit or be killed: nothing that has been sent may be lost by that. So there
// is no file here, but memory that two processes share, whose other side the
// program does not know. What was sent stays there when the sender dies.
//
//   ring:   … | header bytes | header bytes | …  header: kind and length
//                ▲ taken                 ▲ sent      both only ever grow
//
// Invariant: taken <= sent <= taken + CHANNEL_ROOM; between them stand whole
// messages, but for one that is longer than the room and still on its way.
//
// One sender, one receiver. A message is announced to the receiver by SIGURG,
// which it has blocked but for the moments in which it waits.

#ifndef MAZURKA_RUNTIME_CHANNEL_H
#define MAZURKA_RUNTIME_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { CHANNEL_ROOM = 1 << 20 };

struct channel;

// Made by the receiver before it forks the sender.
struct channel *channel_new(void);
void channel_free(struct channel *channel);
// For another sender: what the last one has left behind is forgotten.
void channel_reset(struct channel *channel);

// Waits while there is no room. Gives up if the receiver has ended.
void channel_send(struct channel *channel, uint32_t kind, const void *bytes,
                  size_t size);
// Until all that was sent has been dealt with: the receiver asks for the next.
void channel_flush(struct channel *channel);
// What is written to this stream is sent as messages of one kind, and has been
// dealt with when fflush returns: so it keeps its place among what the program
// itself writes.
FILE *channel_stream(struct channel *channel, uint32_t kind);

// The next message, if there is one: its bytes are valid until the next call.
bool channel_take(struct channel *channel, uint32_t *kind, const char **bytes,
                  size_t *size);

#endif
