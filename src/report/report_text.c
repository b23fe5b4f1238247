// SPDX-License-Identifier: Apache-2.0

#include "report/report_text.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_ROWS = 200 }; // of a schedule, unless everything is wanted

#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

static void paint(const struct console *t, const char *colour) {
    if (t->colour)
        fputs(colour, t->out);
}

// -------------------------------------------------------------- the schedule

// One column a thread. Each row has one entry, so that when the page is too
// narrow columns may begin before the one to the left of them ends: entries
// then carry their thread's name, and there is no heading.
struct columns {
    unsigned *start; // of each thread; UNUSED if it has no entry
    unsigned *order; // threads that have entries
    unsigned count;
    bool overlap;
};

enum { UNUSED = UINT32_MAX, GAP = 2, MOST_SHIFT = 3 };

static bool belongs(const struct story_row *row, bool waits) {
    return row->kind != ROW_WAITS || waits;
}

// The natural widths of the columns, 0 for a thread that has no entry.
static unsigned natural_widths(struct machine *m, const struct story *s,
                               bool waits, unsigned *widths) {
    unsigned sum = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        const struct story_row *row = &s->rows.at[i];
        unsigned length = (unsigned)strlen(row->text);
        if (belongs(row, waits) && row->kind != ROW_MISHAP &&
            length > widths[row->thread])
            widths[row->thread] = length;
        if (belongs(row, waits) && !widths[row->thread])
            widths[row->thread] = 1;
    }
    for (unsigned t = 0; t < m->threads; t++) {
        unsigned name = (unsigned)strlen(machine_thread_name(m, t));
        if (widths[t] && widths[t] < name)
            widths[t] = name;
        sum += widths[t] ? widths[t] + GAP : 0;
    }
    return sum;
}

static struct columns columns_for(const struct console *t, struct machine *m,
                                  const struct story *s, bool waits,
                                  unsigned margin) {
    struct columns c = {.start = memory_new(m->threads, sizeof *c.start),
                        .order = memory_new(m->threads, sizeof *c.order)};
    unsigned *widths = memory_new(m->threads, sizeof *widths);
    c.overlap = margin + natural_widths(m, s, waits, widths) > t->width;
    unsigned at = 0, shift = t->width / 2 / (m->threads ? m->threads : 1);
    shift = shift > MOST_SHIFT ? MOST_SHIFT : shift;
    for (unsigned i = 0; i < m->threads; i++) {
        c.start[i] = widths[i] ? at : UNUSED;
        if (!widths[i])
            continue;
        at += c.overlap ? shift : widths[i] + GAP;
        c.order[c.count++] = i;
    }
    memory_free(widths);
    return c;
}

static void heading(const struct console *t, struct machine *m,
                    const struct columns *c) {
    paint(t, FAINT);
    fprintf(t->out, "  step  line");
    unsigned at = 0;
    for (unsigned i = 0; i < c->count && !c->overlap; i++) {
        const char *name = machine_thread_name(m, c->order[i]);
        int gap = (int)(c->start[c->order[i]] + GAP - at);
        at += (unsigned)fprintf(t->out, "%*s%s", gap, "", name);
    }
    paint(t, PLAIN);
    fputc('\n', t->out);
}

static void print_row(const struct console *t, struct machine *m,
                      const struct columns *c, const struct story_row *row,
                      unsigned number) {
    if (row->kind == ROW_STEP)
        fprintf(t->out, "%6u  %4u  ", number, row->line);
    else
        fprintf(t->out, "        %4u  ", row->line);
    fprintf(t->out, "%*s", (int)c->start[row->thread], "");
    if (row->kind != ROW_STEP)
        paint(t, RED);
    if (c->overlap)
        fprintf(t->out, "%s: ", machine_thread_name(m, row->thread));
    fputs(row->text, t->out);
    if (row->kind != ROW_STEP)
        paint(t, PLAIN);
    fputc('\n', t->out);
}

