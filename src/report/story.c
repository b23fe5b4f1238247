// SPDX-License-Identifier: Apache-2.0

#include "report/story.h"

#include "base/file.h"
#include "explore/ending.h"
#include "explore/trace/replay.h"
#include "explore/trap.h"
#include "explore/wait_for_graph.h"
#include "report/deadlock.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_ACCESSES = 1 << 20, // plain ones, in all
    MOST_BYTES = 4096,       // of one access, that are followed
};

// Who has changed each byte of a word last: 1 + the event; 0: nobody.
struct last_change {
    uint64_t key; // 1 + address / 8
    uint32_t by[8];
};

// What is only needed while it is told.
struct story_index {
    struct text_map texts;
    VEC(char *) kept; // by their numbers
    struct text_map places;
    TABLE(struct last_change) changes;
    VEC(uint32_t) thread;   // by number: in `threads`
    VEC(uint32_t) children; // of each of `threads`
    struct locks {
        VEC(uint32_t) taken; // events
        VEC(uint64_t) addr;  // what each of them took
    } * locks;               // of each of `threads`
    VEC(uint32_t) steps;     // the event of each
    uint32_t accesses;
    uint32_t last; // thread that went on last, or STORY_ALWAYS
};

// One copy of each text.
static const char *keep(struct story *s, const char *text) {
    struct story_index *x = s->index;
    bool is_new;
    size_t n = text_map_put(&x->texts, text, x->kept.count, &is_new);
    if (is_new)
        vec_push(&x->kept, memory_text(text, strlen(text)));
    return x->kept.at[n];
}

static uint32_t place_of(struct story *s, struct machine *m, uint32_t site) {
    struct place p = machine_place(m, site);
    struct text key = {0};
    bool is_new;
    text_add(&key, "%s:%u:%s", p.file, p.line, p.function ? p.function : "");
    size_t n = text_map_put(&s->index->places, text_get(&key), s->places.count,
                            &is_new);
    text_free(&key);
    if (is_new)
        vec_push(&s->places,
                 (struct story_place){
                     keep(s, p.file), keep(s, p.function ? p.function : ""),
                     keep(s, p.source ? p.source : ""), p.line, ""});
    return (uint32_t)n;
}

// ------------------------------------------------------------------ threads

// A thread that is there from the start, or is created by another one.
static void add_thread(struct story *s, struct machine *m, unsigned number,
                       uint32_t creator) {
    struct story_index *x = s->index;
    struct text path = {0};
    if (creator == STORY_ALWAYS)
        text_add(&path, "%s", machine_thread_name(m, number));
    else
        text_add(&path, "%s/%u", s->threads.at[creator].path,
                 ++x->children.at[creator]);
    while (x->thread.count <= number)
        vec_push(&x->thread, STORY_ALWAYS);
    x->thread.at[number] = (uint32_t)s->threads.count;
    const char *name = machine_thread_name(m, number);
    vec_push(&s->threads, (struct story_thread){
                              keep(s, name), keep(s, text_get(&path)), number});
    vec_push(&x->children, 0);
    x->locks = memory_resize(x->locks, s->threads.count, sizeof *x->locks);
    x->locks[s->threads.count - 1] = (struct locks){0};
    text_free(&path);
}

static uint32_t thread_of(struct story *s, struct machine *m, unsigned number) {
    struct story_index *x = s->index;
    if (number >= x->thread.count || x->thread.at[number] == STORY_ALWAYS)
        add_thread(s, m, number, STORY_ALWAYS);
    uint32_t thread = x->thread.at[number];
    const char *name = machine_thread_name(m, number);
    if (strcmp(s->threads.at[thread].name, name) != 0)
        s->threads.at[thread].name = keep(s, name);
    return thread;
}

// ------------------------------------------------------------------- events

