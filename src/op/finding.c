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

// How much of its stack a thread has left when it comes somewhere depends on what
// the runtime does for it: recording takes more.
bool mishap_same_place(const struct mishap *a, const struct mishap *b) {
    return a->kind == b->kind && a->thread == b->thread &&
           (a->site == b->site || a->kind == FINDING_STACK_OVERFLOW);
}

bool mishap_same(const struct mishap *a, const struct mishap *b) {
    expensive(memchr(a->message, 0, sizeof a->message) &&
              memchr(b->message, 0, sizeof b->message));
    return mishap_same_place(a, b) && strcmp(a->message, b->message) == 0;
}

// Past "read" or "write", if that is what comes next.
static const char *past_access(const char *message) {
    static const char *const words[] = {" read by ", " write by "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(message, words[i], strlen(words[i])) == 0)
            return message + strlen(words[i]);
    return message;
}

bool mishap_same_race(const struct mishap *a, const struct mishap *b) {
    const char *x = a->message, *y = b->message;
    if (a->kind != FINDING_DATA_RACE || b->kind != a->kind ||
        a->thread != b->thread)
        return false;
    while (*x && *x == *y) {
        const char *u = past_access(x), *v = past_access(y);
        bool both = u != x && v != y;
        x = both ? u : x + 1;
        y = both ? v : y + 1;
    }
    return !*x && !*y;
}
