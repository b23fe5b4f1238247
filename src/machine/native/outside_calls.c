// SPDX-License-Identifier: Apache-2.0
// Calls of functions that nobody controls.

#include "base/fault.h"
#include "machine/native/native_machine.h"
#include "machine/native/runtime_state.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------- what it is
// called

static const struct mz_function *row_of(const void *function) {
    for (const struct mz_function *f = __start_mz_functions;
         f < __stop_mz_functions; f++)
        if (f->address == function)
            return f;
    return NULL;
}

// The shared library that it is in, and its name there if it has none yet.
static void look_up(const void *function, struct outside *o) {
    Dl_info info, ours;
    if (!dladdr(function, &info) || !info.dli_fname)
        return;
    if (!o->name[0] && info.dli_sname && info.dli_saddr == function)
        snprintf(o->name, sizeof o->name, "%s", info.dli_sname);
    if (dladdr(&native, &ours) && ours.dli_fbase == info.dli_fbase)
        return;
    const char *slash = strrchr(info.dli_fname, '/');
    snprintf(o->object, sizeof o->object, "%s",
             slash ? slash + 1 : info.dli_fname);
}

// --------------------------------------------------------------------- calls

static void note(const char *name, const void *function,
                 const struct mz_site *site) {
    require(name || function);
    native.uncontrolled = native.base.lasting = true;
    memory_map_changes(&native.memory_map);
    rounds_change_all();
    for (size_t i = 0; i < native.outside.count; i++)
        if (name ? strcmp(native.outside.at[i].call.name, name) == 0
                 : native.outside.at[i].function == function)
            return;
    struct outside_call call = {.function = function, .site = site};
    snprintf(call.call.name, sizeof call.call.name, "%s", name ? name : "");
    if (function)
        look_up(function, &call.call);
    vec_push(&native.outside, call);
    if (native.on_outside)
        native.on_outside(native.on_outside_context, &call.call);
}

bool native_lost_control(void) {
    return native.uncontrolled;
}

bool native_may_be_lent(const void *block) {
    const struct memory_map *map = &native.memory_map;
    if (!native.uncontrolled ||
        (uintptr_t)block - map->data < map->data_end - map->data)
        return false;
    for (unsigned i = 0; i < native.base.threads; i++)
        if (fiber_in_locals(&native.thread[i]->fiber, block))
            return false;
    return true;
}

void native_external(const char *function) {
    note(function, NULL, __mz_at);
}

void __mz_external(const void *function, const struct mz_site *site) {
    __mz_at = site;
    note(site->expression, function, site);
}

void __mz_indirect(const void *function, const struct mz_site *site) {
    if (function == native.known_call || (uintptr_t)function < 1 << 16)
        return; // that it is none is seen by the crash
    const struct mz_function *row = row_of(function);
    if (row && row->known)
        native.known_call = function;
    else
        note(row ? row->name : NULL, function, site);
}

void native_calls(void (*function)(void)) {
    uintptr_t at = (uintptr_t)function, start = (uintptr_t)__start_mz_code;
    if (at - start >= (uintptr_t)__stop_mz_code - start)
        __mz_indirect((const void *)at, __mz_at);
}

// ------------------------------------------------------------------ who asks

void native_tell_outside(void (*tell)(void *context, const struct outside *),
                         void *context) {
    native.on_outside = tell;
    native.on_outside_context = context;
}

const struct outside *native_outside(unsigned nth, struct place *place) {
    if (nth >= native.outside.count)
        return NULL;
    *place = site_place(native.outside.at[nth].site);
    return &native.outside.at[nth].call;
}
