// SPDX-License-Identifier: Apache-2.0

#include "explore/search.h"

#include "base/fault.h"
#include "base/seconds.h"
#include "explore/trace/linearisation.h"
#include "explore/trace/replay.h"
#include "explore/trace/update_orders.h"
#include "explore/trap.h"
#include "explore/wait_for_graph.h"
#include "explore/work_unit.h"

#include <stdio.h>
#include <string.h>

struct searching {
    struct machine *machine;
    const struct search_options *options;
    const struct search_observer *observer;
    const volatile sig_atomic_t *stop;
    struct search_result *result;
    struct trace *trace;
    struct explorer *explorer;
    double start;
    uint64_t executions;     // so far, all endings
    uint64_t elsewhere;      // those of them that others count
    uint64_t replayed;       // by the machine, before the search
    uint64_t switches;       // of threads, in the execution so far, if bounded
    uint64_t next_look;      // at limits, after so many steps
    bool finished;           // a finding, and not --keep-going
    bool has_a_part;         // only; others have others
    double cpu_start;        // seconds
    enum hiding hiding;      // the machine's
    unsigned begun_anew;     // because threads have met; so often
    uint64_t lost;           // executions, by that
    struct mishaps at_start; // before anybody made a step
    // Data races that were suspected, and told by others that prove them.
    VEC(struct mishap) proved;
    bool doubtful;  // one was not, and another way to the same state might
    bool undecided; // there were too many orders to know
    struct prober *prober; // NULL: nobody has asked yet
    bool probing;          // an execution beside the search is looked at
    double next_estimate;  // seconds
    bool estimate_due;
    struct class_digester *digester; // NULL: nobody has asked
};

// ----------------------------------------------------------------- findings

static bool known(const struct search_result *r, struct machine *machine,
                  const struct mishap *m) {
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        if (mishap_same(&f->mishap, m))
            return true;
        struct place place = machine_place(machine, m->site);
        if (mishap_same_race(&f->mishap, m) && f->place.line == place.line &&
            strcmp(f->place.file, place.file) == 0)
            return true;
    }
    return false;
}

bool finding_is_sound(const struct finding *f, const struct machine *m) {
    const struct portable_schedule *s = &f->schedule;
    for (size_t i = 0; i < s->steps.count; i++)
        if (s->steps.at[i].thread >= s->threads.count)
            return false;
    for (size_t i = 0; i < s->threads.count; i++)
        if (s->threads.at[i].number >= m->threads ||
            (s->threads.at[i].creator != NO_CREATOR &&
             s->threads.at[i].creator >= i))
            return false;
    return f->execution > 0 && f->mishap.kind > NO_FINDING &&
           f->mishap.kind < FINDING_KINDS;
}

// Of the execution under way, from 1; one beside the search has none of its
// own.
static uint64_t number_now(const struct searching *s) {
    return s->executions - s->elsewhere + !s->probing;
}

static void report(struct searching *s, const struct mishap *mishap) {
    require(mishap->kind > NO_FINDING && mishap->kind < FINDING_KINDS);
    if (s->machine->ignored & finding_bit(mishap->kind))
        return; // that somebody waits for ever is no machine's to tell
    if (s->observer && s->observer->mishap)
        s->observer->mishap(s->observer->context, mishap);
    if (known(s->result, s->machine, mishap))
        return;
    struct finding f = {.mishap = *mishap, .execution = number_now(s)};
    f.place = machine_place(s->machine, mishap->site);
    snprintf(f.thread, sizeof f.thread, "%s",
             machine_thread_name(s->machine, mishap->thread));
    f.schedule = portable_schedule_of(s->trace);
    expensive(finding_is_sound(&f, s->machine));
    vec_push(&s->result->findings, f);
    if (s->observer && s->observer->finding)
        s->observer->finding(s->observer->context, &f);
    s->finished = !s->options->keep_going;
}

struct shortening {
    struct finding *finding;
    bool shown;
};

static void note_if_shown(void *context, const struct trace *trace) {
    struct shortening *s = context;
    if (!mishaps_have(&trace->machine->mishaps, &s->finding->mishap))
        return;
    s->finding->schedule.steps.count = trace->length;
    s->shown = true;
}

