// SPDX-License-Identifier: Apache-2.0

#include "explore/search_sum.h"

#include <string.h>

#define LARGEST(member)          \
    if (r->member > sum->member) \
    sum->member = r->member

void search_sum_add(struct search_result *sum, const struct search_result *r) {
    if (!sum->limit) {
        sum->limit = r->limit;
        sum->bounded = r->bounded;
    }
    for (int i = 0; i < ENDINGS; i++)
        sum->executions[i] += r->executions[i];
    sum->steps += r->steps;
    sum->replayed += r->replayed;
    sum->races_reversed += r->races_reversed;
    digest_add(&sum->digest, r->digest);
    sum->seconds += r->seconds;
    sum->cpu_seconds += r->cpu_seconds;
    LARGEST(longest);
    LARGEST(wakeup_nodes_most);
    LARGEST(most_commuting);
    LARGEST(suspended_most);
    LARGEST(processes);
#define X(member, key, words) sum->states.member += r->states.member;
    STATE_STATISTICS(X)
#undef X
}

static bool same_place(const struct place *a, const struct place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool known(const struct search_result *r, const struct finding *f) {
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *k = &r->findings.at[i];
        if (mishap_same(&k->mishap, &f->mishap) ||
            (mishap_same_race(&k->mishap, &f->mishap) &&
             same_place(&k->place, &f->place)))
            return true;
    }
    return false;
}

static void add_cut(struct search_result *sum, const struct cut *cut) {
    for (size_t i = 0; i < sum->cuts.count; i++) {
        struct cut *k = &sum->cuts.at[i];
        if (k->limit == cut->limit && k->site == cut->site) {
            k->executions += cut->executions;
            return;
        }
    }
    if (cut->executions)
        vec_push(&sum->cuts, *cut);
}

void search_sum_add_part(struct search_result *sum,
                         struct search_result *part) {
    uint64_t before = search_total(sum);
    if (!before && search_total(part)) {
        sum->algorithm = part->algorithm;
        sum->because = part->because;
    }
    for (size_t i = 0; i < part->findings.count; i++) {
        struct finding f = part->findings.at[i];
        f.execution += before;
        if (known(sum, &f))
            portable_schedule_free(&f.schedule);
        else
            vec_push(&sum->findings, f);
    }
    part->findings.count = 0;
    for (size_t i = 0; i < part->cuts.count; i++)
        add_cut(sum, &part->cuts.at[i]);
    if (!sum->variant)
        sum->variant = part->variant;
    if (sum->estimate.total <= 0) {
        sum->estimate = part->estimate;
        sum->contention = part->contention;
        sum->repetition = part->repetition;
    }
    sum->unfinished |= part->unfinished;
    sum->restart |= part->restart;
    if (!sum->objection)
        sum->objection = part->objection;
    search_sum_add(sum, part);
}
