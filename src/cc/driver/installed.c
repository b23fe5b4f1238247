// SPDX-License-Identifier: Apache-2.0

#include "cc/driver/installed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The directory of this executable, without a slash at its end.
static bool own_directory(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
        return false;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return slash;
}

// The first of these folders, seen from ours, that has the file. Ends with
// NULL.
static bool find(const char *const *folders, const char *file,
                 struct text *found) {
    char directory[PATH_MAX];
    if (!own_directory(directory, sizeof directory))
        return false;
    bool there = false;
    for (; *folders && !there; folders++) {
        struct text path = {0};
        text_add(&path, "%s%s/%s", directory, *folders, file);
        there = !access(text_get(&path), R_OK);
        text_free(&path);
        found->count = 0;
        text_add(found, "%s%s", directory, *folders);
    }
    return there;
}

// The file itself.
static bool find_file(const char *const *folders, const char *file,
                      struct text *found) {
    bool there = find(folders, file, found);
    text_add(found, "/%s", file);
    return there;
}

bool installed_runtime(struct text *found) {
    const char *named = getenv("MAZURKA_RUNTIME");
    if (named) {
        text_add(found, "%s", named);
        return !access(named, R_OK);
    }
    static const char *const folders[] = {"", "/../lib/mazurka", "/../lib",
                                          NULL};
    return find_file(folders, "libmazurka-runtime.a", found);
}

bool installed_gdb_script(struct text *found) {
    static const char *const folders[] = {"/share", "/../share/mazurka", NULL};
    return find_file(folders, "gdb.py", found);
}

void installed_headers(struct command *clang) {
    static const char *const folders[] = {"/include", "/../include", NULL};
    struct text found = {0};
    if (find(folders, "mazurka.h", &found)) {
        command_add(clang, "-idirafter");
        command_add(clang, text_get(&found));
    }
    text_free(&found);
}
