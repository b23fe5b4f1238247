// SPDX-License-Identifier: Apache-2.0

#include "in_parts.h"

#include "explore/work_unit.h"

#include <stdio.h>
#include <string.h>

static struct in_parts_statistics statistics;

const struct in_parts_statistics *in_parts_statistics(void) {
    return &statistics;
}

struct parts {
    const struct search_observer *observer;
    uint64_t random, executions, most;
    volatile sig_atomic_t wish, stop;
    bool interrupts, saved;
    bool whole; // what is explored now is all of it
    VEC(struct bytes) todo, done;
};

static unsigned pick(struct parts *p, unsigned count) {
    p->random = p->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(p->random >> 33) % count;
}

static struct bytes copy_of(const struct bytes *b) {
    struct bytes copy = {0};
    vec_reserve(&copy, b->count + 1);
    memcpy(copy.at, b->at, b->count);
    copy.count = b->count;
    return copy;
}

static void on_unit(void *context, const struct bytes *unit) {
    struct parts *p = context;
    statistics.units++;
    vec_push(&p->todo, copy_of(unit));
}

static bool is(const struct bytes *unit, enum unit_state state) {
    struct work_unit u;
    return !work_unit_read(unit->at, unit->count, &u) && u.state == state;
}

// While it runs, what is saved is thrown away: saving must change nothing. What
// is saved at the end is what is left.
static void on_save(void *context, const struct search_result *so_far,
                    const struct bytes *unit) {
    struct parts *p = context;
    if (so_far->restart || is(unit, UNIT_DONE))
        vec_push(&p->done, copy_of(unit));
    else if (p->stop)
        vec_push(&p->todo, copy_of(unit));
    p->saved |= p->stop != 0;
}

static void on_execution(void *context, const struct trace *trace,
                         enum ending ending, uint64_t number) {
    struct parts *p = context;
    p->observer->execution(p->observer->context, trace, ending, number);
    p->wish = (sig_atomic_t)(pick(p, 3) ? pick(p, 8) & ~WISH_PROCESS : 0);
    if (++p->executions > p->most)
        p->stop = LIMIT_EXECUTIONS;
    else if (p->interrupts && !pick(p, 12)) {
        statistics.interrupted++;
        p->stop = LIMIT_INTERRUPT;
        p->wish &= ~WISH_SAVED;
        p->saved = false;
    }
}

static void forget(struct parts *p) {
    for (size_t i = 0; i < p->todo.count; i++)
        bytes_free(&p->todo.at[i]);
    for (size_t i = 0; i < p->done.count; i++)
        bytes_free(&p->done.at[i]);
    p->todo.count = p->done.count = 0;
    p->observer->begins(p->observer->context);
}

// All begins anew, with what was learnt.
static bool restart(struct parts *p) {
    struct bytes together = {0};
    bool agree;
    if (!work_units_unite(p->done.at, p->done.count, &together, &agree))
        return false;
    forget(p);
    vec_push(&p->todo, together);
    return true;
}

static void on_begin(void *context) {
    struct parts *p = context;
    if (p->whole)
        p->observer->begins(p->observer->context);
}

// Do all who are done agree on how to explore it?
static bool agree(struct parts *p) {
    struct bytes together = {0};
    bool all = true;
    if (p->done.count > 1 &&
        !work_units_unite(p->done.at, p->done.count, &together, &all))
        all = false;
    bytes_free(&together);
    return all;
}

// True if there may be something left.
static bool explore_one(struct parts *p, struct machine *m,
                        struct search_options *options, bool *fine) {
    struct bytes unit = {0};
    struct search_sharing sharing = {
        .wish = &p->wish, .context = p, .unit = on_unit, .save = on_save};
    struct search_observer observer = {
        .execution = on_execution, .begins = on_begin, .context = p};
    struct search_result r;
    if (p->todo.count) {
        size_t nth = pick(p, (unsigned)p->todo.count);
        unit = p->todo.at[nth];
        p->todo.at[nth] = p->todo.at[--p->todo.count];
        options->unit = &unit;
    }
    p->whole = !options->unit || is(&unit, UNIT_WHOLE);
    options->sharing = &sharing;
    p->stop = 0;
    search(m, options, &observer, &p->stop, &r);
    if (r.objection)
        printf("a unit does not fit: %s\n", r.objection);
    *fine = !r.objection && r.limit != LIMIT_EXECUTIONS;
    statistics.restarts += r.restart;
    // An explorer that cannot be divided was alone.
    if (p->stop == LIMIT_INTERRUPT && !p->saved) {
        p->interrupts = false;
        options->unit = NULL;
        forget(p);
        search_result_free(&r);
        bytes_free(&unit);
        return explore_one(p, m, options, fine);
    }
    if (*fine && r.restart)
        *fine = restart(p);
    search_result_free(&r);
    bytes_free(&unit);
    return *fine;
}

bool search_in_parts(struct machine *machine,
                     const struct search_options *options,
                     const struct search_observer *observer, uint64_t seed) {
    struct parts p = {.observer = observer,
                      .random = seed,
                      .most = options->max_executions,
                      .interrupts = seed % 2};
    struct search_options own = *options;
    own.max_executions = 0;
    own.portable = true;
    bool fine;
    statistics.searches++;
    do {
        if (!explore_one(&p, machine, &own, &fine))
            break;
        if (!p.todo.count && !agree(&p)) {
            statistics.disagreed++;
            fine = restart(&p);
        }
    } while (fine && p.todo.count);
    for (size_t i = 0; i < p.todo.count; i++)
        bytes_free(&p.todo.at[i]);
    for (size_t i = 0; i < p.done.count; i++)
        bytes_free(&p.done.at[i]);
    vec_free(&p.todo);
    vec_free(&p.done);
    return fine;
}