bool finding_shorten(struct machine *m, struct finding *f) {
    const char *objection;
    struct shortening s = {.finding = f};
    // The visitor shortens one while the other is run.
    struct portable_schedule whole = f->schedule;
    trace_free(replay(m, &whole, note_if_shown, &s, &objection));
    return s.shown;
}

void search_result_free(struct search_result *r) {
    for (size_t i = 0; i < r->findings.count; i++)
        portable_schedule_free(&r->findings.at[i].schedule);
    vec_free(&r->findings);
    vec_free(&r->cuts);
}

// What was planned no longer means anything.
static void give_up(struct searching *s, const struct mishap *mishap) {
    report(s, mishap);
    s->result->limit = LIMIT_NONDETERMINISM;
    s->finished = true;
}

// --------------------------------------------------------- suspected races

static void report_races(void *context, const struct trace *trace) {
    struct searching *s = context;
    struct machine *m = s->machine;
    struct trace *own = s->trace;
    s->trace = (struct trace *)trace;
    for (unsigned i = 0; i < m->mishaps.count; i++)
        if (m->mishaps.at[i].kind == FINDING_DATA_RACE)
            report(s, &m->mishaps.at[i]);
    s->trace = own;
}

// Are there data races if these are the steps, and each update synchronises
// with those that come before it?
static bool proves(struct searching *s, const struct step *steps) {
    size_t known = s->result->findings.count;
    const char *objection;
    trace_free(replay_steps(s->machine, steps, s->trace->length, report_races,
                            s, &objection));
    return s->result->findings.count > known;
}

// So many orders are tried for one race; if there are more, and none has shown
// it, nobody knows, and it is asked no more.
enum { MOST_ORDERS = 1000 };

// In any order of the updates that commute?
static bool proves_in_some_order(struct searching *s) {
    struct update_orders *orders = update_orders_new(s->trace);
    const struct step *steps;
    bool proved = false;
    for (unsigned i = 0; !proved && (steps = update_orders_next(orders)); i++) {
        if (i == MOST_ORDERS)
            s->undecided = true;
        if (s->undecided)
            break;
        proved = proves(s, steps);
    }
    update_orders_free(orders);
    return proved;
}

static bool is_proved(const struct searching *s, const struct mishap *m) {
    for (size_t i = 0; i < s->proved.count; i++)
        if (mishap_same(&s->proved.at[i], m))
            return true;
    return known(s->result, s->machine, m);
}

// The last event of the execution is in a data race, unless updates that
// commute have happened in this order. In this one, in another where the event
// comes as early as it can, or in any?
static void examine(struct searching *s, const struct mishap *suspected) {
    struct step *early =
        linearisation(s->trace, suspected->thread, s->machine->rival);
    if (proves(s, s->trace->steps.at) || proves(s, early) ||
        proves_in_some_order(s))
        vec_push(&s->proved, *suspected);
    else
        s->doubtful = true;
    memory_free(early);
}

static void examine_all(struct searching *s, const struct mishaps *suspected) {
    struct machine *m = s->machine;
    const struct trace *t = s->trace;
    machine_goto(m, NULL, 0);
    m->reorders = false;
    for (unsigned i = 0; i < suspected->count; i++)
        if (!is_proved(s, &suspected->at[i]))
            examine(s, &suspected->at[i]);
    machine_goto(m, NULL, 0);
    m->reorders = true;
    m->mishaps.count = 0;
    machine_goto(m, t->steps.at, t->length);
    if (machine_mishap_kind(m) == FINDING_NONDETERMINISM)
        give_up(s, &m->mishaps.at[0]);
}

// What went wrong in the step that was just taken.
static void report_step(struct searching *s) {
    struct machine *m = s->machine;
    struct mishaps suspected = {.count = 0};
    for (unsigned i = 0; i < m->mishaps.count; i++) {
        const struct mishap *it = &m->mishaps.at[i];
        if (!m->suspected || it->kind != FINDING_DATA_RACE)
            report(s, it);
        else if (!is_proved(s, it))
            suspected.at[suspected.count++] = *it;
    }
    if (suspected.count)
        examine_all(s, &suspected);
}

// ------------------------------------------------------------------- limits

// Looking at the clock and at memory costs: only every so often.
enum { STEPS_BETWEEN_LOOKS = 4096 };

// A part of a time limit is for saying how much is left after it.
enum { PART_FOR_ESTIMATE = 50 };
static const double seconds_most = 0.6;

