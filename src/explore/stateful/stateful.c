// SPDX-License-Identifier: Apache-2.0
// Line numbers are those of [SDPOR, Figure 5], which is corrected here
// (docs/stateful.md). There, SDPOR(S, H, G) calls itself for each step; here
// choose() goes down (lines 3 to 5, 9 to 18), end() has what
// UPDATEBACKTRACKSETS (Figure 6) does, for a whole execution at once (lines 6
// and 10), and comes back up (lines 7 and 21) to where something is left in a
// backtrack set (14). S is the trace and its frames. What may follow a state,
// which the paper reads off G, is a summary kept with the state (summary.h).
//
// The base is source-DPOR, so that Figure 6 is one reversal a race, of all
// races instead of the latest.
//
// What is explored from a state depends on the state and on who sleeps there,
// and on nothing else. So with each state goes the set of threads that slept. A
// state is known if at most those slept who sleep now: then all that is wanted
// is explored. Else it is explored once more, with those asleep who sleep both
// times.
//
// When an execution ends at a known state, what would follow may race with what
// came before; a summary of it is kept with the state (summary.h, revisit.h).
// Operations that are left waiting belong to it.
//
// Cycles. A state of the current execution that is met again closes a cycle. If
// on each cycle something were left out everywhere, it would be left out for
// good, and what is explored from a state of a cycle is not known before the
// whole cycle is. Therefore, once there is a cycle at all,
//
// * the search starts again without sleep sets,
// * everything enabled is explored at all states of a cycle (of a strongly
//   connected component: those states stay open until its first state is done),
// * the component's states share the summary of all of it, and
// * when it is done, the summary is held against what came before its first
//   state: whatever happens in the component, it comes after that.
//
// A cycle is no finding: whether the scheduler would stay on it is not known. A
// component that no step leads out of is a trap (explore/trap.h): it is one.

#include "explore/stateful/stateful.h"

#include "explore/stateful/dependency_graph.h"
#include "explore/stateful/revisit.h"
#include "explore/stateful/state_check.h"
#include "explore/stateful/state_table.h"

#include "base/fault.h"

// The state at a position of the current execution.
struct frame {
    uint32_t open;    // index of it in the table of open states, if it is known
    uint32_t low;     // the first position that a cycle leads back to
    uint32_t summary; // of what was explored from here
    uint64_t sleep;   // who slept at the start
    bool cyclic;      // a cycle leads back here, or further
    bool escapes;     // a step leads out of its component
    bool entered; // it was neither closed nor open: it is explored from here
};

// How the execution came to its end.
enum meeting { NEW_STATE, CLOSED_STATE, OPEN_STATE };

struct stateful {
    struct explorer base;
    struct backtrack backtrack; // s.backtrack and s.done, for each s in S
    struct races *races;
    struct operations operations;
    struct state_table table; // H
    struct revisit revisit;
    struct dependency_graph graph; // G
    struct state_check check;
    VEC(struct frame) frames; // S, as far as the trace does not have it
    operation_list later;     // U
    unsigned parts;
    bool cyclic; // a cycle was met: no sleep sets
    enum meeting meeting;
    uint32_t met; // the summary of a closed state, the position of an open one
    uint64_t told_more;  // by states, when the first cycle was closed
    uint32_t trapped_at; // the position that was left last, if it is a trap's
};

// --------------------------------------------------------------- operations

static struct summaries *summaries(struct stateful *s) {
    return s->table.young.summaries;
}

// What is pending at the end of the execution, enabled or not.
static void list_pending(struct stateful *s) {
    struct machine *m = s->base.trace->machine;
    s->later.count = 0;
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (op)
            vec_push(&s->later, operation_number(&s->operations, t, op));
    }
}

static uint32_t pending_summary(struct stateful *s) {
    uint32_t summary = NOTHING_LATER;
    list_pending(s);
    for (size_t i = 0; i < s->later.count; i++)
        summary = summary_with(summaries(s), summary, s->later.at[i]);
    return summary;
}

static uint32_t event_operation(struct stateful *s, uint32_t position) {
    const struct event *e = trace_event(s->base.trace, position);
    return operation_number(&s->operations, e->thread, &e->op);
}

// Line 19: an edge from the operation that led here to all that are pending,
// also if the state is known, and also to those that wait.
static void add_edges(struct stateful *s) {
    uint32_t length = s->base.trace->length;
    if (length == 0)
        return;
    uint32_t from = event_operation(s, length - 1);
    list_pending(s);
    for (size_t i = 0; i < s->later.count; i++)
        dependency_graph_add(&s->graph, from, s->later.at[i]);
}

// ------------------------------------------------------------------ a state

// Does a thread sleep with all the choices that it has, or only with some?
static bool sleeps_surely(const struct sleeper *sleepers, uint32_t count,
                          const struct sleeper *one) {
    unsigned choices = op_choices(&one->op);
    for (uint32_t i = 0; choices > 1 && i < count; i++)
        choices -= sleepers[i].thread == one->thread && &sleepers[i] != one;
    return choices == 1;
}

