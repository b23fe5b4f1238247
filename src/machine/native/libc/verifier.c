// SPDX-License-Identifier: Apache-2.0
// What programs say to a checker: include/mazurka.h, and the names that other
// tools have made common.

#include "base/text.h"
#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <string.h>

void __mz_mz_assume(int condition) {
    if (!condition)
        native_stuck();
}

// The condition was evaluated just before, and will be again if it is false:
// mazurka.h has the loop. Calls that the compiler sees are no longer there.
int __mz_mz_await(int condition) {
    return condition;
}

int __mz_mz_choose(int count) {
    if (count <= 0)
        native_fail(FINDING_API_MISUSE, native_at(),
                    "mz_choose(%d): there is nothing to choose from", count);
    if (count == 1)
        return 0;
    struct op op = {.kind = OP_CHOOSE, .arg = (uint64_t)count};
    native_visible(&op);
    invariant(op.choice < (uint64_t)count);
    return (int)op.choice;
}

void __mz_mz_thread_name(const char *name) {
    struct native_thread *self = native_self();
    size_t most = sizeof self->name - 1;
    size_t length = libc_reads_text(name, most, native_at());
    native_save(self->name, sizeof self->name);
    memcpy(self->name, name, length);
    self->name[length] = 0;
    text_tame(self->name);
}

int __mz_mz_scenario(const char *name) {
    libc_reads_text(name, SCENARIO_NAME - 1, native_at());
    return native_scenario(name);
}

// The calls of other threads would come in an order that is the schedule's.
bool native_scenario(const char *name) {
    const struct native_settings *settings = native_settings();
    struct scenario it = {0};
    if (native_self()->number != 0)
        __mz_unsupported("calls mz_run() in another thread than main",
                         native_at());
    native_set(library.scenarios, library.scenarios + 1);
    it.number = library.scenarios;
    snprintf(it.name, sizeof it.name, "%s", *name ? name : "?");
    text_tame(it.name);
    bool runs = it.number == settings->scenario;
    if (settings->on_scenario)
        settings->on_scenario(&it, runs);
    return runs;
}

void __mz_reach_error(void) {
    native_fail(FINDING_ASSERTION, native_at(), "reach_error() called");
}

void __mz___VERIFIER_error(void) {
    native_fail(FINDING_ASSERTION, native_at(), "__VERIFIER_error() called");
}

void __mz___VERIFIER_assert(int condition) {
    if (!condition)
        native_fail(FINDING_ASSERTION, native_at(),
                    "the condition of __VERIFIER_assert() is false");
}

void __mz___VERIFIER_assume(int condition) {
    __mz_mz_assume(condition);
}

// Calls go to the hooks; these are for who takes the functions' addresses.
void __mz___VERIFIER_atomic_begin(void) {
    __mz_atomic_begin(native_at());
}

void __mz___VERIFIER_atomic_end(void) {
    __mz_atomic_end(native_at());
}
