// SPDX-License-Identifier: Apache-2.0
// How library functions read, copy and write the program's memory.

#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/libc/streams.h"
#include "machine/native/library_state.h"

#include <string.h>

void libc_set_error(int error) {
    require(error >= 0);
    if (native_self()->error != error) // or a round would seem to change it
        native_set(native_self()->error, error);
}

static bool interleaves(void) {
    return native_settings()->races == RACES_INTERLEAVE;
}

// ------------------------------------------------------------------ reading

enum { FIRST_PIECE = 16 };

// Others may change what decides how much is read. So what is announced does
// not depend on what is there now, only on what was announced before: it begins
// with some bytes, whatever they are, and if these do not decide it, all of
// them and as many more are read at once. 0: that is not possible here.
static size_t reads_in_pieces(const char *text, libc_extent *extent,
                              const void *context, const struct mz_site *site) {
    size_t room = native_room(text), needed = 0;
    for (size_t size = FIRST_PIECE; room; size *= 2) {
        native_reads(text, size < room ? size : room, site);
        needed = extent(text, context);
        if (needed <= size || size >= room)
            break;
    }
    if (needed > room && room)
        native_reads(text, needed, site); // a finding
    return needed;
}

size_t libc_reads(const char *text, libc_extent *extent, const void *context,
                  const struct mz_site *site) {
    if (interleaves()) {
        size_t needed = reads_in_pieces(text, extent, context, site);
        if (needed)
            return needed;
    }
    // An extent looks at the memory before that is announced.
    native_touches(text, 1, false, site);
    size_t announced = 0;
    for (;;) {
        size_t needed = extent(text, context);
        if (needed <= announced)
            return needed;
        native_reads(text + announced, needed - announced, site);
        announced = needed;
    }
}

static size_t text_extent(const char *text, const void *most) {
    size_t limit = *(const size_t *)most;
    const char *end =
        memchr(text, 0, limit < PTRDIFF_MAX ? limit : PTRDIFF_MAX);
    return end ? (size_t)(end - text) + 1 : limit;
}

size_t libc_reads_text(const char *text, size_t most,
                       const struct mz_site *site) {
    if (!most)
        return 0;
    size_t read = libc_reads(text, text_extent, &most, site);
    invariant(read > 0 && read <= most);
    return text[read - 1] ? read : read - 1;
}

// ------------------------------------------------------------------ copying

// One piece. What is read now is what arrives, whoever runs in between.
static void copy_piece(char *to, const char *from, size_t size,
                       const struct mz_site *site, bool is_read) {
    if (!is_read)
        native_reads(from, size, site);
    char kept[LIBC_CHUNK];
    require(size <= sizeof kept);
    memcpy(kept, from, size);
    native_writes(to, size, site);
    memcpy(to, kept, size);
}

static void copy(char *to, const char *from, size_t size,
                 const struct mz_site *site, bool is_read) {
    if (!size)
        return;
    if (!interleaves()) {
        if (!is_read)
            native_reads(from, size, site);
        if (to < from + size && from < to + size)
            native_writes(to, size, site);
        else
            native_copies(to, from, size, site);
        memmove(to, from, size);
        return;
    }
    bool backwards = to > from && to < from + size;
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = size - done < LIBC_CHUNK ? size - done : LIBC_CHUNK;
        size_t at = backwards ? size - done - piece : done;
        // Reading once more is due when others ran since.
        copy_piece(to + at, from + at, piece, site, is_read && !done);
    }
}

void libc_copy(void *to, const void *from, size_t size,
               const struct mz_site *site) {
    copy(to, from, size, site, false);
}

void libc_copy_read(void *to, const void *from, size_t size,
                    const struct mz_site *site) {
    copy(to, from, size, site, true);
}

// -------------------------------------------------------------------- sinks

void libc_sink_open(struct libc_sink *sink, enum libc_sink_kind kind,
                    const struct mz_site *site) {
    sink->kind = kind;
    sink->site = site;
    sink->to = NULL;
    sink->stream = NULL;
    sink->model = NULL;
    sink->failed = false;
    sink->printed = NULL;
    sink->room = SIZE_MAX;
    sink->length = sink->written = sink->pending = 0;
}

