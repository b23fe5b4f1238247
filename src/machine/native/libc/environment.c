// SPDX-License-Identifier: Apache-2.0
// The environment: `environ` itself, which the program may look at, changed so
// that going back restores it. What was put there once stays in memory, because
// somebody may still point to it.

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"
#include "machine/native/memory/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Memory that is never freed and that is no leak: each block points to the one
// before it.
static void *keep(size_t size) {
    void **block = heap_new(sizeof *block + size, 1, true, native_at());
    if (!block) {
        libc_set_error(ENOMEM);
        return NULL;
    }
    *block = library.environment.blocks;
    native_set(library.environment.blocks, (void *)block);
    return block + 1;
}

static size_t count_variables(void) {
    size_t count = 0;
    while (environ && environ[count])
        count++;
    return count;
}

// The place of a variable, or NULL.
static char **find(const char *name, size_t length) {
    for (char **at = environ; at && *at; at++)
        if (!strncmp(*at, name, length) && (*at)[length] == '=')
            return at;
    return NULL;
}

static int add(char *text) {
    size_t count = count_variables(), room = library.environment.room;
    if (environ != library.environment.array || count + 2 > room) {
        room = 2 * (count + 2);
        char **array = keep(room * sizeof *array);
        if (!array)
            return -1;
        if (count)
            memcpy(array, environ, count * sizeof *array);
        native_set(library.environment.room, room);
        native_set(library.environment.array, array);
        native_set(environ, array);
    }
    invariant(environ && count + 2 <= library.environment.room);
    native_set(environ[count + 1], NULL);
    native_set(environ[count], text);
    return 0;
}

// The length of a name, or 0: it is none.
static size_t name_length(const char *name, const struct mz_site *site) {
    size_t length = name ? libc_reads_text(name, SIZE_MAX, site) : 0;
    if (length && !memchr(name, '=', length))
        return length;
    libc_set_error(EINVAL);
    return 0;
}

static void take_away(const char *name, size_t length) {
    for (char **at; (at = find(name, length));)
        for (; *at; at++)
            native_set(*at, at[1]);
}

char *__mz_getenv(const char *name) {
    libc_reads_text(name, SIZE_MAX, native_at());
    library_looks(LIBRARY_ENVIRONMENT);
    return getenv(name);
}

int __mz_setenv(const char *name, const char *value, int overwrite) {
    const struct mz_site *site = native_at();
    size_t length = name_length(name, site);
    if (!length)
        return -1;
    size_t rest = libc_reads_text(value, SIZE_MAX, site);
    library_changes(LIBRARY_ENVIRONMENT);
    char **old = find(name, length);
    if (old && !overwrite)
        return 0;
    invariant(length > 0);
    char *text = keep(length + rest + 2);
    if (!text)
        return -1;
    memcpy(text, name, length);
    text[length] = '=';
    memcpy(text + length + 1, value, rest);
    if (!old)
        return add(text);
    native_set(*old, text);
    return 0;
}

int __mz_unsetenv(const char *name) {
    size_t length = name_length(name, native_at());
    if (!length)
        return -1;
    library_changes(LIBRARY_ENVIRONMENT);
    take_away(name, length);
    return 0;
}

// The text itself becomes part of the environment.
int __mz_putenv(char *text) {
    libc_reads_text(text, SIZE_MAX, native_at());
    library_changes(LIBRARY_ENVIRONMENT);
    const char *sign = strchr(text, '=');
    if (!sign) {
        take_away(text, strlen(text));
        return 0;
    }
    char **old = find(text, (size_t)(sign - text));
    if (!old)
        return add(text);
    native_set(*old, text);
    return 0;
}

int __mz_clearenv(void) {
    library_changes(LIBRARY_ENVIRONMENT);
    native_set(environ, NULL);
    return 0;
}
