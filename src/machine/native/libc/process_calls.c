// SPDX-License-Identifier: Apache-2.0
// The process: how it ends, and who it is.

#include "machine/native/libc/libc.h"
#include "machine/native/libc/streams.h"
#include "machine/native/library_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------- how it ends

enum { ON_EXIT = 0, ON_QUICK_EXIT = 1 };

static int add_handler(int list, struct exit_handler handler) {
    require(list == ON_EXIT || list == ON_QUICK_EXIT);
    library_changes(LIBRARY_AT_EXIT);
    unsigned count = library.at_end.count[list];
    invariant(count <= LIBRARY_HANDLERS);
    if (count == LIBRARY_HANDLERS)
        native_limit(LIMIT_EXIT_HANDLERS);
    native_set(library.at_end.handler[list][count], handler);
    native_set(library.at_end.count[list], count + 1);
    return 0;
}

int __mz_atexit(void (*handler)(void)) {
    return add_handler(ON_EXIT, (struct exit_handler){.plain = handler});
}

int __mz_at_quick_exit(void (*handler)(void)) {
    return add_handler(ON_QUICK_EXIT, (struct exit_handler){.plain = handler});
}

int __mz_on_exit(void (*handler)(int status, void *argument), void *argument) {
    return add_handler(
        ON_EXIT, (struct exit_handler){.full = handler, .argument = argument});
}

// In reverse order; those that a handler registers run next. Each is taken off
// before it runs, so that one that calls exit() itself does not run again.
static void run_handlers(int list, int status) {
    for (;;) {
        native_knows_only((uint64_t)(uint32_t)status << 1 | (uint64_t)list);
        library_looks(LIBRARY_AT_EXIT);
        if (!library.at_end.count[list])
            return;
        unsigned last = library.at_end.count[list] - 1;
        invariant(last < LIBRARY_HANDLERS);
        struct exit_handler handler = library.at_end.handler[list][last];
        native_set(library.at_end.count[list], last);
        native_calls(handler.full ? (void (*)(void))handler.full
                                  : handler.plain);
        if (handler.full)
            handler.full(status, handler.argument);
        else
            handler.plain();
    }
}

static _Noreturn void end(int status, const struct mz_site *site) {
    char printed[LIBRARY_PRINTED];
    strcpy(printed, library.printed[native_self()->number]);
    printed[strcspn(printed, "\n")] = '\0';
    native_exit(status, site, printed);
}

void __mz_exit(int status) {
    const struct mz_site *site = native_at();
    run_handlers(ON_EXIT, status);
    if (native_settings()->files_write)
        stream_flush_all();
    end(status, site);
}

void __mz_quick_exit(int status) {
    const struct mz_site *site = native_at();
    run_handlers(ON_QUICK_EXIT, status);
    end(status, site);
}

void __mz__exit(int status) {
    end(status, native_at());
}
NATIVE_SAME(_Exit, _exit)

void __mz_abort(void) {
    if (native_settings()->abort_assumes)
        native_stuck();
    native_fail(FINDING_ABORT, native_at(), "abort() called");
}

void __mz___assert_fail(const char *assertion, const char *file, unsigned line,
                        const char *function) {
    (void)file, (void)line, (void)function; // the site says it
    native_fail(FINDING_ASSERTION, native_at(), "assertion `%.150s' failed",
                assertion ? assertion : "?");
}

void __mz___assert(const char *assertion, const char *file, int line) {
    __mz___assert_fail(assertion, file, (unsigned)line, "");
}

void __mz___assert_perror_fail(int error, const char *file, unsigned line,
                               const char *function) {
    (void)file, (void)line, (void)function;
    native_fail(FINDING_ASSERTION, native_at(), "unexpected error: %s",
                __mz_strerror(error));
}

// ---------------------------------------------------------------- who it is

enum { PARENT = 4000, PROCESS = 4001 };

int *__mz___errno_location(void) {
    return &native_self()->error;
}

pid_t __mz_getpid(void) {
    return PROCESS;
}

pid_t __mz_getppid(void) {
    return PARENT;
}

pid_t __mz_gettid(void) {
    return PROCESS + (pid_t)native_self()->number; // main's is the process's
}

// What the machine has; how much of it is free now, it says anew each time.
long __mz_sysconf(int name) {
    if (name == _SC_AVPHYS_PAGES)
        native_external("sysconf");
    errno = 0;
    long result = sysconf(name);
    if (errno)
        libc_set_error(errno);
    return result;
}
