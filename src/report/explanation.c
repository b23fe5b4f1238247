// SPDX-License-Identifier: Apache-2.0

#include "report/explanation.h"

#include "report/explain_race.h"
#include "report/explain_waiting.h"

#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 8 };

static const struct story_event *event(const struct story *s, uint32_t n) {
    return &s->events.at[n];
}

void explanation_place(const struct story *s, const struct story_event *e,
                       char *text, size_t room) {
    const struct story_place *p = story_place(s, e);
    snprintf(text, room, "%s:%u", p->name, p->line);
    text_tame(text);
}

void explanation_add_place(const struct story *s, const struct story_event *e,
                           struct text *text) {
    char place[300];
    explanation_place(s, e, place, sizeof place);
    text_add(text, "%s", place);
}

const char *explanation_name(const struct story_event *e) {
    return *e->words && e->words[0] != '*' && e->kind != STORY_FREED
               ? e->words
               : e->object;
}

void explanation_held(const struct story *s, const struct story_event *e,
                      struct text *text) {
    for (uint32_t i = 0; i < e->held_count; i++) {
        const struct story_event *lock = event(s, s->held.at[e->held + i]);
        const char *inner = strstr(lock->object, "(block");
        text_add(text, "%s%s (", i ? ", " : "", explanation_name(lock));
        if (inner) // which of them it is
            text_add(text, "%.*s, taken at ", (int)strcspn(inner + 1, ")"),
                     inner + 1);
        explanation_add_place(s, lock, text);
        text_add(text, ")");
    }
    if (!e->held_count)
        text_add(text, "nothing");
}

// ---------------------------------------------------------------- the sentence

static bool is_shown(const struct story_event *e) {
    return e->known && e->reads && explanation_name(e)[0] &&
           strncmp(explanation_name(e), "local+", 6) != 0 &&
           !strstr(e->object, "0x");
}

// The values in an assertion, each once: what its line has read last.
static void add_values(const struct story *s, const struct mishap *mishap,
                       struct text *text) {
    const struct story_event *at = story_event_of(s, mishap);
    const struct story_event *shown[MOST_VALUES];
    unsigned count = 0;
    uint32_t i = at ? (uint32_t)(at - s->events.at) : STORY_ALWAYS;
    while (i != STORY_ALWAYS && count < MOST_VALUES) {
        i = story_before(s, i);
        const struct story_event *e = i == STORY_ALWAYS ? at : event(s, i);
        if (e->place != at->place)
            break;
        bool said = !is_shown(e), earlier = false;
        for (unsigned k = 0; k < count; k++) {
            said |= e->addr == shown[k]->addr;
            earlier |= e->site == shown[k]->site; // round of a loop
        }
        if (earlier)
            break;
        if (!said)
            shown[count++] = e;
    }
    for (const char *between = ": "; count--; between = ", ")
        text_add(text, "%s%s is %s", between, explanation_name(shown[count]),
                 shown[count]->before_text);
}

void explanation_title(const struct story *s, const struct mishap *mishap,
                       struct text *text) {
    const struct story_event *at = story_event_of(s, mishap);
    const char *kind = finding_name(mishap->kind);
    bool misused = mishap->kind == FINDING_MUTEX_MISUSE ||
                   mishap->kind == FINDING_API_MISUSE;
    if (slice_is_waiting(mishap)) {
        explain_waiting_title(s, mishap, text);
    } else if (mishap->kind == FINDING_DATA_RACE) {
        explain_race_title(s, mishap, text);
    } else if (strncmp(mishap->message, kind, strlen(kind)) == 0) {
        text_add(text, "%s", mishap->message);
    } else {
        text_add(text, "%s%s%s: %s", kind,
                 misused && at && *at->words ? " of " : "",
                 misused && at ? at->words : "", mishap->message);
    }
    if (mishap->kind == FINDING_ASSERTION)
        add_values(s, mishap, text);
}

// ------------------------------------------------------------- what it means

// A thread has read something, another has written it, and the first has
// written it, too, as if nothing had happened.
static bool lost_update(const struct story *s, uint32_t n, struct text *text) {
    const struct story_event *write = event(s, n);
    if (!write->writes || write->reads || write->from == STORY_ALWAYS ||
        !write->known)
        return false;
    uint32_t r = story_read_before(s, n);
    const struct story_event *other = event(s, write->from);
    if (r == STORY_ALWAYS || write->from < r ||
        other->thread == write->thread || !other->known ||
        other->kind == STORY_FREED)
        return false;
    const char *self = story_thread_name(s, write);
    text_add(text,
             "%s read %s = %s; %s then set it to %s; %s then set it to %s, as "
             "if it were still %s. What %s wrote at ",
             self, explanation_name(write), event(s, r)->before_text,
             story_thread_name(s, other), other->after_text, self,
             write->after_text, event(s, r)->before_text,
             story_thread_name(s, other));
    explanation_add_place(s, other, text);
    text_add(text, " is lost.\n");
    return true;
}

// How often what an event acts on was changed after an earlier one.
static unsigned changes_since(const struct story *s, uint32_t n,
                              uint32_t then) {
    unsigned count = 0;
    for (uint32_t at = event(s, n)->from; at != STORY_ALWAYS && at > then;
         at = event(s, at)->from)
        count++;
    return count;
}