static double reserve(const struct search_options *o) {
    double part = o->timeout / PART_FOR_ESTIMATE;
    return !o->estimating ? 0 : part < seconds_most ? part : seconds_most;
}

static enum limit limit_met(struct searching *s) {
    const struct search_options *o = s->options;
    if (o->timeout > 0 && seconds_now() - s->start > o->timeout - reserve(o))
        return LIMIT_TIME;
    if (o->max_memory_kib && memory_now_kib() > o->max_memory_kib)
        return LIMIT_MEMORY;
    return NO_LIMIT;
}

static bool stopped(struct searching *s) {
    struct search_result *r = s->result;
    if (r->steps >= s->next_look) {
        s->next_look = r->steps + STEPS_BETWEEN_LOOKS;
        enum limit limit = limit_met(s);
        if (limit)
            r->limit = limit;
        if (s->observer && s->observer->progress) {
            r->seconds = seconds_now() - s->start;
            s->estimate_due = s->options->estimating == ESTIMATE_OFTEN &&
                              r->seconds > s->next_estimate;
            s->observer->progress(s->observer->context, r);
        }
        if (limit)
            s->finished = true;
    }
    if (s->stop && *s->stop) {
        r->limit = (enum limit) * s->stop;
        s->finished = true;
    }
    if (s->machine->refused)
        s->finished = true;
    return s->finished;
}

// --------------------------------------------------------------- executions

static void step(struct searching *s, struct step step) {
    uint64_t hidden = s->machine->hidden;
    struct order *order = s->explorer->order;
    trace_step(s->trace, step);
    if (order)
        fairness_step(&order->fairness, step.thread,
                      &trace_event(s->trace, s->trace->length - 1)->op);
    s->result->steps += 1 + s->machine->hidden - hidden;
    if (s->machine->mishaps.count)
        report_step(s);
}

// One more execution is over.
static void tally(struct searching *s, enum ending ending) {
    struct search_result *r = s->result;
    invariant(ending < ENDINGS);
    if (s->trace->length > r->longest)
        r->longest = s->trace->length;
    r->executions[ending]++;
    if (s->observer && s->observer->execution)
        s->observer->execution(s->observer->context, s->trace, ending,
                               number_now(s));
}

// Does something that was found explain that a thread does something else? What
// a plain access finds in a data race is none of the search's affairs, and who
// does something wrong goes no further.
static bool is_explained(const struct searching *s, unsigned thread) {
    const struct search_result *r = s->result;
    bool raced = false;
    for (size_t i = 0; i < r->findings.count; i++)
        raced |= r->findings.at[i].mishap.kind == FINDING_DATA_RACE;
    return raced || (r->findings.count &&
                     machine_status(s->machine, thread) == THREAD_STUCK);
}

// Is the chosen step what it was before? A compare-exchange may turn out
// otherwise; what it acts on may not.
static bool as_expected(struct searching *s, struct step next) {
    const struct op *was = s->explorer->expected;
    const struct op *is = machine_pending(s->machine, next.thread);
    bool same = is && machine_enabled(s->machine, next.thread) &&
                is->addr == was->addr && is->size == was->size &&
                (is->kind == was->kind || op_is_decided_by_state(is));
    if (same)
        return true;
    if (is_explained(s, next.thread)) {
        s->result->limit = LIMIT_DECIDED;
        s->finished = true;
        return false;
    }
    struct mishap mishap = {.kind = FINDING_NONDETERMINISM,
                            .thread = next.thread,
                            .site = is ? is->site : was->site};
    snprintf(mishap.message, sizeof mishap.message,
             "the same schedule did something else: %s instead of %s",
             is ? op_name((enum op_kind)is->kind) : "nothing",
             op_name((enum op_kind)was->kind));
    give_up(s, &mishap);
    return false;
}

static bool switches(const struct searching *s, uint32_t at, struct step next) {
    return at && s->trace->steps.at[at - 1].thread != next.thread;
}

static void count_switches(struct searching *s) {
    s->switches = 0;
    for (uint32_t i = 0; i < s->trace->length; i++)
        s->switches += switches(s, i, s->trace->steps.at[i]);
}