static struct story_event *add_event(struct story *s, struct machine *m,
                                     enum story_event_kind kind,
                                     unsigned number, uint32_t site,
                                     const char *text) {
    struct place p = machine_place(m, site);
    struct story_event e = {.kind = kind,
                            .step = s->steps,
                            .thread = thread_of(s, m, number),
                            .place = place_of(s, m, site),
                            .site = site,
                            .text = keep(s, text),
                            .words = keep(s, p.expression ? p.expression : ""),
                            .type = keep(s, p.type ? p.type : ""),
                            .calls = "",
                            .object = "",
                            .before_text = "",
                            .after_text = "",
                            .from = STORY_ALWAYS,
                            .newer = STORY_ALWAYS,
                            .other = STORY_ALWAYS,
                            .held = (uint32_t)s->held.count};
    const struct locks *locks = &s->index->locks[e.thread];
    e.held_count = (uint32_t)locks->taken.count;
    for (size_t i = 0; i < locks->taken.count; i++)
        vec_push(&s->held, locks->taken.at[i]);
    vec_push(&s->events, e);
    return &s->events.at[s->events.count - 1];
}

// The last event that has changed any of these bytes; from now on it is this
// one, if it changes them.
static uint32_t last_change(struct story *s, uint64_t addr, uint64_t size,
                            bool changes) {
    uint32_t now = (uint32_t)s->events.count, latest = 0;
    size = size > MOST_BYTES ? MOST_BYTES : size;
    for (uint64_t a = addr; a < addr + size; a++) {
        struct last_change *word =
            changes ? table_put(&s->index->changes, 1 + a / 8)
                    : table_find(&s->index->changes, 1 + a / 8);
        if (!word)
            continue;
        latest = word->by[a % 8] > latest ? word->by[a % 8] : latest;
        if (changes)
            word->by[a % 8] = now; // the event was just added
    }
    return latest - 1;
}

static void add_calls(struct story *s, struct machine *m, uint32_t calls) {
    char text[1200];
    machine_calls_text(m, calls, text, sizeof text);
    s->events.at[s->events.count - 1].calls = keep(s, text);
}

static void add_values(struct story *s, struct machine *m,
                       struct story_event *e) {
    char text[200];
    if (!e->known)
        return;
    machine_value(m, e->site, e->before, e->size, text, sizeof text);
    e->before_text = keep(s, text);
    machine_value(m, e->site, e->after, e->size, text, sizeof text);
    e->after_text = keep(s, text);
}

// ---------------------------------------------------- operations and accesses

static void note_locks(struct story *s, const struct op *op) {
    const struct story_event *e = &s->events.at[s->events.count - 1];
    struct locks *locks = &s->index->locks[e->thread];
    int change = op_rows[op->kind].holds;
    if (change > 0) {
        vec_push(&locks->taken, (uint32_t)s->events.count - 1);
        vec_push(&locks->addr, op->addr);
    }
    for (size_t i = locks->taken.count; change < 0 && i-- > 0;)
        if (locks->addr.at[i] == op->addr) {
            for (; i + 1 < locks->taken.count; i++) {
                locks->taken.at[i] = locks->taken.at[i + 1];
                locks->addr.at[i] = locks->addr.at[i + 1];
            }
            locks->taken.count = --locks->addr.count;
            break;
        }
}

static void note_other(struct story *s, struct machine *m, const struct op *op,
                       uint32_t event) {
    uint32_t other = STORY_ALWAYS;
    if (op->kind == OP_SPAWN && op->target < m->threads) {
        add_thread(s, m, op->target, s->events.at[event].thread);
        other = s->index->thread.at[op->target];
        s->shared |= op->arg2 != 0;
    } else if (op->kind == OP_JOIN) {
        other = thread_of(s, m, op->target);
    } else if (op->kind == OP_SIGNAL && op->choice) {
        other = thread_of(s, m, op->choice - 1);
    }
    s->events.at[event].other = other;
}

// What an operation acts on; of a wait, the condition variable.
static bool has_object(const struct op *op) {
    enum op_object on = op_object((enum op_kind)op->kind);
    return on != ON_THREAD && on != ON_NOTHING;
}

