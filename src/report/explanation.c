// SPDX-License-Identifier: Apache-2.0

#include "report/explanation.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LONG_PATH = 20 };

static const struct story_event *event(const struct story *s, uint32_t n) {
    return &s->events.at[n];
}

void explanation_place(const struct story *s, const struct story_event *e,
                       char *text, size_t room) {
    const struct story_place *p = story_place(s, e);
    const char *file =
        strlen(p->file) > LONG_PATH ? file_name(p->file) : p->file;
    snprintf(text, room, "%s:%u", file, p->line);
    text_tame(text);
}

static void add_place(const struct story *s, const struct story_event *e,
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

// The type's name alone.
static void add_type(const struct story_event *e, struct text *text) {
    text_add(text, "%.*s%s", (int)strcspn(e->type, ":"), e->type,
             *e->type ? ", " : "");
}

void explanation_held(const struct story *s, const struct story_event *e,
                      struct text *text) {
    for (uint32_t i = 0; i < e->held_count; i++) {
        const struct story_event *lock = event(s, s->held.at[e->held + i]);
        const char *inner = strstr(lock->object, "(block");
        text_add(text, "%s%s (", i ? ", " : "", explanation_name(lock));
        if (inner) // which of them it is
            text_add(text, "%.*s, ", (int)strcspn(inner + 1, ")"), inner + 1);
        add_place(s, lock, text);
        text_add(text, ")");
    }
    if (!e->held_count)
        text_add(text, "nothing");
}

// ---------------------------------------------------------------- the sentence

// The values in an assertion.
static void add_values(const struct story *s, const struct mishap *mishap,
                       const struct slice *slice, struct text *text) {
    const struct story_event *at = story_event_of(s, mishap);
    const char *between = ": ";
    for (size_t i = slice->seeds.count; at && i-- > 0;) {
        const struct story_event *e = event(s, slice->seeds.at[i]);
        if (!e->known || story_place(s, e)->line != story_place(s, at)->line)
            continue;
        text_add(text, "%s%s is %s", between, explanation_name(e),
                 e->before_text);
        between = ", ";
    }
}

static bool is_pointed_to(const struct story_event *e) {
    return !*e->words || *e->words == '*';
}

static void title_of_race(const struct story *s, const struct mishap *mishap,
                          struct text *text) {
    const struct story_event *both[2];
    if (!slice_race(s, mishap, both)) {
        text_add(text, "data race: %s", mishap->message);
        return;
    }
    // The words of whoever names it, and does not only point to it.
    bool first = both[0]->kind == STORY_FREED ||
                 (is_pointed_to(both[0]) && !is_pointed_to(both[1]));
    const struct story_event *e =
        both[first && both[1]->kind != STORY_FREED ? 1 : 0];
    text_add(text, "data race on %s (", explanation_name(e));
    add_type(e, text);
    size_t words = strlen(explanation_name(e));
    const char *inner =
        strlen(e->object) > words + 2 ? e->object + words + 2 : "";
    bool named = strncmp(e->object, explanation_name(e), words) == 0 && *inner;
    text_add(text, "%" PRIu64 " byte%s%s%.*s)", e->size,
             e->size == 1 ? "" : "s", named ? ", " : "",
             named ? (int)strcspn(inner, ")") : 0, inner);
}

static const struct story_event *next_waiter(const struct story *s,
                                             uint32_t thread) {
    for (size_t i = s->events.count; i-- > 0;)
        if (event(s, (uint32_t)i)->kind == STORY_WAITS &&
            event(s, (uint32_t)i)->thread == thread)
            return event(s, (uint32_t)i);
    return NULL;
}

// Whom the one who waits first waits for in the end, if that is itself.
static unsigned cycle_from(const struct story *s, const struct story_event *e,
                           uint32_t *threads, unsigned most) {
    unsigned count = 0;
    for (uint32_t first = e->thread; e && count < most;) {
        threads[count++] = e->thread;
        if (e->other == first)
            return count;
        e = e->other == STORY_ALWAYS ? NULL : next_waiter(s, e->other);
    }
    return 0;
}

static const struct story_event *first_waiter(const struct story *s,
                                              const struct mishap *mishap) {
    const struct story_event *any = NULL;
    for (size_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = event(s, (uint32_t)i);
        if (e->kind != STORY_WAITS)
            continue;
        if (s->threads.at[e->thread].number == mishap->thread)
            return e;
        any = e;
    }
    return any;
}

enum { MOST_IN_CYCLE = 64 };

static void title_of_waiting(const struct story *s, const struct mishap *mishap,
                             struct text *text) {
    const struct story_event *e = first_waiter(s, mishap);
    uint32_t threads[MOST_IN_CYCLE];
    unsigned count = e ? cycle_from(s, e, threads, MOST_IN_CYCLE) : 0;
    text_add(text, "%s: ", finding_name(mishap->kind));
    if (e && *e->wanted) {
        text_add(text, "%s waits for ever until %s %s", story_thread_name(s, e),
                 explanation_name(e), e->wanted);
        if (e->known)
            text_add(text, ", and it is %s", e->before_text);
        return;
    }
    bool cycle = count > 1;
    if (!cycle)
        count = 0;
    for (size_t i = 0; i < s->events.count && !cycle; i++)
        if (event(s, (uint32_t)i)->kind == STORY_WAITS && count < MOST_IN_CYCLE)
            threads[count++] = event(s, (uint32_t)i)->thread;
    for (unsigned i = 0; i < count; i++)
        text_add(text, "%s%s",
                 !i               ? ""
                 : i + 1 == count ? " and "
                                  : ", ",
                 s->threads.at[threads[i]].name);
    text_add(text, cycle        ? " wait for each other"
                   : count == 1 ? " waits for ever"
                                : " wait for ever");
}

void explanation_title(const struct story *s, const struct mishap *mishap,
                       const struct slice *slice, struct text *text) {
    const struct story_event *at = story_event_of(s, mishap);
    const char *kind = finding_name(mishap->kind);
    bool misused = mishap->kind == FINDING_MUTEX_MISUSE ||
                   mishap->kind == FINDING_API_MISUSE;
    if (slice_is_waiting(mishap)) {
        title_of_waiting(s, mishap, text);
    } else if (mishap->kind == FINDING_DATA_RACE) {
        title_of_race(s, mishap, text);
    } else if (strncmp(mishap->message, kind, strlen(kind)) == 0) {
        text_add(text, "%s", mishap->message);
    } else {
        text_add(text, "%s%s%s: %s", kind,
                 misused && at && *at->words ? " of " : "",
                 misused && at ? at->words : "", mishap->message);
    }
    if (mishap->kind == FINDING_ASSERTION)
        add_values(s, mishap, slice, text);
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
    add_place(s, other, text);
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
    add_place(s, cas, text);
    text_add(text, " succeeds: %s is %s again, as it was at ",
             explanation_name(cas), cas->before_text);
    add_place(s, event(s, r), text);
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
            event(s, slice->events.at[next])->place == r->place))
        next++;
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
    add_place(s, r, text);
    if (wait != STORY_ALWAYS) {
        text_add(text, ", waited at ");
        add_place(s, event(s, wait), text);
        text_add(text, " and did not look again");
    }
    text_add(text, "; when it came to ");
    add_place(s, event(s, slice->events.at[next]), text);
    text_add(text, ", %s had set it to %s at ",
             story_thread_name(s, event(s, change)),
             event(s, change)->after_text);
    add_place(s, event(s, change), text);
    text_add(text, ".\n");
    return true;
}

