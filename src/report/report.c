// SPDX-License-Identifier: Apache-2.0

#include "report/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char *verdict_name(enum verdict verdict) {
    static const char *const names[] = {
        [VERDICT_SAFE] = "safe",
        [VERDICT_UNSAFE] = "unsafe",
        [VERDICT_INCOMPLETE] = "incomplete",
        [VERDICT_NOT_CHECKED] = "not-checked",
    };
    return names[verdict];
}

// Where a limit was met first; line 0: it has no place, or none is known.
static struct place place_of_limit(const struct search_result *r) {
    if (r->limit == LIMIT_STEPS || r->limit == LIMIT_SWITCHES)
        return r->bounded;
    for (size_t i = 0; i < r->cuts.count; i++)
        if (r->cuts.at[i].limit == r->limit)
            return r->cuts.at[i].place;
    return (struct place){0};
}

static void say_limit(struct report *r) {
    const char *limit = limit_name(r->result->limit);
    struct place place = place_of_limit(r->result);
    if (place.line)
        snprintf(r->reason, sizeof r->reason, "%s at %s:%u", limit, place.file,
                 place.line);
    else
        snprintf(r->reason, sizeof r->reason, "%s", limit);
}

static void say_unconfirmed(struct report *r) {
    const struct finding *f = &r->unconfirmed.at[0];
    snprintf(r->reason, sizeof r->reason,
             "a finding did not happen again (%s at %s:%u)",
             finding_name(f->mishap.kind), f->place.file, f->place.line);
}

static void say_outside(struct report *r) {
    size_t used = (size_t)snprintf(r->reason, sizeof r->reason,
                                   "calls outside of control (");
    for (size_t i = 0; i < r->outside.count; i++) {
        char text[240];
        outside_text(&r->outside.at[i], text, sizeof text);
        size_t left = r->outside.count - i, room = sizeof r->reason - used;
        if (strlen(text) + sizeof ", and 1000000 more)" > room) {
            used += (size_t)snprintf(r->reason + used, room, ", and %zu more",
                                     left);
            break;
        }
        used += (size_t)snprintf(r->reason + used, room, "%s%s", i ? ", " : "",
                                 text);
    }
    snprintf(r->reason + used, sizeof r->reason - used, ")");
}

// Safe is said of executions that ran to their ends.
static bool none_has_ended(const struct report *r) {
    return !r->result->executions[ENDED_COMPLETE];
}

// Why not all was explored, if it was not.
static void say_why_incomplete(struct report *r) {
    r->reason[0] = '\0';
    if (r->ended[0])
        snprintf(r->reason, sizeof r->reason, "%s", r->ended);
    else if (r->result->limit)
        say_limit(r);
    else if (r->unconfirmed.count)
        say_unconfirmed(r);
    else if (r->outside.count)
        say_outside(r);
    else if (none_has_ended(r) && !r->result->findings.count)
        snprintf(r->reason, sizeof r->reason, "%s",
                 r->result->executions[ENDED_ASSUME] && !r->ignores
                     ? "no execution satisfies the assumptions"
                     : "no execution ran to its end");
}

void report_judge(struct report *r) {
    say_why_incomplete(r);
    r->verdict = r->result->findings.count ? VERDICT_UNSAFE
                 : r->reason[0]            ? VERDICT_INCOMPLETE
                                           : VERDICT_SAFE;
}

void report_not_checked(struct report *r, const char *format, ...) {
    r->verdict = VERDICT_NOT_CHECKED;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->reason, sizeof r->reason, format, arguments);
    va_end(arguments);
}

void print_clean(FILE *out, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        fputc(c < 0x20 || c == 0x7f ? '?' : c, out);
    }
}

void report_last_line_unsafe(FILE *out, enum finding_kind kind,
                             const char *file, unsigned line,
                             uint64_t executions) {
    fprintf(out, "mazurka: unsafe: %s at ", finding_name(kind));
    print_clean(out, file);
    fprintf(out, ":%u after %" PRIu64 " executions\n", line, executions);
}

void report_last_line_not_checked(FILE *out, const char *reason) {
    fputs("mazurka: not checked: ", out);
    print_clean(out, reason);
    fputc('\n', out);
}

static void last_line_safe(FILE *out, const struct search_result *result) {
    fprintf(out, "mazurka: safe: %" PRIu64 " executions",
            result->executions[ENDED_COMPLETE]);
    if (search_blocked(result))
        fprintf(out, ", %" PRIu64 " blocked", search_blocked(result));
    fputc('\n', out);
}

void report_last_line(const struct report *r, FILE *out) {
    switch (r->verdict) {
    case VERDICT_SAFE:
        last_line_safe(out, r->result);
        return;
    case VERDICT_UNSAFE: {
        const struct finding *f = &r->result->findings.at[0];
        report_last_line_unsafe(out, f->mishap.kind, f->place.file,
                                f->place.line, f->execution);
        return;
    }
    case VERDICT_INCOMPLETE:
        fputs("mazurka: incomplete: ", out);
        print_clean(out, r->reason);
        if (r->result->limit || !none_has_ended(r) || r->ended[0] ||
            r->unconfirmed.count || r->outside.count)
            fprintf(out, " after %" PRIu64 " executions\n",
                    search_total(r->result));
        else
            fprintf(out, " after 0 executions, %" PRIu64 " blocked\n",
                    search_blocked(r->result));
        return;
    case VERDICT_NOT_CHECKED:
        report_last_line_not_checked(out, r->reason);
        return;
    }
}
