// SPDX-License-Identifier: Apache-2.0
// What two algorithms that have explored the same program must agree on.

#ifndef MAZURKA_CLI_AUDIT_H
#define MAZURKA_CLI_AUDIT_H

#include "base/text.h"
#include "report/report.h"

struct audited {
    const char *algorithm;
    enum verdict verdict;
    uint64_t complete, blocked, deadlocked; // by what the program does
    char digest[DIGEST_TEXT];
    uint64_t asleep;  // cut short, which is an algorithm's own affair
    char reason[400]; // of the verdicts incomplete and not checked
    char first[400];  // finding, as the last line tells it; "": none
};

// Of a search in this process, and of a result that another one has written:
// false if that is none.
struct audited audited_of(const struct search_result *result);
bool audited_read(const cJSON *result, struct audited *audited);

// A row of the table.
void audited_print(const struct audited *audited, FILE *out);

// Where they disagree, in words; "": they do not. Both have finished.
void audit_difference(const struct audited *a, const struct audited *b,
                      struct text *text);

// Do they agree? The last line, as of any other check, or a fault's; and the
// exit code.
int audit_judge(const struct audited *a, const struct audited *b,
                const char *program);

#endif
