// SPDX-License-Identifier: Apache-2.0

#include "report/explain_race.h"

#include "report/explanation.h"

#include <inttypes.h>
#include <string.h>

static bool is_pointed_to(const struct story_event *e) {
    return !*e->words || *e->words == '*';
}

// The type's name alone.
static void add_type(const struct story_event *e, struct text *text) {
    text_add(text, "%.*s%s", (int)strcspn(e->type, ":"), e->type,
             *e->type ? ", " : "");
}

// Which object it is: "ring (block 2 of q.c:7)" has it in brackets.
static void add_object(const struct story_event *e, struct text *text) {
    size_t words = strlen(explanation_name(e));
    const char *inner =
        strlen(e->object) > words + 2 ? e->object + words + 2 : "";
    if (!*inner || strncmp(e->object, explanation_name(e), words) != 0)
        return;
    const char *of =
        strncmp(inner, "local+", 6) == 0 ? strstr(inner, " of ") : NULL;
    text_add(text, ", %s%.*s", of ? "a local variable" : "",
             (int)strcspn(of ? of : inner, ")"), of ? of : inner);
}

void explain_race_title(const struct story *s, const struct mishap *mishap,
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
    text_add(text, "%" PRIu64 " byte%s", e->size, e->size == 1 ? "" : "s");
    add_object(e, text);
    text_add(text, ")");
}

// ------------------------------------------------------------------ accesses

static const char *what_it_does(const struct story_event *e) {
    static const char *const words[2][2] = {{"reads", "writes"},
                                            {"loads", "stores"}};
    if (e->kind == STORY_FREED)
        return "frees";
    return words[e->kind == STORY_STEP][e->writes];
}

static void add_access(const struct story *s, const struct story_event *e,
                       size_t name, size_t place_width, struct text *text) {
    const struct story_place *p = story_place(s, e);
    char place[300];
    explanation_place(s, e, place, sizeof place);
    text_add(text, "  %-*s  %-6s  %-*s  %s", (int)name, story_thread_name(s, e),
             what_it_does(e), (int)place_width, place, p->source);
    const char *callers = strstr(e->calls, " ← ");
    if (*p->function && callers)
        text_add(text, "   in %s", e->calls);
    else if (*p->function)
        text_add(text, "   in %s()", p->function);
    text_add(text, "   holding ");
    explanation_held(s, e, text);
    text_add(text, "\n");
}

static void add_accesses(const struct story *s,
                         const struct story_event *both[2], struct text *text) {
    size_t name = 0, width = 0;
    for (unsigned i = 0; i < 2; i++) {
        char place[300];
        explanation_place(s, both[i], place, sizeof place);
        size_t own = strlen(story_thread_name(s, both[i]));
        name = own > name ? own : name;
        width = strlen(place) > width ? strlen(place) : width;
    }
    add_access(s, both[1], name, width, text);
    add_access(s, both[0], name, width, text);
}

// ---------------------------------------------------- what does not order them

// A lock that one of them holds and the other does not.
static const struct story_event *lock_alone(const struct story *s,
                                            const struct story_event *a,
                                            const struct story_event *b) {
    for (uint32_t i = 0; i < a->held_count; i++) {
        const struct story_event *lock = &s->events.at[s->held.at[a->held + i]];
        bool common = false;
        for (uint32_t k = 0; k < b->held_count; k++)
            common |= s->events.at[s->held.at[b->held + k]].addr == lock->addr;
        if (!common)
            return lock;
    }
    return NULL;
}

static void add_locks(const struct story *s, const struct story_event *both[2],
                      struct text *text) {
    for (unsigned i = 0; i < 2; i++) {
        const struct story_event *lock = lock_alone(s, both[i], both[1 - i]);
        if (!lock)
            continue;
        text_add(text, "%s holds %s (locked at ", story_thread_name(s, both[i]),
                 lock->object);
        explanation_add_place(s, lock, text);
        text_add(text, "), %s does not.", story_thread_name(s, both[1 - i]));
        return;
    }
    text_add(text, "there is no lock that both of them hold.");
}

