// SPDX-License-Identifier: Apache-2.0

#include "check/advice.h"

#include "report/outlook.h"

#include <stdio.h>

enum { MOST_WORDS = 120, MOST_ADVICE = 3 };

// Beyond this nobody waits.
static const double longest = 86400;

static bool is_unlimited(const struct check *c, enum option id) {
    return !option_number(&c->options, id);
}

// How long all of it takes, if it is certain to be worth waiting for.
static double all_of_it(const struct search_result *r) {
    double done = (double)search_total(r);
    return done > 0 ? r->seconds / done * r->estimate.high : 0;
}

// Each writes what to try, or nothing.
static void more_time(const struct check *c, char *text) {
    const struct search_result *r = c->result;
    double seconds = all_of_it(r);
    if (r->limit == LIMIT_TIME && seconds > 0 && seconds < longest)
        snprintf(text, MOST_WORDS, "--timeout=%.0f (enough for all, it seems)",
                 seconds + 1);
}

static void more_executions(const struct check *c, char *text) {
    const struct search_result *r = c->result;
    if (r->limit == LIMIT_EXECUTIONS && r->estimate.high > 0 &&
        all_of_it(r) < longest)
        snprintf(text, MOST_WORDS,
                 "--max-executions=%.0f (enough for all, it seems)",
                 r->estimate.high + 1);
}

static void jobs(const struct check *c, char *text) {
    if (option_is_taken(OPTION_JOBS, c->user) &&
        !c->options.at[OPTION_JOBS].given)
        snprintf(text, MOST_WORDS, "--jobs=N (as many as there are cores)");
}

// Some executions are in vain with others.
static void better_algorithm(const struct check *c, char *text) {
    const struct search_result *r = c->result;
    if (algorithm_has(c->report.asked, EVERY_ORDER))
        snprintf(text, MOST_WORDS,
                 "--algorithm=auto (one execution for all orders that are the "
                 "same)");
    else if (r->executions[ENDED_ASLEEP] > search_total(r) / 4 &&
             !algorithm_has(r->algorithm, KNOWS_STATES))
        snprintf(text, MOST_WORDS,
                 "--algorithm=optimal (%.0f %% of the executions were in vain)",
                 100.0 * (double)r->executions[ENDED_ASLEEP] /
                     (double)search_total(r));
}

static void fewer_steps(const struct check *c, char *text) {
    if (option_is(&c->options, OPTION_RACES, "interleave"))
        snprintf(text, MOST_WORDS,
                 "--races=report (plain accesses are no steps then)");
    else if (option_is(&c->options, OPTION_LOOPS, "off"))
        snprintf(text, MOST_WORDS,
                 "--loops=await (who spins waits, and makes no steps)");
}

static void bounded_loop(const struct check *c, char *text) {
    if (!outlook_repeats(c->result) || !(c->user & FOR_C) ||
        !is_unlimited(c, OPTION_UNROLL))
        return;
    snprintf(text, MOST_WORDS,
             "--unroll=5 for the loop there ('mazurka cc --explain-loops' says "
             "why it was left alone)");
}

// Only a program that tells its states has any: one that is built for it.
static void states(const struct check *c, char *text) {
    bool can = c->user & (FOR_CHECK | FOR_MODEL) || c->origin.build.text[0];
    if (can && !algorithm_has(c->result->algorithm, KNOWS_STATES))
        snprintf(text, MOST_WORDS,
                 "--algorithm=stateful (if many ways lead to the same states)");
}

static void few_switches(const struct check *c, char *text) {
    if (is_unlimited(c, OPTION_MAX_CONTEXT_SWITCHES) &&
        !algorithm_has(c->result->algorithm, KNOWS_STATES))
        snprintf(text, MOST_WORDS,
                 "--max-context-switches=8 (most bugs need few)");
}

void advice_print(const struct check *c) {
    static void (*const rows[])(const struct check *, char *) = {
        better_algorithm, fewer_steps,     bounded_loop, jobs,
        more_time,        more_executions, states,       few_switches,
    };
    const struct search_result *r = c->result;
    bool unfinished = r->estimate.total > 0 || r->estimate.refuted > 0 ||
                      algorithm_has(r->algorithm, KNOWS_STATES);
    unsigned printed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && unfinished; i++) {
        char text[MOST_WORDS] = "";
        rows[i](c, text);
        if (!text[0] || printed == MOST_ADVICE)
            continue;
        fprintf(c->console.out, "%s%s",
                printed++ ? "\n      " : "next: ", text);
    }
    if (printed)
        fputc('\n', c->console.out);
}