static uint64_t object_of(const struct op *op) {
    if (op->addr2)
        return op->addr2;
    return op_after(op) == AFTER_WAKING ? op->arg : op->addr;
}

// An event that is or would be an operation, with its object and values.
static struct story_event *add_operation(struct story *s, struct machine *m,
                                         enum story_event_kind kind,
                                         unsigned thread, const struct op *op) {
    const struct op_row *row = &op_rows[op->kind];
    char text[200], object[208] = "";
    machine_describe(m, op, text, sizeof text);
    if (has_object(op))
        m->class->object_name(m, op, object_of(op), object, sizeof object);
    struct story_event *e = add_event(s, m, kind, thread, op->site, text);
    e->op = (enum op_kind)op->kind;
    e->object = keep(s, object);
    e->addr = has_object(op) ? object_of(op) : 0;
    e->size = op->size ? op->size : 1;
    if (row->object != ON_MEMORY)
        return e;
    e->writes = row->effect == DOES_WRITE || row->effect == DOES_UPDATE ||
                row->effect == DOES_EXCHANGE;
    e->reads = op->kind != OP_WRITE;
    e->known = op->size <= 8 && !(op->flags & (OP_OPAQUE | OP_HASHED));
    e->before = e->known ? op_value(op, op->old) : 0;
    e->after = e->known && e->writes ? op_result(op, e->before) : e->before;
    add_values(s, m, e);
    return e;
}

// What is read, and where a write goes, is chosen (machine.h).
static void add_chosen(struct story *s, struct story_event *e,
                       const struct op *op) {
    uint32_t write = graph_choice_write(op->choice);
    bool newest = graph_choice_newest(op->choice);
    e->writes = op_writes_memory(op);
    uint32_t last = last_change(s, op->addr, e->size, e->writes && newest);
    e->from = write < s->index->steps.count ? s->index->steps.at[write]
                                            : STORY_ALWAYS;
    if (!newest)
        e->newer = last;
}

static void add_step(struct story *s, struct machine *m, unsigned thread,
                     const struct op *op) {
    uint32_t n = (uint32_t)s->events.count;
    struct story_event *e = add_operation(s, m, STORY_STEP, thread, op);
    const struct op_row *row = &op_rows[op->kind];
    vec_push(&s->index->steps, n);
    if (m->graphs && op_is_access(op))
        add_chosen(s, e, op);
    else if (has_object(op))
        e->from = last_change(
            s, op->addr, e->size,
            row->object == ON_MEMORY ? e->writes : row->mode != OP_IGNORES);
    add_calls(s, m, machine_calls(m, MACHINE_LAST_STEP));
    note_other(s, m, op, n);
    note_locks(s, op);
}

static void add_access(struct story *s, struct machine *m,
                       const struct recorded *r) {
    bool write = r->kind != RECORDED_READ;
    struct op op = {.kind = write ? OP_WRITE : OP_READ,
                    .addr = r->addr,
                    .size =
                        r->size < UINT32_MAX ? (uint32_t)r->size : UINT32_MAX,
                    // What is freed is a block, whatever the source calls it.
                    .site = r->kind == RECORDED_FREED ? 0 : r->site};
    char object[208], before[100] = "", text[600];
    if (s->index->accesses++ >= MOST_ACCESSES) {
        s->cut = true;
        return;
    }
    m->class->object_name(m, &op, op.addr, object, sizeof object);
    struct story_event *e =
        add_event(s, m, r->kind == RECORDED_FREED ? STORY_FREED : STORY_ACCESS,
                  r->thread, r->site, "");
    e->op = (enum op_kind)op.kind;
    e->object = keep(s, object);
    e->addr = r->addr;
    e->size = r->size;
    e->reads = !write;
    e->writes = write;
    e->known = r->known;
    e->before = r->before;
    e->after = r->after;
    add_values(s, m, e);
    if (r->known && write)
        snprintf(before, sizeof before, " %s ->", e->before_text);
    snprintf(text, sizeof text, "%s %s%s%s %s",
             e->kind == STORY_FREED ? "free" : op_name(e->op), object,
             r->known && !write ? " =" : "", before,
             r->known ? e->after_text : "");
    size_t length = strlen(text);
    if (text[length - 1] == ' ')
        text[length - 1] = '\0';
    e->text = keep(s, text);
    e->from = last_change(s, r->addr, r->size, write);
    add_calls(s, m, r->calls);
}

