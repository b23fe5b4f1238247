// SPDX-License-Identifier: Apache-2.0
// The search over execution graphs [TruSt], with operations that wait: each
// consistent graph once, with memory for one execution and those that were put
// aside on the way to it.
//
// Events are added one after the other, of the first thread that can go on.
// Each is a *frame*, with all the ways in which it can be added:
//
//   visit     a read from one of the writes that stand there; a write at one
//             place in mo; an update: both; a choice
//   revisit   a write, by an earlier read that did not know it: what was added
//             after the read and does not come before the write is taken back,
//             if all of it is maximal; another graph, where the read reads from
//             the write
//   overtake  an operation on an object, by one that stands in its chain: what
//             was added from there on and does not come before it is taken
//             back, and it happens there, pinned
//
//     frames   R x ── W y ── lock m ── W x              graph of these
//                                       └ revisit R x
//     frames   R x, W x ── …                            another graph; when it
//                                                       is done, the one before
//
// An operation that has to wait at the end of an execution overtakes as one
// that happens does, so that no execution is ever blocked by a lock.
//
// Invariant: the events of the graph are the steps of the execution, of which
// the trace has some first ones; what a frame added is at its position, and all
// frames above it are of later events, or of graphs made from this one.

#include "explore/explorer.h"
#include "explore/graph/commuting.h"
#include "explore/graph/happens_before.h"
#include "explore/graph/maximal.h"
#include "explore/graph/cycle.h"
#include "explore/memory_model.h"

#include "base/fault.h"

#include <stdio.h>

enum way_kind { VISIT, REVISIT, OVERTAKE };

// One way in which a frame's event can be added: plain data.
struct way {
    enum way_kind kind;
    uint32_t write;  // what it reads from, or goes after in mo; OVERTAKE by
                     // one that waits: its first enabler in `waiting`
    uint32_t choice; // VISIT of what is no memory; then: how many
    uint32_t target; // REVISIT: the read; OVERTAKE: who is overtaken
    uint32_t thread; // OVERTAKE: who overtakes
};

enum frame_kind {
    ADDED,      // an event
    REVISITED,  // a graph made by a revisit: a write, then the read
    OVERTAKING, // one made by overtaking: what overtakes comes next
    ENDED,      // nobody can go on
};

struct frame {
    enum frame_kind kind;
    uint32_t event;      // ADDED: its position; REVISITED: the write's
    uint32_t first;      // of its ways
    uint32_t next;       // the way that is next
    uint32_t waiting;    // its first entry in `waiting`
    bool read, put;      // ADDED: the event is in rf, in mo
    bool put_reader;     // REVISITED: the read has a write, which is in mo
    struct graph before; // REVISITED, OVERTAKING: the graph to go back to
};

struct graph_search {
    struct explorer base;
    const struct memory_model *memory;
    struct graph_places places;
    struct graph graph;
    VEC(struct frame) frames;
    VEC(struct way) ways;
    VEC(struct graph) spare; // no longer used, for others
    struct cycle cycle;
    position_list waiting;          // what enables those who wait at an end
    position_list enablers, number; // scratch
    VEC(bool) leave;
    VEC(uint32_t) clock;
    uint32_t overtaker; // the thread whose operation comes next, or NO_EVENT
    bool begins_again;  // chains have turned out to be one
};

static struct graph_search *search_of(struct explorer *x) {
    return (struct graph_search *)x;
}

static struct frame *top(struct graph_search *s) {
    return &s->frames.at[s->frames.count - 1];
}

static struct graph_event *event_at(struct graph_search *s, uint32_t event) {
    return &s->graph.events.at[event];
}

static bool is_consistent(struct graph_search *s, uint32_t first) {
    return s->memory->consistent(&s->cycle, &s->graph, first);
}

// ----------------------------------------------------------------- the ways

static void add_way(struct graph_search *s, struct way way) {
    vec_push(&s->ways, way);
}

