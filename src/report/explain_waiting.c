// SPDX-License-Identifier: Apache-2.0

#include "report/explain_waiting.h"

#include "report/explanation.h"

#include <string.h>

enum { MOST_IN_CYCLE = 64 };

static const struct story_event *event(const struct story *s, size_t n) {
    return &s->events.at[n];
}

static const struct story_event *next_waiter(const struct story *s,
                                             uint32_t thread) {
    for (size_t i = s->events.count; i-- > 0;)
        if (event(s, i)->kind == STORY_WAITS && event(s, i)->thread == thread)
            return event(s, i);
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
        const struct story_event *e = event(s, i);
        if (e->kind != STORY_WAITS)
            continue;
        if (s->threads.at[e->thread].number == mishap->thread)
            return e;
        any = e;
    }
    return any;
}

// Who only waits for the end of another one that waits is none of the matter.
static bool only_joins(const struct story *s, const struct story_event *e) {
    const struct story_event *other =
        e->op == OP_JOIN && e->other != STORY_ALWAYS ? next_waiter(s, e->other)
                                                     : NULL;
    return other && other->op != OP_JOIN;
}

static unsigned who_waits(const struct story *s, uint32_t *threads) {
    unsigned count = 0;
    for (size_t i = 0; i < s->events.count; i++)
        if (event(s, i)->kind == STORY_WAITS && !only_joins(s, event(s, i)) &&
            count < MOST_IN_CYCLE)
            threads[count++] = event(s, i)->thread;
    return count;
}

void explain_waiting_title(const struct story *s, const struct mishap *mishap,
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
        count = who_waits(s, threads);
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

// ------------------------------------------------------------- who waits how

// Before what it waits for, and behind it.
static const struct {
    const char *before, *behind;
} words_of[OP_KINDS] = {
    [OP_LOCK] = {"for", ""},
    [OP_RDLOCK] = {"to read under", ""},
    [OP_WRLOCK] = {"to write under", ""},
    [OP_AWAKE] = {"for a signal of", ""},
    [OP_SEM_WAIT] = {"for semaphore", ", which is 0"},
    [OP_LEAVE] = {"at barrier", ""},
    [OP_JOIN] = {"for", " to end"},
};

// The rest of the sentence after its line: who holds it, who has arrived.
static const char *who_has_it(const char *sentence) {
    static const char *const begins[] = {", held by ", ", read by ",
                                         ", where "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const char *at = strstr(sentence, begins[i]);
        if (at)
            return at;
    }
    return "";
}

static const char *after_line(const char *sentence) {
    const char *at = strstr(sentence, " at line ");
    if (!at)
        return sentence;
    at += strlen(" at line ");
    return at + strspn(at, "0123456789");
}

static void add_what(const struct story *s, const struct story_event *e,
                     const char *sentence, struct text *text) {
    const char *rest = after_line(sentence);
    bool joins = e->op == OP_JOIN && e->other != STORY_ALWAYS;
    bool woken = e->op == OP_AWAKE && *rest == ':';
    if (*e->wanted && e->known)
        text_add(text, "waits until %s %s, and it is %s", explanation_name(e),
                 e->wanted, e->before_text);
    else if (!strstr(sentence, " waits at line "))
        text_add(text, "goes round%s", rest);
    else if (woken)
        text_add(text, "is woken, and waits for its mutex%s", who_has_it(rest));
    else if (words_of[e->op].before && (joins || *e->object))
        text_add(text, "waits %s %s%s%s", words_of[e->op].before,
                 joins ? s->threads.at[e->other].name : e->object,
                 words_of[e->op].behind, who_has_it(rest));
    else
        text_add(text, "waits%s", rest);
}

static void add_waiter(const struct story *s, const struct story_event *e,
                       const char *sentence, size_t name, struct text *text) {
    char place[300];
    explanation_place(s, e, place, sizeof place);
    text_add(text, "  %-*s  ", (int)name, story_thread_name(s, e));
    if (e->held_count) {
        text_add(text, "holds ");
        explanation_held(s, e, text);
        text_add(text, "   ");
    }
    add_what(s, e, sentence, text);
    text_add(text, "   %s  %s\n", place, story_place(s, e)->source);
}

// Those that only wait for the end of others come last.
static void add_waiters(const struct story *s, struct text *text) {
    size_t name = 0;
    for (size_t i = 0; i < s->events.count; i++) {
        size_t own = strlen(story_thread_name(s, event(s, i)));
        if (event(s, i)->kind == STORY_WAITS && own > name)
            name = own;
    }
    for (unsigned last = 0; last < 2; last++)
        for (size_t i = 0, n = 0; i < s->events.count; i++) {
            const struct story_event *e = event(s, i);
            if (e->kind != STORY_WAITS || n == s->waiting.count)
                continue;
            if (only_joins(s, e) == last)
                add_waiter(s, e, s->waiting.at[n], name, text);
            n++;
        }
}

// ------------------------------------------------------------------- why

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
    explanation_add_place(s, e, text);
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
        explanation_add_place(s, lock, text);
        text_add(text, "), for whose readers it waits.\n");
    }
}

// Who has taken more units of a semaphore than it has given back.
static void add_kept_units(const struct story *s, const struct story_event *e,
                           struct text *text) {
    for (uint32_t thread = 0; thread < s->threads.count; thread++) {
        uint32_t taken = slice_kept_unit(s, e, thread);
        if (taken == STORY_ALWAYS)
            continue;
        text_add(text, "%s has taken %s at ", s->threads.at[thread].name,
                 explanation_name(e));
        explanation_add_place(s, event(s, taken), text);
        text_add(text, " and not given it back%s.\n",
                 next_waiter(s, thread) ? "" : " before it ended");
    }
}

void explain_waiting(const struct story *s, const struct mishap *mishap,
                     const struct slice *slice, struct text *text) {
    const struct story_event *first = first_waiter(s, mishap);
    uint32_t threads[MOST_IN_CYCLE];
    add_waiters(s, text);
    text_add(text, "\n");
    for (size_t i = 0; i < slice->seeds.count; i++) {
        const struct story_event *e = event(s, slice->seeds.at[i]);
        if (e->op == OP_AWAKE)
            add_lost_signal(s, e, text);
        else if (e->op == OP_SEM_WAIT)
            add_kept_units(s, e, text);
        else
            add_own_lock(s, e, text);
    }
    explanation_outdated(s, slice, text);
    unsigned count = first ? cycle_from(s, first, threads, MOST_IN_CYCLE) : 0;
    bool locks = count > 1;
    for (unsigned i = 0; i < count; i++)
        locks &= next_waiter(s, threads[i])->held_count > 0;
    if (locks)
        text_add(text, "Taking these locks in one order everywhere would avoid "
                       "it.\n");
}