// The execution is cut here. What else it could have been is found as ever.
static bool cut(struct searching *s, enum limit limit) {
    invariant(limit != NO_LIMIT);
    s->result->limit = limit;
    tally(s, ENDED_BOUNDED);
    return false;
}

// Run until nobody can or need go on. False if the execution did not get there:
// it was cut, or the search is over. The switch that is one too many is made,
// so that its alternatives are seen.
static bool run(struct searching *s) {
    uint64_t most_steps = s->options->max_steps;
    uint64_t most_switches = s->options->max_context_switches;
    struct explorer *x = s->explorer;
    struct step next;
    if (most_switches)
        count_switches(s);
    while (!stopped(s) && x->class->choose(x, &next)) {
        if (most_steps && s->trace->length >= most_steps)
            return cut(s, LIMIT_STEPS);
        if (x->expected && !as_expected(s, next))
            return false;
        if (most_switches)
            s->switches += switches(s, s->trace->length, next);
        step(s, next);
        if (most_switches && s->switches > most_switches && !s->finished)
            return cut(s, LIMIT_SWITCHES);
    }
    return !s->finished;
}

static bool is_cut_at(struct machine *m, unsigned thread,
                      const struct cut *at) {
    return machine_status(m, thread) == THREAD_CUT &&
           machine_limit_of(m, thread) == at->limit &&
           machine_loop_at(m, thread) == at->site;
}

static struct cut *cut_at(struct searching *s, unsigned thread) {
    struct search_result *r = s->result;
    for (size_t i = 0; i < r->cuts.count; i++)
        if (is_cut_at(s->machine, thread, &r->cuts.at[i]))
            return &r->cuts.at[i];
    uint32_t site = machine_loop_at(s->machine, thread);
    require(machine_limit_of(s->machine, thread) != NO_LIMIT);
    vec_push(&r->cuts,
             (struct cut){.limit = machine_limit_of(s->machine, thread),
                          .site = site,
                          .place = machine_place(s->machine, site)});
    return &r->cuts.at[r->cuts.count - 1];
}

// Where threads were cut in this execution, and by what.
static void note_cuts(struct searching *s) {
    struct machine *m = s->machine;
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) != THREAD_CUT)
            continue;
        struct cut *cut = cut_at(s, t);
        bool again = false; // one with a smaller number was cut there, too
        for (unsigned other = 0; other < t && !again; other++)
            again = is_cut_at(m, other, cut);
        cut->executions += !again;
        if (!s->result->limit)
            s->result->limit = cut->limit;
    }
}

static void report_waiting(struct searching *s) {
    struct mishap mishap = waits_for_ever(s->machine);
    if (s->observer && s->observer->waits)
        s->observer->waits(s->observer->context, s->trace, &mishap);
    report(s, &mishap);
}

static void count(struct searching *s) {
    invariant(!s->finished);
    enum ending ending =
        s->explorer->redundant ? ENDED_ASLEEP : ending_of(s->trace);
    if (ending == ENDED_BOUNDED)
        note_cuts(s);
    if (ending_waits(ending))
        report_waiting(s);
    if (s->digester && ending != ENDED_ASLEEP)
        digest_add(&s->result->digest, class_digest(s->digester, s->trace));
    tally(s, ending);
}

static void begin(struct searching *s) {
    search_result_free(s->result);
    *s->result = (struct search_result){.algorithm = s->explorer->taken,
                                        .because = s->explorer->because};
    prober_free(s->prober);
    s->prober = NULL;
    s->executions = s->elsewhere = 0;
    s->trace->settled = false;
    s->finished = s->undecided = false;
    s->replayed = s->machine->replayed;
    s->next_look = 0;
    if (s->observer && s->observer->begins)
        s->observer->begins(s->observer->context);
}

// A machine that goes back by running again may find that it cannot.
static void go_back(struct searching *s, uint32_t keep) {
    require(keep <= s->trace->length);
    s->machine->mishaps.count = 0;
    trace_back(s->trace, keep);
    if (machine_mishap_kind(s->machine) == FINDING_NONDETERMINISM)
        give_up(s, &s->machine->mishaps.at[0]);
}

// Half of the memory that is left is for the table of a stateful search; the
// other half is for the rest, and for the table while it grows.
static uint64_t table_share(uint64_t max_memory_kib) {
    uint64_t now = memory_now_kib();
    return max_memory_kib > now + 2 ? (max_memory_kib - now) / 2 : 1;
}