// The earlier reads that could read from a write which stands in no mo yet, and
// has read from `write` if it is an update's.
static void add_revisits(struct graph_search *s, uint32_t event,
                         uint32_t write) {
    struct graph *g = &s->graph;
    const uint32_t *past = graph_clock(g, event, CLOCK_BEFORE);
    uint32_t place = g->events.at[event].link.place;
    for (size_t i = g->order.count; i-- > 0;) {
        uint32_t x = g->order.at[i];
        if (x == event || graph_sees(g, past, x))
            continue;
        if (!graph_is_maximal(g, x, past, event))
            break; // nor can anything be revisited that is older
        if (g->events.at[x].reads && g->events.at[x].link.place == place)
            add_way(s,
                    (struct way){.kind = REVISIT, .write = write, .target = x});
    }
}

// The event reads from a write, and has been put nowhere yet. It is the last,
// or the reader of the one at `first`, which is.
static void add_ways_of_reader(struct graph_search *s, uint32_t event,
                               uint32_t first, uint32_t source,
                               uint32_t write) {
    struct graph *g = &s->graph;
    struct graph_event *e = event_at(s, event);
    bool writes = e->writes;
    graph_settle(g, event);
    e->writes = false;
    bool fine = s->memory->exact || is_consistent(s, first);
    e->writes = writes;
    if (!fine)
        return;
    bool taken = writes && graph_is_taken(g, e->link.place, source);
    if (writes && !taken && !s->memory->exact) {
        graph_put(g, event, source);
        fine = is_consistent(s, first);
        graph_take(g, event);
    }
    if (fine && !taken)
        add_way(s, (struct way){.kind = VISIT, .write = write});
    if (writes)
        add_revisits(s, event, write);
}

static uint32_t oldest_choice_of(struct graph_search *s, uint32_t first) {
    if (s->graph.happens)
        for (uint32_t x = first; x < s->graph.events.count; x++)
            graph_settle(&s->graph, x);
    return s->memory->oldest(&s->cycle, &s->graph, first);
}

static void add_ways_of_read(struct graph_search *s, uint32_t event) {
    struct graph *g = &s->graph;
    const struct graph_event *e = event_at(s, event);
    bool only_reads = op_rows[e->op.kind].effect == DOES_LOOK &&
                      op_rows[e->op.kind].otherwise == OP_ITSELF;
    uint32_t w = graph_newest(g, e->link.place);
    uint32_t oldest = oldest_choice_of(s, event);
    for (;; w = g->events.at[w].link.older) {
        if (only_reads && s->memory->exact) {
            add_way(s, (struct way){.kind = VISIT, .write = w});
        } else {
            graph_read(g, event, w);
            add_ways_of_reader(s, event, event, w, w);
            graph_unread(g, event);
        }
        if (w == oldest)
            break;
    }
}

static void add_ways_of_write(struct graph_search *s, uint32_t event) {
    struct graph *g = &s->graph;
    uint32_t place = event_at(s, event)->link.place;
    uint32_t w = graph_newest(g, place);
    uint32_t oldest = oldest_choice_of(s, event);
    graph_settle(g, event);
    for (;; w = g->events.at[w].link.older) {
        if (!graph_is_taken(g, place, w)) {
            graph_put(g, event, w);
            if (s->memory->exact || is_consistent(s, event))
                add_way(s, (struct way){.kind = VISIT, .write = w});
            graph_take(g, event);
        }
        if (w == oldest)
            break;
    }
    add_revisits(s, event, NO_EVENT);
}

