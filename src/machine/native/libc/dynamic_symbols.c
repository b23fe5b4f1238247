// SPDX-License-Identifier: Apache-2.0
// Functions that a program finds by name. What they do is not seen; but threads
// of the system's own must not run in a process whose threads are not real.

#include "machine/native/libc/libc.h"

void *__mz_dlsym(void *handle, const char *name) {
#define X(function) #function,
    static const char *const of_threads[] = {SYNC_FUNCTIONS(X, X)
                                                 THREAD_FUNCTIONS(X, X)};
#undef X
    const struct mz_site *site = native_at();
    libc_reads_text(name, SIZE_MAX, site);
    for (size_t i = 0; i < sizeof of_threads / sizeof *of_threads; i++)
        if (!strcmp(of_threads[i], name))
            __mz_unsupported("looks up a function of threads by its name",
                             site);
    native_external("dlsym");
    return dlsym(handle, name);
}
