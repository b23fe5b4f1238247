// SPDX-License-Identifier: Apache-2.0
// All mutable variables of the runtime.

#include "machine/native/runtime_state.h"

#include "machine/native/library_state.h"
#include "machine/native/memory/heap_layout.h"
#include "machine/native/state/states.h"

struct native native;
struct heap heap;
struct states states;
struct library_state library __attribute__((section("mz_state")));

// What instrumented code sees (hooks.h).
const struct mz_site *__mz_at;
uint64_t __mz_most_rounds = UINT64_MAX;