static void add_recorded(struct story *s, struct machine *m) {
    size_t count;
    const struct recorded *recorded = machine_recorded(m, &count);
    for (size_t i = 0; i < count; i++)
        if (recorded[i].kind == RECORDED_PRINTED)
            add_event(s, m, STORY_PRINTED, recorded[i].thread, recorded[i].site,
                      recorded[i].text);
        else
            add_access(s, m, &recorded[i]);
}

static void add_mishap(struct story *s, struct machine *m,
                       const struct mishap *mishap) {
    for (size_t i = 0; i < s->mishaps.count; i++)
        if (mishap_same(&s->mishaps.at[i], mishap))
            return;
    vec_push(&s->mishaps, *mishap);
    char text[sizeof mishap->message + 40];
    const char *kind = finding_name(mishap->kind);
    bool says_it = strncmp(mishap->message, kind, strlen(kind)) == 0;
    snprintf(text, sizeof text, "%s%s%s", says_it ? "" : kind,
             says_it ? "" : ": ", mishap->message);
    add_event(s, m, STORY_MISHAP, mishap->thread, mishap->site, text)->mishap =
        (uint32_t)s->mishaps.count - 1;
    add_calls(s, m, machine_calls(m, MACHINE_LAST_MISHAP));
}

static void tell_step(void *context, const struct trace *trace) {
    struct story *s = context;
    struct machine *m = trace->machine;
    const struct event *e = trace_event(trace, trace->length - 1);
    s->steps++;
    s->switches +=
        s->index->last != STORY_ALWAYS && s->index->last != e->thread;
    s->index->last = e->thread;
    add_step(s, m, e->thread, &e->op);
    add_recorded(s, m);
    for (unsigned i = 0; i < m->mishaps.count; i++)
        add_mishap(s, m, &m->mishaps.at[i]);
}

// ------------------------------------------------------------------ the end

static void keep_sentence(struct story *s, const struct trace *trace,
                          unsigned thread) {
    char sentence[400];
    deadlock_describe(trace, thread, sentence, sizeof sentence);
    vec_push(&s->waiting, memory_text(sentence, strlen(sentence)));
}

// A thread that waits with this operation.
static void tell_waiter(struct story *s, const struct trace *trace,
                        unsigned thread, const struct op *op) {
    struct machine *m = trace->machine;
    struct story_event *e = add_operation(s, m, STORY_WAITS, thread, op);
    e->from = has_object(op) ? last_change(s, op->addr, e->size, false)
                             : STORY_ALWAYS;
    add_calls(s, m, machine_calls(m, thread));
    unsigned other = awaited_thread(m, op);
    char value[32];
    if (op_is_await(op)) {
        machine_value(m, op->site, op->arg, op->size, value, sizeof value);
        snprintf(e->wanted, sizeof e->wanted, "%s %s",
                 op_comparison_symbol((enum comparison)op->compare), value);
    }
    if (other != NOBODY && other < m->threads) {
        uint32_t who = thread_of(s, m, other);
        s->events.at[s->events.count - 1].other = who;
    }
    keep_sentence(s, trace, thread);
}

static void tell_who_waits(struct story *s, const struct trace *trace) {
    struct machine *m = trace->machine;
    struct mishap mishap = waits_for_ever(m);
    deadlock_message(trace, &mishap);
    vec_push(&s->mishaps, mishap);
    for (unsigned t = 0; t < m->threads; t++) {
        if (machine_status(m, t) == THREAD_SPINS) {
            add_event(s, m, STORY_WAITS, t, machine_loop_at(m, t),
                      "goes round for ever");
            keep_sentence(s, trace, t);
        }
        const struct op *pending = machine_pending(m, t);
        if (!pending)
            continue;
        struct op op = *pending;
        tell_waiter(s, trace, t, &op);
    }
}

