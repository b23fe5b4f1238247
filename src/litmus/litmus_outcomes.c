// SPDX-License-Identifier: Apache-2.0

#include "litmus/litmus_outcomes.h"

#include "base/fault.h"
#include "litmus/litmus_condition.h"
#include "litmus/litmus_races.h"
#include "machine/model/model.h"

#include <inttypes.h>
#include <string.h>

static int64_t value_now(void *context, struct litmus_place place) {
    struct machine *machine = context;
    return place.thread == LITMUS_SHARED
               ? model_variable(machine, place.number)
               : model_register(machine, place.thread, place.number);
}

// --------------------------------------------------------------------- states

static int compare(const int64_t *a, const int64_t *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

// Where a row is, or has to be.
static size_t find(const struct litmus_outcomes *o, const int64_t *row,
                   size_t width, bool *is_there) {
    size_t low = 0, high = width ? o->states.count / width : 0;
    *is_there = false;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(o->states.at + middle * width, row, width);
        if (order == 0) {
            *is_there = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void keep_state(struct litmus_outcomes *o, struct machine *machine) {
    size_t width = o->litmus->told.count, count = o->states.count;
    vec_reserve(&o->states, count + 2 * width);
    int64_t *row = o->states.at + count + width; // out of the way
    bool is_there;
    for (size_t i = 0; i < width; i++)
        row[i] = value_now(machine, o->litmus->told.at[i]);
    size_t at = find(o, row, width, &is_there) * width;
    if (is_there)
        return;
    memmove(o->states.at + at + width, o->states.at + at,
            (count - at) * sizeof *row);
    memcpy(o->states.at + at, row, width * sizeof *row);
    o->states.count += width;
}

void litmus_outcome(struct litmus_outcomes *o, const struct trace *trace,
                    uint64_t number) {
    const struct litmus *l = o->litmus;
    struct machine *m = trace->machine;
    if (!litmus_holds(l, l->filter, value_now, m))
        return;
    bool holds = litmus_holds(l, l->condition, value_now, m);
    if (l->told.count)
        keep_state(o, m);
    o->positive += holds;
    o->negative += !holds;
    uint64_t *first = holds ? &o->first_positive : &o->first_negative;
    if (!*first)
        *first = number;
    struct litmus_race race;
    if (!o->races_count || !litmus_races(trace, &race))
        return;
    if (!o->races++)
        o->race = race;
}

bool litmus_is_ok(const struct litmus_outcomes *o) {
    switch (o->litmus->quantifier) {
    case QUANTIFIER_EXISTS:
        return o->positive;
    case QUANTIFIER_NOT_EXISTS:
        return !o->positive;
    case QUANTIFIER_FORALL:
        return !o->negative;
    }
    return false;
}

// ------------------------------------------------------------------- printing

static void print_states(const struct litmus_outcomes *o,
                         const struct model_program *program, FILE *out) {
    size_t width = o->litmus->told.count;
    bool any = o->positive + o->negative;
    // Where nothing is asked for, there is one state: none.
    fprintf(out, "States %zu\n", width ? o->states.count / width : any);
    for (size_t at = 0; at < o->states.count; at += width) {
        struct text line = {0};
        for (size_t i = 0; i < width; i++) {
            text_add(&line, i ? " " : "");
            litmus_place_text(o->litmus->told.at[i], program, &line);
            text_add(&line, "=");
            litmus_value_text(o->states.at[at + i], program, &line);
            text_add(&line, ";");
        }
        fprintf(out, "%s\n", text_get(&line));
        text_free(&line);
    }
}

void litmus_print(const struct litmus_outcomes *o,
                  const struct model_program *program, FILE *out) {
    static const char *const words[] = {
#define X(id, word, kind) [QUANTIFIER_##id] = word,
        QUANTIFIERS(X)
#undef X
    };
    static const char *const kinds[] = {
#define X(id, word, kind) [QUANTIFIER_##id] = kind,
        QUANTIFIERS(X)
#undef X
    };
    const struct litmus *l = o->litmus;
    bool negated = l->quantifier == QUANTIFIER_NOT_EXISTS;
    struct text condition = {0};
    fprintf(out, "Test %s %s\n", l->name, kinds[l->quantifier]);
    print_states(o, program, out);
    // Witnesses are of what is written, observations of what is asked.
    fprintf(out, "%s\nWitnesses\nPositive: %" PRIu64 " Negative: %" PRIu64 "\n",
            litmus_is_ok(o) ? "Ok" : "No", negated ? o->negative : o->positive,
            negated ? o->positive : o->negative);
    if (o->races)
        fputs("Flag data-race\n", out);
    litmus_node_text(l, l->condition, program, &condition);
    fprintf(out, "Condition %s (%s)\n", words[l->quantifier],
            text_get(&condition));
    text_free(&condition);
    fprintf(out, "Observation %s %s %" PRIu64 " %" PRIu64 "\n", l->name,
            !o->positive   ? "Never"
            : !o->negative ? "Always"
                           : "Sometimes",
            o->positive, o->negative);
    if (o->races)
        fprintf(out,
                "data race: line %u and line %u, in %" PRIu64
                " executions; what such a program does is undefined\n",
                o->race.line, o->race.other, o->races);
}

void litmus_outcomes_free(struct litmus_outcomes *o) {
    vec_free(&o->states);
}
