// SPDX-License-Identifier: Apache-2.0

#include "report/report_text.h"

#include "report/explanation.h"
#include "report/outlook.h"
#include "report/schedule_text.h"

#include <inttypes.h>
#include <string.h>

enum {
    MARGIN = 2,
    MOST_LINES = 8, // of what the program has printed
};

static void paint(const struct console *t, const char *colour) {
    if (t->colour)
        fputs(colour, t->out);
}

// ----------------------------------------------------------------- a finding

// Words from column `at` on; those that do not fit go on in further lines, from
// `begins` on. Where it ends.
static unsigned put_words(const struct console *t, unsigned at, unsigned begins,
                          const char *line, size_t length) {
    bool first = true;
    while (length) {
        size_t word = 0, blanks = 0;
        while (blanks < length && line[blanks] == ' ')
            blanks++;
        for (word = blanks; word < length && line[word] != ' ';)
            word++;
        char *text = memory_text(line, word);
        if (!first && at + schedule_width(text) > t->width) {
            fprintf(t->out, "\n%*s", (int)begins, "");
            memmove(text, text + blanks, strlen(text + blanks) + 1);
            at = begins;
        }
        first = false;
        print_clean(t->out, text);
        at += schedule_width(text);
        memory_free(text);
        line += word;
        length -= word;
    }
    return at;
}

// How much of a line is its next part: up to three blanks.
static size_t part_of(const char *line, size_t length) {
    size_t i = 0;
    while (i < length && (i + 3 > length || memcmp(line + i, "   ", 3) != 0))
        i++;
    return i;
}

// A row (explanation.h): what does not fit goes on below its second column.
static void wrap_row(const struct console *t, const char *line, size_t length) {
    size_t name = 0;
    while (name + 1 < length && (line[name] != ' ' || line[name + 1] != ' '))
        name++;
    while (name < length && line[name] == ' ')
        name++;
    fprintf(t->out, "%*s", MARGIN, "");
    char *text = memory_text(line, name);
    print_clean(t->out, text);
    unsigned begins = MARGIN + schedule_width(text), at = begins;
    memory_free(text);
    line += name, length -= name;
    for (bool first = true; length; first = false) {
        size_t size = part_of(line, length), gap = 0;
        text = memory_text(line, size);
        if (!first && at + 3 + schedule_width(text) > t->width)
            at = t->width; // a line of its own
        else if (!first)
            fputs("   ", t->out), at += 3;
        if (at == t->width) {
            fprintf(t->out, "\n%*s", (int)begins, "");
            at = begins;
        }
        at = put_words(t, at, begins, text, size);
        memory_free(text);
        while (size + gap < length && line[size + gap] == ' ')
            gap++;
        line += size + gap, length -= size + gap;
    }
}

static void wrap(const struct console *t, unsigned margin, const char *line,
                 size_t length) {
    if (length > 1 && line[0] == ' ' && line[1] == ' ') {
        wrap_row(t, line + 2, length - 2);
        return;
    }
    if (length)
        fprintf(t->out, "%*s", (int)margin, "");
    put_words(t, margin, MARGIN, line, length);
}

// The sentence, and at the end of the line who and where.
static void title(const struct console *t, const struct story *s,
                  const struct mishap *mishap) {
    struct text text = {0}, where = {0};
    const struct story_event *at = story_event_of(s, mishap);
    for (size_t i = 0; !at && i < s->events.count; i++)
        if (s->events.at[i].kind == STORY_WAITS &&
            s->threads.at[s->events.at[i].thread].number == mishap->thread)
            at = &s->events.at[i];
    explanation_title(s, mishap, &text);
    if (at) {
        char place[300];
        explanation_place(s, at, place, sizeof place);
        text_add(&where, "%s", place);
        if (mishap->kind != FINDING_LEAK) // the end of the program shows it
            text_add(&where, ", %s", story_thread_name(s, at));
        if (s->scenario && *s->scenario)
            text_add(&where, ", scenario %s", s->scenario);
    }
    paint(t, CONSOLE_BOLD);
    wrap(t, 0, text_get(&text), text.count);
    paint(t, CONSOLE_PLAIN);
    unsigned used = schedule_width(text_get(&text)) +
                    schedule_width(text_get(&where)) + MARGIN;
    bool fits = used <= t->width;
    if (where.count)
        fprintf(t->out, "%*s", (int)(fits ? t->width - used + MARGIN : 0), "");
    if (!fits)
        fputs("\n  at ", t->out);
    print_clean(t->out, text_get(&where));
    fputc('\n', t->out);
    if (t->meanings)
        fprintf(t->out, "  (%s)\n", finding_meaning(mishap->kind));
    fputc('\n', t->out);
    text_free(&text);
    text_free(&where);
}

static void explain(const struct console *t, const struct story *s,
                    const struct mishap *mishap, const struct slice *slice) {
    struct text text = {0};
    explanation_of(s, mishap, slice, &text);
    while (text.count && text.at[text.count - 1] == '\n')
        text.at[--text.count] = '\0';
    for (const char *at = text_get(&text); *at;) {
        size_t length = strcspn(at, "\n");
        wrap(t, MARGIN, at, length);
        fputc('\n', t->out);
        at += length + (at[length] == '\n');
    }
    if (text.count)
        fputc('\n', t->out);
    text_free(&text);
}

