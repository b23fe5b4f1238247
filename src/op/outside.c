// SPDX-License-Identifier: Apache-2.0

#include "op/outside.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void outside_text(const struct outside *o, char *text, size_t room) {
    static const char library[] = "libc.so";
    bool plain =
        !o->object[0] || strncmp(o->object, library, sizeof library - 1) == 0;
    snprintf(text, room, "%s%s%s",
             o->name[0] ? o->name : "a function without a name",
             plain ? "" : " in ", plain ? "" : o->object);
}