// Where executions are cut nothing is exact, and some algorithms have another
// explore.
static enum algorithm algorithm_for(const struct search_options *o) {
    bool cuts = o->max_steps || o->max_context_switches;
    return cuts ? algorithm_row(o->algorithm)->bounded : o->algorithm;
}

// If there was one that pop has left the program to, it need not do so again.
static struct explorer *new_explorer(struct searching *s) {
    const struct search_options *o = s->options;
    const struct explorer *old = s->explorer;
    bool left = old && old->because;
    static explorer_maker *const makers[BOUNDINGS] = {
        [BOUND_PREEMPTIONS] = explorer_preemptions,
        [BOUND_SWITCHES] = explorer_switches,
        [BOUND_RANDOM] = explorer_random,
        [BOUND_PCT] = explorer_pct};
    explorer_maker *make = o->bounding ? makers[o->bounding] : o->make;
    struct explorer *x =
        make    ? explorer_made(make, s->trace, o->seed)
                : explorer_new(left ? old->taken : algorithm_for(o), s->trace,
                               o->seed, o->k);
    if (left)
        x->because = old->because;
    if (o->max_memory_kib)
        x->most_table_kib = table_share(o->max_memory_kib);
    x->check_states = o->check_states;
    x->memory = o->memory;
    x->most_switches = o->most_switches;
    x->runs = o->runs;
    x->depth = o->depth;
    x->stays = o->max_context_switches > 0;
    return x;
}

// So much may be lost in all because of what turns out to be no thread's own;
// after that, nothing is hidden, and so nothing more is lost.
enum { MOST_TIMES_ANEW = 8, MOST_LOST = 100 };

// Have threads met, in this execution, where the steps of one were hidden?
// Earlier executions lacked no race, but none has all its steps.
static struct explorer *again_as_threads_met(struct searching *s) {
    if (!s->machine->met)
        return NULL;
    s->lost += s->executions + 1;
    s->begun_anew++;
    if (s->begun_anew > MOST_TIMES_ANEW || s->lost > MOST_LOST)
        s->hiding = HIDES_JOINS;
    return new_explorer(s);
}

// A search that knows states explores no second way to one of them, in which
// updates that commute may have another order: from now on none commutes.
static struct explorer *again_in_order(struct searching *s) {
    if (!s->doubtful || s->machine->in_order ||
        !algorithm_has(s->options->algorithm, KNOWS_STATES))
        return NULL;
    s->machine->in_order = true;
    return new_explorer(s);
}

static void report_start(struct searching *s) {
    for (unsigned i = 0; i < s->at_start.count; i++)
        report(s, &s->at_start.at[i]);
}

// Of a search that has only a part: others have to begin again, too. False: all
// is this one's from now on.
static bool end_as_restart(struct searching *s, struct explorer *next) {
    const struct search_sharing *with = s->options->sharing;
    if (with && with->alone) {
        with->alone(with->context);
        s->has_a_part = false;
        return false;
    }
    if (next != s->explorer)
        explorer_free(next);
    s->result->restart = s->finished = true;
    return true;
}

// Has the execution, whole or cut short, shown that all must begin again? It is
// not counted then, nor is any before it.
static bool begins_again(struct searching *s, bool whole) {
    struct explorer *x = s->explorer, *next = again_as_threads_met(s);
    bool met = next;
    if (!next)
        next = again_in_order(s);
    if (!next && x->class->again)
        next = x->class->again(x, whole && s->executions == 0);
    if (!next)
        return false;
    if (s->has_a_part && end_as_restart(s, next))
        return true;
    s->explorer = next;
    if (next != x)
        explorer_free(x);
    begin(s);
    go_back(s, 0);
    report_start(s);
    if (met)
        machine_hide(s->machine, s->hiding);
    return true;
}

// After the first execution: nobody has anything of its own, it seems.
static void hide_no_more(struct searching *s) {
    if (s->executions || s->machine->hidden_own)
        return;
    s->hiding = HIDES_JOINS;
    machine_hide(s->machine, s->hiding);
}

// Threads that serve for ever after the program has ended are no finding.
static void tell_trap(struct searching *s) {
    struct mishap mishap;
    if (!trap_holds(s->trace, &mishap))
        return;
    s->result->executions[s->machine->ended ? ENDED_COMPLETE : ENDED_AWAIT]++;
    if (!s->machine->ended)
        report(s, &mishap);
}

