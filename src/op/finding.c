// SPDX-License-Identifier: Apache-2.0

#include "op/finding.h"

#include "base/fault.h"

#include <string.h>

static const struct finding_row {
    const char *name, *meaning;
} rows[FINDING_KINDS] = {[NO_FINDING] = {"none", "nothing is wrong"},
#define X(kind, name, meaning) [FINDING_##kind] = {name, meaning},
                         FINDINGS(X)
#undef X
};

const char *finding_name(enum finding_kind kind) {
    require(kind < FINDING_KINDS);
    return rows[kind].name;
}

const char *finding_meaning(enum finding_kind kind) {
    require(kind < FINDING_KINDS);
    return rows[kind].meaning;
}

enum finding_kind finding_named(const char *name) {
    for (int kind = NO_FINDING + 1; kind < FINDING_KINDS; kind++)
        if (strcmp(rows[kind].name, name) == 0)
            return (enum finding_kind)kind;
    return NO_FINDING;
}

bool mishap_same(const struct mishap *a, const struct mishap *b) {
    expensive(memchr(a->message, 0, sizeof a->message) &&
              memchr(b->message, 0, sizeof b->message));
    return a->kind == b->kind && a->site == b->site && a->thread == b->thread &&
           strcmp(a->message, b->message) == 0;
}
