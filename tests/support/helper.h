// SPDX-License-Identifier: Apache-2.0
// What the unit tests share: cmocka in the right order, machines from text.

#ifndef MAZURKA_TESTS_HELPER_H
#define MAZURKA_TESTS_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/model/model.h"

#include <string.h>

static inline struct machine *machine_of(const char *text,
                                         struct relation relation) {
    struct model_error error;
    struct model_program *p =
        model_parse("test.model", text, strlen(text), &error);
    if (!p)
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    return model_machine(p, relation);
}

#endif