// The last that the later one's thread has seen of the other's in memory before
// its access; or STORY_ALWAYS.
static uint32_t last_seen(const struct story *s,
                          const struct story_event *both[2]) {
    uint32_t later = (uint32_t)(both[0] - s->events.at);
    for (uint32_t i = story_before(s, later); i != STORY_ALWAYS;
         i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind == STORY_STEP && e->reads && e->from != STORY_ALWAYS &&
            s->events.at[e->from].kind == STORY_STEP &&
            s->events.at[e->from].thread == both[1]->thread)
            return i;
    }
    return STORY_ALWAYS;
}

// What is read of the other thread orders what that has done before, if it is
// released and acquired.
static void add_last_seen(const struct story *s,
                          const struct story_event *both[2],
                          struct text *text) {
    uint32_t read = last_seen(s, both);
    if (read == STORY_ALWAYS)
        return;
    const struct story_event *e = &s->events.at[read];
    const struct story_event *from = &s->events.at[e->from];
    text_add(text, " %s has read at ", story_thread_name(s, e));
    explanation_add_place(s, e, text);
    text_add(text, " what %s wrote at ", story_thread_name(s, from));
    explanation_add_place(s, from, text);
    text_add(text, from > both[1] ? ", after " : ", which comes before ");
    explanation_add_place(s, both[1], text);
    text_add(text, "%s.",
             from > both[1]
                 ? ", but not in a way that orders what comes before "
                   "it: a release and an acquire would"
                 : "");
}

// Where a thread was created; NULL: it was there from the start.
static const struct story_event *creation(const struct story *s,
                                          uint32_t thread) {
    for (size_t i = 0; i < s->events.count; i++)
        if (s->events.at[i].kind == STORY_STEP &&
            s->events.at[i].op == OP_SPAWN && s->events.at[i].other == thread)
            return &s->events.at[i];
    return NULL;
}

// What orders their threads at the least.
static void add_creation(const struct story *s,
                         const struct story_event *both[2], struct text *text) {
    const struct story_event *of[2] = {creation(s, both[0]->thread),
                                       creation(s, both[1]->thread)};
    for (unsigned i = 0; i < 2; i++)
        if (of[i] && of[i]->thread == both[1 - i]->thread) {
            text_add(text, " %s had created %s before, at ",
                     story_thread_name(s, of[i]),
                     story_thread_name(s, both[i]));
            explanation_add_place(s, of[i], text);
            text_add(text, ".");
            return;
        }
    if (!of[0] || !of[1] || of[0]->thread != of[1]->thread)
        return;
    text_add(text, " Both were created by %s (", story_thread_name(s, of[0]));
    explanation_add_place(s, of[1], text);
    if (of[0]->place != of[1]->place) {
        text_add(text, ", ");
        explanation_add_place(s, of[0], text);
    }
    text_add(text, ").");
}

// Under a weak memory: what was read although something newer was there.
static void add_stale_reads(const struct story *s, struct text *text) {
    for (size_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->newer == STORY_ALWAYS || e->writes)
            continue;
        const struct story_event *newer = &s->events.at[e->newer];
        text_add(text, "%s has read %s = %s at ", story_thread_name(s, e),
                 explanation_name(e), e->before_text);
        explanation_add_place(s, e, text);
        text_add(text, ", though %s had written %s at ",
                 story_thread_name(s, newer), newer->after_text);
        explanation_add_place(s, newer, text);
        text_add(text, ": nothing orders them.\n");
    }
}

void explain_race(const struct story *s, const struct mishap *mishap,
                  struct text *text) {
    const struct story_event *both[2];
    if (!slice_race(s, mishap, both))
        return;
    add_accesses(s, both, text);
    text_add(text, "\nNothing orders the two: ");
    add_locks(s, both, text);
    add_last_seen(s, both, text);
    add_creation(s, both, text);
    if (both[0]->kind == STORY_FREED)
        text_add(text, " The other way round, %s would use what was freed.",
                 story_thread_name(s, both[1]));
    text_add(text, "\n");
    add_stale_reads(s, text);
}
