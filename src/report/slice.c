// SPDX-License-Identifier: Apache-2.0

#include "report/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_OFFSET = 256, // of a member behind a pointer
    FAR_BACK = 4096,   // events of all threads that are looked at for one
    FEW_READS = 4,     // that stand for an assertion about locals
    FEW_STEPS = 8,     // that stand for what nothing is known of
    FEW_ACCESSES = 12, // of a thread before an event that may decide on it
    FEW_CHANGES = 4,   // by others of what it has read
    FEW_GUARDS = 2,    // accesses before a write that it may depend on
    NEAR_WAIT = 8,     // events of a thread before it waits
};

// ----------------------------------------------------------------- questions

uint32_t story_before(const struct story *s, uint32_t event) {
    uint32_t thread = s->events.at[event].thread;
    uint32_t stop = event > FAR_BACK ? event - FAR_BACK : 0;
    for (uint32_t i = event; i-- > stop;)
        if (s->events.at[i].thread == thread)
            return i;
    return STORY_ALWAYS;
}

static bool overlap(const struct story_event *a, const struct story_event *b) {
    return a->addr && a->addr < b->addr + b->size &&
           b->addr < a->addr + a->size;
}

static bool is_access(const struct story_event *e) {
    return (e->reads || e->writes) &&
           (e->kind == STORY_STEP || e->kind == STORY_ACCESS);
}

uint32_t story_read_before(const struct story *s, uint32_t event) {
    const struct story_event *of = &s->events.at[event];
    for (uint32_t i = story_before(s, event); i != STORY_ALWAYS;
         i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (!is_access(e) || !overlap(e, of))
            continue;
        return e->reads ? i : STORY_ALWAYS;
    }
    return STORY_ALWAYS;
}

static bool same_line(const struct story *s, const struct story_event *a,
                      const struct story_event *b) {
    const struct story_place *p = story_place(s, a), *q = story_place(s, b);
    return p->line == q->line && strcmp(p->file, q->file) == 0;
}

// Only its own thread can see it, unless its address was given away, or it is
// no variable of the program: of no interest where there is something else.
static bool is_local(const struct story *s, const struct story_event *e) {
    if (strncmp(e->object, "0x", 2) == 0 || strstr(e->object, "(0x"))
        return true;
    const char *at = strstr(e->object, "local+");
    const char *of = at ? strstr(at, " of ") : NULL;
    const char *name = story_thread_name(s, e);
    return of && strncmp(of + 4, name, strlen(name)) == 0 &&
           (!of[4 + strlen(name)] || of[4 + strlen(name)] == ')');
}

// -------------------------------------------------------------------- slices

static void add(struct slice *slice, uint32_t event) {
    if (event == STORY_ALWAYS)
        return;
    for (size_t i = 0; i < slice->events.count; i++)
        if (slice->events.at[i] == event)
            return;
    if (slice->events.count == SLICE_MOST)
        slice->cut = true;
    else
        vec_push(&slice->events, event);
}

static void add_seed(struct slice *slice, uint32_t event) {
    vec_push(&slice->seeds, event);
    add(slice, event);
}

// How its thread came to the address: the last pointer that it has read to just
// there, or a little before.
static uint32_t pointer_before(const struct story *s, uint32_t event) {
    const struct story_event *of = &s->events.at[event];
    if (!strpbrk(of->words, ">*["))
        return STORY_ALWAYS;
    for (uint32_t i = story_before(s, event); i != STORY_ALWAYS;
         i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (is_access(e) && e->reads && e->known && e->size == sizeof(void *) &&
            e->before && of->addr - e->before < MOST_OFFSET && !is_local(s, e))
            return i;
    }
    return STORY_ALWAYS;
}

// What its line has read before it.
static void add_line(struct slice *slice, const struct story *s,
                     uint32_t event) {
    const struct story_event *of = &s->events.at[event];
    uint32_t i = story_before(s, event);
    for (; i != STORY_ALWAYS; i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (!same_line(s, e, of))
            return;
        if (is_access(e) && e->reads && !is_local(s, e))
            add(slice, i);
    }
}

