// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/portable_schedule.h"

#include "base/fault.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void portable_schedule_free(struct portable_schedule *s) {
    vec_free(&s->threads);
    vec_free(&s->steps);
}

char *portable_path(const struct portable_schedule *s, uint32_t thread) {
    const struct portable_thread *t = &s->threads.at[thread];
    if (t->creator == NO_CREATOR) {
        char text[16];
        snprintf(text, sizeof text, "%" PRIu32, t->nth);
        return memory_text(text, strlen(text));
    }
    char *above = portable_path(s, t->creator);
    size_t room = strlen(above) + 16;
    char *path = memory_new(room, 1);
    snprintf(path, room, "%s.%" PRIu32, above, t->nth);
    memory_free(above);
    return path;
}

// ------------------------------------------------------------------- making

struct making {
    struct portable_schedule schedule;
    VEC(uint32_t) position;    // in it, of each event of the trace
    uint32_t at[MOST_THREADS]; // by number, as in a walk
    VEC(uint32_t) created;     // by place: how many
};

static uint32_t add_thread(struct making *m, struct portable_thread t) {
    uint32_t place = (uint32_t)m->schedule.threads.count;
    require(t.number < MOST_THREADS);
    vec_push(&m->schedule.threads, t);
    vec_push(&m->created, 0);
    m->at[t.number] = place;
    return place;
}

// Who holds this number; one that nobody has created was there from the start.
static uint32_t holder(struct making *m, uint32_t number) {
    uint32_t place = m->at[number];
    return place != NO_CREATOR ? place
                               : add_thread(m, (struct portable_thread){
                                                   NO_CREATOR, number, number});
}

static void add_step(struct making *m, uint32_t number, const struct op *op) {
    uint32_t thread = holder(m, number), choice = op ? op->choice : 0;
    if (op && op->kind == OP_SIGNAL && choice)
        choice = 1 + holder(m, choice - 1);
    vec_push(&m->schedule.steps, (struct step){thread, choice});
    if (op && op->kind == OP_SPAWN)
        add_thread(m, (struct portable_thread){thread, ++m->created.at[thread],
                                               op->target});
}

// Of an execution graph, the choice of an access names another event.
static uint32_t choice_of(const struct making *m, const struct trace *t,
                          const struct op *op) {
    uint32_t write = graph_choice_write(op->choice);
    if (!t->machine->graphs || !op_is_access(op) || write == INITIAL_WRITE)
        return op->choice;
    return graph_choice(m->position.at[write], graph_choice_newest(op->choice));
}

struct portable_schedule portable_schedule_of(const struct trace *t) {
    struct making m = {0};
    memset(m.at, 0xff, sizeof m.at);
    for (uint32_t i = 0; i < t->length; i++) {
        const struct event *e = trace_event(t, i);
        struct op op = e->op;
        op.choice = choice_of(&m, t, &op);
        vec_push(&m.position, (uint32_t)m.schedule.steps.count);
        add_step(&m, e->thread, &op);
        size_t runs;
        const struct hidden *run = machine_hidden_in(t->machine, i, &runs);
        for (; runs > 0; run++, runs--)
            for (uint32_t k = run->count; k > 0; k--)
                add_step(&m, run->thread, NULL);
    }
    vec_free(&m.position);
    vec_free(&m.created);
    return m.schedule;
}

struct portable_schedule
portable_schedule_of_events(const struct event *const *events, size_t count) {
    struct making m = {0};
    memset(m.at, 0xff, sizeof m.at);
    for (size_t i = 0; i < count; i++)
        add_step(&m, events[i]->thread, &events[i]->op);
    vec_free(&m.created);
    return m.schedule;
}

// ------------------------------------------------------------------ running

// Each thread's children in a list, in the order of the table.
static void link_children(struct portable_walk *w) {
    size_t count = w->schedule->threads.count;
    for (size_t i = 0; i < count; i++) {
        vec_push(&w->created, 0);
        vec_push(&w->numbers, NO_CREATOR);
        vec_push(&w->first, NO_CREATOR);
        vec_push(&w->sibling, NO_CREATOR);
    }
    for (size_t i = count; i-- > 0;) {
        uint32_t creator = w->schedule->threads.at[i].creator;
        if (creator == NO_CREATOR)
            continue;
        require(creator < i);
        w->sibling.at[i] = w->first.at[creator];
        w->first.at[creator] = (uint32_t)i;
    }
}

struct portable_walk portable_walk_begin(const struct portable_schedule *s,
                                         struct machine *m) {
    struct portable_walk w = {.schedule = s};
    memset(w.at, 0xff, sizeof w.at);
    link_children(&w);
    for (uint32_t i = 0; i < s->threads.count; i++) {
        const struct portable_thread *t = &s->threads.at[i];
        if (t->creator != NO_CREATOR) {
            machine_number(m, s->threads.at[t->creator].number, t->number);
        } else if (t->nth < m->threads && t->nth < MOST_THREADS) {
            w.numbers.at[i] = t->nth;
            w.at[t->nth] = i;
        }
    }
    return w;
}

void portable_walk_end(struct portable_walk *w) {
    vec_free(&w->created);
    vec_free(&w->numbers);
    vec_free(&w->first);
    vec_free(&w->sibling);
}

bool portable_walk_step(const struct portable_walk *w, size_t n,
                        struct machine *m, struct step *step) {
    const struct step *s = &w->schedule->steps.at[n];
    if (s->thread >= w->numbers.count || w->numbers.at[s->thread] == NO_CREATOR)
        return false;
    *step = (struct step){w->numbers.at[s->thread], s->choice};
    const struct op *op = machine_pending(m, step->thread);
    if (!op || op->kind != OP_SIGNAL || !s->choice)
        return true;
    if (s->choice > w->numbers.count ||
        w->numbers.at[s->choice - 1] == NO_CREATOR)
        return false;
    step->choice = 1 + w->numbers.at[s->choice - 1];
    return true;
}

void portable_walk_pass(struct portable_walk *w, const struct event *e) {
    if (e->op.kind != OP_SPAWN)
        return;
    uint32_t number = e->op.target, former = w->at[number];
    if (former != NO_CREATOR)
        w->numbers.at[former] = NO_CREATOR; // it has been joined
    w->at[number] = NO_CREATOR;
    uint32_t creator = w->at[e->thread];
    if (creator == NO_CREATOR) // not in the table: no step is a child's
        return;
    uint32_t nth = ++w->created.at[creator];
    uint32_t *child = &w->first.at[creator];
    while (*child != NO_CREATOR && w->schedule->threads.at[*child].nth < nth)
        *child = w->sibling.at[*child];
    if (*child == NO_CREATOR || w->schedule->threads.at[*child].nth != nth)
        return;
    w->numbers.at[*child] = number;
    w->at[number] = *child;
}
