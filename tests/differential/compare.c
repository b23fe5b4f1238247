// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const disagreement_names[DISAGREEMENT_COUNT] = {
#define X(name, words_) words_,
    DISAGREEMENTS(X)
#undef X
};

const struct configuration configurations[] = {
#define X(name, build, options, flags) {name, BUILD_##build, options, flags},
    CONFIGURATIONS(X)
#undef X
};
const unsigned configuration_count =
    sizeof configurations / sizeof configurations[0];

// ------------------------------------------------------------ what is tried

enum {
    FEW_INTERLEAVINGS = 3000,    // for `all`
    VERY_FEW_INTERLEAVINGS = 60, // … if handles and results are steps, too
    FEW_STATES = 400,            // … if there are loops, for other searches
    VERY_FEW_STATES = 60,        // … for `all`
};

static double interleavings(const struct configuration *c,
                            const struct behaviour *b) {
    return c->flags & EACH_STEP ? b->interleavings : b->plain_interleavings;
}

// Main tells while others may be running: many steps that depend on nothing.
static bool tells_early(const struct configuration *c,
                        const struct program *p) {
    return c->flags & EACH_STEP && !(c->flags & QUIET) && !program_joins_all(p);
}

static bool is_small(const struct configuration *c, const struct program *p,
                     const struct behaviour *b) {
    if (tells_early(c, p))
        return false;
    unsigned states = c->flags & SMALL ? VERY_FEW_STATES : FEW_STATES;
    bool many_steps = c->flags & SMALL && c->flags & EACH_STEP;
    return b->has_loops
               ? b->states <= states
               : interleavings(c, b) <=
                     (many_steps ? VERY_FEW_INTERLEAVINGS : FEW_INTERLEAVINGS);
}

// Half of the programs, another half for each configuration.
static bool is_drawn(const struct configuration *c, const struct program *p) {
    uint64_t state = p->seed;
    for (const char *name = c->name; *name; name++)
        state = state * 31 + (unsigned char)*name;
    return random_percent(&state, 40);
}

bool compare_wants(const struct configuration *c, const struct program *p,
                   const struct behaviour *b) {
    if (c->flags & SMALL && !is_small(c, p, b))
        return false;
    if (c->flags & LOOPS && !b->has_loops)
        return false;
    if (c->flags & REUSE && !b->reused)
        return false;
    if (c->flags & IGNORE && b->wrong & WRONG_RACE)
        return false;
    if (c->flags & COUNTS && b->wrong & WRONG_RACE && !(c->flags & EACH_STEP))
        return false;
    return !(c->flags & SOMETIMES) || is_drawn(c, p);
}

// ------------------------------------------------------------------ compare

__attribute__((format(printf, 3, 4))) static bool
disagree(struct verdict *v, enum disagreement d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->detail, sizeof v->detail, format, arguments);
    va_end(arguments);
    v->disagreement = d;
    return true;
}

// False: nothing more can be compared.
static bool has_ended(const struct configuration *c, const struct program *p,
                      const struct behaviour *b, const struct checked *r,
                      struct verdict *v) {
    if (r->out_of_time) {
        v->skipped = !is_small(c, p, b);
        disagree(v, v->skipped ? D_NONE : D_ENDLESS, "%s", r->reason);
        return false;
    }
    if (r->exit_code < 0 || r->exit_code > 3 || !*r->verdict) {
        disagree(v, D_FAULT, "exit code %d, verdict '%s'", r->exit_code,
                 r->verdict);
        return false;
    }
    if (r->exit_code < 2)
        return true;
    // Rightly so, if a thread that nobody waits for cannot satisfy its own.
    if (!strcmp(r->reason, "no execution satisfies the assumptions") &&
        !b->wrong && (!b->completes || b->has_loops))
        return false;
    // What a thread that was stopped could have done is not known (trap.h).
    if (!strcmp(r->reason, "no execution ran to its end") &&
        b->wrong & WRONG_LIVELOCK && strstr(c->options, "=stateful"))
        return false;
    disagree(v, D_GIVES_UP, "%s: %s", r->verdict, r->reason);
    return false;
}

static bool compare_race(const struct behaviour *b, const struct checked *r,
                         struct verdict *v) {
    bool expected = b->wrong & WRONG_RACE, found = r->wrong & WRONG_RACE;
    // Who races with free may be found too late, which is as good.
    if (expected == found || (expected && r->wrong & WRONG_FREED))
        return false;
    return disagree(v, expected ? D_RACE_MISSED : D_RACE_FALSE, "%s", "");
}

// What was found must be possible, and what must be possible found.
static bool compare_outcomes(const struct behaviour *b, const struct checked *r,
                             struct verdict *v) {
    const struct outcomes *least = &b->outcomes;
    const struct outcomes *most =
        b->bytewise.count ? &b->bytewise : &b->outcomes;
    for (unsigned i = 0; i < least->count; i++)
        if (!outcomes_have(&r->outcomes, least->at[i].hash))
            return disagree(v, D_OUTCOME_MISSED, "%u of %u: %s",
                            r->outcomes.count, least->count,
                            least->at[i].words);
    for (unsigned i = 0; i < r->outcomes.count && !b->at_least; i++)
        if (!outcomes_have(most, r->outcomes.at[i].hash))
            return disagree(v, D_OUTCOME_FALSE, "%u, not %u: %llx",
                            r->outcomes.count, most->count,
                            (unsigned long long)r->outcomes.at[i].hash);
    return false;
}

