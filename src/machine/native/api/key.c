// SPDX-License-Identifier: Apache-2.0
// Keys: values that each thread has for itself, and what becomes of them when
// it ends.

#include "machine/native/api/api.h"
#include "machine/native/library_state.h"

#include <limits.h>

_Static_assert(NATIVE_MOST_KEYS == PTHREAD_KEYS_MAX, "else it is our limit");

static void change(const struct mz_site *site) {
    struct op op = api_op(OP_RMW, &library.parts[LIBRARY_KEYS]);
    op.size = sizeof library.parts[LIBRARY_KEYS];
    op.update = RMW_ADD;
    op.arg = 1;
    api_visible(&op, site);
}

static bool exists(pthread_key_t key) {
    return key < NATIVE_MOST_KEYS && library.keys.at[key].used;
}

// Values of a key that was deleted are not those of the one that comes after.
static void forget_values(unsigned key) {
    require(key < NATIVE_MOST_KEYS);
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        struct native_thread *t = native_thread(i);
        if (t && t->keys[key])
            native_set(t->keys[key], NULL);
    }
}

int __mz_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    const struct mz_site *site = native_at();
    change(site);
    unsigned number = 0;
    while (number < NATIVE_MOST_KEYS && library.keys.at[number].used)
        number++;
    if (number == NATIVE_MOST_KEYS)
        return EAGAIN; // as the system says
    if (library.keys.at[number].had_values)
        forget_values(number);
    if (number >= library.keys.end)
        native_set(library.keys.end, number + 1);
    struct library_key new = {.used = true, .destructor = destructor};
    native_set(library.keys.at[number], new);
    invariant(exists(number) && number < library.keys.end &&
              library.keys.end <= NATIVE_MOST_KEYS);
    native_gives(key, &number, sizeof number, site);
    return 0;
}

int __mz_pthread_key_delete(pthread_key_t key) {
    library_changes_as_known(LIBRARY_KEYS);
    change(native_at());
    if (!exists(key))
        return EINVAL;
    native_set(library.keys.at[key].used, false);
    return 0;
}

void *__mz_pthread_getspecific(pthread_key_t key) {
    library_looks(LIBRARY_KEYS);
    return exists(key) ? native_self()->keys[key] : NULL;
}

int __mz_pthread_setspecific(pthread_key_t key, const void *value) {
    library_looks(LIBRARY_KEYS);
    if (!exists(key))
        return EINVAL;
    if (!library.keys.at[key].had_values)
        native_set(library.keys.at[key].had_values, true);
    native_set(native_self()->keys[key], (void *)(uintptr_t)value);
    return 0;
}

// True if there was any: destructors can set values again.
static bool destroy_values(uint64_t round) {
    struct native_thread *self = native_self();
    bool any = false;
    for (unsigned i = 0; i < library.keys.end; i++) {
        void *value = self->keys[i];
        if (!value)
            continue;
        native_knows_only(round << 16 | i);
        library_looks(LIBRARY_KEYS);
        if (!exists(i) || !library.keys.at[i].destructor)
            continue;
        native_set(self->keys[i], NULL);
        native_knows((uintptr_t)value);
        native_calls((void (*)(void))library.keys.at[i].destructor);
        library.keys.at[i].destructor(value);
        any = true;
    }
    return any;
}

void native_thread_returns(void) {
    for (unsigned i = 0; library.keys.end && i < PTHREAD_DESTRUCTOR_ITERATIONS;
         i++)
        if (!destroy_values(i))
            break;
    if (library.threads.robust[api_self()])
        api_mutex_owner_ends();
}