static void explain_values(const struct story *s, const struct slice *slice,
                           struct text *text) {
    bool found = false;
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = aba(s, slice->events.at[i], text);
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = lost_update(s, slice->events.at[i], text);
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = outdated(s, slice, i, text);
}

// The last pointer to a block was overwritten.
static void explain_leak(const struct story *s, const struct slice *slice,
                         struct text *text) {
    for (size_t i = 0; i < slice->seeds.count; i++) {
        const struct story_event *e = event(s, slice->seeds.at[i]);
        text_add(text, "%s set %s to %s at ", story_thread_name(s, e),
                 explanation_name(e), e->after_text);
        add_place(s, e, text);
        text_add(text, ": %s, which %s had put there at ", e->before_text,
                 story_thread_name(s, event(s, e->from)));
        add_place(s, event(s, e->from), text);
        text_add(text, ", is lost.\n");
    }
}

// -------------------------------------------------------------------- a race

static const char *what_it_does(const struct story_event *e) {
    static const char *const words[2][2] = {{"reads", "writes"},
                                            {"loads", "stores"}};
    if (e->kind == STORY_FREED)
        return "frees";
    return words[e->kind == STORY_STEP][e->writes];
}

static void add_access(const struct story *s, const struct story_event *e,
                       struct text *text) {
    const struct story_place *p = story_place(s, e);
    char place[300];
    explanation_place(s, e, place, sizeof place);
    text_add(text, "  %-8s %-6s  %s  %s", story_thread_name(s, e),
             what_it_does(e), place, p->source);
    const char *callers = strstr(e->calls, " ← ");
    if (*p->function)
        text_add(text, "   in %s()%s", p->function, callers ? callers : "");
    text_add(text, ", holding ");
    explanation_held(s, e, text);
    text_add(text, "\n");
}

// A lock that one of them holds and the other does not.
static const struct story_event *lock_alone(const struct story *s,
                                            const struct story_event *a,
                                            const struct story_event *b) {
    for (uint32_t i = 0; i < a->held_count; i++) {
        const struct story_event *lock = event(s, s->held.at[a->held + i]);
        bool common = false;
        for (uint32_t k = 0; k < b->held_count; k++)
            common |= event(s, s->held.at[b->held + k])->addr == lock->addr;
        if (!common)
            return lock;
    }
    return NULL;
}

// Under a weak memory: what was read although something newer was there.
static void add_stale_reads(const struct story *s, struct text *text) {
    for (size_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->newer == STORY_ALWAYS || e->writes)
            continue;
        const struct story_event *newer = event(s, e->newer);
        text_add(text, "%s has read %s = %s at ", story_thread_name(s, e),
                 explanation_name(e), e->before_text);
        add_place(s, e, text);
        text_add(text, ", though %s had written %s at ",
                 story_thread_name(s, newer), newer->after_text);
        add_place(s, newer, text);
        text_add(text, ": nothing orders them.\n");
    }
}

