// SPDX-License-Identifier: Apache-2.0

#include "cli/audit.h"

#include "base/fault.h"

#include <inttypes.h>
#include <string.h>

static void tell_first(struct audited *a, const char *kind, const char *file,
                       unsigned line, uint64_t executions) {
    snprintf(a->first, sizeof a->first, "%s at %s:%u after %" PRIu64, kind,
             file, line, executions);
}

struct audited audited_of(const struct search_result *r) {
    struct report report = {.result = (struct search_result *)r};
    report_judge(&report);
    struct audited a = {
        .algorithm = algorithm_name(r->algorithm),
        .verdict = report.verdict,
        .complete = r->executions[ENDED_COMPLETE],
        .blocked = r->executions[ENDED_ASSUME],
        .asleep = r->executions[ENDED_ASLEEP],
        .deadlocked =
            r->executions[ENDED_DEADLOCK] + r->executions[ENDED_AWAIT],
    };
    digest_text(r->digest, a.digest);
    if (r->findings.count) {
        const struct finding *f = &r->findings.at[0];
        tell_first(&a, finding_name(f->mishap.kind), f->place.file,
                   f->place.line, f->execution);
    }
    if (a.verdict == VERDICT_INCOMPLETE)
        snprintf(a.reason, sizeof a.reason, "%s", report.reason);
    if (r->refusal[0]) {
        a.verdict = VERDICT_NOT_CHECKED;
        snprintf(a.reason, sizeof a.reason, "%s", r->refusal);
    }
    return a;
}

static uint64_t count_of(const cJSON *executions, const char *key) {
    return (uint64_t)cJSON_GetNumberValue(cJSON_GetObjectItem(executions, key));
}

static const char *text_of(const cJSON *result, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(result, key));
    return text ? text : "";
}

bool audited_read(const cJSON *result, struct audited *a) {
    enum algorithm algorithm;
    const cJSON *e = cJSON_GetObjectItem(result, "executions");
    *a = (struct audited){.verdict = VERDICT_NOT_CHECKED};
    while (a->verdict > VERDICT_SAFE &&
           strcmp(text_of(result, "verdict"), verdict_name(a->verdict)) != 0)
        a->verdict--;
    if (!e || !algorithm_named(text_of(result, "algorithm"), &algorithm))
        return false;
    a->algorithm = algorithm_name(algorithm);
    a->complete = count_of(e, "complete");
    a->blocked = count_of(e, "assume_blocked");
    a->deadlocked = count_of(e, "deadlocked");
    a->asleep = count_of(e, "sleep_set_blocked");
    const cJSON *finding =
        cJSON_GetArrayItem(cJSON_GetObjectItem(result, "findings"), 0);
    if (finding)
        tell_first(a, text_of(finding, "kind"), text_of(finding, "file"),
                   (unsigned)count_of(finding, "line"),
                   count_of(finding, "executions"));
    snprintf(a->digest, sizeof a->digest, "%s", text_of(result, "digest"));
    snprintf(a->reason, sizeof a->reason, "%s", text_of(result, "reason"));
    return true;
}

void audited_print(const struct audited *a, FILE *out) {
    fprintf(out, "%-9s %-11s %10" PRIu64 " %8" PRIu64 " %8" PRIu64 "  %s\n",
            a->algorithm, verdict_name(a->verdict), a->complete, a->blocked,
            a->deadlocked, a->digest);
}

static void compare_counts(struct text *text, const char *what, uint64_t a,
                           uint64_t b) {
    if (a != b)
        text_add(text, "%s%" PRIu64 " and %" PRIu64 " %s",
                 text->count ? ", " : "", a, b, what);
}

void audit_difference(const struct audited *a, const struct audited *b,
                      struct text *text) {
    if (a->verdict != b->verdict)
        text_add(text, "%s and %s", verdict_name(a->verdict),
                 verdict_name(b->verdict));
    compare_counts(text, "complete executions", a->complete, b->complete);
    compare_counts(text, "executions that no assumption allows", a->blocked,
                   b->blocked);
    compare_counts(text, "that wait for ever", a->deadlocked, b->deadlocked);
    if (!text->count && strcmp(a->digest, b->digest) != 0)
        text_add(text, "equally many executions, but not the same classes");
}

static void last_line(const struct audited *a) {
    uint64_t blocked = a->blocked + a->deadlocked + a->asleep;
    if (a->verdict == VERDICT_UNSAFE) {
        fputs("mazurka: unsafe: ", stdout);
        print_clean(stdout, a->first);
        puts(" executions");
        return;
    }
    if (a->verdict == VERDICT_SAFE) {
        printf("mazurka: safe: %" PRIu64 " executions", a->complete);
        if (blocked)
            printf(", %" PRIu64 " blocked", blocked);
        putchar('\n');
        return;
    }
    if (a->verdict == VERDICT_NOT_CHECKED) {
        report_last_line_not_checked(stdout, a->reason);
        return;
    }
    fputs("mazurka: incomplete: ", stdout);
    print_clean(stdout, a->reason);
    printf(" after %" PRIu64 " executions\n", a->complete + blocked);
}

int audit_judge(const struct audited *a, const struct audited *b,
                const char *program) {
    const struct audited *unfinished = a->verdict >= VERDICT_INCOMPLETE ? a : b;
    struct text difference = {0};
    if (unfinished->verdict >= VERDICT_INCOMPLETE) {
        printf("nothing to compare: %s has not finished\n",
               unfinished->algorithm);
        last_line(unfinished);
        return (int)unfinished->verdict;
    }
    audit_difference(a, b, &difference);
    int code = (int)a->verdict;
    if (difference.count) {
        printf("mazurka: fault: %s and %s disagree on ", a->algorithm,
               b->algorithm);
        print_clean(stdout, program);
        printf(": %s\n", text_get(&difference));
        code = EXIT_FAULT;
    } else {
        printf("%s and %s agree\n", a->algorithm, b->algorithm);
        last_line(a);
    }
    text_free(&difference);
    return code;
}