static void schedule(const struct console *t, struct machine *m,
                     const struct story *s, bool waits) {
    struct columns c = columns_for(t, m, s, waits, 14);
    size_t first = 0;
    if (!t->everything && s->rows.count > MOST_ROWS)
        first = s->rows.count - MOST_ROWS;
    heading(t, m, &c);
    unsigned number = 0;
    for (size_t i = 0; i < s->rows.count; i++) {
        const struct story_row *row = &s->rows.at[i];
        number += row->kind == ROW_STEP;
        if (i == first && first)
            fprintf(t->out,
                    "        … %u earlier steps: --verbose shows "
                    "them\n",
                    number - (row->kind == ROW_STEP));
        if (i >= first && belongs(row, waits))
            print_row(t, m, &c, row, number);
    }
    memory_free(c.start);
    memory_free(c.order);
}

// ----------------------------------------------------------------- a finding

static bool is_waiting(const struct mishap *m) {
    return m->kind == FINDING_DEADLOCK || m->kind == FINDING_LIVELOCK;
}

static void verdict(const struct console *t, struct machine *machine,
                    const struct mishap *mishap, uint64_t execution,
                    const struct story *s) {
    struct place place = machine_place(machine, mishap->site);
    paint(t, RED);
    fputs(finding_name(mishap->kind), t->out);
    paint(t, PLAIN);
    fputs(" at ", t->out);
    paint(t, BOLD);
    print_clean(t->out, place.file);
    fprintf(t->out, ":%u", place.line);
    paint(t, PLAIN);
    fprintf(t->out, ", thread %s, execution %" PRIu64 "\n",
            machine_thread_name(machine, mishap->thread), execution);
    if (t->meanings)
        fprintf(t->out, "  (%s)\n", finding_meaning(mishap->kind));
    if (is_waiting(mishap))
        for (size_t i = 0; i < s->waiting.count; i++)
            fprintf(t->out, "  %s\n", s->waiting.at[i]);
    else
        fprintf(t->out, "  %s\n", mishap->message);
    fputc('\n', t->out);
}

void print_finding(const struct console *t, struct machine *machine,
                   const struct mishap *mishap, uint64_t execution,
                   const struct story *s) {
    verdict(t, machine, mishap, execution, s);
    schedule(t, machine, s, is_waiting(mishap));
    fputc('\n', t->out);
}

void print_replayed(const struct console *t, struct machine *machine,
                    const struct mishap *mishap, uint64_t execution,
                    const struct story *s) {
    schedule(t, machine, s, is_waiting(mishap));
    fputc('\n', t->out);
    verdict(t, machine, mishap, execution, s);
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
    fprintf(t->out, "  %-34s %.3f\n", "seconds", seconds);
    row(t, "peak memory, KiB", report->peak_kib);
    fputc('\n', t->out);
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
    if (r->weak_orders || r->volatiles)
        fprintf(t->out,
                "memory: sequential consistency. The program %s%s%s: what is "
                "read may be older on a real machine, of which nothing is "
                "checked but data races\n",
                r->weak_orders ? "asks for weaker orders than seq_cst" : "",
                r->weak_orders && r->volatiles ? " and " : "",
                r->volatiles ? "shares volatile data" : "");
}

void print_hints(const struct console *t, const struct report *report,
                 bool keep_going) {
    const struct search_result *r = report->result;
    const char *hint = NULL;
    cuts(t, r);
    trusted(t, report);
    if (r->findings.count && !keep_going)
        hint = "--keep-going shows all different findings";
    else if (report->verdict == VERDICT_INCOMPLETE)
        hint = limit_hint(r->limit);
    else if (r->executions[ENDED_ASLEEP] > r->executions[ENDED_COMPLETE] &&
             !algorithm_has(report->asked, KNOWS_STATES))
        hint = "--algorithm=optimal has no sleep-set blocked executions";
    if (hint)
        fprintf(t->out, "hint: %s\n", hint);
}
