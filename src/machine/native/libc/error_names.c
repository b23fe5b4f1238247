// SPDX-License-Identifier: Apache-2.0
// Names of errors and signals.

#include "machine/native/libc/libc.h"

#include <errno.h>
#include <string.h>

char *__mz_strerror(int error) {
    const char *name = strerrordesc_np(error);
    return (char *)(name ? name : "Unknown error");
}

char *__mz_strsignal(int number) {
    const char *name = sigdescr_np(number);
    return (char *)(name ? name : "Unknown signal");
}

char *__mz_strerror_r(int error, char *text, size_t room) {
    (void)text, (void)room; // GNU's may return a constant, and does
    return __mz_strerror(error);
}

int __mz___xpg_strerror_r(int error, char *text, size_t room) {
    const char *name = __mz_strerror(error);
    struct libc_sink sink;
    libc_sink_open(&sink, LIBC_MEMORY, native_at());
    sink.to = text;
    sink.room = room ? room - 1 : 0;
    libc_sink_put(&sink, name, strlen(name));
    bool fits = sink.length < room;
    if (room) {
        sink.room = room;
        libc_sink_put(&sink, "", 1);
        libc_sink_flush(&sink);
    }
    return !strerrordesc_np(error) ? EINVAL : fits ? 0 : ERANGE;
}