// ------------------------------------------------------------ interferences

// Was it there before its reader, or did that create the one who wrote it? Such
// a value is what the program is given, not what has come in between.
static bool was_there(const struct story *s, uint32_t thread, uint32_t write) {
    for (uint32_t i = write; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind == STORY_STEP && e->op == OP_SPAWN && e->other == thread)
            return true;
        if (e->thread == thread)
            return false;
    }
    return false;
}

// What other threads have made of something after its thread has read it and
// before `end`: the first changes.
static unsigned changed_since(const struct story *s, uint32_t read,
                              uint32_t end, uint32_t changes[FEW_CHANGES]) {
    const struct story_event *r = &s->events.at[read];
    unsigned count = 0;
    for (uint32_t i = read + 1; i < end && count < FEW_CHANGES; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->thread != r->thread && is_access(e) && e->writes &&
            overlap(e, r))
            changes[count++] = i;
        else if (e->thread == r->thread && is_access(e) && overlap(e, r))
            break; // what it has then seen is more to the point
    }
    return count;
}

// What its thread has looked at last before it changes something else: it may
// do so because of that.
static uint32_t guard_of(const struct story *s, uint32_t event) {
    const struct story_event *of = &s->events.at[event];
    unsigned seen = 0;
    for (uint32_t i = story_before(s, event);
         i != STORY_ALWAYS && seen < FEW_GUARDS; i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (!is_access(e) || is_local(s, e))
            continue;
        seen++;
        if (!e->reads || e->writes || overlap(e, of))
            continue;
        bool given =
            e->from != STORY_ALWAYS && was_there(s, e->thread, e->from);
        return given ? STORY_ALWAYS : i;
    }
    return STORY_ALWAYS;
}

// What its thread has seen of others before the event, or has seen and others
// have changed since: it may have come here only because of that.
static void add_interferences(struct slice *slice, const struct story *s,
                              uint32_t event) {
    unsigned seen = 0;
    for (uint32_t i = story_before(s, event);
         i != STORY_ALWAYS && seen < FEW_ACCESSES; i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        if (!is_access(e) || is_local(s, e))
            continue;
        seen++;
        if (!e->reads)
            continue;
        uint32_t changes[FEW_CHANGES];
        unsigned count = changed_since(s, i, event, changes);
        bool news = e->from != STORY_ALWAYS &&
                    s->events.at[e->from].thread != e->thread &&
                    !was_there(s, e->thread, e->from);
        if (count || news)
            add(slice, i);
        for (unsigned k = 0; k < count; k++)
            add(slice, changes[k]);
    }
}

// The first event at which there is more than one thread.
static uint32_t first_spawn(const struct story *s) {
    for (uint32_t i = 0; i < s->events.count; i++)
        if (s->events.at[i].kind == STORY_STEP &&
            s->events.at[i].op == OP_SPAWN)
            return i;
    return 0;
}

