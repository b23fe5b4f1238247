// SPDX-License-Identifier: Apache-2.0

#include "explore/fewest_switches.h"

#include "base/seconds.h"
#include "base/table.h"
#include "explore/trace/replay.h"
#include "explore/wait_for_graph.h"

#include <string.h>

enum {
    LONGEST = 2000,        // steps: searching further is in vain
    MOST_PLACES = 4 << 20, // that are remembered
    SELDOM = 64,           // nodes between two looks at the clock
};

// A class of prefixes, who goes on and how many changes are left.
struct place_seen {
    uint64_t key;
};

struct fewest {
    struct trace *trace;
    struct machine *machine;
    struct finding *finding;
    waits_message *waits;
    const volatile sig_atomic_t *stop;
    double end;       // when to give up
    uint32_t longest; // steps
    uint32_t nodes;
    bool over;            // it is that late
    bool left_out;        // something was not tried
    VEC(uint64_t) hashes; // of the class of each prefix
    TABLE(struct place_seen) seen;
};

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t h = (a ^ b) * 0x9e3779b97f4a7c15ull;
    return (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
}

// Of an event: who, the how many-th of its thread, what came before it.
static uint64_t hash_last(const struct trace *t) {
    uint32_t at = t->length - 1;
    const struct event *e = trace_event(t, at);
    const uint32_t *clock = trace_clock(t, at);
    uint64_t h = mix(e->thread + 1, e->index);
    h = mix(h, (uint64_t)e->op.kind << 32 | e->op.choice);
    for (unsigned i = 0; i < t->width; i++)
        h = mix(h, clock[i] + 1);
    return h;
}

static bool waits_for_ever_kind(enum finding_kind kind) {
    return kind == FINDING_DEADLOCK || kind == FINDING_LIVELOCK;
}

static bool is_enabled(struct fewest *f, unsigned thread) {
    return machine_pending(f->machine, thread) &&
           machine_enabled(f->machine, thread);
}

static bool anybody_enabled(struct fewest *f) {
    for (unsigned t = 0; t < f->machine->threads; t++)
        if (is_enabled(f, t))
            return true;
    return false;
}

// Has the last step shown what was found?
static bool is_shown(struct fewest *f) {
    const struct mishap *wanted = &f->finding->mishap;
    if (waits_for_ever_kind(wanted->kind)) {
        if (anybody_enabled(f) || !ending_waits(ending_of(f->trace)))
            return false;
        struct mishap now = waits_for_ever(f->machine);
        f->waits(f->trace, &now);
        return mishap_same(&now, wanted);
    }
    return mishaps_have(&f->machine->mishaps, wanted);
}

static bool is_late(struct fewest *f) {
    if (f->nodes++ % SELDOM == 0)
        f->over = *f->stop || seconds_now() > f->end ||
                  f->seen.table.count > MOST_PLACES;
    return f->over;
}

// Was the same tried before? If not, it is now.
static bool is_known(struct fewest *f, unsigned thread, unsigned left) {
    uint64_t key =
        mix(f->hashes.at[f->trace->length], (uint64_t)left << 8 | thread) | 1;
    if (table_find(&f->seen, key))
        return true;
    table_put(&f->seen, key);
    return false;
}

// Nobody but the thread that it happens to can show it.
static bool is_in_vain(struct fewest *f, unsigned thread, unsigned left) {
    const struct mishap *wanted = &f->finding->mishap;
    return !left && thread != wanted->thread &&
           !waits_for_ever_kind(wanted->kind) &&
           wanted->thread < f->machine->threads &&
           machine_status(f->machine, wanted->thread) == THREAD_ALIVE;
}

static bool go_on(struct fewest *f, unsigned thread, unsigned left);

static bool take(struct fewest *f, unsigned thread, uint32_t choice,
                 unsigned left) {
    uint32_t length = f->trace->length;
    trace_step(f->trace, (struct step){thread, choice});
    f->hashes.count = length + 1;
    vec_push(&f->hashes, f->hashes.at[length] + hash_last(f->trace));
    if (is_shown(f))
        return true;
    if (f->trace->length > f->longest)
        f->left_out = true;
    else if (!f->machine->ended && !f->machine->refused)
        for (unsigned t = 0; t <= f->machine->threads; t++) {
            // Itself first, and then one of the others.
            unsigned next = t ? t - 1 : thread;
            if ((t && next == thread) || (t && !left))
                continue;
            if (go_on(f, next, t ? left - 1 : left))
                return true;
        }
    trace_back(f->trace, length);
    return false;
}

// A step of this thread, in each of its ways.
static bool go_on(struct fewest *f, unsigned thread, unsigned left) {
    if (is_late(f) || !is_enabled(f, thread) || is_in_vain(f, thread, left) ||
        is_known(f, thread, left))
        return false;
    struct op op = *machine_pending(f->machine, thread);
    for (unsigned i = 0; i < op_choices(&op) && !f->over; i++)
        if (take(f, thread, op_choice(&op, i), left))
            return true;
    return false;
}

static uint32_t switches_of(const struct step *steps, size_t count) {
    uint32_t switches = 0;
    for (size_t i = 1; i < count; i++)
        switches += steps[i].thread != steps[i - 1].thread;
    return switches;
}

// All schedules with so many changes, from the start.
static bool try_with(struct fewest *f, unsigned switches) {
    trace_back(f->trace, 0);
    table_clear(&f->seen);
    f->hashes.count = 0;
    vec_push(&f->hashes, 0);
    for (unsigned t = 0; t < f->machine->threads; t++)
        if (go_on(f, t, switches))
            return true;
    return false;
}

void finding_fewest_switches(struct machine *m, struct finding *finding,
                             waits_message *waits, double seconds,
                             const volatile sig_atomic_t *stop) {
    struct portable_schedule *schedule = &finding->schedule;
    uint32_t length = (uint32_t)schedule->steps.count;
    uint32_t now = switches_of(schedule->steps.at, length);
    const char *objection;
    struct fewest f = {.machine = m,
                       .finding = finding,
                       .waits = waits,
                       .stop = stop,
                       .end = seconds_now() + seconds,
                       .longest = 2 * length + SELDOM};
    finding->fewest = !length;
    if (length > LONGEST || !length)
        return;
    f.trace = replay(m, schedule, NULL, NULL, &objection);
    bool shown = !objection && is_shown(&f), found = false;
    for (uint32_t k = 0; shown && k < now && !found && !f.over; k++)
        found = try_with(&f, k);
    if (found) {
        portable_schedule_free(schedule);
        *schedule = portable_schedule_of(f.trace);
    }
    finding->fewest = shown && !f.over && !f.left_out;
    trace_free(f.trace);
    vec_free(&f.hashes);
    table_free(&f.seen);
}