// Who sleeps at the end of the execution.
static uint64_t sleepers(const struct stateful *s, bool surely) {
    uint64_t threads = 0;
    uint32_t count;
    if (!s->backtrack.sleeping)
        return 0;
    const struct sleeper *at =
        sleep_at(&s->backtrack.sleep, s->base.trace->length, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!surely || sleeps_surely(at, count, &at[i]))
            threads |= 1ull << at[i].thread;
    return threads;
}

static struct frame *push_frame(struct stateful *s) {
    invariant(s->base.trace->length <= s->frames.count ||
              s->base.trace->length == 0);
    s->frames.count = s->base.trace->length;
    vec_push(&s->frames, (struct frame){.open = (uint32_t)s->table.open.count,
                                        .low = s->base.trace->length,
                                        .summary = NOTHING_LATER});
    return &s->frames.at[s->frames.count - 1];
}

// The last position of the execution whose state an open one leads to.
static uint32_t position_of(const struct stateful *s, uint32_t index) {
    uint32_t low = 0, high = s->base.trace->length; // [low, high)
    invariant(index < s->table.open.count && s->frames.count > high);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->frames.at[middle].open <= index)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Lines 4 and 9: is the state known, and what is to be done with it?
static enum meeting meet(struct stateful *s, struct frame *frame) {
    struct state_statistics *count = &s->base.states;
    struct state state;
    frame->entered = true;
    if (!machine_state(s->base.trace->machine, &state)) {
        count->unknown++;
        frame->sleep = sleepers(s, false);
        return NEW_STATE;
    }
    if (s->base.check_states)
        state_check(&s->check, s->base.trace->machine, &state);
    uint32_t index = state_table_open_index(&s->table, &state);
    uint64_t slept;
    if (index != NOT_OPEN) {
        if (!count->cycles++)
            s->told_more = s->base.trace->machine->tells_more;
        s->met = position_of(s, index);
        frame->entered = false;
        return OPEN_STATE;
    }
    if (!state_table_find(&s->table, &state, &slept, &s->met)) { // line 4
        count->states++;
    } else if (!(slept & ~sleepers(s, true))) {
        count->revisits++;
        frame->entered = false;
        return CLOSED_STATE;
    } else {
        count->reopened++;
        sleep_restrict(&s->backtrack.sleep, slept & sleepers(s, true));
    }
    frame->sleep = sleepers(s, false);
    state_table_open(&s->table, &state); // line 9
    return NEW_STATE;
}

static void turn_table(struct stateful *s) {
    s->table.most_bytes = s->base.most_table_kib << 10;
    if (!state_table_turn(&s->table))
        return;
    for (size_t i = 0; i < s->frames.count; i++)
        s->frames.at[i].summary =
            summary_moved(s->table.old.summaries, s->frames.at[i].summary,
                          s->table.young.summaries);
}

static bool choose(struct explorer *x, struct step *step) {
    struct stateful *s = (struct stateful *)x;
    if (backtrack_due(&s->backtrack, x->trace, step)) // line 17: h is known
        return true;
    backtrack_open(&s->backtrack, x->trace); // line 3
    turn_table(s);
    if (s->parts & WITH_GRAPH)
        add_edges(s);
    s->meeting = meet(s, push_frame(s));
    if (s->meeting != NEW_STATE)
        return false; // line 7
    uint32_t position = x->trace->length;
    revisit_enter(&s->revisit, position);
    bool chosen = backtrack_take(&s->backtrack, x, step); // lines 11 to 13
    if (chosen && s->parts & WITH_EVERYTHING_ENABLED)
        revisit_expand(&s->revisit, position);
    return chosen;
}

// ----------------------------------- lines 6 and 10: UPDATEBACKTRACKSETS

// Figure 6, lines 5 to 10, for a race that can be reversed (line 3).
static void add_backtrack(void *context, const struct reversal *v) {
    struct stateful *s = context;
    s->base.races_reversed += backtrack_reverse(&s->backtrack, s->base.trace, v,
                                                s->parts & WITH_CLASSIC_SETS);
}

static void reverse_later(struct stateful *s, uint32_t summary, bool here) {
    s->later.count = 0;
    if (here && s->parts & WITH_GRAPH) { // line 5
        list_pending(s);
        dependency_graph_reach(&s->graph, &s->later);
    } else {
        summary_list(summaries(s), summary, &s->later);
    }
    revisit_reverse(&s->revisit, &s->later, here); // line 6
}

// From the end of the execution a cycle leads back to position s->met.
static void close_cycle(struct stateful *s) {
    uint32_t length = s->base.trace->length;
    invariant(s->met < length);
    for (uint32_t i = s->met; i < length; i++) {
        revisit_expand(&s->revisit, i);
        s->frames.at[i].cyclic = true;
    }
    struct frame *frame = &s->frames.at[length];
    frame->low = s->met;
    frame->summary = pending_summary(s);
}