// Everything that those which are there depend on, the nearest first. What was
// done while main was alone is where values come from, and goes no further
// back.
static void follow(struct slice *slice, const struct story *s) {
    uint32_t alone = first_spawn(s);
    for (size_t i = 0; i < slice->events.count; i++) {
        uint32_t n = slice->events.at[i];
        const struct story_event *e = &s->events.at[n];
        if (!is_access(e) || (n < alone && i >= slice->seeds.count))
            continue;
        add(slice, pointer_before(s, n));
        if (e->reads)
            add(slice, e->from);
        if (e->newer != STORY_ALWAYS)
            add(slice, e->newer);
        if (!e->writes)
            continue;
        add(slice, story_read_before(s, n));
        add_line(slice, s, n);
        if (e->from != STORY_ALWAYS &&
            s->events.at[e->from].thread != e->thread)
            add(slice, e->from);
        add_interferences(slice, s, n);
        add(slice, guard_of(s, n));
    }
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// --------------------------------------------- what a finding begins with

static uint32_t index_of(const struct story *s, const struct story_event *e) {
    return (uint32_t)(e - s->events.at);
}

// Is it of an earlier round of a loop than the seeds?
static bool is_earlier_round(const struct slice *slice, const struct story *s,
                             const struct story_event *e) {
    for (size_t i = 0; i < slice->seeds.count; i++)
        if (s->events.at[slice->seeds.at[i]].site == e->site)
            return true;
    return false;
}

// What an assertion, or an access that went wrong, has looked at: the reads of
// its line, else the last ones of its thread.
static void seeds_of_line(struct slice *slice, const struct story *s,
                          const struct story_event *at) {
    uint32_t i = story_before(s, index_of(s, at));
    for (; i != STORY_ALWAYS && same_line(s, &s->events.at[i], at) &&
           !is_earlier_round(slice, s, &s->events.at[i]);
         i = story_before(s, i))
        if (is_access(&s->events.at[i]) && s->events.at[i].reads &&
            !is_local(s, &s->events.at[i]))
            add_seed(slice, i);
    if (slice->seeds.count)
        return;
    for (i = story_before(s, index_of(s, at));
         i != STORY_ALWAYS && slice->seeds.count < FEW_READS;
         i = story_before(s, i))
        if (is_access(&s->events.at[i]) && s->events.at[i].reads &&
            !is_local(s, &s->events.at[i]))
            add_seed(slice, i);
}

// Where the block was freed that the message names, and how the thread came to
// its address.
static void seeds_of_block(struct slice *slice, const struct story *s,
                           const struct story_event *at) {
    const char *message = s->mishaps.at[at->mishap].message;
    const char *freed = strstr(message, "freed at ");
    for (uint32_t i = index_of(s, at); freed && i-- > 0;) {
        const struct story_event *e = &s->events.at[i];
        const struct story_place *p = story_place(s, e);
        char where[80];
        snprintf(where, sizeof where, "%.48s:%u by", p->file, p->line);
        if (e->kind == STORY_FREED &&
            strncmp(freed + 9, where, strlen(where)) == 0) {
            add_seed(slice, i);
            break;
        }
    }
    seeds_of_line(slice, s, at);
}

// What was done to the object that the call was about: one with its name.
static void seeds_of_object(struct slice *slice, const struct story *s,
                            const struct story_event *at) {
    for (uint32_t i = index_of(s, at);
         *at->words && i-- > 0 && slice->seeds.count < FEW_STEPS;) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind == STORY_STEP && strcmp(e->words, at->words) == 0)
            add_seed(slice, i);
    }
}

static void seeds_of_race(struct slice *slice, const struct story *s,
                          const struct story_event *at) {
    const struct story_event *both[2];
    if (!slice_race(s, &s->mishaps.at[at->mishap], both))
        return;
    add_seed(slice, index_of(s, both[0]));
    add_seed(slice, index_of(s, both[1]));
}

static void last_steps(struct slice *slice, const struct story *s,
                       const struct story_event *at) {
    for (uint32_t i = index_of(s, at);
         i-- > 0 && slice->seeds.count < FEW_STEPS;)
        if (s->events.at[i].kind == STORY_STEP)
            add_seed(slice, i);
}

// Is it the address of a block from this line, which is never freed?
static bool is_lost_block(const struct story *s, const struct story_place *from,
                          uint64_t address, const char *text) {
    char line[24];
    snprintf(line, sizeof line, " %u", from->line);
    const char *of =
        strncmp(text, "block ", 6) == 0 ? strstr(text, " of ") : NULL;
    const char *number = of ? strpbrk(of + 4, " :") : NULL;
    size_t digits = strlen(line + 1);
    if (!number || strncmp(number + 1, line + 1, digits) != 0 ||
        (number[1 + digits] && number[1 + digits] != ' '))
        return false;
    for (uint32_t i = 0; i < s->events.count; i++)
        if (s->events.at[i].kind == STORY_FREED &&
            s->events.at[i].addr == address)
            return false;
    return true;
}

