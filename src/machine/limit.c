// SPDX-License-Identifier: Apache-2.0

#include "machine/limit.h"

#include "base/fault.h"

#include <stddef.h>

static const struct {
    const char *name, *hint;
} rows[] = {
    [NO_LIMIT] = {"none", NULL},
#define X(limit, name, hint) [LIMIT_##limit] = {name, hint},
    LIMITS(X)
#undef X
};

const char *limit_name(enum limit limit) {
    require(limit < sizeof rows / sizeof *rows);
    return rows[limit].name;
}

const char *limit_hint(enum limit limit) {
    require(limit < sizeof rows / sizeof *rows);
    return rows[limit].hint;
}