// What the program has printed in this execution: the last lines of it.
static void printed(const struct console *t, const struct story *s) {
    struct text all = {0};
    for (size_t i = 0; i < s->events.count; i++)
        if (s->events.at[i].kind == STORY_PRINTED)
            text_add(&all, "%s", s->events.at[i].text);
    const char *start = text_get(&all), *at = start + all.count;
    for (unsigned lines = 0; at > start; at--)
        if (at[-1] == '\n' && at != start + all.count && ++lines == MOST_LINES)
            break;
    if (all.count)
        fprintf(t->out, "  it printed%s\n", at > start ? ", at the end" : "");
    while (*at) {
        size_t length = strcspn(at, "\n");
        char *line = memory_text(at, length);
        fputs("    ", t->out);
        print_clean(t->out, line);
        fputc('\n', t->out);
        memory_free(line);
        at += length + (at[length] == '\n');
    }
    if (all.count)
        fputc('\n', t->out);
    text_free(&all);
}

static void footer(const struct console *t, const struct story *s,
                   const struct slice *slice) {
    struct text text = {0};
    text_add(&text, "%u switch%s%s · %u step%s in all%s%s", s->switches,
             s->switches == 1 ? "" : "es",
             s->fewest ? " (fewest possible)" : "", s->steps,
             s->steps == 1 ? "" : "s", t->full_trace ? "" : ": --full-trace",
             t->locks ? "" : " · locks at each step: --locks");
    if (slice->cut)
        text_add(&text, " · only the %d nearest are shown", SLICE_MOST);
    if (t->full_trace && s->cut)
        text_add(&text, " · there are more accesses than are kept");
    paint(t, CONSOLE_FAINT);
    wrap(t, MARGIN, text_get(&text), text.count);
    paint(t, CONSOLE_PLAIN);
    fputs("\n\n", t->out);
    text_free(&text);
}

void print_finding(const struct console *t, const struct mishap *mishap,
                   const struct story *s) {
    struct slice slice = slice_of(s, mishap);
    title(t, s, mishap);
    explain(t, s, mishap, &slice);
    // Its two accesses have been shown.
    bool told = mishap->kind == FINDING_DATA_RACE && slice.seeds.count;
    struct slice shown = t->full_trace ? slice_all(s, mishap) : slice;
    if (shown.events.count && (!told || t->full_trace)) {
        schedule_print(t, s, &shown);
        fputc('\n', t->out);
    }
    printed(t, s);
    footer(t, s, &slice);
    if (t->full_trace)
        slice_free(&shown);
    slice_free(&slice);
}

// ---------------------------------------------------------------- statistics

static void row(const struct console *t, const char *name, uint64_t number) {
    fprintf(t->out, "  %-34s %" PRIu64 "\n", name, number);
}

static void state_statistics(const struct console *t,
                             const struct search_result *r) {
    row(t, "runs", search_total(r));
#define X(member, key, words) row(t, words, r->states.member);
    STATE_STATISTICS(X)
#undef X
}

void print_algorithm(const struct console *t, const struct report *report) {
    const struct search_result *r = report->result;
    fputs(algorithm_name(r->algorithm), t->out);
    if (r->algorithm != report->asked)
        fprintf(t->out, " (%s)", algorithm_name(report->asked));
    if (r->because)
        fprintf(t->out, ", because of %s", r->because);
}

void print_statistics(const struct console *t, const struct report *report) {
    const struct search_result *r = report->result;
    double seconds = r->seconds > 0 ? r->seconds : 0;
    fputs("statistics\n", t->out);
    fprintf(t->out, "  %-34s ", "algorithm");
    print_algorithm(t, report);
    if (r->variant)
        fprintf(t->out, ", %s", r->variant);
    fputc('\n', t->out);
    row(t, "complete executions", r->executions[ENDED_COMPLETE]);
    row(t,
        algorithm_has(r->algorithm, KNOWS_STATES)
            ? "ended at a known state, or asleep"
            : "sleep-set blocked",
        r->executions[ENDED_ASLEEP]);
    row(t, "blocked at an assume", r->executions[ENDED_ASSUME]);
    row(t, "deadlocked", r->executions[ENDED_DEADLOCK]);
    row(t, "waiting at an await", r->executions[ENDED_AWAIT]);
    row(t, "cut at a bound", r->executions[ENDED_BOUNDED]);
    row(t, "steps executed", r->steps);
    row(t, "steps replayed", r->replayed);
    row(t, "longest execution, steps", r->longest);
    row(t, "races reversed", r->races_reversed);
    row(t, "most wakeup tree nodes", r->wakeup_nodes_most);
    row(t, "most commuting updates", r->most_commuting);
    row(t, "most executions put aside", r->suspended_most);
    if (algorithm_has(r->algorithm, KNOWS_STATES))
        state_statistics(t, r);
    row(t, "different findings", r->findings.count);
    row(t, "processes at the same time", r->processes ? r->processes : 1);
    fprintf(t->out, "  %-34s %.3f\n", "seconds", seconds);
    row(t, "peak memory, KiB", report->peak_kib);
    fputc('\n', t->out);
}