// Where pointers to it were overwritten. Where the memory comes from is the
// place of the finding.
static void seeds_of_leak(struct slice *slice, const struct story *s,
                          const struct story_event *at) {
    for (uint32_t i = index_of(s, at);
         i-- > 0 && slice->seeds.count < FEW_READS;) {
        const struct story_event *e = &s->events.at[i];
        if (is_access(e) && e->writes && e->known && e->before != e->after &&
            e->from != STORY_ALWAYS &&
            is_lost_block(s, story_place(s, at), e->before, e->before_text)) {
            add_seed(slice, i);
            add(slice, e->from);
        }
    }
}

typedef void seeds(struct slice *, const struct story *,
                   const struct story_event *);

// All others begin with what their line has read; who waits is another matter.
static seeds *const seeds_by_kind[FINDING_KINDS] = {
    [FINDING_DATA_RACE] = seeds_of_race,
    [FINDING_USE_AFTER_FREE] = seeds_of_block,
    [FINDING_DOUBLE_FREE] = seeds_of_block,
    [FINDING_LEAK] = seeds_of_leak,
    [FINDING_STACK_OVERFLOW] = last_steps,
    [FINDING_MUTEX_MISUSE] = seeds_of_object,
    [FINDING_API_MISUSE] = seeds_of_object,
    [FINDING_NO_PROGRESS] = last_steps,
    [FINDING_NONDETERMINISM] = last_steps,
};

// The last that its thread has looked at before it waits: `while (count == 0)`.
static uint32_t decided_by(const struct story *s, uint32_t wait) {
    unsigned seen = 0;
    for (uint32_t i = story_before(s, wait);
         i != STORY_ALWAYS && seen < NEAR_WAIT; i = story_before(s, i)) {
        const struct story_event *e = &s->events.at[i];
        seen++;
        if (is_access(e) && e->reads && !is_local(s, e))
            return i;
    }
    return STORY_ALWAYS;
}

// Who waits for ever: the locks that they hold, the signals that came too
// early, the values that they wait for.
static void add_signals(struct slice *slice, const struct story *s,
                        const struct story_event *waits) {
    uint32_t wait, signal;
    story_signal(s, waits, &wait, &signal);
    add(slice, wait);
    add(slice, signal);
    uint32_t guard = wait == STORY_ALWAYS ? wait : decided_by(s, wait);
    uint32_t changes[FEW_CHANGES];
    add(slice, guard);
    if (guard == STORY_ALWAYS)
        return;
    unsigned count = changed_since(s, guard, wait, changes);
    for (unsigned i = 0; i < count; i++)
        add(slice, changes[i]);
}

// Units of a semaphore are given back by who has taken them, and not made by
// others, so far.
static bool is_like_lock(const struct story *s, uint64_t semaphore) {
    int *kept = memory_new(s->threads.count, sizeof *kept);
    bool like = true;
    for (uint32_t i = 0; i < s->events.count && like; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind != STORY_STEP || e->addr != semaphore)
            continue;
        kept[e->thread] += e->op == OP_SEM_WAIT || e->op == OP_SEM_TRYWAIT;
        like = e->op != OP_SEM_POST || kept[e->thread]-- > 0;
    }
    memory_free(kept);
    return like;
}

uint32_t slice_kept_unit(const struct story *s, const struct story_event *waits,
                         uint32_t thread) {
    uint32_t last = STORY_ALWAYS;
    int kept = 0;
    if (!is_like_lock(s, waits->addr))
        return last;
    for (uint32_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind != STORY_STEP || e->thread != thread ||
            e->addr != waits->addr)
            continue;
        if (e->op == OP_SEM_WAIT || e->op == OP_SEM_TRYWAIT) {
            kept++;
            last = i;
        } else if (e->op == OP_SEM_POST) {
            kept--;
        }
    }
    return kept > 0 ? last : STORY_ALWAYS;
}

static void add_kept_units(struct slice *slice, const struct story *s,
                           const struct story_event *waits) {
    for (uint32_t thread = 0; thread < s->threads.count; thread++)
        add(slice, slice_kept_unit(s, waits, thread));
}