// A write that has revisited the read after it.
static void add_ways_of_revisit(struct graph_search *s, uint32_t event) {
    struct graph *g = &s->graph;
    const struct graph_event *e = event_at(s, event);
    uint32_t place = e->link.place, reader = event + 1;
    bool update = e->reads;
    event_at(s, reader)->source = NO_EVENT; // of what it has read before
    event_at(s, reader)->writes = false;
    uint32_t oldest = oldest_choice_of(s, event);
    uint32_t w = graph_newest(g, place);
    while (update && w != oldest && w != e->source)
        w = g->events.at[w].link.older;
    if (update && w != e->source)
        return;
    for (;; w = g->events.at[w].link.older) {
        if (!graph_is_taken(g, place, w)) {
            graph_put(g, event, w);
            graph_read(g, reader, event);
            add_ways_of_reader(s, reader, event, event, w);
            graph_unread(g, reader);
            graph_take(g, event);
        }
        if (w == oldest || update)
            break;
    }
}

// ----------------------------------------------------------------- overtaking

// The state of an operation's object just before an event of its chain, in
// which the object is in the end as the operation finds it.
static uint64_t state_before(const struct graph *g, const struct op *op,
                             uint32_t event) {
    for (; event != NO_EVENT; event = g->events.at[event].link.newer)
        if (g->events.at[event].op.addr == op->addr)
            return g->events.at[event].op.old;
    return op->old;
}

// Whom an operation can overtake: the ways are like `way`. `past` is what must
// come before it; `self` is its event, if it has happened already.
static void add_overtakings(struct graph_search *s, struct way way,
                            const struct op *op, const uint32_t *past,
                            uint32_t self) {
    const struct graph *g = &s->graph;
    uint32_t other,
        place = graph_places_find(&s->places, op, op->addr, 1, &other);
    uint32_t chain = s->places.all.at[place].chain;
    for (size_t i = g->order.count; i-- > 0;) {
        way.target = g->order.at[i];
        const struct graph_event *e = &g->events.at[way.target];
        if (way.target == self || graph_sees(g, past, way.target))
            continue;
        if (!graph_is_maximal(g, way.target, past, self))
            break;
        if (e->chained && e->link.place == chain &&
            op_enabled(op, state_before(g, op, way.target)))
            add_way(s, way);
    }
}

static void add_ways_of_others(struct graph_search *s, uint32_t event,
                               bool pinned) {
    struct graph *g = &s->graph;
    struct op op = event_at(s, event)->op;
    graph_settle(g, event);
    for (unsigned i = 0; i < op_choices(&op); i++)
        add_way(s, (struct way){.kind = VISIT, .choice = op_choice(&op, i)});
    if (event_at(s, event)->chained && !pinned)
        add_overtakings(s,
                        (struct way){.kind = OVERTAKE,
                                     .thread = event_at(s, event)->thread},
                        &op, graph_clock(g, event, CLOCK_BASE), event);
}

// What must come before the next operation of a thread that waits.
static const uint32_t *past_of(struct graph_search *s, const struct way *way) {
    const struct graph *g = &s->graph;
    uint32_t thread = way->thread;
    uint32_t last = thread < g->last.count ? g->last.at[thread] : NO_EVENT;
    vec_reserve(&s->clock, g->width);
    clock_fill(s->clock.at, 0, g->width);
    if (last != NO_EVENT)
        clock_join(s->clock.at, graph_clock(g, last, CLOCK_BEFORE), g->width);
    for (uint32_t i = 0; i < way->choice; i++)
        clock_join(s->clock.at,
                   graph_clock(g, s->waiting.at[way->write + i], CLOCK_BEFORE),
                   g->width);
    return s->clock.at;
}

static void add_ways_of_waiting(struct graph_search *s) {
    struct machine *m = s->base.trace->machine;
    for (uint32_t t = 0; t < m->threads; t++) {
        const struct op *op = machine_pending(m, t);
        if (!op || op_blocking((enum op_kind)op->kind) != WAITS_CONTENDED ||
            (op_is_await(op) && op_is_access(op)) ||
            !trace_enablers(s->base.trace, t, op, &s->enablers))
            continue;
        struct way way = {.kind = OVERTAKE,
                          .write = (uint32_t)s->waiting.count,
                          .choice = (uint32_t)s->enablers.count,
                          .thread = t};
        for (size_t i = 0; i < s->enablers.count; i++)
            vec_push(&s->waiting, s->enablers.at[i]);
        add_overtakings(s, way, op, past_of(s, &way), NO_EVENT);
    }
}