// -------------------------------------------------------------------- bounds

// With how few switches nothing goes wrong; -1: not known even of none.
static int64_t switches_known(const struct search_result *r) {
    bool all_of_them =
        r->limit == LIMIT_PREEMPTIONS || r->limit == LIMIT_SWITCHES;
    return (int64_t)r->switches_done - !all_of_them;
}

// 1 - (1 - 1 / (n k^(d-1)))^executions
static double chance(const struct chances *c, uint32_t depth) {
    double none = 1, one = c->threads ? 1.0 / c->threads : 0;
    for (uint32_t i = 1; i < depth; i++)
        one /= c->steps ? c->steps : 1;
    for (uint64_t power = c->executions; power; power >>= 1) {
        if (power & 1)
            none *= 1 - one;
        one = 1 - (1 - one) * (1 - one);
    }
    return (double)(uint64_t)((1 - none) * 10000) / 10000; // never rounded up
}

void print_bounds(const struct console *t, const struct report *report) {
    const struct search_result *r = report->result;
    if (report->verdict != VERDICT_INCOMPLETE)
        return;
    switch (report->bounding) {
    case BOUND_NOTHING:
    case BOUNDINGS:
        return;
    case BOUND_PREEMPTIONS:
    case BOUND_SWITCHES:
        if (switches_known(r) >= 0)
            fprintf(t->out, "nothing goes wrong with at most %" PRId64 " %s\n",
                    switches_known(r),
                    report->bounding == BOUND_PREEMPTIONS
                        ? "preemptions"
                        : "switches of threads");
        return;
    case BOUND_RANDOM:
        fputs("nothing went wrong in executions at random: that says nothing "
              "of others\n",
              t->out);
        return;
    case BOUND_PCT:
        fprintf(t->out,
                "a bug of depth %u would have been found with a chance of at "
                "least %.4f,\nif there are no more than %u threads and %u "
                "steps\n",
                report->depth, chance(&r->chances, report->depth),
                r->chances.threads, r->chances.steps);
        return;
    }
}

// --------------------------------------------------------------------- hints

// Where threads were cut, and by what.
static void cuts(const struct console *t, const struct search_result *r) {
    if (r->cuts.count)
        fputs("where threads were cut\n", t->out);
    for (size_t i = 0; i < r->cuts.count; i++) {
        const struct cut *cut = &r->cuts.at[i];
        fprintf(t->out, "  %s at ", limit_name(cut->limit));
        print_clean(t->out, cut->place.file);
        fprintf(t->out, ":%u, in %" PRIu64 " executions\n", cut->place.line,
                cut->executions);
    }
}

// What the verdict rests on, apart from what was seen.
static void trusted(const struct console *t, const struct report *report) {
    for (size_t i = 0; i < report->trusted.count; i++) {
        char text[240];
        outside_text(&report->trusted.at[i], text, sizeof text);
        fputs(i ? ", " : "trusted, and not checked: ", t->out);
        print_clean(t->out, text);
    }
    if (report->trusted.count)
        fputc('\n', t->out);
}

void print_memory_model(const struct console *t, const struct report *r) {
    struct text text = {0};
    if (r->memory != MEMORY_SC)
        text_add(&text, "memory: %s%s", memory_model(r->memory)->name,
                 r->races_ignored ? ". Data races are not told: what racy plain "
                                    "accesses find is undefined"
                                  : "");
    else if (r->weak_orders || r->volatiles)
        text_add(&text,
                 "memory: sequential consistency. The program %s%s%s: what is "
                 "read may be older on a real machine, of which nothing is "
                 "checked but data races (--memory=rc11 checks it)",
                 r->weak_orders ? "asks for weaker orders than seq_cst" : "",
                 r->weak_orders && r->volatiles ? " and " : "",
                 r->volatiles ? "shares volatile data" : "");
    else
        return;
    wrap(t, 0, text_get(&text), text.count);
    fputc('\n', t->out);
    text_free(&text);
}

void print_hints(const struct console *t, const struct report *report,
                 bool keep_going) {
    const struct search_result *r = report->result;
    const char *hint = NULL;
    cuts(t, r);
    trusted(t, report);
    if (report->verdict == VERDICT_INCOMPLETE)
        print_outlook(t, r);
    if (r->findings.count && !keep_going)
        hint = "--keep-going shows all different findings";
    else if (report->verdict == VERDICT_INCOMPLETE)
        hint = r->estimate.total > 0 || r->estimate.refuted > 0
                   ? NULL
                   : limit_hint(r->limit);
    else if (r->executions[ENDED_ASLEEP] > r->executions[ENDED_COMPLETE] &&
             !algorithm_has(report->asked, KNOWS_STATES))
        hint = "--algorithm=optimal has no sleep-set blocked executions";
    if (hint)
        fprintf(t->out, "hint: %s\n", hint);
}