// A block that grows: nobody else knows it, so nothing is announced.
static void flush_to_block(struct libc_sink *sink) {
    size_t needed = sink->written + sink->pending;
    if (!sink->to || sink->room < needed) {
        size_t room = 2 * needed;
        char *block = heap_new(room, 1, false, sink->site);
        if (block && sink->to)
            memcpy(block, sink->to, sink->written);
        if (sink->to)
            heap_delete(sink->to, sink->site);
        sink->to = block;
        sink->room = room;
        if (!block) {
            sink->kind = LIBC_COUNT; // no room: libc_sink_block() says so
            return;
        }
    }
    invariant(needed <= sink->room);
    native_save(sink->to + sink->written, sink->pending);
    memcpy(sink->to + sink->written, sink->buffer, sink->pending);
}

// The last line: what cannot be shown in a line of a report is a blank.
static void keep_line(char *line, const char *bytes, size_t count) {
    native_save_quietly(line, LIBRARY_PRINTED);
    size_t length = strlen(line);
    invariant(length < LIBRARY_PRINTED);
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (length && line[length - 1] == '\n')
            length = 0;
        if (length < LIBRARY_PRINTED - 2 || c == '\n')
            line[length++] = c < ' ' && c != '\n' ? ' ' : (char)c;
    }
    invariant(length < LIBRARY_PRINTED);
    line[length] = '\0';
}

void libc_sink_flush(struct libc_sink *sink) {
    invariant(sink->pending <= LIBC_CHUNK);
    invariant(sink->written + sink->pending <= sink->length);
    if (!sink->pending)
        return;
    if (sink->kind == LIBC_STREAM) {
        if (sink->stream)
            fwrite(sink->buffer, 1, sink->pending, sink->stream);
        if (native_settings()->record && sink->printed)
            native_printed(sink->buffer, sink->pending, sink->site);
        if (sink->printed)
            keep_line(sink->printed, sink->buffer, sink->pending);
    } else if (sink->kind == LIBC_MODEL) {
        if (!stream_put(sink->model, sink->buffer, sink->pending))
            sink->failed = true;
    } else if (sink->kind == LIBC_MEMORY) {
        native_writes(sink->to + sink->written, sink->pending, sink->site);
        memcpy(sink->to + sink->written, sink->buffer, sink->pending);
    } else if (sink->kind == LIBC_BLOCK) {
        flush_to_block(sink);
    }
    sink->written += sink->pending;
    sink->pending = 0;
}

// How many of these bytes are still wanted.
static size_t wanted(const struct libc_sink *sink, size_t count) {
    if (sink->kind == LIBC_COUNT)
        return 0;
    if (sink->kind != LIBC_MEMORY)
        return count;
    invariant(sink->written + sink->pending <= sink->room);
    size_t left = sink->room - sink->written - sink->pending;
    return count < left ? count : left;
}

static size_t space(struct libc_sink *sink) {
    if (sink->pending == LIBC_CHUNK)
        libc_sink_flush(sink);
    invariant(sink->pending < LIBC_CHUNK);
    return LIBC_CHUNK - sink->pending;
}

void libc_sink_put(struct libc_sink *sink, const void *bytes, size_t count) {
    sink->length += count;
    const char *from = bytes;
    for (size_t left = wanted(sink, count), piece; left; left -= piece) {
        size_t free = space(sink);
        piece = left < free ? left : free;
        memcpy(sink->buffer + sink->pending, from, piece);
        sink->pending += piece;
        from += piece;
    }
}

void libc_sink_fill(struct libc_sink *sink, char byte, size_t count) {
    sink->length += count;
    for (size_t left = wanted(sink, count), piece; left; left -= piece) {
        size_t free = space(sink);
        piece = left < free ? left : free;
        memset(sink->buffer + sink->pending, byte, piece);
        sink->pending += piece;
    }
}

void libc_sink_text(struct libc_sink *sink, const char *text, size_t most) {
    while (most) {
        // No more than fits: then nothing runs between reading and keeping.
        size_t piece = space(sink);
        piece = most < piece ? most : piece;
        size_t length = libc_reads_text(text, piece, sink->site);
        libc_sink_put(sink, text, length);
        if (length < piece)
            return;
        text += length;
        most -= length;
    }
}

char *libc_sink_block(struct libc_sink *sink) {
    if (sink->kind == LIBC_COUNT)
        return NULL;
    require(sink->kind == LIBC_BLOCK);
    invariant(sink->written + sink->pending == sink->length);
    char *block = heap_new(sink->length, 1, false, sink->site);
    if (block) {
        if (sink->written)
            memcpy(block, sink->to, sink->written);
        memcpy(block + sink->written, sink->buffer, sink->pending);
    }
    if (sink->to)
        heap_delete(sink->to, sink->site);
    return block;
}