// ------------------------------------------------------------------ sharing

static bool can_share(const struct searching *s) {
    const struct explorer *x = s->explorer;
    return x->sharing && x->sharing->can(x) && !s->machine->lasting &&
           !s->machine->refused;
}

// Somebody else has all that was counted so far.
static void count_from_here(struct searching *s, struct search_result *result) {
    s->elsewhere = s->executions;
    memset(result->executions, 0, sizeof result->executions);
    result->steps = result->replayed = result->races_reversed = 0;
    result->limit = NO_LIMIT;
    result->digest = (struct digest){0};
    for (size_t i = 0; i < result->cuts.count; i++)
        result->cuts.at[i].executions = 0;
    s->result = result;
    s->explorer->races_reversed = 0;
    s->replayed = s->machine->replayed;
    s->cpu_start = seconds_cpu();
}

static void divide(struct searching *s, struct explorer_part part) {
    const struct search_sharing *with = s->options->sharing;
    struct explorer *x = s->explorer;
    struct search_result *result = s->result;
    switch (with->divide(with->context, &result)) {
    case NOT_DIVIDED:
        break;
    case GIVES:
        s->has_a_part = true;
        x->sharing->give(x, part);
        break;
    case TAKES:
        s->has_a_part = true;
        x->sharing->keep(x, part);
        count_from_here(s, result);
        break;
    }
}

static void give_unit(struct searching *s, struct explorer_part part) {
    const struct search_sharing *with = s->options->sharing;
    struct explorer *x = s->explorer;
    struct bytes unit = {0};
    work_unit_save(x, &part, s->hiding, UNIT_LEFT, &unit);
    s->has_a_part = true;
    x->sharing->give(x, part);
    with->unit(with->context, &unit);
    bytes_free(&unit);
}

static void save(struct searching *s, enum unit_state state) {
    const struct search_sharing *with = s->options->sharing;
    struct bytes unit = {0};
    work_unit_save(s->explorer, NULL, s->hiding, state, &unit);
    s->result->replayed = s->machine->replayed - s->replayed;
    s->result->races_reversed = s->explorer->races_reversed;
    with->save(with->context, s->result, &unit);
    bytes_free(&unit);
}

// Between two executions, of which the first is over and counted.
static uint32_t end_and_share(struct searching *s, int wish) {
    struct explorer *x = s->explorer;
    struct explorer_part part;
    x->sharing->settle(x);
    if (wish & WISH_SAVED)
        save(s, UNIT_LEFT);
    if (wish & WISH_UNIT && x->sharing->part(x, &part))
        give_unit(s, part);
    if (wish & WISH_PROCESS && s->trace->settled && x->sharing->part(x, &part))
        divide(s, part);
    return x->sharing->go_on(x);
}

// What is left when the search has to end; the execution under way is part of
// it.
static void save_at_end(struct searching *s) {
    const struct search_sharing *with = s->options->sharing;
    struct explorer *x = s->explorer;
    if (!with || !with->save || s->result->objection || !x->sharing)
        return;
    if (s->result->restart)
        save(s, UNIT_WHOLE);
    else if (!s->result->unfinished)
        save(s, UNIT_DONE);
    else if (can_share(s))
        save(s, x->sharing->put_back(x) ? UNIT_LEFT : UNIT_WHOLE);
}

// With how much of the execution the next one starts.
static uint32_t end(struct searching *s) {
    struct explorer *x = s->explorer;
    const struct search_sharing *with = s->options->sharing;
    if (with && *with->wish && can_share(s))
        return end_and_share(s, *with->wish);
    uint32_t keep = x->class->end(x);
    while (x->trapped && !s->finished) {
        go_back(s, keep);
        tell_trap(s);
        keep = x->class->end(x);
    }
    return keep;
}

// ----------------------------------------------------------------- estimates

// An execution beside the search. Who waits for ever while somebody sleeps has
// not come to its end. How many of these there are is a matter of time: where a
// number of executions is asked for, only those of the search count.
static void look_at_probe(void *context, struct trace *trace, bool ended) {
    struct searching *s = context;
    struct trace *own = s->trace;
    if (s->options->max_executions)
        return;
    s->trace = trace;
    s->probing = s->executions > 0;
    if (!ended)
        report_step(s);
    else if (ending_waits(ending_of(trace)))
        report_waiting(s);
    s->probing = false;
    s->trace = own;
}

