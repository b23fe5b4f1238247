// SPDX-License-Identifier: Apache-2.0

#include "check/scenarios.h"

#include "explore/search_sum.h"

#include <inttypes.h>
#include <string.h>

uint64_t scenarios_total(const struct scenarios *all) {
    return search_total(&all->sum);
}

// Whatever the first of them was searched with, stays.
static void add_result(struct scenarios *all, const struct search_result *r) {
    struct search_result *sum = &all->sum;
    if (!all->reports.count) {
        sum->algorithm = r->algorithm;
        sum->because = r->because;
        sum->variant = r->variant;
    }
    search_sum_add(sum, r);
    for (size_t i = 0; i < r->cuts.count; i++)
        vec_push(&sum->cuts, r->cuts.at[i]);
}

static void add_findings(struct scenarios *all, struct check *c) {
    struct report *r = &c->report;
    for (size_t i = 0; i < c->result->findings.count; i++) {
        vec_push(&all->sum.findings, c->result->findings.at[i]);
        vec_push(&all->traces, r->traces ? r->traces[i] : NULL);
        vec_push(&all->stories, r->stories ? r->stories[i] : NULL);
    }
    for (size_t i = 0; i < r->unconfirmed.count; i++)
        vec_push(&all->unconfirmed, r->unconfirmed.at[i]);
    memory_free(r->traces);
    memory_free(r->stories);
    r->traces = NULL, r->stories = NULL;
    r->unconfirmed.count = c->result->findings.count = 0;
}

#define ADD_OUTSIDE(to, from)                                                \
    for (size_t i = 0; i < (from)->count; i++) {                             \
        bool known = false;                                                  \
        for (size_t k = 0; k < (to)->count; k++)                             \
            known |=                                                         \
                memcmp(&(to)->at[k], &(from)->at[i], sizeof *(to)->at) == 0; \
        if (!known)                                                          \
            vec_push(to, (from)->at[i]);                                     \
    }                                                                        \
    (from)->count = 0

// Several graphs may stand in one file; of trees there is room for one.
static void add_drawn(struct scenarios *all, struct check *c, bool found) {
    struct text both = {0};
    if (c->graph) {
        text_add(&both, "%s%s", all->graph ? all->graph : "", c->graph);
        memory_free(all->graph);
        all->graph = memory_text(text_get(&both), both.count);
    }
    text_free(&both);
    if (c->tree && (!all->tree || (found && !all->tree_of_finding))) {
        memory_free(all->tree);
        all->tree = c->tree;
        c->tree = NULL;
        all->tree_of_finding = found;
    }
    memory_free(c->graph);
    memory_free(c->tree);
    c->graph = c->tree = NULL;
}

static void say(const struct check *c, const struct scenario_report *s) {
    FILE *out = c->console.out;
    const struct search_result *r = c->result;
    if (option_on(&c->options, OPTION_QUIET))
        return;
    fputs("scenario ", out);
    print_clean(out, s->scenario.name);
    switch (s->verdict) {
    case VERDICT_SAFE:
        fprintf(out, ": safe, %" PRIu64 " executions",
                r->executions[ENDED_COMPLETE]);
        if (search_blocked(r))
            fprintf(out, ", %" PRIu64 " blocked", search_blocked(r));
        break;
    case VERDICT_UNSAFE:
        fprintf(out, ": unsafe, %s at ",
                finding_name(r->findings.at[0].mishap.kind));
        print_clean(out, r->findings.at[0].place.file);
        fprintf(out, ":%u", r->findings.at[0].place.line);
        break;
    case VERDICT_INCOMPLETE:
    case VERDICT_NOT_CHECKED:
        fprintf(out, ": %s, ", verdict_name(s->verdict));
        print_clean(out, s->reason);
        break;
    }
    fputc('\n', out);
    fflush(out);
}

void scenarios_add(struct scenarios *all, struct check *c, struct scenario it) {
    struct report *r = &c->report;
    bool found = c->result->findings.count;
    struct scenario_report s = {.scenario = it,
                                .verdict = r->verdict,
                                .complete =
                                    r->verdict == VERDICT_SAFE || r->complete,
                                .seconds = c->result->seconds};
    snprintf(s.reason, sizeof s.reason, "%s", r->reason);
    memcpy(s.executions, c->result->executions, sizeof s.executions);
    if (!it.name[0] && r->verdict == VERDICT_SAFE)
        return; // all that main does was run with the scenarios, too
    if (!it.name[0])
        snprintf(s.scenario.name, sizeof s.scenario.name, "(none)");
    say(c, &s);
    add_result(all, c->result);
    add_drawn(all, c, found);
    add_findings(all, c);
    ADD_OUTSIDE(&all->outside, &r->outside);
    ADD_OUTSIDE(&all->trusted, &r->trusted);
    if (r->peak_kib > all->peak_kib)
        all->peak_kib = r->peak_kib;
    vec_push(&all->reports, s);
    r->ended[0] = r->reason[0] = '\0';
    c->result->cuts.count = 0;
    c->told_before = all->sum.findings.count;
}

// What is said of all: that one has a finding; else the first that could not be
// checked; else the first that is not complete.
static const struct scenario_report *worst(const struct scenarios *all) {
    static const enum verdict from_worst[] = {
        VERDICT_UNSAFE, VERDICT_NOT_CHECKED, VERDICT_INCOMPLETE};
    for (unsigned v = 0; v < sizeof from_worst / sizeof *from_worst; v++)
        for (size_t i = 0; i < all->reports.count; i++)
            if (all->reports.at[i].verdict == from_worst[v])
                return &all->reports.at[i];
    return &all->reports.at[0];
}

#define MOVE(to, from)               \
    do {                             \
        (to).at = (void *)(from).at; \
        (to).count = (from).count;   \
        (to).room = (from).room;     \
    } while (0)

void scenarios_end(struct scenarios *all, struct check *c) {
    struct report *r = &c->report;
    const struct scenario_report *said = worst(all);
    r->complete = true;
    for (size_t i = 0; i < all->reports.count; i++)
        r->complete &= all->reports.at[i].complete;
    r->verdict = said->verdict;
    r->reason[0] = '\0';
    for (size_t i = 0; i < all->reports.count && !r->reason[0]; i++) {
        const struct scenario_report *s = &all->reports.at[i];
        if (s->reason[0] && (s == said || said->verdict == VERDICT_UNSAFE))
            snprintf(r->reason, sizeof r->reason, "scenario %s: %.300s",
                     s->scenario.name, s->reason);
    }
    *c->result = all->sum;
    r->result = c->result;
    r->traces = all->traces.at;
    r->stories = all->stories.at;
    MOVE(r->unconfirmed, all->unconfirmed);
    MOVE(r->outside, all->outside);
    MOVE(r->trusted, all->trusted);
    MOVE(r->scenarios, all->reports);
    r->peak_kib = all->peak_kib;
    c->graph = all->graph;
    c->tree = all->tree;
}