static void seeds_of_waiting(struct slice *slice, const struct story *s) {
    for (uint32_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind != STORY_WAITS)
            continue;
        vec_push(&slice->seeds, i);
        for (uint32_t k = 0; k < e->held_count; k++)
            add(slice, s->held.at[e->held + k]);
        if (e->op == OP_AWAKE && e->addr)
            add_signals(slice, s, e);
        else if (e->op == OP_SEM_WAIT)
            add_kept_units(slice, s, e);
        else if (e->reads)
            add(slice, e->from);
    }
}

// ------------------------------------------------------------------- outside

bool slice_is_waiting(const struct mishap *m) {
    return m->kind == FINDING_DEADLOCK || m->kind == FINDING_LIVELOCK;
}

struct slice slice_of(const struct story *s, const struct mishap *mishap) {
    struct slice slice = {0};
    const struct story_event *at = story_event_of(s, mishap);
    if (slice_is_waiting(mishap))
        seeds_of_waiting(&slice, s);
    else if (at)
        (seeds_by_kind[mishap->kind] ? seeds_by_kind[mishap->kind]
                                     : seeds_of_line)(&slice, s, at);
    if (mishap->kind != FINDING_DATA_RACE)
        follow(&slice, s);
    if (at && !slice.events.count && mishap->kind != FINDING_LEAK)
        last_steps(&slice, s, at);
    // Memory that is lost was, for a time, where its pointer was.
    if (at && !(mishap->kind == FINDING_LEAK && slice.seeds.count)) {
        slice.events.count -= slice.events.count == SLICE_MOST;
        add(&slice, index_of(s, at));
    }
    if (slice.events.count)
        qsort(slice.events.at, slice.events.count, sizeof *slice.events.at,
              compare);
    return slice;
}

struct slice slice_all(const struct story *s, const struct mishap *mishap) {
    struct slice slice = {0};
    for (uint32_t i = 0; i < s->events.count; i++)
        if (s->events.at[i].kind != STORY_WAITS || slice_is_waiting(mishap))
            vec_push(&slice.events, i);
    return slice;
}

void slice_free(struct slice *slice) {
    vec_free(&slice->events);
    vec_free(&slice->seeds);
}

void story_signal(const struct story *s, const struct story_event *waits,
                  uint32_t *wait, uint32_t *signal) {
    *wait = *signal = STORY_ALWAYS;
    for (uint32_t i = index_of(s, waits);
         i-- > 0 && (*wait == STORY_ALWAYS || *signal == STORY_ALWAYS);) {
        const struct story_event *e = &s->events.at[i];
        if (e->addr != waits->addr || e->kind != STORY_STEP)
            continue;
        if (e->op == OP_WAIT && e->thread == waits->thread)
            *wait = *wait == STORY_ALWAYS ? i : *wait;
        else if (e->op == OP_SIGNAL || e->op == OP_BROADCAST)
            *signal = *signal == STORY_ALWAYS ? i : *signal;
    }
}

bool slice_race(const struct story *s, const struct mishap *mishap,
                const struct story_event *both[2]) {
    const struct story_event *at = story_event_of(s, mishap);
    const struct story_event *second = NULL;
    if (!at)
        return false;
    for (uint32_t i = index_of(s, at); i-- > 0;) {
        const struct story_event *e = &s->events.at[i];
        if (!is_access(e) && e->kind != STORY_FREED)
            continue;
        if (!second && e->thread == at->thread && e->site == at->site)
            second = e;
        else if (second && e->thread != at->thread && overlap(e, second) &&
                 (e->writes || second->writes)) {
            char where[400];
            const struct story_place *p = story_place(s, e);
            snprintf(where, sizeof where, " %s by %s at %s:%u,",
                     e->writes ? "write" : "read", story_thread_name(s, e),
                     p->file, p->line);
            if (!strstr(mishap->message, where))
                continue;
            both[0] = second;
            both[1] = e;
            return true;
        }
    }
    return false;
}