static void explain_race(const struct story *s, const struct mishap *mishap,
                         struct text *text) {
    const struct story_event *both[2], *lock = NULL;
    if (!slice_race(s, mishap, both))
        return;
    add_access(s, both[1], text);
    add_access(s, both[0], text);
    text_add(text, "\nNothing orders the two: ");
    for (unsigned i = 0; i < 2 && !lock; i++) {
        lock = lock_alone(s, both[i], both[1 - i]);
        if (!lock)
            continue;
        text_add(text, "%s holds %s (locked at ", story_thread_name(s, both[i]),
                 lock->object);
        add_place(s, lock, text);
        text_add(text, "), %s does not.\n", story_thread_name(s, both[1 - i]));
    }
    if (!lock)
        text_add(text, "no lock that both of them hold, and nothing that one "
                       "waits for of the other.\n");
    add_stale_reads(s, text);
}

// ------------------------------------------------------------------- waiting

// What the thread waits for: the rest of the sentence after its line.
static const char *after_line(const char *sentence) {
    const char *at = strstr(sentence, " at line ");
    if (!at)
        return sentence;
    at += strlen(" at line ");
    return at + strspn(at, "0123456789");
}

static void add_waiter(const struct story *s, const struct story_event *e,
                       const char *sentence, struct text *text) {
    char place[300];
    explanation_place(s, e, place, sizeof place);
    const char *rest = after_line(sentence);
    bool waits = strstr(sentence, " waits at line ") != NULL;
    text_add(text, "  %-8s ", story_thread_name(s, e));
    if (e->held_count) {
        text_add(text, "holds ");
        explanation_held(s, e, text);
        text_add(text, ", ");
    }
    if (*e->wanted && e->known)
        text_add(text, "waits until %s %s, and it is %s", explanation_name(e),
                 e->wanted, e->before_text);
    else
        text_add(text, "%s%s", waits ? "waits" : "goes round", rest);
    text_add(text, "   %s  %s\n", place, story_place(s, e)->source);
}

// Why a thread that waits was not woken.
static void add_lost_signal(const struct story *s,
                            const struct story_event *waits,
                            struct text *text) {
    uint32_t wait, signal;
    story_signal(s, waits, &wait, &signal);
    const char *name = story_thread_name(s, waits);
    if (signal == STORY_ALWAYS) {
        text_add(text, "Nobody has signalled %s.\n", waits->object);
        return;
    }
    const struct story_event *e = event(s, signal);
    text_add(text, "The last %s of %s (%s, ", op_name(e->op), e->object,
             story_thread_name(s, e));
    add_place(s, e, text);
    if (wait != STORY_ALWAYS && signal > wait)
        text_add(text, ") woke %s, not %s.\n",
                 e->other == STORY_ALWAYS ? "others"
                                          : s->threads.at[e->other].name,
                 name);
    else
        text_add(text, ") came before %s waited%s.\n", name,
                 e->other == STORY_ALWAYS ? ", when nobody did" : "");
}

// A thread that waits for a lock which it holds itself, and others with it.
static void add_own_lock(const struct story *s, const struct story_event *e,
                         struct text *text) {
    for (uint32_t i = 0; i < e->held_count; i++) {
        const struct story_event *lock = event(s, s->held.at[e->held + i]);
        if (lock->addr != e->addr || !e->addr || e->op != OP_WRLOCK)
            continue;
        text_add(text, "%s itself still reads %s (", story_thread_name(s, e),
                 explanation_name(lock));
        add_place(s, lock, text);
        text_add(text, "), for whose readers it waits.\n");
    }
}

static void explain_waiting(const struct story *s, const struct mishap *mishap,
                            const struct slice *slice, struct text *text) {
    const struct story_event *first = first_waiter(s, mishap);
    uint32_t threads[MOST_IN_CYCLE];
    size_t n = 0;
    for (size_t i = 0; i < s->events.count; i++)
        if (event(s, (uint32_t)i)->kind == STORY_WAITS && n < s->waiting.count)
            add_waiter(s, event(s, (uint32_t)i), s->waiting.at[n++], text);
    text_add(text, "\n");
    for (size_t i = 0; i < slice->seeds.count; i++)
        if (event(s, slice->seeds.at[i])->op == OP_AWAKE)
            add_lost_signal(s, event(s, slice->seeds.at[i]), text);
        else
            add_own_lock(s, event(s, slice->seeds.at[i]), text);
    bool found = false;
    for (size_t i = slice->events.count; i-- > 0 && !found;)
        found = outdated(s, slice, i, text);
    unsigned count = first ? cycle_from(s, first, threads, MOST_IN_CYCLE) : 0;
    bool locks = count > 1;
    for (unsigned i = 0; i < count; i++)
        locks &= next_waiter(s, threads[i])->held_count > 0;
    if (locks)
        text_add(text, "Taking these locks in one order everywhere would avoid "
                       "it.\n");
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