static bool compare_wrong(const struct behaviour *b, const struct checked *r,
                          struct verdict *v) {
    static const struct {
        unsigned wrong;
        enum disagreement missed, false_;
    } rows[] = {
        {WRONG_DEADLOCK | WRONG_LIVELOCK, D_HANG_MISSED, D_HANG_FALSE},
        {WRONG_MUTEX | WRONG_API, D_MISUSE_MISSED, D_MISUSE_FALSE},
        {WRONG_FREED, D_FREED_MISSED, D_FREED_FALSE},
        {WRONG_NULL, D_NULL_MISSED, D_NULL_FALSE},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool expected = b->wrong & rows[i].wrong;
        bool found = r->wrong & rows[i].wrong;
        if (expected != found)
            return disagree(v, expected ? rows[i].missed : rows[i].false_, "%s",
                            "");
    }
    return false;
}

static bool compare_verdict(const struct configuration *c,
                            const struct behaviour *b, const struct checked *r,
                            struct verdict *v) {
    unsigned counts = c->flags & EACH_STEP ? ~(unsigned)WRONG_RACE : ~0u;
    // A leak is no concern here, and makes it unsafe.
    bool safe = !(b->wrong & counts);
    if (safe && strcmp(r->verdict, "safe") != 0 && r->wrong)
        return disagree(v, D_VERDICT, "%s", r->verdict);
    if (!safe && strcmp(r->verdict, "unsafe") != 0)
        return disagree(v, D_VERDICT, "%s", r->verdict);
    return false;
}

static void check(const struct tool *tool, const struct configuration *c,
                  const struct built *built, const char *more,
                  struct checked *r) {
    struct how how = {.binary = built->binary[c->build],
                      .options = c->options,
                      .options2 = more,
                      .program = built->number,
                      .quiet = c->flags & QUIET};
    tool_check(tool, &how, r);
}

// What another search must have in common with `optimal`.
enum sameness { ALL_EXECUTIONS, COMPLETE_ONES };

// Does another search have as many executions? The last of two options counts.
static bool differs(const struct tool *tool, const struct configuration *c,
                    const struct built *built, const struct checked *r,
                    const char *options, enum sameness same,
                    struct verdict *v) {
    struct checked other;
    bool all = same == ALL_EXECUTIONS, late = false;
    check(tool, c, built, options, &other);
    if (other.out_of_time)
        late = true;
    else if (other.exit_code != r->exit_code)
        disagree(v, D_COUNT, "optimal's exit code is %d, %s's %d", r->exit_code,
                 options, other.exit_code);
    else if ((all && checked_executions(&other) != checked_executions(r)) ||
             other.complete != r->complete)
        disagree(v, D_COUNT, "optimal %g+%g, %s %g+%g", r->complete,
                 checked_executions(r) - r->complete, options, other.complete,
                 checked_executions(&other) - other.complete);
    else if (all && (r->asleep || other.asleep))
        disagree(v, D_ASLEEP, "optimal %g, %s %g", r->asleep, options,
                 other.asleep);
    checked_free(&other);
    return late || v->disagreement != D_NONE;
}

// Where pop is not claimed to be exact: awaits, read-write locks, overlaps.
static bool pop_is_exact(const struct program *p, const struct behaviour *b) {
    bool rwlocks = program_has(p, S_RDLOCKED) || program_has(p, S_WRLOCKED) ||
                   program_has(p, S_TRYRD) || program_has(p, S_TRYWR);
    return !b->has_loops && !rwlocks && !p->halves;
}

// What ends a thread early, others may come before or after.
enum { ENDS_THREADS = WRONG_API | WRONG_FREED | WRONG_NULL };

static void compare_counts(const struct tool *tool,
                           const struct configuration *c,
                           const struct built *built, const struct program *p,
                           const struct behaviour *b, const struct checked *r,
                           struct verdict *v) {
    enum sameness most =
        b->wrong & ENDS_THREADS ? COMPLETE_ONES : ALL_EXECUTIONS;
    if (pop_is_exact(p, b) &&
        differs(tool, c, built, r, "--algorithm=pop", most, v))
        return;
    if (b->has_loops)
        return;
    if (!differs(tool, c, built, r, "--algorithm=source", COMPLETE_ONES, v))
        differs(tool, c, built, r, "--algorithm=quasi --k=optimal", most, v);
}

void compare(const struct tool *tool, const struct configuration *c,
             const struct built *built, const struct program *p,
             const struct behaviour *b, struct verdict *v) {
    struct checked r;
    if (c->flags & REUSE)
        b = b->reused;
    bool racy = b->wrong & WRONG_RACE && !(c->flags & EACH_STEP);
    *v = (struct verdict){.disagreement = D_NONE};
    check(tool, c, built, "", &r);
    if (!has_ended(c, p, b, &r, v))
        goto done;
    if (*r.unexpected && !racy) {
        disagree(v, D_UNEXPECTED, "%s", r.unexpected);
        if (!(c->flags & QUIET))
            compare_outcomes(b, &r, v); // that is worse
        goto done;
    }
    if (!(c->flags & (EACH_STEP | IGNORE)) && compare_race(b, &r, v))
        goto done;
    if (*r.unexpected) {
        disagree(v, D_RACY, "%s", r.unexpected);
        goto done;
    }
    if (racy)
        goto done; // undefined behaviour: nothing else means anything
    if (!(c->flags & QUIET) && compare_outcomes(b, &r, v))
        goto done;
    if (compare_wrong(b, &r, v))
        goto done;
    if (c->flags & QUIET && compare_verdict(c, b, &r, v))
        goto done;
    if (c->flags & COUNTS)
        compare_counts(tool, c, built, p, b, &r, v);
done:
    checked_free(&r);
}