// --------------------------------------------------------------------- frames

static void push_frame(struct graph_search *s, enum frame_kind kind,
                       uint32_t event) {
    uint32_t ways = (uint32_t)s->ways.count;
    vec_push(&s->frames, (struct frame){.kind = kind,
                                        .event = event,
                                        .first = ways,
                                        .next = ways,
                                        .waiting = (uint32_t)s->waiting.count});
}

static struct graph take_spare(struct graph_search *s) {
    if (s->spare.count)
        return s->spare.at[--s->spare.count];
    struct graph g;
    graph_init(&g, &s->places, s->graph.width, s->graph.happens);
    return g;
}

// Take back what the frame's event was added as.
static void unlink_event(struct graph_search *s, struct frame *f) {
    struct graph *g = &s->graph;
    if (f->kind == REVISITED && f->put) {
        if (f->put_reader)
            graph_take(g, f->event + 1);
        graph_unread(g, f->event + 1);
        graph_take(g, f->event);
    } else if (f->kind == ADDED) {
        if (f->put)
            graph_take(g, f->event);
        if (f->read)
            graph_unread(g, f->event);
    }
    f->read = f->put = f->put_reader = false;
}

static void pop_frame(struct graph_search *s) {
    struct frame *f = top(s);
    s->ways.count = f->first;
    s->waiting.count = f->waiting;
    if (f->kind == ADDED)
        graph_remove(&s->graph);
    if (f->kind == REVISITED || f->kind == OVERTAKING) {
        vec_push(&s->spare, s->graph);
        s->graph = f->before;
    }
    s->frames.count--;
}

// The graph without what is marked to be left out, in a new frame.
static void make_graph(struct graph_search *s, enum frame_kind kind,
                       uint32_t last) {
    struct graph next = take_spare(s), before = s->graph;
    vec_reserve(&s->number, before.events.count);
    graph_restrict(&next, &before, s->leave.at, last, s->number.at);
    s->graph = next;
    push_frame(s, kind, (uint32_t)next.events.count - 2);
    top(s)->before = before;
    s->base.races_reversed++;
}

// Mark what was added after (or from) an event on and is not in the past.
static void leave_out(struct graph_search *s, uint32_t stamp,
                      const uint32_t *past, uint32_t writer) {
    const struct graph *g = &s->graph;
    vec_reserve(&s->leave, g->events.count);
    for (uint32_t i = 0; i < g->events.count; i++)
        s->leave.at[i] = g->events.at[i].stamp >= stamp && i != writer &&
                         !graph_sees(g, past, i);
}

static void revisit(struct graph_search *s, uint32_t writer, uint32_t target) {
    leave_out(s, event_at(s, target)->stamp + 1,
              graph_clock(&s->graph, writer, CLOCK_BEFORE), writer);
    make_graph(s, REVISITED, target);
    add_ways_of_revisit(s, top(s)->event);
}

static void overtake(struct graph_search *s, const struct way *way) {
    struct frame *f = top(s);
    const uint32_t *past = f->kind == ADDED
                               ? graph_clock(&s->graph, f->event, CLOCK_BASE)
                               : past_of(s, way);
    leave_out(s, event_at(s, way->target)->stamp, past, NO_EVENT);
    if (f->kind == ADDED)
        s->leave.at[f->event] = true;
    make_graph(s, OVERTAKING, NO_EVENT);
    s->overtaker = way->thread;
}

