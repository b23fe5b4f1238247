// SPDX-License-Identifier: Apache-2.0

#include "random_orders.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char *random_order(uint64_t *random, const char *word) {
    static const char *const reads[] = {"", ".rlx", ".rlx", ".acq"};
    static const char *const writes[] = {"", ".rlx", ".rlx", ".rel"};
    static const char *const updates[] = {"",    ".rlx", ".acq", ".rel",
                                          ".ar", ".sc",  ".rlx", ".ar"};
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    unsigned n = (unsigned)(*random >> 40);
    if (!strcmp(word, "R") || !strcmp(word, "AWAIT") || !strcmp(word, "RAWAIT"))
        return reads[n % 4];
    if (!strcmp(word, "W"))
        return writes[n % 4];
    if (!strcmp(word, "CAS") && n % 16 == 0)
        return n % 32 ? ".ar.rlx" : ".rel.acq";
    if (!strcmp(word, "FAA") || !strcmp(word, "AND") || !strcmp(word, "OR") ||
        !strcmp(word, "XOR") || !strcmp(word, "XCHG") || !strcmp(word, "CAS") ||
        !strcmp(word, "XAWAIT"))
        return updates[n % 8];
    return "";
}

char *random_orders(const char *program, uint64_t seed) {
    static const char *const fences[] = {".sc", ".sc", ".acq", ".rel", ".ar"};
    struct text out = {0};
    uint64_t random = seed;
    while (*program) {
        char word[16] = "";
        int blanks = (int)strspn(program, " ");
        size_t length = strcspn(program, "\n");
        sscanf(program + blanks, "%15[A-Z]", word);
        size_t size = strlen(word);
        const char *order = random_order(&random, word);
        unsigned n = (unsigned)(random >> 33);
        if (size && n % 9 == 0 && strcmp(word, "ELSE") && strcmp(word, "END"))
            text_add(&out, " FENCE%s\n", fences[n / 9 % 5]);
        text_add(&out, "%*s%s%s%.*s\n", blanks, "", word, order,
                 (int)(length - size - (size_t)blanks),
                 program + blanks + size);
        program += length + (program[length] == '\n');
    }
    return out.at;
}
