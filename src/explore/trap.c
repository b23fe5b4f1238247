// SPDX-License-Identifier: Apache-2.0

#include "explore/trap.h"

#include "base/table.h"

#include <stdio.h>
#include <string.h>

enum { MOST_STATES = 100 * 1000 };

// States are visited depth first.
struct visit {
    struct machine *machine;
    VEC(struct step) path; // from the start of the machine
    VEC(struct state) states;
    TABLE(struct table_item) known; // by a hash: index of the state
    struct mishap *mishap;
};

// False if it is known already, or cannot be told.
static bool enter(struct visit *v, struct state state) {
    uint32_t hash = table_hash((uint32_t)state.word[0]);
    for (struct table_item *it = table_find(&v->known, hash); it;
         it = table_next(&v->known, it))
        if (memcmp(&v->states.at[it->item], &state, sizeof state) == 0)
            return false;
    table_add(&v->known, hash)->item = (uint32_t)v->states.count;
    vec_push(&v->states, state);
    return true;
}

// The first thread that ever goes on, and the first place where it does.
static void note_place(struct mishap *mishap, unsigned thread, uint32_t site) {
    if (mishap->kind && (thread > mishap->thread ||
                         (thread == mishap->thread && site >= mishap->site)))
        return;
    *mishap = (struct mishap){
        .kind = FINDING_LIVELOCK, .thread = thread, .site = site};
}

static bool has_stopped(enum thread_status status) {
    return status == THREAD_STUCK || status == THREAD_CUT ||
           status == THREAD_SPINS;
}

// Is this a state of a trap, as far as that can be seen?
static bool goes_on(struct visit *v) {
    struct machine *m = v->machine;
    bool enabled = false;
    for (unsigned t = 0; t < m->threads; t++) {
        if (has_stopped(machine_status(m, t)))
            return false;
        if (!machine_enabled(m, t))
            continue;
        enabled = true;
        note_place(v->mishap, t, machine_pending(m, t)->site);
    }
    return enabled && v->states.count < MOST_STATES;
}

// The nth step that is possible where the machine is; false if there is none.
static bool nth_step(struct machine *m, uint32_t nth, struct step *step) {
    for (unsigned t = 0; t < m->threads; t++) {
        if (!machine_enabled(m, t))
            continue;
        const struct op *op = machine_pending(m, t);
        unsigned choices = op_choices(op);
        if (nth < choices) {
            *step = (struct step){t, op_choice(op, nth)};
            return true;
        }
        nth -= choices;
    }
    return false;
}

static void go_back(struct visit *v) {
    v->path.count--;
    machine_goto_keeping(v->machine, v->path.at, v->path.count, v->path.count);
}

// `length`: of the path to where it begins.
static bool all_go_on(struct visit *v, size_t length) {
    VEC(uint32_t) next = {0}; // step to be tried, at each state of the path
    struct state state;
    bool holds =
        machine_state(v->machine, &state) && enter(v, state) && goes_on(v);
    vec_push(&next, 0);
    while (holds && next.count) {
        struct step step;
        if (!nth_step(v->machine, next.at[next.count - 1]++, &step)) {
            next.count--;
            if (next.count)
                go_back(v);
            continue;
        }
        machine_step(v->machine, step);
        vec_push(&v->path, step);
        holds = machine_state(v->machine, &state);
        if (holds && enter(v, state)) {
            holds = goes_on(v);
            vec_push(&next, 0);
        } else if (holds) {
            go_back(v);
        }
    }
    vec_free(&next);
    machine_goto_keeping(v->machine, v->path.at, length, length);
    return holds;
}

bool trap_holds(struct trace *trace, struct mishap *mishap) {
    struct visit v = {.machine = trace->machine, .mishap = mishap};
    *mishap = (struct mishap){.kind = NO_FINDING};
    for (uint32_t i = 0; i < trace->length; i++)
        vec_push(&v.path, trace->steps.at[i]);
    bool holds = all_go_on(&v, trace->length);
    trace->machine->mishaps.count = 0;
    snprintf(mishap->message, sizeof mishap->message,
             "%s goes on for ever: whatever happens next, no execution ends",
             machine_thread_name(trace->machine, mishap->thread));
    vec_free(&v.path);
    vec_free(&v.states);
    table_free(&v.known);
    return holds;
}
