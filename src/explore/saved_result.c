// SPDX-License-Identifier: Apache-2.0

#include "explore/saved_result.h"

#include <string.h>

// clang-format off
//    member            how it is kept: a number each
#define COUNTS(X)                                                             \
    X(steps)                                                                  \
    X(replayed)                                                               \
    X(races_reversed)                                                         \
    X(wakeup_nodes_most)                                                      \
    X(longest)                                                                \
    X(most_commuting)                                                         \
    X(suspended_most)                                                         \
    X(unfinished)                                                             \
    X(restart)                                                                \
    X(digest.low)                                                             \
    X(digest.high)
// clang-format on

// "" stands for no text.
static void save_text(const char *text, struct bytes *b) {
    bytes_text(b, text ? text : "");
}

static const char *load_text(struct bytes_reader *r) {
    char *text = bytes_get_text(r);
    if (text[0])
        return text;
    memory_free(text);
    return NULL;
}

static void load_array(struct bytes_reader *r, char *text, size_t room) {
    char *all = bytes_get_text(r);
    r->bad |= strlen(all) >= room;
    strncpy(text, all, room - 1);
    memory_free(all);
}

static void save_place(const struct place *p, struct bytes *b) {
    save_text(p->file, b);
    save_text(p->function, b);
    bytes_number(b, p->line);
}

static struct place load_place(struct bytes_reader *r) {
    struct place p = {.file = load_text(r)};
    p.function = load_text(r);
    p.line = bytes_get_below(r, UINT32_MAX);
    if (!p.file)
        p.file = "?";
    return p;
}

static void save_schedule(const struct portable_schedule *s, struct bytes *b) {
    bytes_number(b, s->threads.count);
    for (size_t i = 0; i < s->threads.count; i++) {
        bytes_number(b, s->threads.at[i].creator);
        bytes_number(b, s->threads.at[i].nth);
        bytes_number(b, s->threads.at[i].number);
    }
    bytes_number(b, s->steps.count);
    for (size_t i = 0; i < s->steps.count; i++) {
        bytes_number(b, s->steps.at[i].thread);
        bytes_number(b, s->steps.at[i].choice);
    }
}

static void load_schedule(struct portable_schedule *s, struct bytes_reader *r) {
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        struct portable_thread t;
        t.creator = bytes_get_below(r, UINT32_MAX);
        t.nth = bytes_get_below(r, UINT32_MAX);
        t.number = bytes_get_below(r, UINT32_MAX);
        r->bad |= t.creator != NO_CREATOR && t.creator >= s->threads.count;
        vec_push(&s->threads, t);
    }
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        struct step step;
        step.thread = bytes_get_below(r, UINT32_MAX);
        step.choice = bytes_get_below(r, UINT32_MAX);
        r->bad |= step.thread >= s->threads.count;
        vec_push(&s->steps, step);
    }
}

static void save_finding(const struct finding *f, struct bytes *b) {
    bytes_text(b, finding_name(f->mishap.kind));
    bytes_number(b, f->mishap.thread);
    bytes_number(b, f->mishap.site);
    bytes_text(b, f->mishap.message);
    save_place(&f->place, b);
    bytes_text(b, f->thread);
    bytes_number(b, f->execution);
    save_schedule(&f->schedule, b);
}

static void load_finding(struct finding *f, struct bytes_reader *r) {
    char kind[40];
    load_array(r, kind, sizeof kind);
    f->mishap.kind = finding_named(kind);
    r->bad |= f->mishap.kind == NO_FINDING;
    f->mishap.thread = bytes_get_below(r, UINT32_MAX);
    f->mishap.site = bytes_get_below(r, UINT32_MAX);
    load_array(r, f->mishap.message, sizeof f->mishap.message);
    f->place = load_place(r);
    load_array(r, f->thread, sizeof f->thread);
    f->execution = bytes_get_number(r);
    load_schedule(&f->schedule, r);
}

static void save_cut(const struct cut *cut, struct bytes *b) {
    bytes_number(b, cut->limit);
    bytes_number(b, cut->site);
    save_place(&cut->place, b);
    bytes_number(b, cut->executions);
}

static void load_cut(struct cut *cut, struct bytes_reader *r) {
    cut->limit = (enum limit)bytes_get_below(r, LIMIT_COUNT - 1);
    cut->site = bytes_get_below(r, UINT32_MAX);
    cut->place = load_place(r);
    cut->executions = bytes_get_number(r);
    r->bad |= cut->limit == NO_LIMIT;
}

// Was it somebody's wish to stop?
static bool is_interrupted(enum limit limit) {
    return limit == LIMIT_TIME || limit == LIMIT_MEMORY ||
           limit == LIMIT_INTERRUPT || limit == LIMIT_EXECUTIONS;
}

void result_save(const struct search_result *s, struct bytes *b) {
    bytes_text(b, algorithm_name(s->algorithm));
    save_text(s->because, b);
    save_text(s->variant, b);
    bytes_number(b, is_interrupted(s->limit) ? NO_LIMIT : s->limit);
    for (int i = 0; i < ENDINGS; i++)
        bytes_number(b, s->executions[i]);
#define X(member) bytes_number(b, s->member);
    COUNTS(X)
#undef X
    bytes_number(b, s->findings.count);
    for (size_t i = 0; i < s->findings.count; i++)
        save_finding(&s->findings.at[i], b);
    bytes_number(b, s->cuts.count);
    for (size_t i = 0; i < s->cuts.count; i++)
        save_cut(&s->cuts.at[i], b);
}

bool result_load(struct search_result *s, struct bytes_reader *r) {
    char name[40];
    *s = (struct search_result){0};
    load_array(r, name, sizeof name);
    r->bad |= !algorithm_named(name, &s->algorithm);
    s->because = load_text(r);
    s->variant = load_text(r);
    s->limit = (enum limit)bytes_get_below(r, LIMIT_COUNT - 1);
    for (int i = 0; i < ENDINGS; i++)
        s->executions[i] = bytes_get_number(r);
#define X(member) s->member = (__typeof__(s->member))bytes_get_number(r);
    COUNTS(X)
#undef X
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        vec_push(&s->findings, (struct finding){0});
        load_finding(&s->findings.at[s->findings.count - 1], r);
    }
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        vec_push(&s->cuts, (struct cut){0});
        load_cut(&s->cuts.at[s->cuts.count - 1], r);
    }
    return !r->bad;
}