// Add the event of a frame in one way. False if there is another graph now, of
// which the ways come next.
static bool take_added(struct graph_search *s, struct frame *f,
                       struct way way) {
    struct graph *g = &s->graph;
    struct graph_event *e = event_at(s, f->event);
    if (e->reads) {
        graph_read(g, f->event, way.write);
        f->read = true;
    } else if (!e->writes) {
        e->op.choice = way.choice;
    }
    if (way.kind == VISIT && e->writes) {
        graph_put(g, f->event, way.write);
        f->put = true;
    }
    graph_settle(g, f->event);
    if (way.kind == REVISIT)
        revisit(s, f->event, way.target);
    return way.kind == VISIT;
}

static bool take_revisited(struct graph_search *s, struct frame *f,
                           struct way way) {
    struct graph *g = &s->graph;
    uint32_t reader = f->event + 1;
    graph_put(g, f->event, way.write);
    graph_read(g, reader, f->event);
    f->put = true;
    if (way.kind == VISIT && event_at(s, reader)->writes) {
        graph_put(g, reader, f->event);
        f->put_reader = true;
    }
    graph_settle(g, f->event);
    graph_settle(g, reader);
    if (way.kind == REVISIT)
        revisit(s, reader, way.target);
    return way.kind == VISIT;
}

static bool take(struct graph_search *s, struct way way) {
    struct frame *f = top(s);
    if (way.kind == OVERTAKE) {
        overtake(s, &way);
        return true;
    }
    return f->kind == ADDED ? take_added(s, f, way) : take_revisited(s, f, way);
}

// The next graph. False: there is none.
static bool advance(struct graph_search *s) {
    while (s->frames.count) {
        struct frame *f = top(s);
        unlink_event(s, f);
        if (f->next == s->ways.count)
            pop_frame(s);
        else if (take(s, s->ways.at[f->next++]))
            return true;
    }
    return false;
}

// ------------------------------------------------------------------ extending

// Who goes next: always the same in the same graph.
static uint32_t next_thread(struct graph_search *s) {
    struct machine *m = s->base.trace->machine;
    if (s->overtaker != NO_EVENT) {
        invariant(machine_enabled(m, s->overtaker));
        return s->overtaker;
    }
    for (uint32_t t = 0; t < m->threads; t++)
        if (machine_enabled(m, t))
            return t;
    return NO_EVENT;
}

static void add_event(struct graph_search *s, uint32_t thread,
                      const struct op *op) {
    struct graph *g = &s->graph;
    bool pinned = s->overtaker != NO_EVENT;
    s->overtaker = NO_EVENT;
    bool enabled = trace_enablers(s->base.trace, thread, op, &s->enablers);
    invariant(enabled);
    uint32_t event = graph_add(g, thread, op, &s->enablers);
    push_frame(s, ADDED, event);
    struct graph_event *e = event_at(s, event);
    e->pinned = pinned;
    if (e->reads)
        add_ways_of_read(s, event);
    else if (e->writes)
        add_ways_of_write(s, event);
    else
        add_ways_of_others(s, event, pinned);
}

static void widen(struct graph_search *s) {
    unsigned width = s->base.trace->width;
    if (s->graph.width == width)
        return;
    graph_widen(&s->graph, width);
    for (size_t i = 0; i < s->frames.count; i++)
        if (s->frames.at[i].before.width)
            graph_widen(&s->frames.at[i].before, width);
    while (s->spare.count)
        graph_free(&s->spare.at[--s->spare.count]);
}

// What this search cannot do.
static bool is_refused(struct graph_search *s, const struct op *op) {
    struct machine *m = s->base.trace->machine;
    char *why = s->base.refusal;
    size_t room = sizeof s->base.refusal;
    uint32_t other;
    if (op->kind == OP_FENCE && op->order == ORDER_SEQ_CST &&
        !s->memory->fences) {
        struct place at = machine_place(m, op->site);
        snprintf(why, room,
                 "%s:%u: --memory=%s has no seq_cst fences (--memory=rc11 has)",
                 at.file, at.line, s->memory->name);
        return true;
    }
    if (!op->addr ||
        graph_places_find(&s->places, op, op->addr,
                          op_is_access(op) ? op->size : 1, &other) != NO_PLACE)
        return false;
    struct place at = machine_place(m, op->site);
    struct place was = machine_place(m, s->places.all.at[other].site);
    snprintf(why, room,
             "%s:%u acts on bytes that %s:%u acts on in another size, which "
             "--algorithm=graph does not support",
             at.file, at.line, was.file, was.line);
    return true;
}

