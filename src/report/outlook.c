// SPDX-License-Identifier: Apache-2.0

#include "report/outlook.h"

#include <inttypes.h>

static const struct unit {
    const char *one, *many;
    double seconds;
} units[] = {
    {"second", "seconds", 1},    {"minute", "minutes", 60},
    {"hour", "hours", 3600},     {"day", "days", 86400},
    {"year", "years", 31557600},
};

enum { UNITS = sizeof units / sizeof *units };

static unsigned unit_of(double seconds) {
    unsigned unit = 0;
    while (unit + 1 < UNITS && seconds >= 1.5 * units[unit + 1].seconds)
        unit++;
    return unit;
}

// A whole number of them, at least 1; very many as a power of ten.
static int add_number(char *text, size_t room, double seconds, unsigned unit) {
    double number = seconds / units[unit].seconds;
    return snprintf(text, room, number < 1e6 ? "%.0f" : "%.0e",
                    number < 1 ? 1 : number);
}

// "4 to 25 minutes", "20 seconds to 3 hours".
static void add_span(char *text, size_t room, double low, double high) {
    unsigned from = unit_of(low), to = unit_of(high);
    int used = 0;
    bool same =
        from == to && high / units[to].seconds < low / units[from].seconds + 1;
    if (!same) {
        used += add_number(text, room, low, from);
        if (from != to)
            used +=
                snprintf(text + used, room - (size_t)used, " %s",
                         low < 1.5 * units[from].seconds ? units[from].one
                                                         : units[from].many);
        used += snprintf(text + used, room - (size_t)used, " to ");
    }
    used += add_number(text + used, room - (size_t)used, high, to);
    snprintf(text + used, room - (size_t)used, " %s",
             high < 1.5 * units[to].seconds ? units[to].one : units[to].many);
}

// In a hundred: as many digits as it takes to see that it is not nothing.
static int add_percent(char *text, size_t room, double percent) {
    percent = percent > 100 ? 100 : percent;
    return snprintf(text, room,
                    percent >= 10     ? "%.0f %%"
                    : percent >= 1    ? "%.1f %%"
                    : percent >= 0.01 ? "%.2f %%"
                                      : "%.0e %%",
                    percent);
}

struct share {
    char about[16], least[16], most[16]; // in a hundred
    char left[80];                       // of time
};

static bool share_of(const struct search_result *r, struct share *s) {
    const struct estimate *e = &r->estimate;
    double done = (double)search_total(r);
    if (e->total <= 0 || e->low <= 0 || done <= 0)
        return false;
    // What was sampled some time ago may have been reached since. There is
    // always one execution more than those that are done.
    double total = e->total > done ? e->total : done + 1;
    double low = e->low > done ? e->low : done;
    double high = e->high > total ? e->high : total;
    add_percent(s->about, sizeof s->about, 100 * done / total);
    add_percent(s->least, sizeof s->least, 100 * done / high);
    add_percent(s->most, sizeof s->most, 100 * done / low);
    double each = r->seconds / done;
    add_span(s->left, sizeof s->left, (low - done) * each,
             (high - done) * each);
    return true;
}

bool outlook_text(const struct search_result *r, char *text, size_t room) {
    struct share s;
    if (!share_of(r, &s))
        return false;
    snprintf(text, room,
             "about %s explored (between %s and %s), %s left on one core",
             s.about, s.least, s.most, s.left);
    return true;
}

bool outlook_brief(const struct search_result *r, char *text, size_t room) {
    struct share s;
    if (!share_of(r, &s))
        return false;
    snprintf(text, room, "%s (%s to %s), %s left", s.about, s.least, s.most,
             s.left);
    return true;
}

// Enough of them to mean something.
enum { FEWEST_RACES = 20, LEAST_PERCENT = 10 };

static void print_contention(const struct console *t,
                             const struct contention *c) {
    if (c->races < FEWEST_RACES || !c->place.line ||
        100 * c->races < LEAST_PERCENT * c->all)
        return;
    fprintf(t->out, "%.0f %% of all races are at ",
            100.0 * (double)c->races / (double)c->all);
    print_clean(t->out, c->place.file);
    fprintf(t->out, ":%u (", c->place.line);
    print_clean(t->out, c->what);
    fputs("), by ", t->out);
    print_clean(t->out, c->threads[0]);
    if (c->threads[1][0]) {
        fputs(" and ", t->out);
        print_clean(t->out, c->threads[1]);
    }
    fputc('\n', t->out);
}

// A loop that makes up most of an execution.
enum {
    FEWEST_TIMES = 50,
    LEAST_SHARE = 30,
    MANY_TIMES = 1000,
    SOME_SHARE = 10
};

static bool is_long(const struct repetition *r) {
    uint64_t share = r->times >= MANY_TIMES ? SOME_SHARE : LEAST_SHARE;
    return r->times >= FEWEST_TIMES && r->place.line &&
           100ull * r->times >= share * r->steps;
}

static void print_repetition(const struct console *t,
                             const struct repetition *r) {
    if (!is_long(r))
        return;
    fprintf(t->out, "%u of %u steps of one execution are one thread's at ",
            r->times, r->steps);
    print_clean(t->out, r->place.file);
    fprintf(t->out, ":%u (", r->place.line);
    print_clean(t->out, r->what);
    fputs(")\n", t->out);
}

void print_outlook(const struct console *t, const struct search_result *r) {
    char text[300];
    if (outlook_text(r, text, sizeof text))
        fprintf(t->out, "%s\n", text);
    else if (r->estimate.refuted > 0)
        fprintf(t->out,
                "far more executions than was estimated (%.0f at most), the "
                "longest of %" PRIu32 " steps: there may be no end\n",
                r->estimate.refuted, r->longest);
    else if (algorithm_has(r->algorithm, KNOWS_STATES))
        fprintf(t->out,
                "%" PRIu64 " states so far, %" PRIu64
                " of them met again; how many are left cannot be told\n",
                r->states.states, r->states.revisits);
    print_contention(t, &r->contention);
    print_repetition(t, &r->repetition);
}

bool outlook_repeats(const struct search_result *r) {
    return is_long(&r->repetition);
}