static void tell_trap(struct story *s, struct machine *m,
                      const struct mishap *trap) {
    vec_push(&s->mishaps, *trap);
    add_event(s, m, STORY_WAITS, trap->thread, trap->site, "goes on for ever");
    vec_push(&s->waiting, memory_text(trap->message, strlen(trap->message)));
}

// ------------------------------------------------------------------ outside

static void name_files(struct story *s) {
    for (size_t i = 0; i < s->places.count; i++) {
        struct story_place *p = &s->places.at[i];
        p->name = file_name(p->file);
        for (size_t k = 0; k < s->places.count; k++) {
            const char *other = s->places.at[k].file; // one copy of each
            if (other != p->file && strcmp(file_name(other), p->name) == 0)
                p->name = p->file;
        }
    }
}

bool story_tell(struct machine *machine, const struct mishaps *start,
                const struct portable_schedule *schedule, struct story *story,
                char *error, size_t room) {
    *story = (struct story){.index = memory_new(1, sizeof *story->index)};
    story->index->last = STORY_ALWAYS;
    machine_goto(machine, NULL, 0);
    for (unsigned t = 0; t < machine->threads; t++)
        if (machine_status(machine, t) != THREAD_UNBORN)
            add_thread(story, machine, t, STORY_ALWAYS);
    add_recorded(story, machine);
    for (unsigned i = 0; i < start->count; i++)
        add_mishap(story, machine, &start->at[i]);
    const char *reason;
    struct mishap trap;
    struct trace *trace = replay(machine, schedule, tell_step, story, &reason);
    if (reason)
        snprintf(error, room, "step %u is not possible: %s", trace->length + 1,
                 reason);
    else if (ending_waits(ending_of(trace)))
        tell_who_waits(story, trace);
    else if (!machine->ended && trap_holds(trace, &trap))
        tell_trap(story, machine, &trap);
    name_files(story);
    trace_free(trace);
    return !reason;
}

void story_free(struct story *s) {
    struct story_index *x = s->index;
    for (size_t i = 0; i < x->kept.count; i++)
        memory_free(x->kept.at[i]);
    for (size_t i = 0; i < s->threads.count; i++) {
        vec_free(&x->locks[i].taken);
        vec_free(&x->locks[i].addr);
    }
    memory_free(x->locks);
    vec_free(&x->kept);
    vec_free(&x->thread);
    vec_free(&x->steps);
    vec_free(&x->children);
    text_map_free(&x->texts);
    text_map_free(&x->places);
    table_free(&x->changes);
    memory_free(x);
    for (size_t i = 0; i < s->waiting.count; i++)
        memory_free(s->waiting.at[i]);
    vec_free(&s->threads);
    vec_free(&s->places);
    vec_free(&s->events);
    vec_free(&s->held);
    vec_free(&s->mishaps);
    vec_free(&s->waiting);
}

const struct story_event *story_event_of(const struct story *s,
                                         const struct mishap *mishap) {
    for (size_t i = 0; i < s->events.count; i++) {
        const struct story_event *e = &s->events.at[i];
        if (e->kind == STORY_MISHAP &&
            mishap_same(&s->mishaps.at[e->mishap], mishap))
            return e;
    }
    return NULL;
}

const struct mishap *story_mishap(const struct story *s,
                                  struct machine *machine,
                                  enum finding_kind kind, const char *thread,
                                  unsigned line) {
    for (size_t i = 0; i < s->mishaps.count; i++) {
        const struct mishap *m = &s->mishaps.at[i];
        if (m->kind == kind &&
            (machine_place(machine, m->site).line == line ||
             kind == FINDING_STACK_OVERFLOW) &&
            strcmp(machine_thread_name(machine, m->thread), thread) == 0)
            return m;
    }
    return NULL;
}