// One that is tried until it succeeds may be an await.
static bool compares(const struct story *s, const struct story_event *e) {
    return e->kind == STORY_STEP &&
           (e->op == OP_CAS || (e->op == OP_XAWAIT &&
                                strstr(story_place(s, e)->source, "compare_")));
}

// A compare-exchange succeeds because the value is the same again.
static bool aba(const struct story *s, uint32_t n, struct text *text) {
    const struct story_event *cas = event(s, n);
    uint32_t r = compares(s, cas) ? story_read_before(s, n) : STORY_ALWAYS;
    if (r == STORY_ALWAYS || event(s, r)->from == cas->from ||
        cas->from == STORY_ALWAYS || cas->from < r ||
        event(s, r)->before != cas->before)
        return false;
    unsigned times = changes_since(s, n, r);
    text_add(text, "The compare-exchange of %s at ", story_thread_name(s, cas));
    explanation_add_place(s, cas, text);
    text_add(text, " succeeds: %s is %s again, as it was at ",
             explanation_name(cas), cas->before_text);
    explanation_add_place(s, event(s, r), text);
    text_add(text, ", but it was changed %u time%s in between (ABA).\n", times,
             times == 1 ? "" : "s");
    return true;
}

// The last change of what a thread has read that came from another one, before
// the thread itself went on.
static uint32_t change_of(const struct story *s, const struct slice *slice,
                          size_t read, size_t end) {
    const struct story_event *r = event(s, slice->events.at[read]);
    for (size_t i = end; i-- > read + 1;) {
        const struct story_event *e = event(s, slice->events.at[i]);
        if (e->thread != r->thread && e->writes && e->known &&
            e->addr == r->addr && e->size == r->size)
            return slice->events.at[i];
    }
    return STORY_ALWAYS;
}

// Where the thread of two events has waited for a signal between them.
static uint32_t waits_between(const struct story *s, uint32_t from,
                              uint32_t to) {
    for (uint32_t i = from + 1; i < to; i++)
        if (event(s, i)->kind == STORY_STEP && event(s, i)->op == OP_WAIT &&
            event(s, i)->thread == event(s, from)->thread)
            return i;
    return STORY_ALWAYS;
}

// A thread has gone on from what it has read, and that was no longer so.
static bool outdated(const struct story *s, const struct slice *slice,
                     size_t read, struct text *text) {
    const struct story_event *r = event(s, slice->events.at[read]);
    size_t next = read + 1;
    while (next < slice->events.count &&
           (event(s, slice->events.at[next])->thread != r->thread ||
            event(s, slice->events.at[next])->place == r->place)) {
        const struct story_event *e = event(s, slice->events.at[next++]);
        if (e->thread == r->thread && e->writes && e->addr == r->addr)
            return false; // it is its own business
    }
    if (!r->reads || r->writes || !r->known || next == slice->events.count)
        return false;
    uint32_t change = change_of(s, slice, read, next);
    uint32_t wait =
        waits_between(s, slice->events.at[read], slice->events.at[next]);
    if (change == STORY_ALWAYS ||
        (event(s, change)->after == r->before && wait == STORY_ALWAYS))
        return false;
    const char *self = story_thread_name(s, r);
    text_add(text, "%s read %s = %s at ", self, explanation_name(r),
             r->before_text);
    explanation_add_place(s, r, text);
    if (wait != STORY_ALWAYS) {
        text_add(text, ", waited at ");
        explanation_add_place(s, event(s, wait), text);
        text_add(text, " and did not look again");
    }
    text_add(text, "; when it came to ");
    explanation_add_place(s, event(s, slice->events.at[next]), text);
    text_add(text, ", %s had set it to %s at ",
             story_thread_name(s, event(s, change)),
             event(s, change)->after_text);
    explanation_add_place(s, event(s, change), text);
    text_add(text, ".\n");
    return true;
}

bool explanation_outdated(const struct story *s, const struct slice *slice,
                          struct text *text) {
    bool found = false;
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = outdated(s, slice, i, text);
    return found;
}

static void explain_values(const struct story *s, const struct slice *slice,
                           struct text *text) {
    bool found = false;
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = aba(s, slice->events.at[i], text);
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = lost_update(s, slice->events.at[i], text);
    if (!found)
        explanation_outdated(s, slice, text);
}

// The last pointer to a block was overwritten.
static void explain_leak(const struct story *s, const struct slice *slice,
                         struct text *text) {
    for (size_t i = 0; i < slice->seeds.count; i++) {
        const struct story_event *e = event(s, slice->seeds.at[i]);
        text_add(text, "%s set %s to %s at ", story_thread_name(s, e),
                 explanation_name(e), e->after_text);
        explanation_add_place(s, e, text);
        text_add(text, ": %s, which %s had put there at ", e->before_text,
                 story_thread_name(s, event(s, e->from)));
        explanation_add_place(s, event(s, e->from), text);
        text_add(text, ", is lost.\n");
    }
}

void explanation_of(const struct story *s, const struct mishap *mishap,
                    const struct slice *slice, struct text *text) {
    if (slice_is_waiting(mishap))
        explain_waiting(s, mishap, slice, text);
    else if (mishap->kind == FINDING_DATA_RACE)
        explain_race(s, mishap, text);
    else if (mishap->kind == FINDING_LEAK)
        explain_leak(s, slice, text);
    else
        explain_values(s, slice, text);
}
