// SPDX-License-Identifier: Apache-2.0

#include "explore/memory_model.h"

#include "base/fault.h"

static const struct memory_model models[MEMORY_COUNT] = {
#define X(id, name, consistent, oldest, exact, happens, fences) \
    [MEMORY_##                                                  \
        id] = {name, consistent, oldest, exact, HAPPENS_##happens, fences},
    MEMORIES(X)
#undef X
};

const struct memory_model *memory_model(enum memory memory) {
    require(memory < MEMORY_COUNT);
    return &models[memory];
}