static void look_for_races(struct stateful *s) {
    struct trace *trace = s->base.trace;
    invariant(s->frames.count == trace->length + 1);
    for (uint32_t j = s->backtrack.fresh; j < trace->length; j++) // line 10
        races_of_event(s->races, j, add_backtrack, s);
    races_that_turn(s->races, s->backtrack.fresh, add_backtrack, s);
    struct frame *frame = &s->frames.at[trace->length];
    switch (s->meeting) {
    case NEW_STATE:
        races_of_waiting(s->races, add_backtrack, s); // also who is not enabled
        frame->summary = pending_summary(s);
        break;
    case CLOSED_STATE:
        frame->summary = s->met;
        reverse_later(s, s->met, true); // lines 5 and 6
        break;
    case OPEN_STATE:
        close_cycle(s);
        break;
    }
}

// ------------------------------------------------- lines 14 to 24: coming back

// Everything is explored from the state at a position; the trace ends there.
static void leave(struct stateful *s, uint32_t position) {
    struct frame *frame = &s->frames.at[position];
    invariant(frame->low <= position && frame->open <= s->table.open.count);
    if (!frame->entered || frame->low < position)
        return; // closed already, or open as long as its component is
    if (frame->cyclic)
        reverse_later(s, frame->summary, false);
    s->base.trapped = frame->cyclic && !frame->escapes;
    state_table_close(&s->table, frame->open, frame->sleep, frame->summary);
}

// A step is explored: what it did and what came after belongs to its state.
static void take_over(struct stateful *s, uint32_t position) {
    struct frame *frame = &s->frames.at[position], *after = frame + 1;
    invariant(position + 1 < s->frames.count);
    uint32_t summary = summary_with(summaries(s), after->summary,
                                    event_operation(s, position));
    frame->summary = summary_union(summaries(s), frame->summary, summary);
    if (after->low < frame->low)
        frame->low = after->low;
    frame->escapes |= after->low > position || after->escapes;
}

// From a position that was left.
static uint32_t next_after(struct stateful *s, uint32_t position) {
    struct trace *trace = s->base.trace;
    while (!s->base.trapped && position-- > 0) {
        take_over(s, position);
        if (backtrack_advance(&s->backtrack, trace, position))
            return position;         // lines 14 to 16: h is the next
        trace_drop(trace, position); // line 21
        leave(s, position);
    }
    s->trapped_at = position;
    return s->base.trapped ? position : ALL_DONE;
}

static uint32_t next(struct stateful *s) {
    leave(s, s->base.trace->length);
    return next_after(s, s->base.trace->length);
}

// ----------------------------------------------------------------- the whole

static void forget(struct stateful *s) {
    backtrack_free(&s->backtrack);
    state_table_free(&s->table);
    dependency_graph_free(&s->graph);
}

static void start(struct stateful *s) { // line 1
    bool sleeping = s->parts & WITH_SLEEP && !s->cyclic;
    backtrack_init(&s->backtrack, sleeping);
    state_table_init(&s->table, &s->operations);
    s->graph = (struct dependency_graph){0};
    s->frames.count = 0;
    s->base.races_reversed = 0;
    s->base.states = (struct state_statistics){0};
}

// The first cycle: from now on without sleep sets. Or states were met again on
// a cycle before it was seen what tells them apart: from now on it is.
static struct explorer *again(struct explorer *x, bool first) {
    struct stateful *s = (struct stateful *)x;
    (void)first;
    bool cyclic = s->meeting == OPEN_STATE && s->backtrack.sleeping;
    if (!cyclic && !x->stale)
        return NULL;
    s->cyclic = true;
    x->stale = false;
    forget(s);
    start(s);
    return x;
}

static uint32_t end(struct explorer *x) {
    struct stateful *s = (struct stateful *)x;
    uint32_t position;
    if (x->trapped) {
        x->trapped = false;
        position = next_after(s, s->trapped_at);
    } else {
        look_for_races(s);
        position = next(s);
    }
    x->stale = position == ALL_DONE && x->states.cycles &&
               s->told_more != x->trace->machine->tells_more;
    x->given_up = races_given_up(s->races);
    x->most_commuting = races_most_commuting(s->races);
    x->states.forgotten = s->table.forgotten;
    x->states.table_kib = s->table.bytes_most >> 10;
    x->states.summaries = summaries(s)->rows.rows.count;
    return position;
}

static void destroy(struct explorer *x) {
    struct stateful *s = (struct stateful *)x;
    forget(s);
    races_free(s->races);
    operations_free(&s->operations);
    revisit_free(&s->revisit);
    state_check_free(&s->check);
    vec_free(&s->frames);
    vec_free(&s->later);
    memory_free(s);
}

static const struct explorer_class stateful_class = {choose, end, destroy,
                                                     again};

struct explorer *explorer_stateful_with(struct trace *trace, unsigned parts) {
    struct stateful *s = memory_new(1, sizeof *s);
    s->base.class = &stateful_class;
    s->races = races_new(trace, UP_TO_SECOND);
    s->parts = parts;
    revisit_init(&s->revisit, trace, &s->backtrack, s->races, &s->operations);
    s->revisit.classic = parts & WITH_CLASSIC_SETS;
    start(s);
    return &s->base;
}

struct explorer *explorer_stateful(struct trace *trace) {
    return explorer_stateful_with(trace, STATEFUL_BEST);
}