// Of a search that knows states nothing can be said, and of one that cuts
// executions nothing exact.
static bool can_estimate(const struct searching *s) {
    const struct search_options *o = s->options;
    return !o->make && !o->bounding && !o->max_steps && !o->max_context_switches &&
           !algorithm_has(o->algorithm, KNOWS_STATES) && !s->machine->graphs &&
           !s->machine->refused;
}

static void estimate(struct searching *s, uint64_t executions, double seconds) {
    struct search_result *r = s->result;
    struct machine *m = s->machine;
    uint64_t replayed = m->replayed;
    if (!s->prober)
        s->prober = prober_new(m, s->explorer->taken, s->options->seed,
                               look_at_probe, s);
    prober_run(s->prober, executions, seconds);
    r->estimate = prober_estimate(s->prober, search_total(r),
                                  r->executions[ENDED_ASLEEP]);
    r->contention = prober_contention(s->prober);
    r->repetition = prober_repetition(s->prober);
    m->mishaps.count = 0;
    s->replayed += m->replayed - replayed;
}

// Beside the search, which goes on after that: a fortieth of its time.
static void estimate_now(struct searching *s) {
    double seconds = seconds_now() - s->start;
    s->estimate_due = false;
    s->next_estimate = seconds * 1.5;
    if (!can_estimate(s))
        return;
    estimate(s, UINT64_MAX, seconds / 40);
    machine_goto(s->machine, s->trace->steps.at, s->trace->length);
    if (machine_mishap_kind(s->machine) == FINDING_NONDETERMINISM)
        give_up(s, &s->machine->mishaps.at[0]);
}

// Who has asked for the end waits a moment for it.
enum { EXECUTIONS_AT_END = 16000 };
static const double seconds_at_end = 0.2;

static void estimate_at_end(struct searching *s) {
    enum limit limit = s->result->limit;
    bool unfinished = limit == LIMIT_TIME || limit == LIMIT_EXECUTIONS ||
                      limit == LIMIT_INTERRUPT || limit == LIMIT_MEMORY;
    if (!s->options->estimating || !unfinished || s->result->findings.count ||
        !can_estimate(s))
        return;
    double seconds = limit == LIMIT_EXECUTIONS ? seconds_most
                     : limit == LIMIT_TIME
                         ? seconds_at_end / 2 + reserve(s->options)
                         : seconds_at_end;
    estimate(s, EXECUTIONS_AT_END, seconds);
    // A walk may never come to where the search has been for a long time.
    prober_look_at(s->prober, s->trace);
    s->result->repetition = prober_repetition(s->prober);
}

// After so many executions the order is what it is: from then on, what comes
// after an execution depends on nothing but how that came about. Whoever
// explores a part finds the same in the same order as who explores all.
enum { EXECUTIONS_TO_LEARN = 1000 };

static void explore(struct searching *s, uint32_t keep) {
    while (keep != ALL_DONE && !s->finished) {
        if (s->executions == EXECUTIONS_TO_LEARN)
            s->trace->settled = true;
        if (s->explorer->order)
            order_begin(s->explorer->order);
        bool whole = run(s), enough = false;
        if (!s->finished && begins_again(s, whole))
            continue;
        if (whole)
            count(s);
        if (s->finished)
            break;
        if (s->hiding == HIDES_OWN)
            hide_no_more(s);
        s->executions++;
        if (s->estimate_due)
            estimate_now(s);
        if (s->options->max_executions &&
            s->executions - s->elsewhere >= s->options->max_executions)
            s->finished = enough = true;
        keep = end(s);
        s->trace->busy = NOWHERE;
        if (keep == ALL_DONE && s->explorer->stale && !enough &&
            begins_again(s, false)) {
            keep = 0;
            continue;
        }
        expensive(search_total(s->result) + s->elsewhere >= s->executions);
        if (keep != ALL_DONE && enough)
            s->result->limit = LIMIT_EXECUTIONS;
        if (keep != ALL_DONE)
            go_back(s, keep);
    }
    s->result->unfinished = keep != ALL_DONE;
}