// A mutex and a condition variable that are in two chains, and must not be?
static bool unites_chains(struct graph_search *s, const struct op *op) {
    uint32_t other;
    if (!op->addr2)
        return false;
    uint32_t one = graph_places_find(&s->places, op, op->addr, 1, &other);
    uint32_t two = graph_places_find(&s->places, op, op->addr2, 1, &other);
    return graph_places_unite(&s->places, one, two);
}

static void begin(struct graph_search *s) {
    s->memory = memory_model(s->base.memory);
    graph_init(&s->graph, &s->places, s->base.trace->width, s->memory->happens);
}

static bool choose(struct explorer *x, struct step *step) {
    struct graph_search *s = search_of(x);
    if (!s->memory)
        begin(s);
    uint32_t length = x->trace->length;
    x->expected = NULL;
    if (length < s->graph.events.count) {
        *step = event_at(s, length)->step;
        x->expected = &event_at(s, length)->op;
        return true;
    }
    widen(s);
    uint32_t thread = next_thread(s);
    if (thread == NO_EVENT) {
        push_frame(s, ENDED, NO_EVENT);
        x->redundant = !graph_is_canonical(&s->graph);
        add_ways_of_waiting(s);
        return false;
    }
    const struct op *op = machine_pending(x->trace->machine, thread);
    if (is_refused(s, op)) {
        x->trace->machine->refused = true;
        return false;
    }
    if (unites_chains(s, op)) {
        s->begins_again = true;
        return false;
    }
    add_event(s, thread, op);
    bool visits = advance(s);
    invariant(visits && s->graph.events.count == length + 1);
    *step = event_at(s, length)->step;
    return true;
}

// How many first steps of the execution are those of the graph.
static uint32_t end(struct explorer *x) {
    struct graph_search *s = search_of(x);
    const struct trace *t = x->trace;
    if (!advance(s))
        return ALL_DONE;
    uint32_t same = 0;
    while (same < t->length && same < s->graph.events.count &&
           step_equals(t->steps.at[same], event_at(s, same)->step))
        same++;
    return same;
}

static void forget(struct graph_search *s) {
    while (s->frames.count) {
        unlink_event(s, top(s));
        pop_frame(s);
    }
}

static struct explorer *again(struct explorer *x, bool first) {
    struct graph_search *s = search_of(x);
    (void)first;
    if (!s->begins_again)
        return NULL;
    forget(s);
    s->graph.writes.count = 0;
    s->overtaker = NO_EVENT;
    s->begins_again = false;
    x->redundant = false;
    return x;
}

static void destroy(struct explorer *x) {
    struct graph_search *s = search_of(x);
    forget(s);
    graph_free(&s->graph);
    for (size_t i = 0; i < s->spare.count; i++)
        graph_free(&s->spare.at[i]);
    vec_free(&s->spare);
    vec_free(&s->frames);
    vec_free(&s->ways);
    graph_places_free(&s->places);
    cycle_free(&s->cycle);
    vec_free(&s->waiting);
    vec_free(&s->enablers);
    vec_free(&s->number);
    vec_free(&s->leave);
    vec_free(&s->clock);
    memory_free(s);
}

static const struct explorer_class graph_class = {
    .choose = choose, .end = end, .destroy = destroy, .again = again};

struct explorer *explorer_graph(struct trace *trace) {
    (void)trace;
    struct graph_search *s = memory_new(1, sizeof *s);
    s->base.class = &graph_class;
    s->overtaker = NO_EVENT;
    return &s->base;
}