// Bounds count steps.
static enum hiding may_hide(const struct search_options *o) {
    bool all =
        o->make || o->bounding || o->every_step || o->max_steps || o->max_context_switches;
    enum hiding most = o->portable ? HIDES_JOINS : HIDES_OWN;
    enum hiding hides = o->memory == MEMORY_SC
                            ? algorithm_row(o->algorithm)->hides
                            : HIDES_NOTHING;
    return all ? HIDES_NOTHING : hides < most ? hides : most;
}

// With how much of the execution the first one starts that the unit leaves to
// do. Its executions were counted elsewhere, but for the very first.
static uint32_t start_from_unit(struct searching *s) {
    const struct bytes *bytes = s->options->unit;
    struct work_unit unit;
    const char *objection = work_unit_read(bytes->at, bytes->count, &unit);
    if (!objection && unit.algorithm != s->explorer->taken)
        objection = "it is of another algorithm";
    if (!objection) {
        s->hiding = unit.hiding;
        machine_hide(s->machine, s->hiding);
        objection = work_unit_load(&unit, s->explorer);
    }
    s->machine->mishaps.count = 0;
    s->result->objection = objection;
    s->finished = objection;
    if (!objection && unit.state == UNIT_WHOLE)
        report_start(s);
    if (objection || unit.state == UNIT_WHOLE)
        return 0;
    if (unit.state == UNIT_DONE)
        return ALL_DONE;
    s->has_a_part = true;
    s->executions = s->elsewhere = 1;
    s->replayed = s->machine->replayed;
    s->explorer->reordered = true; // it was the first execution that decides
    uint32_t keep = s->explorer->sharing->go_on(s->explorer);
    if (keep != ALL_DONE)
        go_back(s, keep);
    return keep;
}

void search(struct machine *machine, const struct search_options *options,
            const struct search_observer *observer,
            const volatile sig_atomic_t *stop, struct search_result *result) {
    *result = (struct search_result){0};
    struct searching s = {.machine = machine,
                          .options = options,
                          .observer = observer,
                          .stop = stop,
                          .result = result,
                          .start = seconds_now(),
                          .cpu_start = seconds_cpu(),
                          .at_start = machine->mishaps};
    expensive(op_rows_are_sound());
    s.trace = trace_new(machine);
    s.explorer = new_explorer(&s);
    require(s.explorer->trace == s.trace);
    s.digester = options->digest ? class_digester_new() : NULL;
    s.hiding = may_hide(options);
    machine_hide(machine, s.hiding);
    machine->graphs = algorithm_has(options->algorithm, GRAPHS);
    machine->reorders =
        !machine->graphs && !algorithm_has(options->algorithm, EVERY_ORDER);
    begin(&s);
    if (!options->unit)
        report_start(&s);
    s.next_estimate = 0.3;
    explore(&s, options->unit ? start_from_unit(&s) : 0);
    result = s.result; // another one, if it was divided
    result->seconds = seconds_now() - s.start;
    result->cpu_seconds = seconds_cpu() - s.cpu_start;
    uint64_t reversed = s.explorer->races_reversed; // the last one, too
    save_at_end(&s);
    estimate_at_end(&s);
    result->replayed = machine->replayed - s.replayed;
    result->races_reversed = reversed;
    result->wakeup_nodes_most = s.explorer->wakeup_nodes_most;
    result->most_commuting = s.explorer->most_commuting;
    result->suspended_most = s.explorer->suspended_most;
    result->variant = s.explorer->variant;
    result->switches_done = s.explorer->switches_done;
    result->chances = s.explorer->chances;
    result->divisible =
        s.explorer->sharing && s.explorer->sharing->can(s.explorer);
    result->states = s.explorer->states;
    memcpy(result->refusal, s.explorer->refusal, sizeof result->refusal);
    if (!result->limit)
        result->limit = s.explorer->given_up;
    if (!result->limit && s.undecided)
        result->limit = LIMIT_ORDERS;
    if (!result->limit)
        result->limit = machine->bound;
    machine_goto(machine, NULL, 0);
    machine_hide(machine, HIDES_NOTHING);
    machine->reorders = machine->in_order = false;
    vec_free(&s.proved);
    class_digester_free(s.digester);
    prober_free(s.prober);
    explorer_free(s.explorer);
    trace_free(s.trace);
}
